import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Alarms over crashes, power cuts, wrong clocks and late documents: each occurrence rings at most once and has one line.
struct AlarmRecoveryTests {
    /// Its limit is over while it is held back, as a stop of it may be about to come.
    @Test func whatWouldEndInTheMomentsAfterAStartRingsLate() {
        var ring = RingStyle.alarm
        ring.limitMinutes = 1
        var node = NodeDriver(at: noon)
        node.start()
        node.send(.desired(document(1, alarms: [alarm(at: "12:05", ring: ring)])))
        node.run(for: .minutes(5) - .seconds(1))
        node.crash(for: .seconds(59), reboots: true)
        node.run(for: .seconds(30))
        #expect(node.onsets.count == 1 && node.lines == [])
    }

    private let due = noon + .minutes(1)

    private func node(
        _ alarms: [Alarm]? = nil, at start: WallTime = noon, sync: SystemSync = .synchronised(by: .timesyncd)
    ) -> NodeDriver {
        NodeDriver(
            at: start, state: state(document(alarms: alarms ?? [alarm(at: "12:01")]), through: start), sync: sync)
    }

    private func stop(_ at: WallTime, _ due: WallTime? = nil) -> NodeCore.Event {
        .ringAction(RingAction(id: "stop", occurrence: occurrence(due ?? self.due), kind: .stop, at: at))
    }

    // MARK: Late

    /// Off from before it was due until so long after.
    @Test(arguments: [
        (MisfirePolicy.standard, Duration.seconds(1), RingOutcome.rang, RingReason.unanswered),
        (.standard, .minutes(5), .rang, .unanswered),
        (.standard, .minutes(29), .rang, .unanswered),
        (.standard, .minutes(31), .missed, .late),
        (.standard, .hours(48) - .minutes(60), .missed, .late),
        (.ring(withinMinutes: 1440), .hours(20), .rang, .unanswered),
        (.reportOnly, .seconds(1), .rang, .unanswered),
        (.reportOnly, .seconds(10), .missed, .reportOnly),
    ])
    func aNodeThatWasOffRingsLateWithinItsWindow(
        policy: MisfirePolicy, late: Duration, outcome: RingOutcome, reason: RingReason
    ) {
        for repetition in [AlarmSchedule.Repetition.once, .onDate(CivilDate(iso8601: "2026-11-21")!)] {
            var node = node([
                alarm(at: "12:01", repetition, countsFrom: noon - .minutes(5), label: "Tea", misfire: policy)
            ])
            node.start()
            node.run(for: .seconds(30))
            node.crash(for: .seconds(30) + late, reboots: true)
            node.run(for: .minutes(30))
            #expect(node.lines.map(\.outcome) == [outcome], "\(late) \(node.lines)")
            #expect(node.lines.map(\.reason) == [reason])
            #expect(node.onsets.count == (outcome == .rang ? 1 : 0))
            // A retained stop had three seconds to arrive.
            if let onset = node.onsets.first { #expect(onset - (due + late) == .milliseconds(3500)) }
            #expect(node.state.alarms.spent.count == 1)
            node.run(for: .hours(24))
            #expect(node.lines.count == 1)
        }
    }

    /// Due at 12:01, the node is on again so late, and off once more before the alarm is heard, for seven minutes.
    @Test(arguments: [(Duration.minutes(15), RingOutcome.rang), (.minutes(28), .missed)])
    func aNodeThatWasOffTwiceRingsWithinItsWindowAsItWasDue(late: Duration, outcome: RingOutcome) {
        var node = node()
        node.start()
        node.run(for: .seconds(30))
        node.crash(for: .seconds(30) + late, reboots: true)
        node.run(for: .seconds(1))
        #expect(node.onsets.isEmpty)
        node.crash(for: .minutes(7), reboots: true)
        node.run(for: .minutes(30))
        #expect(node.lines.map(\.outcome) == [outcome])
        #expect(node.onsets.count == (outcome == .rang ? 1 : 0))
        let detail = "the node got to it 35 min after it was due; it may ring up to 30 min late"
        if outcome == .missed { #expect(node.lines.map(\.detail) == [detail]) }
    }

    @Test func ofSeveralMissedOfOneAlarmOnlyTheNewestMayRing() {
        var node = node([alarm(1, at: "12:01"), alarm(2, at: "11:50")])
        node.start()
        node.run(for: .seconds(10))
        node.crash(for: .hours(72) + .minutes(5), reboots: true)
        node.run(for: .minutes(20))
        let last = due + .hours(72)
        #expect(
            node.lines.filter { $0.occurrence.source.description == "a1" }.map(\.outcome) == [
                .missed, .missed, .missed, .rang,
            ])
        #expect(
            node.lines.filter { $0.occurrence.source.description == "a2" }.map(\.outcome) == [.missed, .missed, .rang])
        #expect(node.onsets.count == 2)
        #expect(node.lines.contains { $0.occurrence == occurrence(last) && $0.detail == "rang 4 min late" })
        #expect(Set(node.lines.map(\.occurrence)).count == 7)
    }

