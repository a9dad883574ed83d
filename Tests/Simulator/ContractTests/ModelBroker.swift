import ClockDomain
import ClockWire

@testable import ClockSimulator

/// The simulator's broker.
final class ModelBroker: BrokerUnderTest {
    private var topics = TopicTable(site: SimulationPlan.standardSite)
    private var broker: Broker
    private var now = TrueTime(nanoseconds: 1_800_000_000_000_000_000)
    private var inboxes: [Int: [TestMessage]] = [:]
    /// By client: the messages that it received and did not acknowledge.
    private var sentBefore: [Int: Set<UInt32>] = [:]

    init(_ limits: BrokerLimits) {
        broker = Broker(plan: BrokerPlan(queueLimit: limits.queued))
    }

    private func message(_ message: TestMessage) -> Message {
        Message(
            topic: topics.id(of: message.topic), payload: .bytes(Array(message.text.utf8)),
            qos: message.isAtLeastOnce ? .atLeastOnce : .atMostOnce, isRetained: message.isRetained,
            expiry: message.expirySeconds.map { now + .seconds(Int($0)) })
    }

    /// Delivers the broker's messages until none is left.
    private func settle() {
        while !broker.outgoing.isEmpty {
            let deliveries = broker.outgoing
            broker.outgoing.removeAll()
            for delivery in deliveries {
                guard case .bytes(let bytes) = delivery.message.payload else { continue }
                let message = TestMessage(
                    topics.name(of: delivery.message.topic), String(decoding: bytes, as: UTF8.self))
                inboxes[delivery.client, default: []].append(message)
                if delivery.id > 0 { broker.acknowledge(delivery.client, delivery.id, at: now) }
            }
            for client in Set(deliveries.map(\.client)).sorted() { broker.pump(client, at: now) }
        }
    }

    func connect(
        _ client: Int, _ filters: [String], isClean: Bool, sessionSeconds: UInt32, will: TestMessage?
    ) async throws {
        let lastWill = will.map(message)
        _ = broker.connect(
            client, cleanStart: isClean, sessionExpiry: .seconds(Int(sessionSeconds)), will: lastWill, at: now, topics)
        broker.subscribe(client, filters.map(TopicFilter.init), at: now, topics)
        settle()
    }

    func leave(_ client: Int) async throws {
        broker.disconnect(client, tellingWill: false, at: now, topics)
        settle()
    }

    func vanish(_ client: Int) async throws {
        broker.disconnect(client, tellingWill: true, at: now, topics)
        settle()
    }

    func takeUnacknowledged(_ client: Int, count: Int) async throws -> [Repetition] {
        _ = broker.connect(
            client, cleanStart: false, sessionExpiry: .seconds(60), will: nil, at: now, topics)
        let sent = broker.outgoing
        broker.outgoing.removeAll()
        broker.disconnect(client, tellingWill: true, at: now, topics)
        let before = sentBefore[client] ?? []
        sentBefore[client] = before.union(sent.map(\.id))
        return sent.prefix(count).compactMap { delivery in
            guard case .bytes(let bytes) = delivery.message.payload else { return nil }
            return Repetition(text: String(decoding: bytes, as: UTF8.self), isRepeated: before.contains(delivery.id))
        }
    }

    func publish(_ message: TestMessage) async throws {
        broker.publish(self.message(message), at: now, topics)
        settle()
    }

    func received(_ client: Int) async throws -> [TestMessage] {
        defer { inboxes[client] = [] }
        return inboxes[client] ?? []
    }

    func wait(seconds: Int) async throws { now = now + .seconds(seconds) }

    func restart(remembering: Bool) async throws {
        broker.stop(orderly: true, at: now)
        broker.start(remembering ? .kept : .lost, at: now)
        inboxes = [:]
    }
}
