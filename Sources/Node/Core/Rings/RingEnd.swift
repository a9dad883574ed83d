public import ClockDomain

/// The end of a ring about which the output has yet to report whether it was heard. Its line is written after that.
public struct RingEnd: Hashable, Sendable, Codable {
    /// The reason for its end if it was heard.
    public var reason: RingReason
    /// The person who stopped it, in that client's own words.
    public var by: String?
    public var detail: String?
    /// The instant of the end, by the time that alarms go by.
    public var at: WallTime

    public init(reason: RingReason, by: String? = nil, detail: String? = nil, at: WallTime) {
        self.reason = reason
        self.by = by
        self.detail = detail
        self.at = at.truncatedToMilliseconds.clampedToValid
    }
}
