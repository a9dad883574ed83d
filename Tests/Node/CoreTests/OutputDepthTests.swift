import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Outputs that keep their sound for a while before it is heard.
struct OutputDepthTests {
    /// The depth that an output reports, and how much earlier it receives its sounds.
    private static let depths: [(told: Duration, earlier: Duration)] = [
        (.zero, .zero), (.milliseconds(300), .milliseconds(300)), (.seconds(2), .seconds(2)),
        (.seconds(9), .milliseconds(6500)),
    ]

    private func learned(_ depth: Duration, hurried: Duration? = nil) -> NodeCore.Event {
        .outputLearned(depth: depth, hurriedDepth: hurried ?? depth, hasClock: true)
    }

    private func firstOrder(_ node: NodeDriver) -> WallTime? {
        node.log.first {
            switch $0.effect {
            case .play, .playSound: true
            default: false
            }
        }?.at.wall
    }

    private func firstRing(_ node: NodeDriver) -> WallTime? {
        node.log.first { if case .startRing = $0.effect { true } else { false } }?.at.wall
    }

    @Test(arguments: depths) func aQuarterHourIsOrderedEarlierByTheDepth(told: Duration, earlier: Duration) {
        for isWoken in [false, true] {
            var node = NodeDriver(at: noon - .seconds(16))
            node.start()
            node.send(learned(told))
            if isWoken { node.send(.wake(wake())) }
            node.run(for: .seconds(30))
            #expect(firstOrder(node) == noon - .seconds(2) - earlier)
            #expect(node.plays.map(\.target) == [noon])
            #expect(node.records.map(\.outcome) == [.announced])
        }
    }

    @Test(arguments: depths) func theMelodyBeforeTheHourIsOrderedEarlierByTheDepth(told: Duration, earlier: Duration) {
        var node = NodeDriver(at: noon - .minutes(1), state: state { $0.chime = .westminster })
        node.start()
        node.send(learned(told))
        node.run(for: .minutes(2))
        let lead = Chime.westminster.span(at: LocalTime(hour: 12, minute: 0)!).lead
        #expect(firstOrder(node) == noon - lead - .seconds(2) - earlier)
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test(arguments: depths) func anAlarmIsOrderedEarlierByTheDepth(told: Duration, earlier: Duration) {
        let due = noon + .minutes(1)
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.send(learned(told))
        node.run(until: due + .seconds(5))
        #expect(firstRing(node) == due - .seconds(3) - earlier)
        #expect(node.rings.map(\.order.target) == [due])
    }

    @Test(arguments: depths) func aTimerIsOrderedEarlierByTheDepth(told: Duration, earlier: Duration) {
        let end = noon + .minutes(1)
        var node = NodeDriver(at: noon, state: state(document(timers: [timer(ends: end)]), through: noon))
        node.start()
        node.send(learned(told))
        node.run(until: end + .seconds(5))
        #expect(firstRing(node) == end - .seconds(3) - earlier)
        #expect(node.rings.map(\.order.target) == [end])
    }

    @Test(arguments: depths) func theTimeOnRequestIsOrderedEarlierByTheDepth(told: Duration, earlier: Duration) {
        let target = noon + .minutes(7)
        var node = NodeDriver(at: target - .seconds(20))
        node.start()
        node.send(learned(told))
        node.send(.command(Command(id: "a", action: .announce(target: target), notAfter: target)))
        node.run(until: target)
        #expect(firstOrder(node) == target - .seconds(2) - earlier)
    }

    @Test func aRingThatIsLateIsOrderedAsFarAheadAsTheOutputNeeds() {
        let due = noon + .minutes(1)
        var node = NodeDriver(
            at: due + .seconds(30), state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.send(learned(.seconds(2)))
        node.start()
        node.run(for: .seconds(10))
        let ordered = firstRing(node) ?? due
        #expect(node.rings.first.map { $0.order.target - ordered } == .milliseconds(2500))
    }

    @Test(arguments: [(Duration.milliseconds(1700), Duration.milliseconds(4200)), (.seconds(20), .milliseconds(5500))])
    func aRingThatIsLateLeavesAServerTimeToSettle(settling: Duration, expected: Duration) {
        let due = noon + .minutes(1)
        var node = NodeDriver(
            at: due + .seconds(30), state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.send(learned(.milliseconds(2500), hurried: .seconds(2) + settling))
        node.start()
        node.run(for: .seconds(10))
        let ordered = firstRing(node) ?? due
        // No more than the lead-in of a ring that is not late.
        #expect(node.rings.first.map { $0.order.target - ordered } == expected)
    }

    /// The probe's answer may come when a sound is due already.
    @Test func whatIsLearnedWhileASoundIsWaitedForCountsAtOnce() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon - .seconds(3))
        #expect(node.plays.isEmpty)
        node.send(learned(.seconds(2)))
        #expect(firstOrder(node) == noon - .seconds(3))
    }

    @Test func theReportTellsOfTheOutputWhateverItDoesNext() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.outputLearned(depth: .milliseconds(300), hurriedDepth: .milliseconds(300), hasClock: false))
        #expect(node.reports.last?.audio.depthMilliseconds == 300)
        #expect(node.reports.last?.audio.hasClock == false)
        node.run(for: .minutes(1))
        node.send(.audio(AudioReport(device: "default", state: .busy)))
        #expect(node.reports.last?.audio.state == .busy)
        #expect(node.reports.last?.audio.depthMilliseconds == 300)
        #expect(node.reports.last?.audio.hasClock == false)
    }
}
