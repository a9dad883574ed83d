import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

/// Two coordinators with one store: one works, the other takes over; the checker catches two that both commit.
struct LeaseMutationTests {
    private static func site(_ change: (inout SimulationPlan) -> Void) -> MutatedSite {
        MutatedSite { plan in
            plan.coordinators.append(CoordinatorPlan(startsAfter: .minutes(1), store: .shared(with: 0)))
            plan.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            change(&plan)
        }
    }

    /// Each host that took the lease, and its time.
    private final class Takings: SimulationObserver {
        var interests: Interests { [] }
        private(set) var all: [(host: Host, at: TrueTime)] = []
        private(set) var starts: [(host: Host, at: TrueTime)] = []

        func observe(_ observation: borrowing Observation) {
            switch observation.what {
            case .leaseTaken: all.append((observation.host, observation.at))
            case .coordinatorStarted: starts.append((observation.host, observation.at))
            default: break
            }
        }
    }

    private func watch(_ plan: SimulationPlan) -> Takings {
        var simulation = Simulation(plan: plan)
        let takings = Takings()
        simulation.run(observer: takings)
        return takings
    }

    @Test func oneThatStandsByBreaksNothingAndTakesNothing() {
        let site = Self.site { _ in }
        #expect(site.violations() == [])
        #expect(watch(site.plan).all.map(\.host) == [.coordinator(0)])
    }

    @Test(arguments: [FaultKind.crash, .powerCut, .suspend, .partition(.both), .partition(.outward), .stop])
    func theOtherWorksWithinTenSecondsAndNothingIsBroken(kind: FaultKind) throws {
        let site = Self.site { plan in
            plan.fail(kind, [.coordinator(0)], from: MutatedSite.at(7, 10), to: MutatedSite.at(7, 40))
            plan.set(SettingsPatch(volume: Volume(percent: 40)), at: MutatedSite.at(7, 20))
        }
        #expect(site.violations() == [])
        let takings = watch(site.plan)
        #expect(takings.starts.map(\.host) == [.coordinator(0), .coordinator(1)])
        let second = try #require(takings.starts.last)
        #expect(second.at - TrueTime(MutatedSite.at(7, 10)) < .seconds(10))
    }

    /// The first is cut off for two minutes, and continues to work.
    private static var cutOff: MutatedSite {
        site { plan in
            plan.fail(.partition(.both), [.coordinator(0)], from: MutatedSite.at(7, 10), to: MutatedSite.at(7, 12))
        }
    }

    @Test func oneThatWasCutOffChangesNothingAfterwards() {
        #expect(Self.cutOff.violations() == [])
    }

    @Test func aDatabaseThatTakesCommitsOfEitherBreaks16() {
        var broken = Self.cutOff
        broken.ignoresLease = true
        #expect(broken.broken().contains(16))
    }
}
