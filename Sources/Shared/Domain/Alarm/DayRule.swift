/// The days of an alarm that repeats, but not every week.
public enum DayRule: Hashable, Sendable {
    /// These days of every so many weeks, in ``weeksRange``. Weeks begin on Monday. The week of `from` is the first, and
    /// no day before `from` counts.
    case weeks(Int, WeekdaySet, from: CivilDate)
    /// A date of each month, 1...31: a shorter month has none. -1 is the month's last day.
    case monthDay(Int)
    /// The first (1) to fourth (4) or the last (-1) such weekday of each month.
    case monthWeekday(Int, Weekday)

    public static let weeksRange = 2...52
    static let daysOfMonth = 1...31
    static let places = 1...4

    /// Weekdays outside this set have no day of the rule.
    public var weekdays: WeekdaySet {
        switch self {
        case .weeks(_, let days, _): days
        case .monthDay: .everyDay
        case .monthWeekday(_, let day): WeekdaySet([day])
        }
    }

    public func contains(_ date: CivilDate) -> Bool {
        switch self {
        case .weeks(let weeks, let days, let first):
            guard days.contains(date.weekday), date >= first else { return false }
            let monday = first.daysSinceEpoch - Int64(first.weekday.index)
            return (date.daysSinceEpoch - monday) / 7 % Int64(weeks) == 0
        case .monthDay(let day): return date.day == (day > 0 ? day : CivilDate.days(inMonth: date.month, of: date.year))
        case .monthWeekday(let place, let day):
            guard date.weekday == day else { return false }
            let isLast = date.day + 7 > CivilDate.days(inMonth: date.month, of: date.year)
            return place > 0 ? (date.day - 1) / 7 + 1 == place : isLast
        }
    }
}

/// As people type it: `every 2 weeks on fri`, `monthly on the 15th`, `monthly on the last mon`.
extension DayRule: CustomStringConvertible {
    public var description: String { words { $0.rawValue } }

    /// - Parameter name: the name of a weekday.
    public func words(_ name: (Weekday) -> String) -> String {
        switch self {
        case .weeks(let weeks, let days, _): "every \(weeks) weeks on \(days.days.map(name).joined(separator: ", "))"
        case .monthDay(let day): "monthly on the \(day > 0 ? day.ordinal : "last day")"
        case .monthWeekday(let place, let day): "monthly on the \(place > 0 ? place.ordinal : "last") \(name(day))"
        }
    }
}

extension Int {
    /// `1st`, `2nd`, `3rd`, `11th`.
    package var ordinal: String {
        let isTeen = (11...13).contains(self % 100)
        return "\(self)\(isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][self % 10] ?? "th")"
    }
}

/// `{"weeks": 2, "days": ["fri"], "from": "2026-12-04"}`, `{"month_day": 15}` or `{"month_weekday": "mon", "place": 1}`.
extension DayRule: Codable {
    enum CodingKeys: String, CodingKey {
        case weeks, days, from, place
        case monthDay = "month_day"
        case monthWeekday = "month_weekday"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kinds = [CodingKeys.weeks, .monthDay, .monthWeekday].filter(container.contains)
        try container.require(kinds.count < 2, .weeks, "expected one of weeks, month_day and month_weekday")
        if let day = try container.decodeIfPresent(Int.self, forKey: .monthDay) {
            try container.require(
                day == -1 || Self.daysOfMonth.contains(day), .monthDay,
                "\(day) is not in 1...31, nor -1 for the last day")
            self = .monthDay(day)
        } else if let day = try container.decodeIfPresent(Weekday.self, forKey: .monthWeekday) {
            let place = try container.decode(Int.self, forKey: .place)
            try container.require(
                place == -1 || Self.places.contains(place), .place, "\(place) is not in 1...4, nor -1 for the last")
            self = .monthWeekday(place, day)
        } else {
            let weeks = try container.decode(Int.self, forKey: .weeks)
            try container.require(Self.weeksRange.contains(weeks), .weeks, "\(weeks) is not in 2...52")
            let days = WeekdaySet(try container.decode([Weekday].self, forKey: .days))
            try container.require(!days.isEmpty, .days, "a rule of weeks needs at least one day")
            self = .weeks(weeks, days, from: try container.decode(CivilDate.self, forKey: .from))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .weeks(let weeks, let days, let first):
            try container.encode(weeks, forKey: .weeks)
            try container.encode(days.days, forKey: .days)
            try container.encode(first, forKey: .from)
        case .monthDay(let day): try container.encode(day, forKey: .monthDay)
        case .monthWeekday(let place, let day):
            try container.encode(day, forKey: .monthWeekday)
            try container.encode(place, forKey: .place)
        }
    }
}
