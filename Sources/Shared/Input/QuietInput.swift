public import ClockDomain

/// Quiet hours as people type them: spans with commas between, each with the days on which it begins, or for every day.
///
/// `22:00-07:00`, `10pm-7am, sat-sun 10pm-9:30am`, `mon,wed 13:00-15:00`, `weekdays from 1 to 3pm`.
public enum QuietInput {
    /// - Returns: `nil` when a part is no span.
    public static func periods(_ text: String) -> [QuietPeriod]? {
        var periods: [QuietPeriod] = []
        // The days before a span may have commas themselves.
        var days: WeekdaySet = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            // A piece that is no list of days ends one, or is a fault.
            if let more = try? DayInput.weekdays(String(piece)) {
                days.formUnion(more)
                continue
            }
            guard var period = period(piece, after: days) else { return nil }
            period.days = period.days.isEmpty ? .everyDay : period.days
            periods.append(period)
            days = []
        }
        return days.isEmpty ? periods : nil
    }

    private static func period(_ text: Substring, after days: WeekdaySet) -> QuietPeriod? {
        if let (start, end) = TimeInput.range(String(text)) { return QuietPeriod(start: start, end: end, days: days) }
        for space in text.indices where text[space] == " " {
            guard let (start, end) = TimeInput.range(String(text[text.index(after: space)...])),
                // Without a list of days before the span, another space may have one.
                let own = try? DayInput.weekdays(String(text[..<space]))
            else { continue }
            return QuietPeriod(start: start, end: end, days: days.union(own))
        }
        return nil
    }
}
