/// Quarter hours of UTC, named by their instant.
///
/// Since 1990 every zone's offset is a multiple of 15 minutes (the tz database to 2039), so a quarter hour of UTC is a
/// quarter hour everywhere and one wake serves every zone.
public enum QuarterHour {
    /// 15 minutes.
    public static let length: Duration = .seconds(900)

    /// The first quarter hour at or after `instant`.
    public static func atOrAfter(_ instant: WallTime) -> WallTime {
        let floor = atOrBefore(instant)
        return floor == instant ? floor : floor + length
    }

    /// The first quarter hour after `instant`.
    public static func after(_ instant: WallTime) -> WallTime { atOrBefore(instant) + length }

    /// The last quarter hour at or before `instant`.
    public static func atOrBefore(_ instant: WallTime) -> WallTime {
        instant - .nanoseconds(instant.nanoseconds.flooredRemainder(by: length.nanoseconds))
    }

    public static func isQuarterHour(_ instant: WallTime) -> Bool { atOrBefore(instant) == instant }
}
