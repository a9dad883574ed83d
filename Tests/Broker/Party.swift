import ClockMQTT
import ClockTestSupport
import Synchronization

/// Somebody at the shipped broker, subscribed to everything: it receives all that it may read.
final class Party: Sendable {
    let user: String
    private let client: MQTTClient
    private let seen: Events

    private final class Events: Sendable {
        let list = Mutex<[MQTTEvent]>([])
    }

    /// Returns when the broker has answered.
    ///
    /// - Parameters:
    ///   - claim: a user's name that it gives in place of its own.
    ///   - filters: its subscriptions; everything unless given.
    init(
        _ user: String, at broker: ShippedBroker, id: String? = nil, claiming claim: String? = nil,
        subscribing filters: [String] = ["#", "$SYS/#"]
    ) async throws {
        self.user = user
        var configuration = try broker.client(user, id: id ?? "client-\(user.filter { $0 != "." })")
        if let claim { configuration.login = .init(username: claim, password: nil) }
        let seen = Events()
        self.seen = seen
        client = try MQTTClient(configuration)
        if !filters.isEmpty { try client.subscribe(filters.map { MQTTSubscription($0) }) }
        try client.start { event in seen.list.withLock { $0.append(event) } }
        try await waitUntil("the broker's answer to \(user)") {
            isRefused || answered >= filters.count && connections > 0
        }
    }

    private var events: [MQTTEvent] { seen.list.withLock { $0 } }

    private var connections: Int { events.count { if case .connected = $0 { true } else { false } } }

    private var disconnects: [MQTTDisconnect] {
        events.compactMap { if case .disconnected(let disconnect) = $0 { disconnect } else { nil } }
    }

    private var isRefused: Bool { connections == 0 && !disconnects.isEmpty }

    private var answered: Int {
        events.count {
            switch $0 {
            case .subscribed, .subscriptionRefused: true
            default: false
            }
        }
    }

    /// Returns true when the broker takes a message from it.
    func mayPublish(_ topic: String) async throws -> Bool {
        do {
            try await client.publishAcknowledged(MQTTMessage(topic: topic, payload: Array("from \(user)".utf8)))
            return true
        } catch let error as MQTTError where error.code == .refused {
            return false
        }
    }

    /// Returns the users that it heard on a topic, each once.
    func heard(on topic: String) -> Set<String> {
        Set(
            events.compactMap {
                guard case .message(let message, _) = $0, message.topic == topic else { return nil }
                return String(String(decoding: message.payload, as: UTF8.self).dropFirst("from ".count))
            })
    }

    /// Every topic that something was heard on.
    var topics: Set<String> {
        Set(events.compactMap { if case .message(let message, _) = $0 { message.topic } else { nil } })
    }

    /// True when any message that it received, topics included, contains a text.
    func heardAnything(with text: String) -> Bool {
        events.contains {
            guard case .message(let message, _) = $0 else { return false }
            return message.topic.contains(text) || String(decoding: message.payload, as: UTF8.self).contains(text)
        }
    }

    func end() async { await client.stop() }
}
