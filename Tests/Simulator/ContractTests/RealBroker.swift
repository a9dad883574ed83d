import ClockMQTT
import ClockTestSupport
import Synchronization

/// mosquitto, through the project's own MQTT client.
final class RealBroker: BrokerUnderTest {
    /// A client and its received messages.
    private final class Client: Sendable {
        let client: MQTTClient
        private let events: Events

        private final class Events: Sendable {
            let list = Mutex<[MQTTEvent]>([])
        }

        init(_ configuration: MQTTConfiguration, _ filters: [String]) throws {
            let events = Events()
            self.events = events
            client = try MQTTClient(configuration)
            try client.subscribe(filters.map { MQTTSubscription($0) })
            try client.start { event in events.list.withLock { $0.append(event) } }
        }

        func waitUntilReady(_ filters: Int) async throws {
            try await waitUntil("the client is connected and subscribed") {
                events.list.withLock { $0.count { if case .subscribed = $0 { true } else { false } } } >= filters
            }
        }

        var messages: [MQTTMessage] {
            events.list.withLock { $0.compactMap { if case .message(let message, _) = $0 { message } else { nil } } }
        }

        func forgetMessages() {
            events.list.withLock { $0.removeAll { if case .message = $0 { true } else { false } } }
        }
    }

    private let broker: TestBroker
    private var clients: [Int: Client] = [:]
    private var publisher: Client?
    private var fences = 0
    /// Every client subscribes to this: a later message on the same connection shows that the earlier one has arrived.
    private static let fence = "fence"

    init(_ limits: BrokerLimits) throws {
        broker = try TestBroker {
            $0.persistence = true
            $0.lines = ["max_queued_messages \(limits.queued)"]
        }
    }

    private func configuration(_ id: String) -> MQTTConfiguration {
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: broker.port, clientID: id)
        // Longer than any test: a client that vanished must not reconnect by itself.
        configuration.reconnectDelay = .seconds(600)...(.seconds(600))
        return configuration
    }

    private func mqtt(_ message: TestMessage) -> MQTTMessage {
        MQTTMessage(
            topic: message.topic, payload: Array(message.text.utf8),
            qos: message.isAtLeastOnce ? .atLeastOnce : .atMostOnce, retain: message.isRetained,
            messageExpirySeconds: message.expirySeconds)
    }

    func connect(
        _ client: Int, _ filters: [String], isClean: Bool, sessionSeconds: UInt32, will: TestMessage?
    ) async throws {
        var configuration = configuration("client-\(client)")
        configuration.session.isClean = isClean
        configuration.session.expirySeconds = sessionSeconds
        configuration.will = will.map { .init(mqtt($0)) }
        let filters = filters + [Self.fence]
        let made = try Client(configuration, filters)
        try await made.waitUntilReady(filters.count)
        clients[client] = made
    }

    func leave(_ client: Int) async throws {
        await clients.removeValue(forKey: client)?.client.stop()
    }

    func vanish(_ client: Int) async throws {
        await clients.removeValue(forKey: client)?.client.stop(sendingWill: true)
    }

    func takeUnacknowledged(_ client: Int, count: Int) async throws -> [Repetition] {
        let deaf = try DeafClient(port: broker.port, clientID: "client-\(client)", sessionSeconds: 60)
        return try deaf.messages(count).map { Repetition(text: $0.text, isRepeated: $0.isRepeated) }
    }

    func publish(_ message: TestMessage) async throws {
        let publisher = try await connectedPublisher()
        if message.isAtLeastOnce {
            try await publisher.client.publishAcknowledged(mqtt(message))
        } else {
            // The broker answers the next publication on this connection after it has accepted this one.
            try publisher.client.publish(mqtt(message))
            try await publisher.client.publishAcknowledged(mqtt(TestMessage("nobody/listens", "")))
        }
    }

    private func connectedPublisher() async throws -> Client {
        if let publisher { return publisher }
        let made = try Client(configuration("publisher"), ["publisher"])
        try await made.waitUntilReady(1)
        publisher = made
        return made
    }

    func received(_ client: Int) async throws -> [TestMessage] {
        guard let client = clients[client] else { throw TestFailure("client \(client) is not connected") }
        fences += 1
        let mark = "\(fences)"
        try await publish(TestMessage(Self.fence, mark))
        try await waitUntil("message \(mark) of the fence") {
            client.messages.contains { $0.topic == Self.fence && $0.payload == Array(mark.utf8) }
        }
        defer { client.forgetMessages() }
        return client.messages.filter { $0.topic != Self.fence }
            .map { TestMessage($0.topic, String(decoding: $0.payload, as: UTF8.self)) }
    }

    func wait(seconds: Int) async throws { try await Task.sleep(for: .seconds(seconds)) }

    func restart(remembering: Bool) async throws {
        broker.stop()
        if !remembering { try TestProcess.run("rm", ["-f", broker.folder.file("mosquitto.db")]) }
        try broker.restart()
        for client in clients.values { await client.client.stop() }
        await publisher?.client.stop()
        clients = [:]
        publisher = nil
    }
}
