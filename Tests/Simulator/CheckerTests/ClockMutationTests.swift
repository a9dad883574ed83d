import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Checkers compare a core's treatment of a clock that is set, or compared with another, with the true clocks.
struct ClockMutationTests {
    /// Its time service is forty minutes ahead for twenty minutes.
    @Test func quarterHoursThatTheClockWasSetOverAndThatHaveNoLineBreak9() {
        let site = MutatedSite {
            $0.fail(
                .timeServiceWrong(by: .minutes(40)), [.node(0)], from: MutatedSite.at(7, 20), to: MutatedSite.at(7, 40))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect else { return effect }
                state.wrappedValue.quarters = QuarterMemory(
                    decided: state.wrappedValue.quarters.decided.filter { $0 != MutatedSite.at(7, 45) })
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 9 && $0.text.hasPrefix("the clock was set over") }, "\(found)")
    }

    @Test func anOffsetThatTheClocksNeverHadBreaks8() {
        let site = MutatedSite()
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .publish(.reported(var report)) = effect else { return effect }
                report.wrappedValue.clock.offsetMilliseconds = report.wrappedValue.clock.delayMilliseconds.map {
                    $0 + 5
                }
                return .publish(.reported(report))
            }
        }.violations()
        #expect(
            found.contains { $0.invariant == 8 && $0.text.hasPrefix("it reports that the coordinator") }, "\(found)")
    }

    /// No core removes the lines that a clock wrote while it was ahead.
    @Test func anAbsentLineOfWhatIsStillToComeBreaks9() {
        let site = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55)) }
        #expect(site.violations() == [])
        var isWritten = false
        let found = site.mutatingCoordinator { _, now, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect, !isWritten, now.wall > MutatedSite.at(7, 30)
                else { return effect }
                isWritten = true
                let record = RingRecord(
                    occurrence: Occurrence(source: .alarm(MutatedSite.alarm), due: MutatedSite.at(31, 0)),
                    label: "Work",
                    outcome: .absent, reason: .offline, endedAt: now.wall.truncatedToMilliseconds)
                let line = RingAbsence(node: MutatedSite.kitchen, record: record)
                return .commit(id, operations + [.closeRings([line], through: MutatedSite.at(7, 20))])
            }
        }.violations()
        #expect(isWritten)
        #expect(found.contains { $0.invariant == 9 && $0.text.contains("is still to come") }, "\(found)")
    }

    /// The room is off for a day, and returns in the second before its alarm is due again.
    @Test func twoMissedOccurrencesThatRingBreak1() {
        var draft = AlarmDraft.atSeven()
        draft.misfire = .ring(withinMinutes: 1_440)
        let site = MutatedSite {
            $0.length = .hours(26)
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55))
            $0.fail(.crash, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(30, 59, 59))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect, let ring = state.wrappedValue.rings.first,
                    ring.occurrence.due == MutatedSite.at(31, 0)
                else { return effect }
                var missed = ring
                missed.occurrence.due = MutatedSite.at(7, 0)
                state.wrappedValue.rings.insert(missed, at: 0)
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 1 && $0.text.contains("was due several times") }, "\(found)")
    }

    /// It has no coordinator since its start, and its time service stops while the melody of the hour is on order.
    @Test func anHourThatNobodyVouchesForBreaks8() {
        let site = MutatedSite {
            $0.set(SettingsPatch(chime: .westminster), at: MutatedSite.at(7, 20))
            $0.fail(.partition(.both), [.node(0)], from: MutatedSite.at(7, 30), to: MutatedSite.at(8, 10))
            $0.fail(.crash, [.node(0)], from: MutatedSite.at(7, 31), to: MutatedSite.at(7, 32))
            $0.fail(.timeServiceStops, [.node(0)], from: MutatedSite.at(7, 59, 43), to: MutatedSite.at(8, 5))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, now, effects in
            guard now.wall > MutatedSite.at(7, 59, 40), now.wall < MutatedSite.at(8, 1) else { return effects }
            return effects.filter { if case .cancelPlay = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 8 && $0.text.contains("nothing has vouched") }, "\(found)")
    }

    @Test func aSecondSnoozeThatEndsSoonerBreaks2() {
        var site = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55)) }
        // The second person cannot have seen the first snooze yet.
        for delay in [Duration.zero, .milliseconds(3)] {
            site.plan.people.append(
                PlannedRequest(at: TrueTime(MutatedSite.at(7, 0, 20)) + delay, what: .silence(nil, .snooze)))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect else { return effect }
                for index in state.wrappedValue.rings.indices where state.wrappedValue.rings[index].actions.count > 1 {
                    guard case .snoozed(var until) = state.wrappedValue.rings[index].phase else { continue }
                    until.boot = until.boot.map { $0 - .seconds(60) }
                    state.wrappedValue.rings[index].phase = .snoozed(until: until)
                }
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 2 && $0.text.contains("was snoozed once more") }, "\(found)")
    }

    /// Its room is off until the afternoon.
    @Test func anOccurrenceThatNobodyClosesForHoursBreaks9() {
        let site = MutatedSite {
            $0.length = .hours(8)
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.fail(.crash, [.node(0)], from: MutatedSite.at(6, 57), to: MutatedSite.at(14, 0))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .closeRings = operation { [] } else { [operation] }
        }.violations()
        #expect(
            found.contains {
                $0.invariant == 9 && $0.text.contains("has no line of node") && $0.at < TrueTime(MutatedSite.at(11, 0))
            }, "\(found)")
    }
}
