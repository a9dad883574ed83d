public import ClockDomain

/// An instant of the simulated world itself: nanoseconds of UTC since the Unix epoch, right by definition.
///
/// No host knows it: a host has a ``ClockDomain/WallTime`` that may be wrong. A type of its own keeps the two apart.
public struct TrueTime: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The true time at which a right wall clock shows `wall`.
    public init(_ wall: WallTime) { nanoseconds = wall.nanoseconds }

    /// The reading of a right wall clock.
    public var wall: WallTime { WallTime(nanoseconds: nanoseconds) }

    public static func < (a: TrueTime, b: TrueTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Saturates at the ends of the range.
    public static func + (a: TrueTime, b: Duration) -> TrueTime { TrueTime(a.wall + b) }

    public static func - (a: TrueTime, b: Duration) -> TrueTime { TrueTime(a.wall - b) }

    public static func - (a: TrueTime, b: TrueTime) -> Duration { a.wall - b.wall }
}

extension TrueTime: CustomStringConvertible { public var description: String { wall.rfc3339 } }
