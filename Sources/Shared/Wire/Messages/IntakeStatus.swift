public import ClockDomain

/// Counts, since a coordinator's start, of the messages that exceeded its capacity.
public struct IntakeStatus: Hashable, Sendable, Codable {
    /// Requests that were turned away.
    public var requestsRefused: Int
    /// Messages of nodes that were dropped unread.
    public var reportsDropped: Int
    /// Nodes' questions for the time that were not answered. Nodes ask again.
    @Field<Fields.Zero> public var questionsDropped: Int
    /// Parts of ledgers for which the store, or the node's share of it, had no room. Nodes send them again.
    public var ledgersRefused: Int
    /// Messages that the broker dropped because a queue of its own was full, for whichever client.
    @Field<Fields.Zero> public var brokerDropped: Int
    /// The instant of the last of them.
    public var last: WallTime

    public init(
        requestsRefused: Int = 0, reportsDropped: Int = 0, questionsDropped: Int = 0, ledgersRefused: Int = 0,
        brokerDropped: Int = 0, last: WallTime
    ) {
        self.requestsRefused = requestsRefused
        self.reportsDropped = reportsDropped
        self.questionsDropped = questionsDropped
        self.ledgersRefused = ledgersRefused
        self.brokerDropped = brokerDropped
        self.last = last
    }

    enum CodingKeys: String, CodingKey {
        case last
        case requestsRefused = "requests_refused"
        case reportsDropped = "reports_dropped"
        case questionsDropped = "questions_dropped"
        case ledgersRefused = "ledgers_refused"
        case brokerDropped = "broker_dropped"
    }
}
