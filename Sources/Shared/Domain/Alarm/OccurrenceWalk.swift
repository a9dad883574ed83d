// From local dates to instants in order.
//
// A schedule names local dates; the zone's rules give an instant for each (RFC 5545 section 3.3.5). Dates in order give
// instants in order nearly always. If clocks jump over a whole day (Samoa, 30 December 2011), that day's instant is the
// next day's, and somebody may write rules with odder jumps. So the walk resolves dates a little ahead: offsets lie
// within two days and some hours of each other, hence an instant is next for sure after the walk has resolved the two
// dates after its own. Two dates with the same instant are one occurrence, which belongs to the date that clocks show
// then. On most days no change of the offset is near: there the dates' instants are in order, and the walk resolves
// only the next one.

/// A lazy walk over a schedule's occurrences, ascending and each instant once.
public struct OccurrenceWalk: IteratorProtocol, Sendable {
    private let schedule: AlarmSchedule
    private let rules: TimeZoneRules
    private var window: ZoneWindow?
    /// Seconds since the epoch: nothing due up to here is an occurrence.
    private let after: Int64
    /// Seconds since the epoch: the walk returns nothing due up to here.
    private let told: Int64
    /// The next day to examine, in days since 1970-01-01.
    private var day: Int64
    /// The last day to examine.
    private var lastDay: Int64
    /// Monday is bit 0.
    private let weekdays: UInt8
    /// Of the weekdays, the days on which it is due; `nil` for all.
    private let rule: DayRule?
    /// The days of a program of bells, those before ``day`` left out; `nil` for an alarm that follows the week.
    private var bellDays: ArraySlice<BellDays>?
    /// Found and not yet returned, ascending by instant; at most one for each of four days.
    private var found: [Candidate] = []

    private struct Candidate: Sendable {
        var second: Int64
        var day: Int64
        var resolution: LocalResolution
        /// The sun does not rise or set on that day.
        var lacksSun = false
    }

    /// Dates further apart than this have instants in the same order, whatever the zone's offsets.
    private static let reorderedDays: Int64 = 2
    private static let secondsPerDay: Int64 = 86_400
    /// A change of the offset further away than this reorders nothing: ``reorderedDays`` and one more.
    private static let changeReach = (reorderedDays + 1) * secondsPerDay

    init(_ schedule: AlarmSchedule, after instant: WallTime, rules: TimeZoneRules, window: ZoneWindow? = nil) {
        // The sun may set, or an alarm ring after it, on the next date.
        let window = schedule.sun == nil ? window : nil
        self.schedule = schedule
        self.rules = rules
        rule = schedule.rule
        let countsFrom = schedule.countsFrom.seconds
        told = max(instant.seconds, countsFrom, WallTime.validSeconds.lowerBound - 1)
        let end = WallTime.validSeconds.upperBound
        lastDay = end / Self.secondsPerDay + Self.reorderedDays
        switch schedule.repetition {
        case .once:
            after = max(countsFrom, WallTime.validSeconds.lowerBound - 1)
            weekdays = WeekdaySet.everyDay.rawValue
            // The first one comes within a day and the greatest difference of offsets.
            let isOver = after < told - 4 * Self.secondsPerDay
            day = isOver || after >= end ? lastDay + 1 : Self.firstDay(after: after)
        case .onDate(let date):
            after = told
            weekdays = WeekdaySet.everyDay.rawValue
            day = date.daysSinceEpoch
            let isOver = told >= end || day < Self.firstDay(after: told) || day > lastDay
            lastDay = isOver ? day - 1 : day
        case .weekly(let days):
            after = told
            weekdays = days.rawValue
            day = days.isEmpty || told >= end ? lastDay + 1 : Self.firstDay(after: told, window)
        case .recurring(let rule):
            after = told
            weekdays = rule.weekdays.rawValue
            let first = told >= end ? lastDay + 1 : Self.firstDay(after: told, window)
            day = if case .weeks(_, _, let from) = rule { max(first, from.daysSinceEpoch) } else { first }
        case .program(_, let days):
            after = told
            weekdays = WeekdaySet.everyDay.rawValue
            let first = told >= end ? lastDay + 1 : Self.firstDay(after: told, window)
            let left = days.drop { $0.span.last.daysSinceEpoch < first }
            bellDays = left
            day = max(first, left.first?.span.first.daysSinceEpoch ?? first)
            lastDay = min(lastDay, left.last?.span.last.daysSinceEpoch ?? first - 1)
        }
        self.window = window
    }

