import ClockDomain
import ClockMQTT
import ClockWire

/// Answers every request with the same bytes.
final class NoisyCoordinator: Sendable {
    private let client: MQTTClient

    init(port: Int, payload: [UInt8]) throws {
        let topics = Topics(site: Sample.site)
        client = try MQTTClient(MQTTConfiguration(host: "127.0.0.1", port: port, clientID: "noise"))
        try client.subscribe(topics.coordinatorFilters.map { MQTTSubscription($0) })
        try client.start { [weak client] event in
            guard case .message(let message, _) = event, let topic = message.responseTopic else { return }
            // A test whose answer is lost fails by itself.
            try? client?.publish(
                MQTTMessage(topic: topic, payload: payload, correlationData: message.correlationData))
        }
    }

    var isConnected: Bool { client.isConnected }

    func stop() async {
        await client.stop()
    }
}
