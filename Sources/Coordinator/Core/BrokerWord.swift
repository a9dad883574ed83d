public import ClockDomain
public import ClockWire

/// A message from the broker, or news of a connection to it.
public enum BrokerWord: Hashable, Sendable {
    /// The broker now accepts the coordinator's messages.
    ///
    /// - Parameter place: the index, from 0, of the broker in ``CoordinatorSettings/brokers``.
    case connected(place: Int)
    /// The connection ended or an attempt to connect failed.
    case disconnected(reason: String)
    /// The connection that carries nodes' reports is up; below, it ended or an attempt failed.
    case reportsConnected
    case reportsDisconnected(reason: String)
    /// The number of messages that the broker has dropped since its start, for all clients.
    case dropped(total: Int)
    /// - Parameter isRetained: true if the broker kept the message from before the connection.
    case availability(NodeID, Availability, isRetained: Bool)
    /// A node's report with its texts cut to size: ``Reported/clipped()``.
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
