public import ClockDomain

/// The pause that a receiver asks for: the field Retry-After of RFC 9110, section 10.2.3.
public enum RetryAfter {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads seconds, or a date in the preferred form of section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Returns: `nil` for anything else. Not negative.
    public static func pause(_ text: String, at now: WallTime) -> Duration? {
        if let seconds = UInt32(text) { return .seconds(Int64(seconds)) }
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), (1970...2199).contains(year),
            (1...CivilDate.days(inMonth: month + 1, of: year)).contains(day)
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        let clock = parts[4].split(separator: ":").map { Int($0) ?? -1 }
        guard clock.count == 3, let time = LocalTime(hour: clock[0], minute: clock[1], second: clock[2]) else {
            return nil
        }
        return max(.zero, TimeZoneRules.utc.instant(of: LocalDateTime(date: date, time: time)) - now)
    }
}
