/// The delivery of a message, beside its topic and its bytes. Daemons and simulator read it from here, so that both do
/// the same.
public struct Delivery: Hashable, Sendable {
    public enum QualityOfService: Hashable, Sendable {
        case atMostOnce, atLeastOnce
    }

    /// The order of sending among the messages that wait. The order of cases is the order in which they go.
    public enum Priority: Hashable, Sendable {
        /// With room in the queue that nothing else takes.
        case urgent
        /// With room in the queue that ordinary ones do not take: worth less each moment.
        case prompt
        case ordinary
        /// Goes when nothing else waits.
        case patient
    }

    public let qos: QualityOfService
    /// True if the broker keeps it in place of the one before, for those who come later.
    public let isRetained: Bool
    /// Seconds, one or more, after which nobody shall receive it; `nil` is for ever.
    public let expirySeconds: UInt32?
    public let priority: Priority

    init(
        _ qos: QualityOfService = .atLeastOnce, isRetained: Bool = false, expirySeconds: UInt32? = nil,
        priority: Priority = .ordinary
    ) {
        self.qos = qos
        self.isRetained = isRetained
        self.expirySeconds = expirySeconds
        self.priority = priority
    }

    /// An answer to a request. The asker asks again if it is lost, so no answer waits for acknowledgements.
    public static let answer = Delivery(.atMostOnce)

    /// A piece of a sound or a voice pack.
    public static func chunk(isRetained: Bool, expirySeconds: UInt32) -> Delivery {
        Delivery(isRetained: isRetained, expirySeconds: expirySeconds)
    }

    /// Stops and snoozes, of all writers.
    public static let ringActions = Delivery(isRetained: true, expirySeconds: RingAction.expirySeconds)
}
