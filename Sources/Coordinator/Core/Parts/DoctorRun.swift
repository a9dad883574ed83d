internal import ClockDomain
internal import ClockWire

/// An examination under way: who waits for its report, and what it still waits for itself.
struct DoctorRun: Sendable {
    var origins: [RequestOrigin]
    /// Nodes that were asked to look at themselves and have not reported since.
    var awaited: Set<NodeID>
    var asked: Set<NodeID>
    var store: StoreCheck?
    /// Whether the broker has answered, or will not.
    var hasKnocked = false
    /// Whom the broker takes without a name, where it is known.
    var openness: BrokerOpenness?

    /// Clients that one examination may serve.
    static let maximumOrigins = 64
    /// How long nodes, store and broker are waited for.
    static let patience: Duration = .seconds(3)

    var isComplete: Bool { awaited.isEmpty && store != nil && hasKnocked }
}