    @Test func whatWasDueOverAWeekAgoIsLeftToTheCoordinator() {
        var node = node()
        node.start()
        node.crash(for: .hours(24 * 30), reboots: true)
        node.run(for: .minutes(20))
        #expect(node.lines.count == 7 + (node.onsets.count))
        #expect(node.lines.allSatisfy { $0.occurrence.due >= noon + .hours(24 * 23) })
    }

    @Test func aStopThatComesRightAfterTheStartComesInTime() {
        var node = node()
        node.start()
        node.crash(for: .minutes(5), reboots: true)
        node.run(for: .seconds(2))
        node.send(stop(node.now.wall - .minutes(2)))
        node.run(for: .minutes(20))
        #expect(node.rings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.skipped])
        #expect(node.lines.map(\.reason) == [.stoppedElsewhere])
    }

    @Test func whatIsHeldBackAfterAStartIsToComeAgainWhenTheClockIsSetBackBeforeIt() {
        var node = node()
        node.start()
        node.crash(for: .minutes(5), reboots: true)
        node.run(for: .seconds(1))
        node.setClock(to: due - .minutes(2))
        node.run(for: .minutes(1))
        #expect(node.rings.isEmpty)
        node.run(for: .minutes(2))
        #expect(node.onsets == [due])
    }

    /// A machine without a battery clock starts a little behind, and a time service puts it right in the next second.
    @Test func whatIsHeldBackAfterAStartIsMissedWhenTheClockIsSetBeyondItsWindow() {
        var node = node()
        node.start()
        node.crash(for: .minutes(5), reboots: true)
        node.run(for: .seconds(1))
        node.setClock(to: due + .minutes(31))
        node.run(for: .minutes(20))
        #expect(node.rings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.missed])
        #expect(node.lines.map(\.reason) == [.late])
    }

    @Test func aSnoozeThatComesRightAfterTheStartLastsFromWhenItWasAskedFor() {
        var node = node()
        node.start()
        node.crash(for: .minutes(5), reboots: true)
        node.run(for: .seconds(1))
        node.send(
            .ringAction(
                RingAction(id: "x", occurrence: occurrence(due), kind: .snooze, at: due + .seconds(30))))
        // The occurrence had begun here, held back: the other's clock differs too much to go by.
        node.run(for: .minutes(10))
        #expect(node.onsets.count == 1)
        #expect(node.reports.last?.rings.map(\.snoozes) == [1])
    }

    @Test func aDocumentThatWasLateRingsWhatItBroughtTooLate() {
        var node = node([])
        node.start()
        node.run(for: .seconds(20))
        node.send(.brokerDisconnected)
        node.run(until: noon + .minutes(10))
        node.send(.brokerConnected)
        node.send(
            .desired(document(2, alarms: [alarm(at: "12:01", .once, countsFrom: noon + .seconds(30))])))
        node.run(for: .seconds(2))
        #expect(node.onsets.count == 1)
        #expect(node.state.rings.map(\.occurrence) == [occurrence(due)])
    }

    /// The connection stands, and the document waits in a queue on its way. The room has been connected for less or more
    /// time than a document may take.
    @Test(arguments: [Duration.seconds(30), .minutes(20)], [AlarmSchedule.Repetition.once, .weekly(.everyDay)])
    func aDocumentThatIsLateOverAStandingConnectionRingsWhatItBrings(
        connected: Duration, repetition: AlarmSchedule.Repetition
    ) {
        // Somebody moves the alarm from the evening to now.
        var node = NodeDriver(
            at: due - connected, state: state(document(1, alarms: [alarm(at: "20:00", repetition)]), through: noon))
        node.start()
        node.run(until: due + .seconds(50))
        node.send(.desired(document(2, alarms: [alarm(at: "12:01", repetition, countsFrom: due - .seconds(20))])))
        node.run(for: .seconds(2))
        #expect(node.onsets.count == 1)
        #expect(node.state.rings.map(\.occurrence) == [occurrence(due)])
        node.run(for: .minutes(11))
        #expect(node.lines.map(\.occurrence) == [occurrence(due)])
    }

