import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Timers that say how long is left.
struct TimerSpeechTests {
    private static let begin = utc("2026-11-21T12:02:30Z")
    private static let end = begin + .minutes(30)

    private static func pasta(
        _ state: CountdownState = .running(ends: end), revision: Int = 1, seconds: Int = 1800
    ) -> CountdownTimer {
        var timer = timer(revision: revision, seconds: seconds, state)
        timer.speaks = true
        return timer
    }

    private func node(
        sync: SystemSync = .synchronised(by: .timesyncd), saysDurations: Bool = true, _ document: Desired
    ) -> NodeDriver {
        var node = NodeDriver(at: Self.begin, sync: sync)
        node.start()
        learn(&node, saysDurations)
        node.send(.desired(document))
        return node
    }

    private func learn(_ node: inout NodeDriver, _ saysDurations: Bool = true) {
        node.send(.voice(VoiceReport(name: "english", problems: [], saysDurations: saysDurations), chime: []))
    }

    /// The durations that were not cancelled, as `900 at 12:17:30`.
    private func said(_ node: NodeDriver) -> [String] {
        node.plays.compactMap { play in
            guard case .duration(let seconds) = play.plan.clips.first, !node.cancelledPlays.contains(play.id) else {
                return nil
            }
            return "\(seconds) at \(TimeZoneRules.utc.localTime(at: play.target).time)"
        }
    }

    private static let all = ["900 at 12:17:30", "600 at 12:22:30", "300 at 12:27:30", "60 at 12:31:30"]

    @Test(arguments: [
        (1, []), (119, []), (120, [60]), (121, [60]), (179, [89]), (180, [90, 60]), (600, [300, 60]),
        (899, [449, 60]), (900, [450, 300, 60]), (1200, [600, 300, 60]), (1799, [899, 300, 60]),
        (1800, [900, 600, 300, 60]), (359_999, [179_999, 600, 300, 60]),
    ])
    func aTimersLengthChoosesItsPoints(seconds: Int, points: [Int]) {
        #expect(CountdownTimer.spokenPoints(of: seconds) == points)
    }

    @Test func saysWhatIsLeftToTheMomentWithEverythingElseDeadAndRingsOnTime() {
        var node = node(document(timers: [Self.pasta()]))
        node.send(.brokerDisconnected)
        node.run(for: .minutes(40))
        #expect(said(node) == Self.all)
        #expect(node.plays.allSatisfy { $0.audibleAt - node.now.boot == $0.target - node.now.wall })
        #expect(node.onsets == [Self.end])
        #expect(node.records.map(\.outcome) == [.announced, .announced])
    }

    @Test func isSilentUnlessAskedToSpeak() {
        var node = node(document(timers: [timer(seconds: 1800, ends: Self.end)]))
        node.run(for: .minutes(31))
        #expect(said(node) == [])
    }

    @Test(arguments: [
        (NodeSettings(mute: .on), []), (NodeSettings(mute: .until(begin + .minutes(21))), Array(all[2...])),
        (NodeSettings(quiet: [QuietPeriod("12:20-12:30")!]), [all[0], all[3]]), (NodeSettings(every: .off), all),
    ])
    func heedsMuteAndQuietHours(settings: NodeSettings, expected: [String]) {
        var document = document(timers: [Self.pasta()])
        document.settings = settings
        var node = node(document)
        node.run(for: .minutes(40))
        #expect(said(node) == expected)
        #expect(node.onsets == [Self.end])
    }

    @Test func isMutedBetweenTheOrderAndTheWords() {
        var node = node(document(timers: [Self.pasta()]))
        node.run(until: Self.end - .minutes(15) - .seconds(1))
        var muted = document(2, timers: [Self.pasta()])
        muted.settings.mute = .on
        node.send(.desired(muted))
        node.run(for: .minutes(1))
        #expect(node.plays.count == 2)
        #expect(said(node) == [])
    }

    @Test func sayNothingByAVoiceWithoutDurationsOrAnUntrustedClock() {
        for (sync, durations) in [(SystemSync.synchronised(by: .timesyncd), false), (.unsynchronised, true)] {
            var node = node(sync: sync, saysDurations: durations, document(timers: [Self.pasta()]))
            node.run(for: .minutes(40))
            #expect(said(node) == [])
            #expect(node.onsets.count == (durations ? 0 : 1))
        }
    }

