import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Stop and snooze from anywhere, and the withdrawal of a ring.
struct RingTests {
    private let due = noon + .minutes(1)

    private func ringing(
        _ change: (inout Alarm) -> Void = { _ in }, connected: Bool = true, for span: Duration = .seconds(20)
    ) -> NodeDriver {
        var node = NodeDriver(
            at: noon - .minutes(1),
            state: state(document(alarms: [alarm(at: "12:01", change: change)]), through: noon - .minutes(1)))
        node.start(connected: connected)
        node.run(until: due + span)
        return node
    }

    private func action(
        _ kind: RingAction.Kind, _ id: String = "1", at: WallTime, of occurrence: Occurrence? = nil,
        minutes: Int? = nil
    ) -> NodeCore.Event {
        .ringAction(
            RingAction(
                id: id, occurrence: occurrence ?? Occurrence(source: .alarm(AlarmID(number: 1)!), due: due),
                kind: kind, at: at, by: "anna", minutes: minutes))
    }

    @Test func aStopSilencesItAtOnceAndIsReportedWhenItIsOnTheDisk() {
        var node = ringing()
        node.disk = .hesitates
        node.forgetLog()
        node.send(action(.stop, at: node.now.wall))
        #expect(node.soundingRings.isEmpty)
        #expect(node.reports.allSatisfy { $0.rings.count == 1 })
        guard case .stopRing = node.effects.first else {
            Issue.record("silence does not come first: \(node.effects.prefix(2))")
            return
        }
        node.answerStores()
        #expect(node.reports.last?.rings == [])
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.stopped])
        #expect(node.lines.map(\.by) == ["anna"])
        #expect(node.lines.map(\.endedAt) == [due + .seconds(20)])
        node.run(for: .hours(12))
        #expect(node.rings.count == 1)
    }

    @Test func aRingIsReportedWhenItIsOnTheDisk() {
        var node = NodeDriver(
            at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.disk = .hesitates
        node.run(until: due + .seconds(20))
        // It rings on time whatever the disk does.
        #expect(node.onsets == [due])
        #expect(node.reports.last?.rings == [])
        node.answerStores()
        #expect(node.reports.last?.rings.map(\.state) == [.ringing])
    }

    @Test func aFailingDiskSilencesNoAlarmAndIsTold() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.disk = .fails("no space left on device")
        node.run(until: due + .seconds(20))
        #expect(node.onsets == [due])
        #expect(node.reports.last?.rings.map(\.state) == [.ringing])
        #expect(node.reports.last?.problem == "the node's state cannot be saved: no space left on device")
        node.send(action(.stop, at: node.now.wall))
        #expect(node.soundingRings.isEmpty)
        #expect(node.reports.last?.rings == [])
        node.run(for: .hours(3))
        #expect(node.rings.count == 1)
    }

    @Test func aSnoozeLastsFromWhenItWasAskedForToAWholeSecond() {
        var node = ringing()
        node.send(action(.snooze, at: due + .milliseconds(19_300)))
        #expect(node.soundingRings.isEmpty)
        let end = due + .minutes(9) + .seconds(20)
        #expect(
            node.reports.last?.rings == [
                RingReport(
                    occurrence: occurrence(due), label: "Work", state: .snoozed, since: nil, until: end, snoozes: 1,
                    snoozeMinutes: 9)
            ])
        #expect(node.lines.isEmpty)
        node.run(until: end - .seconds(1))
        #expect(node.reports.last?.rings.map(\.state) == [.snoozed])
        node.run(for: .seconds(2))
        #expect(node.onsets == [due, end])
        #expect(node.reports.last?.rings.map(\.since) == [end])
        // The limit starts again.
        node.run(until: end + .minutes(10) + .seconds(1))
        #expect(node.lines.map(\.reason) == [.unanswered])
        #expect(node.lines.map(\.snoozes) == [1])
        #expect(node.lines.map(\.rangAt) == [due])
    }

    /// The other's clock differs too much to be meant.
    @Test(arguments: [Duration.minutes(-5), .seconds(-11), .seconds(11), .hours(100)])
    func aSnoozeByAnotherClockLastsFromNow(difference: Duration) {
        var node = ringing()
        node.send(action(.snooze, at: node.now.wall + difference))
        #expect(node.reports.last?.rings.map(\.until) == [due + .seconds(20) + .minutes(9)])
    }

    @Test func aSnoozeCanBeHadAgainAndAgainAndBeStopped() {
        var node = ringing()
        for round in 1...3 {
            node.send(action(.snooze, "s\(round)", at: node.now.wall))
            node.run(for: .minutes(9) + .seconds(5))
            #expect(node.soundingRings.count == 1, "round \(round)")
        }
        node.send(action(.snooze, "s4", at: node.now.wall))
        node.run(for: .minutes(2))
        node.send(action(.stop, "end", at: node.now.wall))
        #expect(node.lines.map(\.reason) == [.stopped])
        #expect(node.lines.map(\.snoozes) == [4])
        node.run(for: .hours(1))
        #expect(node.rings.count == 4)
    }

    @Test func aRepeatedActionIsDoneOnce() {
        var node = ringing()
        let snooze = action(.snooze, at: node.now.wall)
        node.send(snooze)
        node.run(for: .minutes(9) + .seconds(5))
        node.send(snooze)
        #expect(node.soundingRings.count == 1)
        // Also by the next program.
        node.crash(for: .seconds(1))
        node.send(snooze)
        node.run(for: .seconds(5))
        #expect(node.soundingRings.count == 1)
        #expect(node.reports.last?.rings.map(\.snoozes) == [1])
    }

    @Test func twoSnoozesAtOnceAreOneAndEndTogetherInWhateverOrderTheyCome() {
        let first = action(.snooze, "a", at: due + .seconds(18))
        let second = action(.snooze, "b", at: due + .seconds(20))
        for order in [[first, second], [second, first]] {
            var node = ringing()
            for event in order { node.send(event) }
            #expect(node.reports.last?.rings.map(\.until) == [due + .seconds(20) + .minutes(9)])
            #expect(node.reports.last?.rings.map(\.snoozes) == [1])
        }
    }

    @Test func aSnoozeLastsAsLongAsWasChosen() {
        var node = ringing()
        node.send(action(.snooze, at: due + .seconds(20), minutes: 25))
        #expect(node.reports.last?.rings.map(\.until) == [due + .seconds(20) + .minutes(25)])
        #expect(node.reports.last?.rings.map(\.snoozeMinutes) == [9])
        node.run(until: due + .minutes(26))
        #expect(node.onsets == [due, due + .seconds(20) + .minutes(25)])
        // The next one without a length is the alarm's own.
        node.send(action(.snooze, "2", at: due + .minutes(26)))
        #expect(node.reports.last?.rings.map(\.until) == [due + .minutes(26) + .minutes(9)])
    }

    /// In rooms where it rings, and in one where it has yet to begin.
    @Test func ofTwoChosenLengthsTheSnoozeThatEndsLastCountsInWhateverOrderTheyCome() {
        let long = action(.snooze, "a", at: due + .seconds(2), minutes: 30)
        let short = action(.snooze, "b", at: due + .seconds(4), minutes: 5)
        for order in [[long, short], [short, long]] {
            var early = ringing()
            var late = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
            late.start()
            late.run(until: due - .seconds(6))
            for event in order {
                early.send(event)
                late.send(event)
            }
            late.run(until: due + .minutes(1))
            #expect(late.onsets.isEmpty)
            #expect(late.reports.last?.rings.map(\.until) == [due + .seconds(2) + .minutes(30)])
            // It began at 12:01:20 there, too late for the actions' clocks.
            #expect(early.reports.last?.rings.map(\.until) == [due + .seconds(20) + .minutes(30)])
        }
    }

    @Test func whatCannotBeSnoozedRingsOn() {
        var node = ringing { $0.ring.snoozeMinutes = 0 }
        node.send(action(.snooze, at: node.now.wall))
        #expect(node.soundingRings.count == 1)
        #expect(node.warnings.last == "ignored a snooze of a1: it cannot be snoozed")
    }

    @Test func actionsForOthersChangeNothing() {
        var node = ringing()
        node.send(action(.stop, at: node.now.wall, of: occurrence(7, due)))
        node.send(action(.stop, at: node.now.wall, of: occurrence(1, due + .hours(24))))
        #expect(node.soundingRings.count == 1)
    }

    // MARK: Before it has begun here

    @Test func whatWasStoppedElsewhereDoesNotBegin() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.send(action(.stop, at: due + .seconds(2)))
        // Durable, and as good after a restart.
        node.crash(for: .seconds(1))
        node.run(until: due + .minutes(1))
        #expect(node.rings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.skipped])
        #expect(node.lines.map(\.reason) == [.stoppedElsewhere])
        #expect(node.lines.map(\.by) == ["anna"])
        #expect(node.state.alarms.actions.isEmpty)
    }

    @Test func whatIsStoppedJustBeforeItsInstantIsNeverHeard() {
        var node = ringing(for: .milliseconds(-200))
        #expect(node.rings.count == 1)
        node.send(action(.stop, at: due + .milliseconds(100)))
        node.run(for: .minutes(1))
        #expect(node.onsets.isEmpty)
        #expect(node.lines.map(\.reason) == [.stoppedElsewhere])
    }

    @Test func whatWasSnoozedElsewhereBeginsSnoozed() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.run(until: due - .seconds(10))
        node.send(action(.snooze, at: due + .seconds(4)))
        node.run(until: due + .minutes(1))
        #expect(node.onsets.isEmpty)
        #expect(node.reports.last?.rings.map(\.until) == [due + .seconds(4) + .minutes(9)])
        node.run(until: due + .minutes(10))
        #expect(node.onsets == [due + .seconds(4) + .minutes(9)])
    }

    @Test func aStopCountsMoreThanASnoozeWhicheverCameFirst() {
        let stop = action(.stop, "a", at: due + .seconds(5))
        let snooze = action(.snooze, "b", at: due + .seconds(6))
        for order in [[stop, snooze], [snooze, stop]] {
            var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
            node.start()
            for event in order { node.send(event) }
            node.run(until: due + .minutes(30))
            #expect(node.rings.isEmpty)
            #expect(node.lines.map(\.reason) == [.stoppedElsewhere])
        }
    }

    @Test func floodsOfActionsAreBoundedAndOldOnesAreNotKept() {
        var node = ringing()
        for number in 1...500 {
            node.send(action(.stop, "f\(number)", at: node.now.wall, of: occurrence(1, noon + .hours(number))))
        }
        #expect(node.state.alarms.actions.count == 64)
        #expect(node.state.alarms.actions.last?.id == "f500")
        node.send(action(.stop, "old", at: node.now.wall - .hours(25), of: occurrence(9, noon + .hours(1))))
        #expect(node.state.alarms.actions.last?.id == "f500")
    }

    /// As on a connection to a broker that has kept a day's: a slow disk must not be busy with them one by one when the
    /// next alarm is due.
    @Test func manyActionsAtOnceAreSavedTogether() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.disk = .hesitates
        node.forgetLog()
        for number in 1...50 {
            node.send(action(.stop, "f\(number)", at: node.now.wall, of: occurrence(1, noon + .hours(number))))
        }
        #expect(node.stores.map(\.alarms.actions.count) == [1])
        node.answerStores()
        #expect(node.stores.map(\.alarms.actions.count) == [1, 50])
        node.answerStores()
        #expect(node.stores.count == 2)
    }

    @Test func ofTooManyActionsThoseGoWhoseOccurrencesAreLongestAgo() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.send(action(.stop, at: due + .seconds(2)))
        for number in 1...100 {
            node.send(action(.stop, "f\(number)", at: node.now.wall, of: occurrence(2, noon - .minutes(number))))
        }
        node.run(until: due + .minutes(1))
        #expect(node.rings.isEmpty)
        #expect(node.lines.map(\.reason) == [.stoppedElsewhere])
    }

    // MARK: Withdrawn

    @Test(arguments: ["removed", "disabled", "another time", "another store"])
    func whatIsTakenBackIsSilent(how: String) {
        var node = ringing()
        var changed = alarm(at: "12:01")
        switch how {
        case "disabled": changed.isEnabled = false
        case "another time": changed = alarm(at: "14:00", countsFrom: node.now.wall)
        default: break
        }
        var next = document(2, alarms: how == "removed" || how == "another store" ? [] : [changed])
        if how == "another store" { (next.store, next.replaces) = ("other", [next.store]) }
        node.send(.desired(next))
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.withdrawn])
        node.run(for: .hours(1))
        #expect(node.rings.count == 1)
    }

    @Test func aSnoozedOneIsTakenBackAsWell() {
        var node = ringing()
        node.send(action(.snooze, at: node.now.wall))
        node.send(.desired(document(2)))
        #expect(node.lines.map(\.reason) == [.withdrawn])
        node.run(for: .hours(1))
        #expect(node.rings.count == 1)
    }

    @Test func aNewNameOrSoundOrExceptionLeavesItRinging() {
        var node = ringing()
        var changed = alarm(at: "12:01", label: "Other", ring: .timer)
        changed.revision = 2
        changed.schedule.holidays = [
            DateSpan(first: CivilDate(iso8601: "2026-11-21")!, last: CivilDate(iso8601: "2026-11-21")!)
        ]
        node.send(.desired(document(2, alarms: [changed])))
        #expect(node.soundingRings.count == 1)
        #expect(node.reports.last?.rings.map(\.label) == ["Work"])
    }

    @Test func whatIsTakenBackInTheLastSecondsWasNeverAnOccurrence() {
        var node = ringing(for: .milliseconds(-500))
        node.send(.desired(document(2)))
        node.run(for: .minutes(1))
        #expect(node.onsets.isEmpty)
        #expect(node.lines.isEmpty)
    }

    @Test func aRingThatTheDocumentTookBackWhileTheNodeWasOffIsNotGoneOnWith() {
        var node = ringing()
        var stored = node.saved
        stored.desired = document(2)
        node.restore(stored)
        node.crash(for: .seconds(5))
        node.run(for: .minutes(1))
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.map(\.reason) == [.withdrawn])
    }
}
