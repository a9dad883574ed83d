/// The time around a quarter hour in which its wake comes and the node carries it out.
public enum WakeWindow {
    /// A wake comes 15 s ahead, and earlier by the longest melody, which is a minute; the rest is for clocks that differ.
    private static let before: Duration = .seconds(90)
    private static let after: Duration = .seconds(10)

    /// True when no wake is due or under way, so that a client may give up its connection for another for a moment.
    ///
    /// - Parameter now: by the program's own clock, trusted or not.
    public static func isClosed(at now: WallTime) -> Bool {
        let last = QuarterHour.atOrBefore(now)
        return now - last >= after && QuarterHour.after(now) - now > before
    }
}
