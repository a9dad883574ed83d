public import ClockDomain

/// The coordinator's clock at the moment in which it sends a document.
public struct SendingClock: Hashable, Sendable, Codable {
    /// The time that the clock shows, in whole milliseconds.
    public var sent: WallTime
    /// The time that the clock showed when its machine booted, in nanoseconds since 1970. A coordinator that starts, and one
    /// whose clock is set, sends another number: offsets measured before that are worth nothing.
    public var zeroNanoseconds: Int64

    public init(sent: WallTime, zeroNanoseconds: Int64) {
        self.sent = sent
        self.zeroNanoseconds = zeroNanoseconds
    }

    enum CodingKeys: String, CodingKey {
        case sent
        case zeroNanoseconds = "zero_ns"
    }
}