    public mutating func next() -> ScheduledOccurrence? {
        while true {
            if let first = found.first, day > min(first.day + lookAhead(from: first), lastDay) {
                found.removeFirst()
                if case .once = schedule.repetition { finish() }
                guard first.second > told else { continue }
                let date = CivilDate(daysSinceEpoch: first.day)
                return ScheduledOccurrence(
                    due: WallTime(seconds: first.second), date: date, resolution: first.resolution,
                    silence: schedule.silence(on: date) ?? (first.lacksSun ? .sun : nil))
            }
            guard day <= lastDay else { return nil }
            look(at: day)
            day += 1
        }
    }

    /// Returns the number of dates after its own that may have an instant before it.
    private func lookAhead(from first: Candidate) -> Int64 {
        if schedule.sun == nil, window?.east(around: first.second, reach: Self.changeReach) != nil { return 0 }
        return Self.reorderedDays
    }

    private mutating func finish() {
        found = []
        day = lastDay + 1
    }

    private mutating func look(at day: Int64) {
        // 1970-01-01 was a Thursday.
        guard weekdays & 1 << UInt8((day + 3).flooredRemainder(by: 7)) != 0,
            rule?.contains(CivilDate(daysSinceEpoch: day)) != false, let secondOfDay = secondOfDay(on: day)
        else { return }
        let sunSecond = schedule.sun?.second(on: day, rules)
        let resolution =
            sunSecond.map { .unique(WallTime(seconds: $0)) } ?? resolve(shown: day * Self.secondsPerDay + secondOfDay)
        let second = resolution.instant.seconds
        guard second > after, second < WallTime.validSeconds.upperBound else { return }
        let candidate = Candidate(
            second: second, day: day, resolution: resolution, lacksSun: schedule.sun != nil && sunSecond == nil)
        let place = found.firstIndex { $0.second >= second } ?? found.count
        if place < found.count, found[place].second == second {
            // Clocks that jumped over a date do not show it.
            if case .gap = resolution { return }
            found[place] = candidate
        } else {
            found.insert(candidate, at: place)
        }
    }

    /// The time of day at which it is due on a day, asked for in ascending order; `nil` where it is not.
    private mutating func secondOfDay(on day: Int64) -> Int64? {
        guard let days = bellDays else { return Int64(schedule.time.secondOfDay) }
        let left = days.drop { $0.span.last.daysSinceEpoch < day }
        bellDays = left
        guard let first = left.first, first.span.first.daysSinceEpoch <= day else { return nil }
        // Within its date the order of the dates is that of their instants.
        let second = Int64(schedule.time.secondOfDay + first.delayMinutes * 60)
        return (0..<Self.secondsPerDay).contains(second) ? second : nil
    }

    private mutating func resolve(shown: Int64) -> LocalResolution {
        if let window, window.covers(shown: shown) { return window.resolve(shown: shown) }
        // A walk's first stretch is short, because most walks end with their first occurrence.
        let window = Self.window(of: rules, fromDay: day, days: window == nil ? 12 : 128)
        self.window = window
        return window.resolve(shown: shown)
    }

    /// The first day that can have an instant after `second`, whatever the zone's offsets.
    private static func firstDay(after second: Int64) -> Int64 { second.flooredQuotient(by: secondsPerDay) - 3 }

    /// The same, by the offsets that the window knows.
    private static func firstDay(after second: Int64, _ window: ZoneWindow?) -> Int64 {
        guard let east = window?.east(around: second, reach: changeReach) else { return firstDay(after: second) }
        return (second + east).flooredQuotient(by: secondsPerDay)
    }

    private static func window(of rules: TimeZoneRules, fromDay day: Int64, days: Int64) -> ZoneWindow {
        ZoneWindow(rules, seconds: (day - 2) * secondsPerDay..<(day + days + 3) * secondsPerDay)
    }

    /// A window for walks that start after `instant` and go on for `days` days, to be shared by many.
    static func window(of rules: TimeZoneRules, after instant: WallTime, days: Int64) -> ZoneWindow {
        let second = instant.seconds
        return window(of: rules, fromDay: firstDay(after: second), days: days + 3)
    }
}
