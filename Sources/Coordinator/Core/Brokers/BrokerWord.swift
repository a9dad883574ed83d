public import ClockDomain
public import ClockWire

/// What comes from one of several brokers. Where there is one alone, it comes without this envelope.
public enum BrokerWord: Hashable, Sendable {
    /// What is published at the broker from now on reaches it.
    case connected
    /// The connection ended or an attempt to connect failed.
    case disconnected(reason: String)
    /// The connection on which nodes' reports come, or its end or a failed attempt.
    case reportsConnected
    case reportsDisconnected(reason: String)
    /// So many messages the broker has dropped since its start.
    case dropped(total: Int)
    /// - Parameter isRetained: whether the broker kept it from before the connection.
    case availability(NodeID, Availability, isRetained: Bool)
    case reported(NodeID, Boxed<Reported>, isRetained: Bool)
    indirect case ledger(NodeID, LedgerBatch)
    case timeRequest(NodeID, TimeRequest, received: WallTime, correlation: [UInt8]?)
    /// Somebody stops or snoozes.
    ///
    /// - Parameter expirySeconds: for how long the broker keeps it.
    indirect case ring(RingAction, expirySeconds: UInt32, isRetained: Bool)
    /// What was retained for the source was taken back.
    case ringTakenBack(RingSource)
}
