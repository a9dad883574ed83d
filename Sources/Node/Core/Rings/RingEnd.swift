public import ClockDomain

/// How a ring ended of which the output has yet to tell whether it was heard. Its line is written when that is known.
public struct RingEnd: Hashable, Sendable, Codable {
    /// How it ended if it was heard.
    public var reason: RingReason
    /// Who stopped it, in that client's own words.
    public var by: String?
    public var detail: String?
    /// By the time that alarms go by.
    public var at: WallTime

    public init(reason: RingReason, by: String? = nil, detail: String? = nil, at: WallTime) {
        self.reason = reason
        self.by = by
        self.detail = detail
        self.at = at.truncatedToMilliseconds.clampedToValid
    }
}
