import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// The limits of duties: past a limit the checkers find nothing; short of it they find a missing sound.
struct DutyTests {
    // MARK: Trust by the coordinator's word

    /// A node without a time service, which trusts its clock by the coordinator's; the coordinator leaves at seven.
    private func unkept(offBy offset: Duration = .zero, driftPPB: Int = 0, hours: Int) -> MutatedSite {
        MutatedSite {
            $0.length = .hours(hours)
            $0.nodes[0].clock.timeService = nil
            $0.nodes[0].clock.initialOffset = offset
            $0.nodes[0].clock.driftPPB = driftPPB
            $0.fail(.powerCut, [.coordinator(0)], from: MutatedSite.at(7, 0), to: MutatedSite.at(6 + hours, 0))
        }
    }

    @Test func aNodeThatIsSilentAlthoughTheCoordinatorAnsweredItBreaks3() {
        let site = unkept(hours: 3)
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            now.wall > MutatedSite.at(7, 16) && now.wall < MutatedSite.at(7, 31)
                ? effects.filter { $0.play == nil } : effects
        }
        #expect(broken.broken().contains(3))
    }

    /// Each time that the broker returns the node reports trust in its clock, for the last time shortly before the
    /// trust ends.
    @Test func trustWearsOffAlthoughItWasJustReported() {
        var site = unkept(offBy: .milliseconds(-40), driftPPB: -45_000, hours: 9)
        for hour in 8...13 {
            for minute in [5, 25, 45] {
                let start = MutatedSite.at(hour, minute)
                site.plan.fail(.brokerDown(.kept), [], from: start, to: start + .seconds(20))
            }
        }
        #expect(site.violations() == [])
        // The trust does end within the run.
        let observer = ReasonObserver()
        var simulation = Simulation(plan: site.plan)
        simulation.run(observer: observer)
        #expect(observer.reasons.contains(.untrusted))
    }

    // MARK: Late rings

    /// A node with a full disk tries an alarm at seven in vain until its limit; then the output works again.
    private func fullDisk(isOffline: Bool) -> MutatedSite {
        MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.fail(.diskFull, [.node(0)], from: MutatedSite.at(6, 58), to: MutatedSite.at(8, 30))
            $0.fail(.outputMissing, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 12))
            if isOffline {
                $0.fail(.brokerDown(.kept), [], from: MutatedSite.at(6, 58), to: MutatedSite.at(8, 0))
            }
        }
    }

    @Test(arguments: [false, true]) func anAlarmIsOverByALineThatNoDiskTakes(isOffline: Bool) {
        #expect(fullDisk(isOffline: isOffline).violations() == [])
    }

    @Test func anAlarmThatNeitherRingsNorHasItsLineBreaks3AlsoWhenTheDiskIsFull() {
        var site = fullDisk(isOffline: false)
        site.plan.fail(.outputMissing, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 4))
        site.plan.faults.removeAll {
            if case .outputMissing = $0.kind { $0.end == TrueTime(MutatedSite.at(7, 12)) } else { false }
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in
            effects.filter { $0.ring == nil }.map { effect in
                guard case .publish(.ledger(var batch)) = effect else { return effect }
                for index in batch.entries.indices {
                    if case .ring = batch.entries[index].event { batch.entries[index].event = .unknown(kind: "lost") }
                }
                return .publish(.ledger(batch))
            }
        }
        #expect(broken.broken().contains(3))
    }

    /// Thirteen alarms at seven, of which an output mixes twelve. The oldest waits until the newest is over, at 07:02.
    private let crowded = MutatedSite {
        for number in 1...13 {
            var draft = AlarmDraft.atSeven()
            if number == 13 { draft.ring.limitMinutes = 2 }
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55, number))
        }
    }

    @Test func anAlarmMayWaitUntilTheOutputHasRoomForIt() {
        #expect(crowded.violations() == [])
    }

    @Test func anAlarmThatDoesNotRingWhenTheOutputHasRoomForItBreaks3() {
        let broken = crowded.mutatingNode { _, now, effects in
            now.wall > MutatedSite.at(7, 1) ? effects.filter { $0.ring == nil } : effects
        }
        #expect(broken.broken().contains(3))
    }

    /// The node's clock is wrong until somebody corrects it at twenty past seven; an alarm was due at seven.
    private func timeless(isKilled: Bool) -> MutatedSite {
        MutatedSite {
            $0.length = .minutes(30)
            $0.nodes[0].clock.timeService = nil
            $0.nodes[0].clock.initialOffset = .seconds(-6)
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            if isKilled { $0.fail(.crash, [.node(0)], from: MutatedSite.at(7, 5), to: MutatedSite.at(7, 6)) }
        }
    }

    @Test func aNodeThatNeverKnewTheTimeNeedNotRingWhatWasDueBeforeItsStart() {
        #expect(timeless(isKilled: true).violations() == [])
    }

    @Test func aNodeThatComesToKnowTheTimeAndDoesNotRingWhatWasDueBreaks13() {
        #expect(timeless(isKilled: false).violations() == [])
        let broken = timeless(isKilled: false).mutatingNode { _, _, effects in effects.filter { $0.ring == nil } }
        #expect(broken.broken().contains(13))
    }

    // MARK: Snoozes

    @Test(arguments: [60, 400]) func aSnoozeThatIsCutShortBreaks2(seconds: Int) {
        var site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            // Gives the node an event meanwhile: without one it rings nothing, not even wrongly.
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(7, 8))
        }
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 1)), what: .silence(nil, .snooze)))
        #expect(site.violations() == [])
        var order: RingOrder?
        let broken = site.mutatingNode { _, now, effects in
            order = effects.lazy.compactMap(\.ring).first ?? order
            guard let again = order, now.wall > MutatedSite.at(7, 1) + .seconds(seconds) else { return effects }
            order = nil
            return effects + [
                .startRing(again.again(as: 1_000, after: .seconds(2), at: now))
            ]
        }
        #expect(broken.broken().contains(2))
    }

    // MARK: Alarms in other zones, and on order

    /// Its zone has two editions of the rules, which agree on that day.
    @Test func anAlarmInANamedZoneThatDoesNotRingBreaks3() {
        var draft = AlarmDraft.atSeven()
        draft.schedule.time = LocalTime(secondOfDay: 9 * 3600)
        draft.schedule.zone = SimulatedZone.berlin.rawValue
        let site = MutatedSite {
            $0.zones += [SimulatedZone.berlin.rules, SimulatedZone.berlin.laterRules]
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55))
        }
        #expect(site.violations() == [])
        #expect(site.mutatingNode { _, _, effects in effects.filter { $0.ring == nil } }.broken().contains(3))
    }

    /// It is on order when the room's clock is corrected, five minutes back.
    @Test func anAlarmThatIsTakenBackAndDoesNotRingBreaks3() {
        let site = MutatedSite {
            $0.nodes[0].leadIn = .seconds(4)
            $0.change(.addAlarm(.atSeven(.once)), at: MutatedSite.at(6, 51))
            $0.fail(
                .timeServiceWrong(by: .minutes(5)), [.node(0)], from: MutatedSite.at(6, 52),
                to: MutatedSite.at(6, 54, 57))
        }
        #expect(site.violations() == [])
        var orders = 0
        let broken = site.mutatingNode { _, _, effects in
            effects.filter { effect in
                if effect.ring != nil { orders += 1 }
                return effect.ring == nil || orders == 1
            }
        }
        #expect(!broken.broken().isDisjoint(with: [3, 13]))
        #expect(orders > 1)
    }
}

/// The reasons of missed quarter hours, by the lines on the node's disk.
private final class ReasonObserver: SimulationObserver {
    var reasons: Set<QuarterReason> = []

    var interests: Interests { .storage }

    func observe(_ observation: borrowing Observation) {
        guard case .stateStored(let state, _) = observation.what else { return }
        for entry in state.wrappedValue.ledger.pending {
            if case .quarter(let record) = entry.event, let reason = record.reason { reasons.insert(reason) }
        }
    }
}
