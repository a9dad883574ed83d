import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Sounds that fail, break off, or are other ones.
struct RingOutputTests {
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
        _ kind: RingAction.Kind, _ id: String = "1", at: WallTime, of occurrence: Occurrence? = nil
    ) -> NodeCore.Event {
        .ringAction(
            RingAction(
                id: id, occurrence: occurrence ?? Occurrence(source: .alarm(AlarmID(number: 1)!), due: due),
                kind: kind, at: at, by: "anna"))
    }

    @Test func aSoundThatFailsIsTriedAgainUntilItIsHeard() throws {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.ringOutput = .fails(.deviceBusy, message: "the device is busy")
        node.run(until: due + .minutes(2))
        #expect((100...124).contains(node.rings.count))
        #expect(node.warnings.count { $0.hasPrefix("cannot ring") } == 1)
        #expect(node.reports.last?.audio.state == .busy)
        #expect(node.reports.last?.rings.map(\.state) == [.ringing])
        node.ringOutput = .plays()
        node.run(for: .seconds(2))
        #expect(node.soundingRings.count == 1)
        #expect(node.reports.last?.audio.state == .ok)
        node.run(for: .minutes(10))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.unanswered])
        #expect(node.lines.first?.detail == "rang 2 min late: the device is busy")
        // The first frame against the instant at which it was due.
        let late = try #require(node.lines.first?.onsetErrorMicroseconds)
        let rangAt = try #require(node.lines.first?.rangAt)
        #expect((Duration.microseconds(late) - (rangAt - due)).magnitude < .milliseconds(2))
    }

    /// The sound server was away for some seconds while it rang.
    @Test func aGapIsToldInSeconds() throws {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.run(until: due + .seconds(20))
        node.ringOutput = .fails(.deviceMissing, message: "no sound server")
        node.breakOutput(.deviceFailed, message: "the sound server has gone")
        node.run(for: .seconds(6))
        node.ringOutput = .plays()
        node.run(for: .seconds(5))
        let heard = try #require(node.soundingRings.first?.from)
        let gap = (heard.wall - (due + .seconds(20))).nanoseconds / 100_000_000
        #expect((60...80).contains(gap))
        node.send(action(.stop, at: node.now.wall))
        node.run(for: .seconds(2))
        let line = try #require(node.lines.first)
        #expect(line.detail == "no sound server; silent for \(gap / 10).\(gap % 10) s in between")
        #expect(line.onsetErrorMicroseconds == 12 && line.silentMilliseconds / 100 == Int(gap))
        // It is away to the end.
        node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.run(until: due + .seconds(20))
        node.ringOutput = .fails(.deviceMissing, message: "no sound server")
        node.breakOutput(.deviceFailed, message: "the sound server has gone")
        node.run(for: .minutes(20))
        #expect(node.lines.first?.detail?.hasSuffix("; silent for 579.9 s in between") == true, "\(node.lines)")
    }

    /// The output runs dry and goes on, in one session: to the node it is one sound.
    @Test(
        arguments: [
            ([1_900, 340], "silent for 2.2 s in between"), ([60, 30], nil), ([99, 1], "silent for 0.1 s in between"),
            ([], nil),
        ] as [([Int64], String?)])
    func silenceWithinOneSoundIsTold(gaps: [Int64], detail: String?) throws {
        var node = ringing()
        let id = try #require(node.soundingRings.first).order.id
        for gap in gaps { node.send(.ring(id: id, .silent(nanoseconds: gap * 1_000_000))) }
        node.send(.ring(id: id + 1_000, .silent(nanoseconds: 5_000_000_000)))
        node.send(action(.stop, at: node.now.wall))
        node.run(for: .seconds(2))
        #expect(node.lines.map(\.detail) == [detail])
        #expect(node.lines.map(\.silentMilliseconds) == [Int(gaps.reduce(0, +))])
    }

    /// Somebody snoozed it elsewhere before anything of it was heard here: that is no delay.
    @Test func aSnoozeIsNoDelay() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.ringOutput = .fails(.deviceBusy, message: "busy")
        node.run(until: due + .seconds(5))
        node.send(action(.snooze, at: node.now.wall))
        node.ringOutput = .plays()
        node.run(for: .minutes(25))
        #expect(node.lines.map(\.onsetErrorMicroseconds) == [12])
    }

    @Test(arguments: [
        (PlaybackFailure.deviceMissing, RingReason.deviceMissing), (.deviceBusy, .deviceBusy),
        (.deviceFailed, .deviceFailed),
    ])
    func whatIsNeverHeardHasFailed(failure: PlaybackFailure, reason: RingReason) {
        for stops in [false, true] {
            var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
            node.start()
            node.ringOutput = .fails(failure, message: "no sound")
            node.run(until: due + .minutes(3))
            if stops { node.send(action(.stop, at: node.now.wall)) }
            node.run(until: due + .minutes(11))
            #expect(node.lines.map(\.outcome) == [.failed])
            #expect(node.lines.map(\.reason) == [reason])
            #expect(node.lines.map(\.detail) == ["no sound"])
            #expect(node.lines.map(\.by) == [stops ? "anna" : nil])
        }
    }

    @Test func anOutputThatNeverAnswersIsGivenUpAndTriedAgain() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.ringOutput = .neverAnswers
        node.run(until: due + .seconds(62))
        #expect(node.rings.count >= 2)
        #expect(node.rings.first?.until != nil)
        node.ringOutput = .plays()
        node.run(for: .seconds(65))
        #expect(node.soundingRings.count == 1)
    }

    /// A ring of a minute is over before the output is given up.
    @Test(arguments: [false, true])
    func whatIsOnOrderUntilItsLimitIsNeitherMissedNorLate(isTimer: Bool) {
        var style = RingStyle.timer
        style.limitMinutes = 1
        let document =
            isTimer
            ? document(timers: [timer(ends: due - .seconds(90), ring: style)])
            : document(alarms: [alarm(at: "12:01") { $0.ring.limitMinutes = 1 }])
        var node = NodeDriver(at: noon, state: state(document, through: noon))
        node.start()
        node.ringOutput = .neverAnswers
        node.run(until: due + .minutes(2))
        #expect(node.lines.map(\.outcome) == [.failed])
        #expect(node.lines.map(\.reason) == [.deviceFailed])
        #expect(node.lines.map(\.detail) == ["the output or the disk held it up until its time was over"])
    }

    @Test func aDeviceThatIsLostWhileItRingsIsTriedAgain() {
        var node = ringing()
        node.breakOutput(.deviceFailed, message: "unplugged")
        node.run(for: .seconds(3))
        #expect(node.soundingRings.count == 1)
        node.send(action(.stop, at: node.now.wall))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.rangAt) == [due])
    }

    @Test func aMissingSoundIsTold() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.ringOutput = .plays(missingSound: "rooster: no such file")
        node.run(until: due + .minutes(12))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.detail) == ["rooster: no such file"])
    }

    @Test func answersOfOtherSoundsAreNotThisOnes() {
        var node = ringing()
        let id = node.rings[0].order.id
        node.send(.ring(id: id + 1, .failed(.deviceFailed, message: "?")))
        node.send(.ring(id: id - 1, .ended))
        node.send(.ring(id: id, .started(onsetErrorNanoseconds: 9_000_000, missingSound: nil)))
        node.run(for: .minutes(12))
        #expect(node.rings.count == 1)
        #expect(node.lines.map(\.onsetErrorMicroseconds) == [12])
    }

    /// All orders have ids of one counter, and each kind has answers of its own.
    @Test(arguments: [
        PlaybackResult.finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: []), .cancelled,
        .failed(.deviceBusy, message: "busy"),
    ])
    func anAnswerToAnOrderToPlayIsNoneToARing(result: PlaybackResult) {
        var node = ringing()
        node.send(.playback(id: node.rings[0].order.id, result))
        node.send(.audio(AudioReport(device: "default", state: .ok)))
        node.run(for: .minutes(5))
        #expect(node.soundingRings.count == 1)
        node.run(for: .minutes(7))
        #expect(node.rings.count == 1)
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.map(\.reason) == [.unanswered])
    }

    @Test func aNodeThatIsToldToLeaveFallsSilentAndRingsOnWhenItIsBack() {
        var node = ringing()
        node.send(.shutdown)
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.isEmpty)
        node.crash(for: .seconds(10))
        node.run(for: .seconds(5))
        #expect(node.soundingRings.count == 1)
    }

    // MARK: Ends before the output has told that it is heard

    /// The time of the stop or withdrawal after its instant, the output's slowness; true when it was heard.
    @Test(arguments: [
        (Duration.milliseconds(100), Duration.zero, true), (.milliseconds(249), .zero, true),
        (.milliseconds(900), .seconds(2), false), (.milliseconds(1), .milliseconds(20), false),
    ])
    func aRingThatEndsAtOnceIsToldAsHeardOnlyWhereItWas(after: Duration, slowness: Duration, isHeard: Bool) {
        for isTimer in [false, true] {
            var node = endingAtOnce(isTimer: isTimer, slowness, after)
            node.send(action(.stop, at: node.now.wall, of: node.state.rings[0].occurrence))
            node.run(for: .seconds(5))
            #expect(node.onsets.count == (isHeard ? 1 : 0))
            #expect(node.lines.map(\.outcome) == [isHeard ? .rang : .skipped])
            #expect(node.lines.map(\.reason) == [isHeard ? .stopped : .stoppedElsewhere])
            #expect(node.lines.map(\.rangAt) == [isHeard ? due : nil])
            #expect(node.lines.map(\.onsetErrorMicroseconds) == [isHeard ? 12 : nil])
            #expect(node.lines.map(\.by) == ["anna"])
            #expect(node.lines.map(\.endedAt) == [due + after])
            #expect(node.state.rings.isEmpty && node.soundingRings.isEmpty)
        }
    }

    private func endingAtOnce(isTimer: Bool, _ slowness: Duration, _ after: Duration) -> NodeDriver {
        let document =
            isTimer
            ? document(timers: [timer(ends: due)]) : document(alarms: [alarm(at: "12:01")])
        var node = NodeDriver(at: noon, state: state(document, through: noon))
        node.ringDelay = slowness
        node.start()
        node.run(until: due + after)
        return node
    }

    @Test(arguments: [(Duration.zero, RingOutcome.rang, RingReason.withdrawn), (.seconds(2), .missed, .late)])
    func aRingThatIsWithdrawnAtOnceIsToldAsHeardOnlyWhereItWas(
        slowness: Duration, outcome: RingOutcome, reason: RingReason
    ) {
        var node = endingAtOnce(isTimer: false, slowness, .milliseconds(200))
        node.send(.desired(document(2)))
        node.run(for: .seconds(5))
        #expect(node.lines.map(\.outcome) == [outcome])
        #expect(node.lines.map(\.reason) == [reason])
    }

    // MARK: Withdrawn moments before its instant, with an output that does not answer by itself

    private func almostRinging(isTimer: Bool = false, ahead: Duration = .milliseconds(10)) throws -> (NodeDriver, Int) {
        var node = endingAtOnce(isTimer: isTimer, .zero, .zero - ahead)
        node.answersStops = false
        return (node, try #require(node.rings.last).order.id)
    }

    @Test(arguments: [false, true])
    func whatTheOutputCouldNotTakeBackHasItsLineAndWhatItCouldHasNone(isTimer: Bool) throws {
        for isHeard in [false, true] {
            var (node, id) = try almostRinging(isTimer: isTimer)
            node.send(.desired(document(2)))
            #expect(node.lines.isEmpty && node.saved.rings.map(\.occurrence.due) == [due])
            node.run(for: .milliseconds(60))
            if isHeard { node.send(.ring(id: id, .started(onsetErrorNanoseconds: 2_000, missingSound: nil))) }
            node.send(.ring(id: id, .ended))
            node.run(for: .minutes(20))
            #expect(node.rings.count == 1 && node.saved.rings.isEmpty)
            #expect(node.lines.map(\.outcome) == (isHeard ? [.rang] : []))
            #expect(node.lines.map(\.reason) == (isHeard ? [.withdrawn] : []))
            #expect(node.lines.map(\.endedAt) == (isHeard ? [due] : []))
        }
    }

    @Test func whatIsFarEnoughAwayIsForgottenAtOnce() throws {
        var (node, _) = try almostRinging(ahead: .milliseconds(150))
        node.send(.desired(document(2)))
        #expect(node.state.rings.isEmpty)
        node.run(for: .minutes(20))
        #expect(node.lines.isEmpty)
    }

    @Test func aCrashBeforeTheOutputHasToldIsALine() throws {
        var (node, _) = try almostRinging()
        node.send(.desired(document(2)))
        node.crash(for: .seconds(10))
        node.run(for: .minutes(1))
        #expect(node.lines.map(\.outcome) == [.missed])
        #expect(node.lines.first?.detail?.contains("before its output had told") == true)
    }

    @Test func whatIsSwitchedOnAgainMeanwhileRings() throws {
        var (node, id) = try almostRinging()
        node.send(.desired(document(2, alarms: [alarm(at: "12:01") { $0.isEnabled = false }])))
        node.run(for: .milliseconds(5))
        node.send(.desired(document(3, alarms: [alarm(at: "12:01", countsFrom: due - .milliseconds(5))])))
        node.run(for: .milliseconds(50))
        node.answersStops = true
        node.send(.ring(id: id, .ended))
        node.run(for: .seconds(5))
        #expect(node.soundingRings.count == 1)
        node.run(for: .minutes(20))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.unanswered])
    }

    @Test(arguments: [AlarmSchedule.Repetition.once, .weekly(.everyDay)])
    func whatIsLeftOutIsSkippedUnlessItWasHeard(repetition: AlarmSchedule.Repetition) throws {
        for isHeard in [false, true] {
            var node = NodeDriver(
                at: noon,
                state: state(document(alarms: [alarm(at: "12:01", repetition, countsFrom: noon)]), through: noon))
            node.answersStops = false
            node.start()
            node.run(until: due - .milliseconds(10))
            let id = try #require(node.rings.last).order.id
            let skipped = alarm(at: "12:01", repetition, countsFrom: noon) {
                $0.schedule.skips = [CivilDate(daysSinceEpoch: due.seconds / 86_400)]
            }
            node.send(.desired(document(2, alarms: [skipped])))
            node.run(for: .milliseconds(60))
            if isHeard { node.send(.ring(id: id, .started(onsetErrorNanoseconds: 2_000, missingSound: nil))) }
            node.send(.ring(id: id, .ended))
            node.run(for: .minutes(20))
            #expect(node.rings.count == 1)
            #expect(node.lines.map(\.outcome) == [isHeard ? .rang : .skipped])
            #expect(node.lines.map(\.reason) == [isHeard ? .withdrawn : .skip])
        }
    }

    @Test func oneThatWasStoppedIsNoLongerShownAndNeverRingsAgainThoughItsLineIsYetToCome() {
        var node = endingAtOnce(isTimer: false, .zero, .milliseconds(100))
        node.answersStops = false
        node.send(action(.stop, at: node.now.wall))
        node.send(action(.snooze, "2", at: node.now.wall))
        #expect(node.lines.isEmpty)
        #expect(node.reports.last?.rings.isEmpty == true)
        #expect(node.saved.rings.map(\.occurrence.due) == [due])
        // The output never told: the program that is started next says what can be said.
        node.crash(for: .seconds(10))
        node.run(for: .minutes(1))
        #expect(node.rings.count == 1)
        #expect(node.lines.map(\.outcome) == [.skipped])
        #expect(node.lines.map(\.endedAt) == [due + .milliseconds(100)])
        #expect(node.lines[0].detail?.contains("before its output had told") == true)
        #expect(node.state.rings.isEmpty)
    }

    @Test func anOutputThatNeverTellsOfItsEndIsWaitedForAMinute() {
        var node = endingAtOnce(isTimer: false, .zero, .milliseconds(100))
        node.answersStops = false
        node.send(action(.stop, at: node.now.wall))
        node.run(for: .seconds(59))
        #expect(node.lines.isEmpty)
        node.run(for: .seconds(2))
        #expect(node.lines.map(\.outcome) == [.failed])
        #expect(node.lines.map(\.reason) == [.deviceFailed])
        #expect(node.lines.map(\.endedAt) == [due + .milliseconds(100)])
    }

    @Test func oneThatIsSnoozedAtOnceIsToldAsHeardWhenItWasFirst() {
        var node = endingAtOnce(isTimer: false, .zero, .milliseconds(100))
        node.send(action(.snooze, at: node.now.wall))
        node.run(for: .minutes(1))
        node.send(action(.stop, "2", at: node.now.wall))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.rangAt) == [due])
        #expect(node.lines.map(\.onsetErrorMicroseconds) == [12])
    }

    @Test func aNodeThatIsToldToLeaveAtOnceKeepsThatItWasHeard() {
        var node = endingAtOnce(isTimer: false, .zero, .milliseconds(100))
        node.send(.shutdown)
        node.run(for: .milliseconds(100))
        #expect(node.rings.count == 1)
        #expect(node.saved.rings.map(\.rangAt) == [due])
    }
}
