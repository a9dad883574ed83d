import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// The words between rings.
struct RingWordsTests {
    private static let due = noon + .minutes(1)
    private static let label = SpokenText.file(of: "Work")

    /// A room with an alarm at 12:01 that speaks, and with the words of its label.
    private func node(
        _ change: (inout Alarm) -> Void = { _ in }, words: [String] = [label], timers: [CountdownTimer] = []
    ) -> NodeDriver {
        let alarm = alarm(at: "12:01") {
            $0.speaks = true
            change(&$0)
        }
        var node = NodeDriver(
            at: noon - .minutes(1), state: state(document(alarms: [alarm], timers: timers), through: noon - .minutes(1))
        )
        node.soundFiles = words
        node.start()
        return node
    }

    /// The plays that were not taken back, as `label 12:01 at 12:01:20`.
    private func said(_ node: NodeDriver) -> [String] {
        node.plays.filter { $0.silencesRings && !node.cancelledPlays.contains($0.id) }.map { play in
            "\(play.plan.clips.map(\.name).joined(separator: " ")) at "
                + "\(TimeZoneRules.utc.localTime(at: play.target).time)"
        }
    }

    private func stop(_ node: inout NodeDriver) {
        node.send(
            .ringAction(
                RingAction(id: "1", occurrence: occurrence(Self.due), kind: .stop, at: node.now.wall, by: "anna")))
    }

    @Test func anAlarmSaysItsLabelAndTheTimeAfter20SecondsAndThenEachMinuteUntilSomebodyStopsIt() {
        var node = node()
        node.run(until: Self.due + .seconds(150))
        #expect(said(node) == ["label 12:01 at 12:01:20", "label 12:02 at 12:02:20", "label 12:03 at 12:03:20"])
        #expect(node.plays.allSatisfy { $0.audibleAt - node.now.boot == $0.target - node.now.wall })
        #expect(node.plays.first { $0.silencesRings }?.volume == node.rings.first?.order.volume)
        stop(&node)
        node.run(for: .minutes(10))
        #expect(said(node).count == 3)
        #expect(node.lines.map(\.reason) == [.stopped])
    }

    @Test func wordsThatAreOnOrderAreTakenBackByAStop() {
        var node = node()
        node.run(until: Self.due + .seconds(19))
        #expect(said(node).count == 1)
        stop(&node)
        #expect(said(node) == [])
    }

    @Test func anEmergencyTakesThemBack() {
        var node = node()
        node.run(until: Self.due + .seconds(19))
        #expect(said(node).count == 1)
        node.send(.emergency(Emergency(id: "e1", begun: Emergency.Word(at: node.now.wall, by: "anna")), left: nil))
        #expect(said(node) == [])
    }

    @Test func aRingThatSwellsSpeaksAfterItsRamp() {
        var node = node { $0.ring.rampSeconds = 45 }
        node.run(until: Self.due + .seconds(110))
        #expect(said(node) == ["label 12:01 at 12:01:45", "label 12:02 at 12:02:45"])
    }

    /// It begins with the words, or within them.
    @Test(arguments: [20, 25] as [Int64])
    func anotherRingThatIsNearIsHeard(begins: Int64) {
        var timer = timer(seconds: 200, ends: Self.due + .seconds(begins))
        timer.name = ""
        var node = node(timers: [timer])
        node.run(until: Self.due + .seconds(22))
        #expect(said(node) == [])
    }

    @Test func anAlarmIsSilentBetweenItsRingsUnlessAskedToSpeak() {
        var node = node { $0.speaks = false }
        node.run(until: Self.due + .minutes(3))
        #expect(said(node) == [])
    }

    @Test func aRoomWithoutTheWordsSaysTheTime() {
        var node = node(words: [])
        node.run(until: Self.due + .seconds(30))
        #expect(said(node) == ["12:01 at 12:01:20"])
    }

    @Test func aTimerThatSpeaksSaysItsNameAtItsEnd() {
        var timer = timer(seconds: 120, ends: Self.due)
        timer.speaks = true
        var node = NodeDriver(
            at: noon - .minutes(1), state: state(document(timers: [timer]), through: noon - .minutes(1)))
        node.soundFiles = [SpokenText.file(of: timer.name)]
        node.start()
        node.run(until: Self.due + .seconds(30))
        #expect(said(node) == ["label at 12:01:20"])
    }

    @Test func aSnoozeEndsTheWordsUntilItRingsAgain() {
        var node = node()
        node.run(until: Self.due + .seconds(30))
        node.send(
            .ringAction(
                RingAction(id: "1", occurrence: occurrence(Self.due), kind: .snooze, at: node.now.wall, by: "anna")))
        node.run(until: Self.due + .minutes(9))
        #expect(said(node).count == 1)
        node.run(until: Self.due + .minutes(10))
        #expect(said(node).last == "label 12:10 at 12:10:50")
    }
}
