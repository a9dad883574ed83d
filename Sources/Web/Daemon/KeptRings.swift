internal import ClockMQTT
internal import ClockWire
internal import Synchronization

/// People's stops and snoozes as the broker keeps them: a program that adds one writes the others again.
final class KeptRings: Sendable {
    private let kept = Mutex(RingActionList())

    var list: RingActionList { kept.withLock { $0 } }

    /// The network thread of the client that follows them calls this.
    func received(_ event: MQTTEvent, in topics: Topics) {
        switch event {
        case .connected: kept.withLock { $0 = RingActionList() }
        case .message(let message, _):
            guard message.topic == topics.ring(.people) else { return }
            // An empty list stands for an unreadable one.
            let list: RingActionList? = try? WireCodec.decode(from: message.payload)
            kept.withLock { $0 = list ?? RingActionList() }
        case .disconnected, .subscribed, .subscriptionRefused, .publishRefused: return
        }
    }
}
