/// The time around a quarter hour in which its wake comes and what it asks for is done.
public enum WakeWindow {
    /// A wake comes 15 s ahead, and earlier by the longest melody, which is a minute; the rest is for clocks that differ.
    private static let before: Duration = .seconds(90)
    private static let after: Duration = .seconds(10)

    /// Whether no wake is expected or being carried out, so that a connection may be given up for another for a moment.
    ///
    /// - Parameter now: by the program's own clock, trusted or not.
    public static func isClosed(at now: WallTime) -> Bool {
        let last = QuarterHour.atOrBefore(now)
        return now - last >= after && QuarterHour.after(now) - now > before
    }
}
