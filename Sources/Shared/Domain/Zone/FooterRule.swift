/// The rule that a TZif footer gives for the open-ended future: one offset for ever, or two that take turns each year
/// (RFC 9636 section 3.3; POSIX.1-2024, Base Definitions, 8.3, `TZ`).
struct FooterRule: Hashable, Sendable {
    /// The offset for ever, or outside of `daylight`.
    var standard: ZoneOffset
    var daylight: Daylight?

    struct Daylight: Hashable, Sendable {
        var offset: ZoneOffset
        /// In local time by the standard offset.
        var start: YearlyMoment
        /// In local time by the daylight saving offset.
        var end: YearlyMoment
    }

    func offset(atSecond second: Int64) -> ZoneOffset {
        guard let daylight else { return standard }
        // A moment can lie a week and a day outside its year, so the latest start and end before an instant belong to the
        // year that it is so much later, or to one of the three before.
        let year = FooterRule.year(second, FooterRule.overhang)
        var (start, end) = (Int64.max, Int64.max)
        for year in stride(from: year, through: year - 3, by: -1) {
            if start > second { start = daylight.startSecond(in: year, standard: standard) }
            if end > second { end = daylight.endSecond(in: year) }
            if max(start, end) <= second { break }
        }
        return start <= second && (start >= end || end > second) ? daylight.offset : standard
    }

    /// The seconds in `range` at which daylight saving time starts or ends, ascending.
    func changeSeconds(in range: Range<Int64>) -> [Int64] {
        guard let daylight, !range.isEmpty else { return [] }
        let firstYear = FooterRule.year(range.lowerBound, -FooterRule.overhang)
        let lastYear = FooterRule.year(range.upperBound, FooterRule.overhang)
        var seconds: [Int64] = []
        for year in firstYear...lastYear {
            let start = daylight.startSecond(in: year, standard: standard)
            let end = daylight.endSecond(in: year)
            if range.contains(start) { seconds.append(start) }
            if range.contains(end) { seconds.append(end) }
        }
        return seconds.sorted()
    }

    /// More days than a moment can lie outside its year: 167 hours, and the offset.
    private static let overhang: Int64 = 9

    /// The UTC year of an instant some days later.
    private static func year(_ second: Int64, _ days: Int64) -> Int {
        CivilDate(daysSinceEpoch: second.flooredQuotient(by: 86_400) + days).year
    }
}

extension FooterRule.Daylight {
    func startSecond(in year: Int, standard: ZoneOffset) -> Int64 {
        start.localSecond(in: year) - Int64(standard.secondsEast)
    }

    func endSecond(in year: Int) -> Int64 { end.localSecond(in: year) - Int64(offset.secondsEast) }

    /// True when daylight saving time never ends: TZ strings write that as an end at or after the next start. One leap
    /// year and two common ones around it show it for all.
    func lastsAllYear(standard: ZoneOffset) -> Bool {
        (2003...2005).allSatisfy { endSecond(in: $0) >= startSecond(in: $0 + 1, standard: standard) }
    }
}

/// A day of every year and a time on it, as POSIX TZ strings name them.
struct YearlyMoment: Hashable, Sendable {
    var day: Day
    /// Seconds after local midnight of the day: up to 167 hours either way, so it can lie on another day.
    var seconds: Int

    enum Day: Hashable, Sendable {
        /// `Jn`: 1...365, 29 February never counted.
        case julianWithoutLeapDay(Int)
        /// `n`: 0...365, 29 February counted.
        case zeroBased(Int)
        /// `Mm.w.d`: month 1...12, week 1...5 (5 is the last), weekday 0...6 from Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    /// Seconds since 1970-01-01T00:00:00 of the same local clock.
    func localSecond(in year: Int) -> Int64 { dayNumber(in: year) * 86_400 + Int64(seconds) }

    /// Days since 1970-01-01.
    private func dayNumber(in year: Int) -> Int64 {
        switch day {
        case .julianWithoutLeapDay(let number):
            let leapDay = CivilDate.isLeap(year: year) && number >= 60 ? 1 : 0
            return CivilDate(year: year, month: 1, day: 1).daysSinceEpoch + Int64(number - 1 + leapDay)
        case .zeroBased(let number): return CivilDate(year: year, month: 1, day: 1).daysSinceEpoch + Int64(number)
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
            // 1970-01-01 was a Thursday, the fourth weekday counted from Sunday as 0.
            let firstWeekday = (first + 4).flooredRemainder(by: 7)
            let toWeekday = (Int64(weekday) - firstWeekday).flooredRemainder(by: 7)
            var offset = toWeekday + Int64(week - 1) * 7
            if offset >= CivilDate.days(inMonth: month, of: year) { offset -= 7 }
            return first + offset
        }
    }
}
