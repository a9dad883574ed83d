/// An instant of wall time: nanoseconds since the Unix epoch (1970-01-01T00:00:00Z), leap seconds not counted (POSIX).
///
/// Wall time can be set, stepped and wrong. It says *when* something is due for people; durations are measured on
/// ``BootTime``. The two types never mix.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the Unix epoch. Covers 1677-09-21 to 2262-04-11.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// - Parameter seconds: whole seconds since the Unix epoch, in `WallTime.validSeconds`; values outside saturate.
    public init(seconds: Int64) {
        nanoseconds = saturated(seconds.multipliedReportingOverflow(by: 1_000_000_000), negative: seconds < 0)
    }

    /// The seconds that bytes from outside may name: years 1970 to 2199. Inside it no arithmetic of this project
    /// overflows, so decoders check against it once and nothing else has to.
    public static let validSeconds: Range<Int64> = 0..<7_258_118_400

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 { nanoseconds.flooredQuotient(by: 1_000_000_000) }

    /// The instant without everything below a millisecond, as people and the wire get it.
    public var truncatedToMilliseconds: WallTime {
        WallTime(nanoseconds: nanoseconds.subtractingSaturating(nanoseconds.flooredRemainder(by: 1_000_000)))
    }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Saturates at the ends of the range instead of trapping: a clock can be set to anything.
    public static func + (a: WallTime, b: Duration) -> WallTime {
        WallTime(nanoseconds: a.nanoseconds.addingSaturating(b.nanoseconds))
    }

    public static func - (a: WallTime, b: Duration) -> WallTime {
        WallTime(nanoseconds: a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }

    public static func - (a: WallTime, b: WallTime) -> Duration {
        .nanoseconds(a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }
}
