import ClockMQTT
import ClockTestSupport
import Synchronization

/// Another client of a site's broker: hears everything, and says what a test wants said.
final class Observer: Sendable {
    private let client: MQTTClient
    private let last: Last

    private final class Last: Sendable {
        let payloads = Mutex<[String: [UInt8]]>([:])
    }

    /// Returns when the broker has taken the subscription.
    init(_ site: Site) async throws {
        let last = Last()
        let ready = Ready()
        client = try MQTTClient(
            MQTTConfiguration(host: "127.0.0.1", port: site.broker.port, clientID: "observer")
        )
        self.last = last
        try client.subscribe([MQTTSubscription("clock/#")])
        try client.start { event in
            switch event {
            case .message(let message, _): last.payloads.withLock { $0[message.topic] = message.payload }
            case .subscribed: ready.isSet.withLock { $0 = true }
            default: break
            }
        }
        try await waitUntil("the observer's subscription") { ready.isSet.withLock { $0 } }
    }

    private final class Ready: Sendable {
        let isSet = Mutex(false)
    }

    /// The newest payload on a topic as text.
    func text(on topic: String) -> String? {
        last.payloads.withLock { $0[topic].map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Publishes and returns when the broker has it.
    func publish(_ topic: String, _ payload: [UInt8], retain: Bool = false) async throws {
        try await client.publishAcknowledged(MQTTMessage(topic: topic, payload: payload, retain: retain))
    }

    func end() async { await client.stop() }
}