    /// An alarm at 12:22, and a quarter hour a moment before or after the point of one minute.
    @Test(arguments: [
        ("12:31:57", true, "600 at 12:21:57"), ("12:32:02", true, "600 at 12:22:02"),
        ("12:31:02", false, "60 at 12:30:02"),
        ("12:30:58", false, "60 at 12:29:58"),
    ])
    func makesWayForRingsAndQuarterHours(ends: String, rings: Bool, leftOut: String) {
        var ring = RingStyle.alarm
        ring.limitMinutes = 1
        let alarms = rings ? [alarm(at: "12:22", ring: ring)] : []
        let ends = utc("2026-11-21T\(ends)Z")
        var node = node(document(alarms: alarms, timers: [Self.pasta(.running(ends: ends))]))
        node.run(for: .minutes(30))
        #expect(said(node).count == 3, "\(said(node))")
        #expect(!said(node).contains(leftOut))
    }

    /// Seconds from the point of 5 minutes to the crash, and to the next start.
    @Test(arguments: [(-60.0, -30.0), (-5, -4), (-1.5, -1), (-1.5, 1), (0.1, 0.2), (0.1, 30), (-30, 3)])
    func aRestartRepeatsNothingAndSaysNothingLate(crash: Double, start: Double) {
        var node = node(document(timers: [Self.pasta()]))
        let point = Self.end - .minutes(5)
        node.run(until: point + .milliseconds(Int64(crash * 1000)))
        let before = said(node).count
        node.crash(for: .milliseconds(Int64((start - crash) * 1000)))
        learn(&node)
        #expect(said(node).count == before)
        node.run(for: .minutes(10))
        let isLost = start > 0 && crash < -2 || crash == -1.5
        #expect(said(node) == Self.all.filter { !isLost || $0 != Self.all[2] || before == 3 })
        #expect(node.onsets == [Self.end])
    }

    @Test func survivesTheDisk() throws {
        var node = node(document(timers: [Self.pasta()]))
        node.run(for: .minutes(16))
        #expect(node.saved.timers.map(\.said) == [900])
        let read = try WireCodec.decode(NodeState.self, from: WireCodec.encode(node.saved))
        #expect(read.timers == node.saved.timers)
    }

    @Test func followsPauseAddedTimeAndCancelling() {
        var node = node(document(timers: [Self.pasta()]))
        // In the lead-in of 10 minutes: these words are due later.
        node.run(until: Self.end - .minutes(10) - .seconds(1))
        node.send(.desired(document(2, timers: [Self.pasta(.paused(remainingMilliseconds: 601_000), revision: 2)])))
        node.run(for: .minutes(1))
        #expect(said(node) == [Self.all[0]])
        let later = Self.end + .minutes(1)
        node.send(.desired(document(3, timers: [Self.pasta(.running(ends: later), revision: 3)])))
        // Just after they were said, nobody hears them twice.
        node.run(until: later - .minutes(10) + .milliseconds(20))
        node.send(.desired(document(4, timers: [Self.pasta(.paused(remainingMilliseconds: 600_030), revision: 4)])))
        node.send(.desired(document(5, timers: [Self.pasta(.running(ends: later + .milliseconds(10)), revision: 5)])))
        node.run(until: later - .minutes(9))
        #expect(said(node) == [Self.all[0], "600 at 12:23:30"])
        // With more time the point comes again.
        node.send(
            .desired(document(6, timers: [Self.pasta(.running(ends: later + .minutes(2)), revision: 6, seconds: 1920)]))
        )
        node.run(until: later - .minutes(3) + .seconds(10))
        #expect(said(node).dropFirst(2) == ["600 at 12:25:30", "300 at 12:30:30"])
        node.send(.desired(document(7)))
        node.run(for: .minutes(10))
        #expect(said(node).count == 4)
        #expect(node.onsets == [])
    }

    @Test func anOutputThatNeverAnswersHoldsUpNoLaterWords() {
        var node = node(document(timers: [Self.pasta()]))
        node.output = .neverAnswers
        node.run(until: Self.end - .minutes(14))
        node.output = .plays()
        node.run(for: .minutes(20))
        #expect(said(node) == Self.all)
    }
}
