public import ClockDomain

/// What was more than a coordinator could take since its start.
public struct IntakeStatus: Hashable, Sendable, Codable {
    /// Requests that were turned away.
    public var requestsRefused: Int
    /// Messages of nodes that were dropped unread.
    public var reportsDropped: Int
    /// Parts of ledgers for which the store, or the node's share of it, had no room. Nodes send them again.
    public var ledgersRefused: Int
    /// When it was last so.
    public var last: WallTime

    public init(requestsRefused: Int, reportsDropped: Int, ledgersRefused: Int, last: WallTime) {
        self.requestsRefused = requestsRefused
        self.reportsDropped = reportsDropped
        self.ledgersRefused = ledgersRefused
        self.last = last
    }

    enum CodingKeys: String, CodingKey {
        case last
        case requestsRefused = "requests_refused"
        case reportsDropped = "reports_dropped"
        case ledgersRefused = "ledgers_refused"
    }
}
