public import ClockDomain
public import ClockWire

/// A message from the broker, or news of a connection to it.
public enum BrokerWord: Hashable, Sendable {
    /// The broker takes the coordinator's messages from now on.
    ///
    /// - Parameter place: which of ``CoordinatorSettings/brokers`` it is, counted from 0.
    case connected(place: Int)
    /// The connection ended or an attempt to connect failed.
    case disconnected(reason: String)
    /// The connection on which nodes' reports come, or its end or a failed attempt.
    case reportsConnected
    case reportsDisconnected(reason: String)
    /// The broker has dropped so many messages since its start, for whichever client.
    case dropped(total: Int)
    /// - Parameter isRetained: whether the broker kept it from before the connection.
    case availability(NodeID, Availability, isRetained: Bool)
    /// With its texts cut to size: ``Reported/clipped()``.
    case reported(NodeID, Boxed<Reported>, isRetained: Bool)
    case ledger(NodeID, LedgerBatch)
    /// - Parameter received: the wall clock when the request reached this machine: T2.
    case timeRequest(NodeID, TimeRequest, received: WallTime, correlation: [UInt8]?)

    var source: EventSource {
        switch self {
        case .connected, .disconnected, .reportsConnected, .reportsDisconnected: .connection
        case .availability, .reported, .ledger, .timeRequest: .message
        case .dropped: .program
        }
    }
}
