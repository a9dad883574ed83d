import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// What a core leaves behind, tells or does late is noticed while it goes on: each is shown by effects that a core so broken
/// would have.
struct TidinessMutationTests {
    private let kitchen = RingTargets(nodes: [MutatedSite.kitchen])

    @Test func aReportThatNamesAnotherAnnouncementBreaks13() {
        let site = MutatedSite {
            // Its clock has been right for over a day by then.
            $0.length = .hours(28)
            $0.set(SettingsPatch(every: .hour), at: MutatedSite.at(31, 5))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .publish(.reported(var report)) = effect, report.wrappedValue.settings.every == .hour else {
                    return effect
                }
                report.wrappedValue.next = MutatedSite.at(31, 15)
                return .publish(.reported(report))
            }
        }.violations()
        #expect(found.contains { $0.invariant == 13 && $0.text.hasPrefix("it reports that it announces") }, "\(found)")
    }

    @Test func aTimerThatRingsHalfASecondLateBreaks6() {
        let site = MutatedSite {
            $0.change(
                .startTimer(name: "tea", seconds: 600, targets: kitchen, ring: .timer), at: MutatedSite.at(7, 2))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .startRing(let order) = effect else { return effect }
                return .startRing(order.moved(by: .milliseconds(500)))
            }
        }.violations()
        #expect(found.contains { $0.invariant == 6 && $0.text.contains("after it ran out") }, "\(found)")
    }

    @Test func aTimerThatHasRungAndStaysBreaks11() {
        let site = MutatedSite {
            $0.change(.startTimer(name: "tea", seconds: 60, targets: kitchen, ring: .timer), at: MutatedSite.at(7, 2))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .removeObject(.timer) = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("is still in the store") }, "\(found)")
    }

    @Test func aNodeThatTheBrokerHasForgottenAndThatStaysOnlineBreaks11() {
        let site = MutatedSite {
            $0.fail(.brokerDown(.lost), [], from: MutatedSite.at(7, 20), to: MutatedSite.at(7, 21))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(7, 20, 10), to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .saveAvailability(_, .offline, _) = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("the store has it online") }, "\(found)")
    }

    /// The store has no room for the volume, and takes what is asked for five minutes later.
    @Test func aSettingThatIsRefusedAndMadeAllTheSameBreaks12() {
        let site = MutatedSite {
            $0.set(SettingsPatch(volume: Volume(percent: 71)), at: MutatedSite.at(7, 5))
            $0.fail(.diskFull, [.coordinator(0)], from: MutatedSite.at(7, 4), to: MutatedSite.at(7, 6))
            $0.set(SettingsPatch(every: .halfHour), at: MutatedSite.at(7, 10))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            guard case .saveDefinition(var definition) = operation, definition.settings.every == .halfHour else {
                return [operation]
            }
            definition.settings.volume = Volume(percent: 71) ?? .standard
            return [.saveDefinition(definition)]
        }.violations()
        #expect(found.contains { $0.invariant == 12 && $0.text.contains("other settings (volume)") }, "\(found)")
    }

    /// The checkers' own arithmetic of zones says what that of the programs says: at every jump, and around it.
    @Test(arguments: SimulatedZone.allCases) func zonesAreTheSameByBothArithmetics(zone: SimulatedZone) {
        let (start, end) = (WallTime(seconds: 1_704_067_200), WallTime(seconds: 2_177_452_800))
        for rules in [zone.rules, zone.laterRules] {
            var instants = [start, end]
            for jump in rules.transitions(in: start..<end) {
                instants += [-86_400, -1, 0, 1, 86_400].map { jump.instant + .seconds($0) }
            }
            for instant in instants {
                #expect(
                    ZoneReference.offset(at: instant, in: rules) == Int64(rules.offset(at: instant).secondsEast),
                    "\(zone.rawValue) at \(instant)")
            }
        }
    }
}
