import ClockMQTT
import ClockTestSupport
import Synchronization

/// A client whose events are kept for a test to look at.
final class ClientProbe: Sendable {
    let client: MQTTClient
    private let seen: Events

    private final class Events: Sendable {
        let list = Mutex<[MQTTEvent]>([])
    }

    init(_ configuration: MQTTConfiguration, subscribing filters: [String] = []) throws {
        let seen = Events()
        self.seen = seen
        client = try MQTTClient(configuration)
        if !filters.isEmpty { try client.subscribe(filters.map { MQTTSubscription($0) }) }
        try client.start { event in
            seen.list.withLock { $0.append(event) }
        }
    }

    /// A client of a broker on loopback, quick to reconnect.
    convenience init(
        _ id: String, port: Int, subscribing filters: [String] = [],
        _ configure: (inout MQTTConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: port, clientID: id)
        configuration.reconnectDelay = .milliseconds(50)...(.milliseconds(200))
        configure(&configuration)
        try self.init(configuration, subscribing: filters)
    }

    var events: [MQTTEvent] { seen.list.withLock { $0 } }

    var messages: [MQTTMessage] {
        events.compactMap { if case .message(let message, _) = $0 { message } else { nil } }
    }

    var disconnects: [MQTTDisconnect] {
        events.compactMap { if case .disconnected(let disconnect) = $0 { disconnect } else { nil } }
    }

    var connections: Int {
        events.count { if case .connected = $0 { true } else { false } }
    }

    var subscribed: Int {
        events.count { if case .subscribed = $0 { true } else { false } }
    }

    /// Returns once `condition` holds for the events; a failure shows them.
    func waitFor(
        _ what: String, timeout: Duration = .seconds(10), _ condition: ([MQTTEvent]) -> Bool
    ) async throws {
        do {
            try await waitUntil(what, timeout: timeout) { condition(events) }
        } catch {
            throw TestFailure("\(error); events: \(events)")
        }
    }

    /// Returns once connected for the `count`-th time, with all subscriptions accepted each time.
    func waitConnected(_ count: Int = 1, subscriptions: Int = 0) async throws {
        try await waitFor("\(count) connections with \(subscriptions) subscriptions") { _ in
            connections >= count && subscribed >= count * subscriptions
        }
    }

    func waitMessages(_ count: Int) async throws {
        try await waitFor("\(count) messages") { _ in messages.count >= count }
    }

    func waitDisconnect(_ reason: MQTTDisconnect.Reason) async throws -> MQTTDisconnect {
        try await waitFor("disconnect with reason \(reason)") { _ in disconnects.contains { $0.reason == reason } }
        guard let found = disconnects.first(where: { $0.reason == reason }) else { throw TestFailure("unreachable") }
        return found
    }
}

extension MQTTMessage {
    init(_ topic: String, _ text: String, qos: MQTTQoS = .atLeastOnce, retain: Bool = false, expiry: UInt32? = nil) {
        self.init(topic: topic, payload: Array(text.utf8), qos: qos, retain: retain, messageExpirySeconds: expiry)
    }

    var text: String { String(decoding: payload, as: UTF8.self) }
}
