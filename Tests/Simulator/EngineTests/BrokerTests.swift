import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

/// A broker with three clients that subscribe on request.
private final class Bench {
    var topics = TopicTable(site: SimulationPlan.standardSite)
    var broker: Broker
    var now = noon

    init(_ plan: BrokerPlan = BrokerPlan()) {
        broker = Broker(plan: plan)
    }

    func connect(
        _ client: Int, _ filters: [String] = [], isClean: Bool = true, expiry: Duration = .zero, will: String? = nil
    ) -> Bool {
        let message = will.map { Message(topic: topics.id(of: $0), payload: .bytes([1]), isRetained: true) }
        let isPresent = broker.connect(
            client, cleanStart: isClean, sessionExpiry: expiry, will: message, at: now, topics)
        if !filters.isEmpty { broker.subscribe(client, filters.map(TopicFilter.init), at: now, topics) }
        return isPresent
    }

    func publish(
        _ topic: String, _ byte: UInt8, isRetained: Bool = false, expiry: Duration? = nil,
        qos: Delivery.QualityOfService = .atLeastOnce
    ) {
        let message = Message(
            topic: topics.id(of: topic), payload: .bytes(byte == 0 ? [] : [byte]), qos: qos, isRetained: isRetained,
            expiry: expiry.map { now + $0 })
        broker.publish(message, at: now, topics)
    }

    /// The messages that a client received since the last call, each acknowledged at once by default.
    func received(_ client: Int, acknowledging: Bool = true) -> [UInt8] {
        let mine = broker.outgoing.filter { $0.client == client }
        broker.outgoing.removeAll { $0.client == client }
        for delivery in mine where acknowledging && delivery.id > 0 { broker.acknowledge(client, delivery.id, at: now) }
        return mine.compactMap { if case .bytes(let bytes) = $0.message.payload { bytes.first } else { nil } }
    }
}

@Suite struct BrokerTests {
    @Test func aRetainedMessageComesToWhoeverSubscribesLaterAndOnlyTheNewest() {
        let bench = Bench()
        bench.publish("a/b", 1, isRetained: true)
        bench.publish("a/b", 2, isRetained: true)
        bench.publish("a/c", 3)
        _ = bench.connect(0, ["a/+"])
        #expect(bench.received(0) == [2])
        bench.publish("a/b", 0, isRetained: true)
        #expect(bench.received(0) == [])
        _ = bench.connect(1, ["a/#"])
        #expect(bench.received(1) == [])
    }

    @Test func anExpiredMessageIsNeitherKeptNorDelivered() {
        let bench = Bench()
        bench.publish("wake", 1, isRetained: true, expiry: .seconds(17))
        bench.now = bench.now + .seconds(16)
        _ = bench.connect(0, ["wake"])
        #expect(bench.received(0) == [1])
        bench.now = bench.now + .seconds(1)
        _ = bench.connect(1, ["wake"])
        #expect(bench.received(1) == [])
    }

    @Test func aCleanSessionGetsNothingOfWhatWasSentMeanwhile() {
        let bench = Bench()
        _ = bench.connect(0, ["x"])
        bench.broker.disconnect(0, tellingWill: false, at: bench.now, bench.topics)
        bench.publish("x", 1)
        #expect(!bench.connect(0))
        bench.publish("x", 2)
        #expect(bench.received(0) == [], "it has not subscribed again")
        bench.broker.subscribe(0, [TopicFilter("x")], at: bench.now, bench.topics)
        bench.publish("x", 3)
        #expect(bench.received(0) == [3])
    }

    @Test func aSessionThatOutlivesItsConnectionGetsWhatWasSentMeanwhileUntilItExpires() {
        let bench = Bench()
        _ = bench.connect(0, ["x"], isClean: false, expiry: .seconds(60))
        bench.publish("x", 1)
        #expect(bench.received(0, acknowledging: false) == [1])
        bench.broker.disconnect(0, tellingWill: false, at: bench.now, bench.topics)
        bench.publish("x", 2)
        bench.publish("x", 3, qos: .atMostOnce)
        bench.now = bench.now + .seconds(59)
        #expect(bench.connect(0, isClean: false, expiry: .seconds(60)))
        #expect(bench.received(0) == [1, 2], "what was not acknowledged comes again, what was at most once does not")
        bench.broker.disconnect(0, tellingWill: false, at: bench.now, bench.topics)
        bench.publish("x", 4)
        bench.now = bench.now + .seconds(60)
        #expect(!bench.connect(0, isClean: false, expiry: .seconds(60)))
        #expect(bench.received(0) == [])
    }

    @Test func aSlowClientHasSoManyUnderWayAndSoManyWaitingAndTheNewestAreDropped() {
        let bench = Bench(BrokerPlan(queueLimit: 5, inflightLimit: 3))
        _ = bench.connect(0, ["x"])
        for byte in 1...10 { bench.publish("x", UInt8(byte)) }
        let underWay = bench.broker.outgoing
        #expect(bench.received(0, acknowledging: false) == [1, 2, 3])
        #expect(bench.broker.dropped.count == 2)
        for delivery in underWay.prefix(2) { bench.broker.acknowledge(0, delivery.id, at: bench.now) }
        bench.broker.pump(0, at: bench.now)
        #expect(bench.received(0, acknowledging: false) == [4, 5])
    }

    @Test func theLastWillIsToldWhenAConnectionIsLostAndNotAfterAGoodbye() {
        let bench = Bench()
        _ = bench.connect(0, will: "gone")
        _ = bench.connect(1, ["gone"])
        bench.broker.disconnect(0, tellingWill: true, at: bench.now, bench.topics)
        #expect(bench.received(1) == [1])
        _ = bench.connect(0, will: "gone")
        bench.broker.disconnect(0, tellingWill: false, at: bench.now, bench.topics)
        #expect(bench.received(1) == [])
        _ = bench.connect(0, will: "gone")
        _ = bench.connect(0, will: "gone")
        #expect(bench.received(1) == [1], "a client that comes again takes over from itself")
    }

    @Test(arguments: [BrokerMemory.kept, .autosaved, .lost])
    func aRestartKeepsWhatWasSaved(_ memory: BrokerMemory) {
        let bench = Bench()
        bench.publish("old", 1, isRetained: true)
        bench.broker.save()
        bench.publish("new", 2, isRetained: true)
        bench.broker.stop(orderly: memory == .kept, at: bench.now)
        bench.broker.start(memory, at: bench.now)
        _ = bench.connect(0, ["#"])
        let expected: [UInt8] =
            switch memory {
            case .kept: [1, 2]
            case .autosaved: [1]
            case .lost: []
            }
        #expect(bench.received(0) == expected)
    }

    @Test(arguments: [
        ("a/b", "a/b", true), ("a/+", "a/b", true), ("a/+", "a/b/c", false), ("a/#", "a", true), ("a/#", "a/b/c", true),
        ("+/b", "a/b", true), ("#", "$SYS/x", false), ("a", "a/b", false), ("a/b", "a", false), ("+", "/a", false),
    ])
    func filtersMatchAsTheStandardSays(_ filter: String, _ topic: String, _ matches: Bool) {
        #expect(TopicFilter(filter).matches(TopicFilter.levels(of: topic)) == matches)
    }
}
