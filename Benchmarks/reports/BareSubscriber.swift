import ClockMQTT
import Synchronization

/// A subscriber that does nothing with what it receives: the least that any report through this broker takes.
final class BareSubscriber {
    private final class Box: Sendable {
        let awaited = Mutex<Countdown?>(nil)
    }

    static let topic = "bench/bare"
    private let client: MQTTClient
    private let box = Box()

    /// - Parameter ready: told when the broker has accepted the subscription.
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

    /// Tells `countdown` of every message from now on.
    func expect(_ countdown: Countdown) {
        box.awaited.withLock { $0 = countdown }
    }
}
