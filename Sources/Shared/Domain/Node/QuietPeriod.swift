/// A span of local time that comes every day or on some: from `start` until just before `end`; over midnight when `end`
/// is not after `start` (equal bounds are a whole day).
public struct QuietPeriod: Hashable, Sendable {
    public var start: LocalTime
    public var end: LocalTime
    /// The days on which it begins; never none.
    public var days: WeekdaySet

    public init(start: LocalTime, end: LocalTime, days: WeekdaySet = .everyDay) {
        self.start = start
        self.end = end
        self.days = days
    }

    public func contains(_ local: LocalDateTime) -> Bool { end(at: local) != nil }

    /// Returns the end of the span that `local` is in; `nil` where it is in none.
    public func end(at local: LocalDateTime) -> LocalDateTime? {
        let isOverMidnight = end <= start
        // A span has begun on this day, or on the day before.
        if local.time >= start, isOverMidnight || local.time < end, days.contains(local.date.weekday) {
            return LocalDateTime(date: isOverMidnight ? local.date.nextDay : local.date, time: end)
        }
        guard isOverMidnight, local.time < end, days.contains(local.date.previousDay.weekday) else { return nil }
        return LocalDateTime(date: local.date, time: end)
    }
}

extension [QuietPeriod] {
    /// Returns the end of the quiet that `local` is in, with periods that follow each other as one; `nil` where it is in
    /// none, or the quiet has no end.
    public func end(at local: LocalDateTime) -> LocalDateTime? {
        var last: LocalDateTime?
        // A week repeats itself.
        let limit = LocalDateTime(date: CivilDate(daysSinceEpoch: local.date.daysSinceEpoch + 8), time: local.time)
        while let next = lazy.compactMap({ $0.end(at: last ?? local) }).max() {
            guard next < limit else { return nil }
            last = next
        }
        return last
    }
}

extension CivilDate {
    fileprivate var nextDay: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + 1) }
    fileprivate var previousDay: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch - 1) }
}

extension QuietPeriod: CustomStringConvertible {
    /// `22:00-07:00`, `sat,sun 22:00-09:30`
    public var description: String {
        let span = "\(start.hourAndMinute)-\(end.hourAndMinute)"
        return days == .everyDay ? span : "\(days.days.map(\.rawValue).joined(separator: ",")) \(span)"
    }

    /// Reads `HH:MM-HH:MM`, after days and a space or without; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        var days = WeekdaySet.everyDay
        if parts.count == 2 {
            let names = parts[0].split(separator: ",", omittingEmptySubsequences: false)
            let known = names.compactMap { Weekday(rawValue: String($0)) }
            guard known.count == names.count else { return nil }
            days = WeekdaySet(known)
        }
        let bounds = parts[parts.count - 1].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let start = LocalTime(hourAndMinute: bounds[0]),
            let end = LocalTime(hourAndMinute: bounds[1])
        else { return nil }
        self.init(start: start, end: end, days: days)
    }
}