    @Test(arguments: [false, true])
    func theSameAfterACrashBeforeItWasObeyed(isStored: Bool) {
        var node = node([])
        node.start()
        node.run(for: .seconds(20))
        node.send(.brokerDisconnected)
        node.run(until: noon + .minutes(10))
        node.send(.brokerConnected)
        node.disk = .hesitates
        let late = document(2, alarms: [alarm(at: "12:01", .once, countsFrom: noon + .seconds(30))])
        node.send(.desired(late))
        if isStored {
            // On the disk, and the program is killed before it hears of that.
            guard case .store(let state, _) = node.effects.last(where: { if case .store = $0 { true } else { false } })
            else {
                Issue.record("not stored")
                return
            }
            node.restore(state.wrappedValue)
        }
        node.disk = .works
        node.crash(for: .seconds(1))
        if !isStored { node.send(.desired(late)) }
        node.run(for: .seconds(5))
        #expect(node.onsets.count == 1)
    }

    @Test func anAlarmThatANodeIsGivenLaterIsNotTakenForLate() {
        var node = node([])
        node.start()
        node.run(until: due + .minutes(5))
        // It has rung elsewhere for days.
        node.send(.desired(document(2, alarms: [alarm(at: "12:01")])))
        node.run(for: .minutes(30))
        #expect(node.rings.isEmpty)
        #expect(node.lines.isEmpty)
        node.run(for: .hours(24))
        #expect(node.onsets == [due + .hours(24)])
    }

    @Test func aNewNodeMissesNothingThatWasDueBeforeItWas() {
        var node = NodeDriver(at: due + .minutes(5))
        node.start()
        node.send(.desired(document(2, alarms: [alarm(at: "12:01")])))
        node.run(for: .minutes(30))
        #expect(node.lines.isEmpty)
    }

    // MARK: Killed while it rings

