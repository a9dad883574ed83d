/// The coordinator's counts of messages to people since its start, and the number that wait.
public struct NoticeMetrics: Hashable, Sendable, Codable {
    /// Messages that wait to be sent or to be sent again.
    public var waiting: Int
    /// True if the last attempt failed.
    public var isFailing: Bool
    /// Messages that the receiver has taken.
    public var delivered: Int
    /// Messages that the coordinator gave up, because the receiver refuses them for good.
    public var dropped: Int
    /// Attempts in vain.
    public var failures: Int

    public init(waiting: Int = 0, isFailing: Bool = false, delivered: Int = 0, dropped: Int = 0, failures: Int = 0) {
        self.waiting = waiting
        self.isFailing = isFailing
        self.delivered = delivered
        self.dropped = dropped
        self.failures = failures
    }

    enum CodingKeys: String, CodingKey {
        case waiting, delivered, dropped, failures
        case isFailing = "failing"
    }
}
