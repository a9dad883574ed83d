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

    @Test func aSoundThatFailsIsTriedAgainUntilItIsHeard() {
        var node = NodeDriver(at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start()
        node.ringOutput = .fails(.deviceBusy, message: "the device is busy")
        node.run(until: due + .minutes(2))
        #expect((10...30).contains(node.rings.count))
        #expect(node.reports.last?.audio.state == .busy)
        #expect(node.reports.last?.rings.map(\.state) == [.ringing])
        node.ringOutput = .plays()
        node.run(for: .seconds(15))
        #expect(node.soundingRings.count == 1)
        #expect(node.reports.last?.audio.state == .ok)
        node.run(for: .minutes(10))
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.unanswered])
        #expect(node.lines.first?.detail == "the device is busy")
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

    @Test func aNodeThatIsToldToLeaveFallsSilentAndRingsOnWhenItIsBack() {
        var node = ringing()
        node.send(.shutdown)
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.isEmpty)
        node.crash(for: .seconds(10))
        node.run(for: .seconds(5))
        #expect(node.soundingRings.count == 1)
    }
}
