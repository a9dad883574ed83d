internal import ClockMQTT
internal import ClockWire
internal import Synchronization

/// People's stops and snoozes as the broker keeps them: who adds one writes the others again.
final class KeptRings: Sendable {
    private let kept = Mutex(RingActionList())

    var list: RingActionList { kept.withLock { $0 } }

    /// Called on the network thread of the client that follows them.
    func received(_ event: MQTTEvent, in topics: Topics) {
        switch event {
        case .connected: kept.withLock { $0 = RingActionList() }
        case .message(let message, _):
            guard message.topic == topics.ring(.people) else { return }
            // A list that cannot be read is replaced.
            let list: RingActionList? = try? WireCodec.decode(from: message.payload)
            kept.withLock { $0 = list ?? RingActionList() }
        case .disconnected, .subscribed, .subscriptionRefused, .publishRefused: return
        }
    }
}
