/// An instant on CLOCK_BOOTTIME: nanoseconds since this machine booted, counting suspend, never set or stepped.
///
/// Good for durations and deadlines within one boot; meaningless across boots.
public struct BootTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since boot, zero or more.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func < (a: BootTime, b: BootTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Saturates at the ends of the range instead of trapping.
    public static func + (a: BootTime, b: Duration) -> BootTime {
        BootTime(nanoseconds: a.nanoseconds.addingSaturating(b.nanoseconds))
    }

    public static func - (a: BootTime, b: Duration) -> BootTime {
        BootTime(nanoseconds: a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }

    public static func - (a: BootTime, b: BootTime) -> Duration {
        .nanoseconds(a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }
}
