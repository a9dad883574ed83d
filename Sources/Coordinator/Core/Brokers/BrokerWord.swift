public import ClockDomain
public import ClockWire

/// What a coordinator is told by one of its brokers, or of its connections to it.
public enum BrokerWord: Hashable, Sendable {
    /// What is published at the broker from now on reaches it.
    case connected
    /// The connection ended or an attempt to connect failed.
    case disconnected(reason: String)
    /// The connection on which nodes' reports come, or its end or a failed attempt.
    case reportsConnected
    case reportsDisconnected(reason: String)
    /// So many messages the broker has dropped since its start, for whichever client.
    case dropped(total: Int)
    /// - Parameter isRetained: whether the broker kept it from before the connection.
    case availability(NodeID, Availability, isRetained: Bool)
    /// With its texts cut to size: ``Reported/clipped()``.
    case reported(NodeID, Boxed<Reported>, isRetained: Bool)
    case ledger(NodeID, LedgerBatch)
    /// - Parameter received: the wall clock when the request reached this machine: T2.
    case timeRequest(NodeID, TimeRequest, received: WallTime, correlation: [UInt8]?)
    /// Somebody stops or snoozes. It is told where there are other brokers to tell it to.
    ///
    /// - Parameter expirySeconds: for how long the broker keeps it.
    case ring(RingAction, expirySeconds: UInt32, isRetained: Bool)
    /// What was retained for the source was taken back.
    case ringTakenBack(RingSource)

    var source: EventSource {
        switch self {
        case .connected, .disconnected, .reportsConnected, .reportsDisconnected: .connection
        case .availability, .reported, .ledger, .timeRequest, .ring, .ringTakenBack: .message
        case .dropped: .program
        }
    }
}
