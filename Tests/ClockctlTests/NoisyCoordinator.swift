import ClockDomain
import ClockMQTT
import ClockWire
import Synchronization

/// Answers every request with the same bytes.
final class NoisyCoordinator: Sendable {
    private let client: MQTTClient
    private final class Holder: Sendable {
        let client = Mutex<MQTTClient?>(nil)
    }
    private let holder = Holder()

    init(port: Int, payload: [UInt8]) throws {
        let topics = Topics(site: Sample.site)
        let holder = holder
        client = try MQTTClient(MQTTConfiguration(host: "127.0.0.1", port: port, clientID: "noise")) { event in
            guard case .message(let message, _) = event, let topic = message.responseTopic else { return }
            // A test whose answer is lost fails by itself.
            try? holder.client.withLock { $0 }?.publish(
                MQTTMessage(topic: topic, payload: payload, correlationData: message.correlationData))
        }
        holder.client.withLock { $0 = client }
        try client.subscribe(topics.coordinatorFilters.map { MQTTSubscription($0) })
        try client.start()
    }

    var isConnected: Bool { client.isConnected }

    func stop() async {
        holder.client.withLock { $0 = nil }
        await client.stop()
    }
}
