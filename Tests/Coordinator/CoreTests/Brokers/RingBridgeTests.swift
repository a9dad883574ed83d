import ClockDomain
import ClockWire
import Testing

@testable import ClockCoordinatorCore

/// What people stop and snooze at one broker, on its way to the others.
@Suite struct RingBridgeTests {
    private let now = BootTime(nanoseconds: 0) + .seconds(1_000)
    private let due = instant("07:00:00")

    private func action(_ id: String, _ kind: RingAction.Kind = .stop, at second: Int64, source: String = "a7")
        -> RingAction
    {
        RingAction(
            id: id, occurrence: Occurrence(source: RingSource(source[...])!, due: due), kind: kind,
            at: due + .seconds(second))
    }

    @Test func anActionIsToldToTheOtherBrokersOnce() {
        var bridge = RingBridge()
        let stop = action("one", at: 5)
        let first = bridge.take(stop, expirySeconds: 600, isRetained: false, from: 0, others: [1, 2], at: now)
        #expect(first == [.init(action: stop, expirySeconds: 600, brokers: [1, 2])])
        // As the others give it back, and as the first keeps it for the next connection.
        let given = bridge.take(stop, expirySeconds: 600, isRetained: false, from: 1, others: [0, 2], at: now)
        let kept = bridge.take(stop, expirySeconds: 500, isRetained: true, from: 0, others: [1, 2], at: now)
        #expect(given.isEmpty && kept.isEmpty)
    }

    @Test func ofTwoForOneSourceEveryBrokerKeepsTheLaterOne() {
        var bridge = RingBridge()
        let (snooze, stop) = (action("one", .snooze, at: 5), action("two", at: 8))
        _ = bridge.take(stop, expirySeconds: 600, isRetained: false, from: 1, others: [0], at: now)
        let passing = bridge.take(
            snooze, expirySeconds: 700, isRetained: false, from: 0, others: [1], at: now + .seconds(100))
        #expect(
            passing == [
                .init(action: snooze, expirySeconds: 700, brokers: [1]),
                .init(action: stop, expirySeconds: 500, brokers: [0, 1]),
            ])
    }

    @Test func whatABrokerKeptFromBeforeIsPutBackThereWhereAnEarlierOneWentOverIt() {
        var bridge = RingBridge()
        let (snooze, stop) = (action("one", .snooze, at: 5), action("two", at: 8))
        _ = bridge.take(snooze, expirySeconds: 600, isRetained: false, from: 0, others: [1], at: now)
        let passing = bridge.take(stop, expirySeconds: 550, isRetained: true, from: 1, others: [0], at: now)
        #expect(passing == [.init(action: stop, expirySeconds: 550, brokers: [0, 1])])
    }

    @Test func aBrokerThatComesIsToldWhatIsLeftOfAll() {
        var bridge = RingBridge()
        let (one, two, three) = (
            action("one", at: 5), action("two", at: 6, source: "t3"), action("three", at: 7, source: "a8")
        )
        _ = bridge.take(two, expirySeconds: 600, isRetained: false, from: 0, others: [], at: now)
        _ = bridge.take(one, expirySeconds: 600, isRetained: false, from: 0, others: [], at: now)
        _ = bridge.take(three, expirySeconds: 60, isRetained: false, from: 0, others: [], at: now)
        #expect(
            bridge.all(for: 1, at: now + .seconds(60)) == [
                .init(action: one, expirySeconds: 540, brokers: [1]),
                .init(action: two, expirySeconds: 540, brokers: [1]),
            ])
    }

    @Test func whatIsTakenBackAtOneIsTakenBackAtAllOnce() {
        var bridge = RingBridge()
        let stop = action("one", at: 5)
        _ = bridge.take(stop, expirySeconds: 600, isRetained: false, from: 0, others: [1], at: now)
        let (first, again) = (bridge.takeBack(stop.occurrence.source), bridge.takeBack(stop.occurrence.source))
        #expect(first && !again)
        #expect(bridge.all(for: 1, at: now) == [])
    }

    @Test func moreThanCanBeRememberedIsCarriedAllTheSame() {
        var bridge = RingBridge()
        for number in 1...(RingBridge.maximumSources + 10) {
            let action = action("id\(number)", at: 5, source: "a\(number)")
            let passing = bridge.take(action, expirySeconds: 600, isRetained: false, from: 0, others: [1], at: now)
            #expect(passing.map(\.brokers) == [[1]])
        }
        #expect(bridge.all(for: 1, at: now).count == RingBridge.maximumSources)
        // When those have expired there is room again.
        let next = action("next", at: 5, source: "a99999")
        _ = bridge.take(next, expirySeconds: 600, isRetained: false, from: 0, others: [1], at: now + .seconds(600))
        #expect(bridge.all(for: 1, at: now + .seconds(600)).map(\.action) == [next])
    }
}
