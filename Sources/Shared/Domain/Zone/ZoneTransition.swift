/// A moment at which a zone's clocks change: their offset, daylight saving or the abbreviation.
public struct ZoneTransition: Hashable, Sendable {
    /// The first instant of `after`.
    public var instant: WallTime
    public var before: ZoneOffset
    public var after: ZoneOffset

    public init(instant: WallTime, before: ZoneOffset, after: ZoneOffset) {
        self.instant = instant
        self.before = before
        self.after = after
    }
}
