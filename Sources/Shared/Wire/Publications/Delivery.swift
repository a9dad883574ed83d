/// How a message goes out, beside its topic and its bytes. Daemons and simulator read it from here, so that both do the same.
public struct Delivery: Hashable, Sendable {
    public enum QualityOfService: Hashable, Sendable {
        case atMostOnce, atLeastOnce
    }

    /// Which of the messages that wait goes out first. The order of cases is the order in which they go.
    public enum Priority: Hashable, Sendable {
        /// With room in the queue that nothing else takes.
        case urgent
        /// With room in the queue that ordinary ones do not take: worth less each moment.
        case prompt
        case ordinary
        /// When nothing else waits.
        case patient
    }

    public let qos: QualityOfService
    /// Whether the broker keeps it in place of the one before, for those who come later.
    public let isRetained: Bool
    /// Seconds, one or more, after which nobody is to have it any more; `nil` is for ever.
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

    /// An answer to a request. Who waits for one that was lost asks again, so none waits for acknowledgements.
    public static let answer = Delivery(.atMostOnce)

    /// A piece of a sound or a voice pack.
    public static func chunk(isRetained: Bool, expirySeconds: UInt32) -> Delivery {
        Delivery(isRetained: isRetained, expirySeconds: expirySeconds)
    }

    /// Stops and snoozes, by whoever does it.
    public static let ringActions = Delivery(isRetained: true, expirySeconds: RingAction.expirySeconds)
}
