/// A calendar date of the proleptic Gregorian calendar, without a zone.
public struct CivilDate: Hashable, Comparable, Sendable {
    public var year: Int
    /// 1...12
    public var month: Int
    /// 1...31
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter daysSinceEpoch: days since 1970-01-01, any sign.
    ///
    /// Counts in 400-year eras that start on 1 March, so that the leap day is the last of its year
    /// (the method of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms").
    public init(daysSinceEpoch: Int64) {
        let shifted = daysSinceEpoch + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01. The date's fields are in range.
    public var daysSinceEpoch: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// ISO weekday.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday, the fourth ISO weekday.
        Weekday.allCases[Int((daysSinceEpoch + 3).flooredRemainder(by: 7))]
    }

    public static func isLeap(year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// Days in `month` (1...12) of `year`.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (a: CivilDate, b: CivilDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}

/// Days of the week in ISO 8601 order; the raw value is the usual three-letter short form.
public enum Weekday: String, CaseIterable, Hashable, Sendable, Codable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    /// 0 for Monday to 6 for Sunday.
    public var index: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}

/// A time of day on a wall clock, to the second, without a zone.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// 0..<86400
    public var secondOfDay: Int

    public static let midnight = LocalTime(secondOfDay: 0)

    /// - Parameter secondOfDay: 0..<86400.
    public init(secondOfDay: Int) {
        precondition((0..<86_400).contains(secondOfDay), "second of day \(secondOfDay) is not in 0..<86400")
        self.secondOfDay = secondOfDay
    }

    /// `nil` unless `hour` is in 0...23, `minute` and `second` in 0...59.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        secondOfDay = hour * 3600 + minute * 60 + second
    }

    public var hour: Int { secondOfDay / 3600 }
    public var minute: Int { secondOfDay / 60 % 60 }
    public var second: Int { secondOfDay % 60 }

    public static func < (a: LocalTime, b: LocalTime) -> Bool { a.secondOfDay < b.secondOfDay }
}

/// A date and a time of day as a wall clock somewhere shows it, without a zone.
public struct LocalDateTime: Hashable, Comparable, Sendable {
    public var date: CivilDate
    public var time: LocalTime

    public init(date: CivilDate, time: LocalTime) {
        self.date = date
        self.time = time
    }

    /// - Parameter secondsSinceEpoch: seconds since 1970-01-01T00:00:00 of the same (zoneless) wall clock.
    public init(secondsSinceEpoch: Int64) {
        date = CivilDate(daysSinceEpoch: secondsSinceEpoch.flooredQuotient(by: 86_400))
        time = LocalTime(secondOfDay: Int(secondsSinceEpoch.flooredRemainder(by: 86_400)))
    }

    /// Seconds since 1970-01-01T00:00:00 of the same (zoneless) wall clock.
    public var secondsSinceEpoch: Int64 { date.daysSinceEpoch * 86_400 + Int64(time.secondOfDay) }

    public static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { (a.date, a.time) < (b.date, b.time) }
}
