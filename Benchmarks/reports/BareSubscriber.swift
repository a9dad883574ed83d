import ClockMQTT
import Synchronization

/// A subscriber that ignores its messages: the least time for any report through this broker.
final class BareSubscriber {
    private final class Box: Sendable {
        let awaited = Mutex<Countdown?>(nil)
    }

    static let topic = "bench/bare"
    private let client: MQTTClient
    private let box = Box()

    /// - Parameter ready: counts down when the broker has accepted the subscription.
    init(broker: Broker, ready: Countdown) throws {
        let box = box
        client = try MQTTClient(broker.configuration(clientID: "\(broker.site)-bare"))
        try client.subscribe([MQTTSubscription(Self.topic)])
        try client.start { event in
            switch event {
            case .subscribed: ready.arrive(at: 0)
            case .message(_, let receipt): box.awaited.withLock { $0 }?.arrive(at: receipt.bootNanoseconds)
            case .connected, .disconnected, .subscriptionRefused, .publishRefused: break
            }
        }
    }

    /// Counts `countdown` down at every message from now on.
    func expect(_ countdown: Countdown) {
        box.awaited.withLock { $0 = countdown }
    }
}