    /// Killed so long after it was due, up again so much later.
    @Test(arguments: [false, true])
    func aCrashWhileItRingsGoesOnAsTheSameOccurrence(reboots: Bool) {
        var node = node()
        node.start()
        node.run(until: due + .minutes(2))
        node.crash(for: .minutes(1), reboots: reboots)
        node.run(for: .seconds(2))
        #expect(node.soundingRings.isEmpty)
        node.run(for: .seconds(3))
        #expect(node.soundingRings.count == 1)
        #expect(node.reports.last?.rings.map(\.since) == [due])
        // Its limit goes on as well.
        node.run(until: due + .minutes(10) + .seconds(2))
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.count == 1)
        #expect(node.lines.map(\.rangAt) == [due])
        #expect(node.lines.map(\.reason) == [.unanswered])
    }

    @Test(arguments: [false, true])
    func oneWhoseLimitIsOverMeanwhileHasItsLineAtOnce(reboots: Bool) {
        var node = node()
        node.start()
        node.run(until: due + .minutes(2))
        node.crash(for: .minutes(9), reboots: reboots)
        node.run(for: .seconds(1))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.unanswered])
        node.run(for: .minutes(10))
        #expect(node.rings.count == 1)
        #expect(node.lines.count == 1)
    }

    @Test(arguments: [
        (Duration.seconds(-2), Duration.seconds(1), 1), (.seconds(-2), .minutes(15), 1),
        (.seconds(-2), .minutes(40), 0),
        (.milliseconds(-10), .seconds(5), 1),
    ])
    func killedJustBeforeItIsHeardItRingsWithinItsWindow(at moment: Duration, outage: Duration, onsets: Int) {
        var node = node()
        node.start()
        node.run(until: due + moment)
        node.crash(for: outage, reboots: true)
        node.run(for: .minutes(12))
        #expect(node.onsets.count == onsets)
        #expect(node.lines.map(\.outcome) == [onsets == 1 ? .rang : .missed])
    }

    @Test(arguments: [false, true])
    func aSnoozeOutlivesACrash(reboots: Bool) {
        var node = node()
        node.start()
        node.run(until: due + .seconds(30))
        node.send(
            .ringAction(RingAction(id: "x", occurrence: occurrence(due), kind: .snooze, at: due + .seconds(30))))
        node.run(for: .minutes(2))
        node.crash(for: .minutes(3), reboots: reboots)
        node.run(until: due + .minutes(9) + .seconds(31))
        #expect(node.onsets == [due, due + .minutes(9) + .seconds(30)])
        #expect(node.lines.isEmpty)
    }

    @Test(arguments: [
        (Duration.minutes(10), true), (.minutes(38), true), (.minutes(41), false),
    ])
    func aSnoozeThatEndedWhileTheNodeWasOffRingsWithinTheWindow(outage: Duration, rings: Bool) {
        var node = node()
        node.start()
        node.run(until: due + .seconds(30))
        node.send(
            .ringAction(RingAction(id: "x", occurrence: occurrence(due), kind: .snooze, at: due + .seconds(30))))
        node.crash(for: outage, reboots: true)
        node.run(for: .minutes(12))
        #expect(node.onsets.count == (rings ? 2 : 1))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.unanswered])
    }

    // MARK: No battery clock

    @Test func aMachineWithoutAClockRingsLateWhenItKnowsTheTime() {
        var node = node()
        node.start()
        node.now.sync = .unsynchronised
        node.crash(for: .seconds(30), wall: WallTime(seconds: 0), reboots: true)
        node.run(for: .minutes(10))
        #expect(node.rings.isEmpty)
        node.now.sync = .synchronised(by: .timesyncd)
        node.setClock(to: noon + .seconds(30) + .minutes(10))
        node.run(for: .seconds(5))
        #expect(node.onsets.count == 1)
        #expect(node.state.rings.map(\.occurrence) == [occurrence(due)])
    }

    @Test func whatWasDueWithAnUntrustedClockIsMissedForThat() {
        var node = node()
        node.start()
        node.now.sync = .unsynchronised
        node.crash(for: .seconds(30), wall: WallTime(seconds: 0), reboots: true)
        node.run(for: .minutes(40))
        node.now.sync = .synchronised(by: .timesyncd)
        node.setClock(to: noon + .seconds(30) + .minutes(40))
        node.run(for: .minutes(1))
        #expect(node.rings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.missed])
        #expect(node.lines.map(\.reason) == [.untrusted])
    }

    @Test func aRingCutOffByAPowerCutWaitsForTheTime() {
        var node = node()
        node.start()
        node.run(until: due + .seconds(30))
        node.now.sync = .unsynchronised
        node.crash(for: .seconds(30), wall: noon - .hours(2), reboots: true)
        node.run(for: .minutes(3))
        #expect(node.soundingRings.isEmpty)
        #expect(node.reports.last?.rings.map(\.state) == [.ringing])
        node.now.sync = .synchronised(by: .chrony)
        node.setClock(to: due + .minutes(4))
        node.run(for: .seconds(2))
        #expect(node.soundingRings.count == 1)
    }

    // MARK: Trust that is lost

    @Test func withoutTrustAlarmsGoByTheLastTrustedReadingAndTheBootClock() {
        var node = node([alarm(1, at: "12:01"), alarm(2, at: "12:30")])
        node.start()
        node.run(for: .seconds(10))
        node.now.sync = .unsynchronised
        // Somebody sets the clock wrong by a day and a bit.
        node.setClock(to: noon + .hours(30))
        node.run(for: .seconds(55))
        #expect(node.onsets.map { $0 - .hours(30) + .seconds(10) } == [due])
        #expect(!node.trustsClock())
        node.run(for: .minutes(32))
        #expect(node.onsets.count == 2)
        #expect(node.lines.map(\.occurrence) == [occurrence(due)])
    }

    @Test func theReadingOutlivesTheProgramInTheSameBoot() {
        var node = node()
        node.start()
        node.run(for: .seconds(10))
        node.now.sync = .unsynchronised
        node.crash(for: .seconds(5), wall: noon - .hours(5))
        node.run(for: .seconds(46))
        #expect(node.onsets.count == 1)
        #expect(!node.trustsClock())
    }
}
