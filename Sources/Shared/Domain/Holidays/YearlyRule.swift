/// A recurrence rule of the kind that holidays have (RFC 5545 section 3.3.10): `FREQ=YEARLY` with `INTERVAL`, `COUNT`
/// or `UNTIL`, `BYMONTH`, and `BYMONTHDAY` or `BYDAY`.
struct YearlyRule: Hashable, Sendable {
    private var interval = 1
    private var count: Int?
    private var until: CivilDate?
    /// Empty: the first date's month.
    private var months: [Int] = []
    /// 1...31, or -31 ... -1 from the month's end. Empty: the first date's day.
    private var monthDays: [Int] = []
    /// Weekdays of a month, with 1 ... 5 or -5 ... -1 for which of them; 0 for all.
    private var weekdays: [MonthWeekday] = []

    private struct MonthWeekday: Hashable, Sendable {
        var place: Int
        var weekday: Weekday
    }

    init(_ line: ICalendarLine) throws(ICalendarError) {
        var isYearly = false
        var names: Set<String> = []
        for part in line.value.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = sides[0].uppercased()
            guard sides.count == 2, names.insert(name).inserted else { throw Self.refusal(line, part) }
            let value = sides[1].uppercased()
            switch name {
            case "FREQ":
                guard value == "YEARLY" else {
                    throw ICalendarError(
                        line: line.number,
                        "RRULE with FREQ=\(Label.fitted(value.prefix(20))) is not supported, only YEARLY is")
                }
                isYearly = true
            case "INTERVAL": interval = try Self.number(value, in: 1...1000, line, part)
            case "COUNT": count = try Self.number(value, in: 1...10_000, line, part)
            case "UNTIL":
                guard let date = ICalendarDate(value)?.date else { throw Self.refusal(line, part) }
                until = date
            case "BYMONTH":
                for item in value.split(separator: ",", omittingEmptySubsequences: false) {
                    months.append(try Self.number(item, in: 1...12, line, part))
                }
            case "BYMONTHDAY":
                for item in value.split(separator: ",", omittingEmptySubsequences: false) {
                    let day = try Self.number(item, in: -31...31, line, part)
                    guard day != 0 else { throw Self.refusal(line, part) }
                    monthDays.append(day)
                }
            case "BYDAY":
                for item in value.split(separator: ",", omittingEmptySubsequences: false) {
                    guard let weekday = Self.monthWeekday(item) else { throw Self.refusal(line, part) }
                    weekdays.append(weekday)
                }
            case "WKST":
                // Which day weeks start on plays no part in the rules that are read here.
                break
            default:
                throw ICalendarError(
                    line: line.number, "RRULE with \(Label.fitted(name.prefix(20))) is not supported")
            }
        }
        guard isYearly else { throw ICalendarError(line: line.number, "RRULE has no FREQ") }
        guard count == nil || until == nil else {
            throw ICalendarError(line: line.number, "RRULE has both COUNT and UNTIL")
        }
        guard weekdays.isEmpty || (!months.isEmpty && monthDays.isEmpty) else {
            throw ICalendarError(line: line.number, "RRULE with BYDAY is supported only with BYMONTH and no BYMONTHDAY")
        }
        // The same thing said often is looked at once.
        months = Set(months).sorted()
        monthDays = Set(monthDays).sorted()
        weekdays = Array(Set(weekdays))
    }

    /// The dates of the rule from `first` (which always is one) through the year `lastYear`; those of years before
    /// `firstYear` may be left out.
    ///
    /// - Parameter budget: how many years and days may still be looked at, for the whole file.
    func dates(
        from first: CivilDate, firstYear: Int, lastYear: Int, budget: inout Int, line: Int
    ) throws(ICalendarError) -> [CivilDate] {
        var dates: Set = [first]
        var year = first.year
        // Without a count nothing depends on the years before.
        if count == nil, firstYear > year { year += (firstYear - year) / interval * interval }
        while year <= lastYear, dates.count < count ?? .max, year <= until?.year ?? .max {
            let candidates = candidates(in: year, first: first)
            budget -= 1 + candidates.count
            guard budget > 0 else { throw ICalendarError(line: line, "the file's rules have too many dates") }
            for date in candidates {
                if date > first, date <= until ?? date, dates.count < count ?? .max { dates.insert(date) }
            }
            year += interval
        }
        return dates.sorted()
    }

    /// Ascending. Days that a month does not have are left out.
    private func candidates(in year: Int, first: CivilDate) -> [CivilDate] {
        let allMonths = months.isEmpty && !monthDays.isEmpty ? Array(1...12) : months
        var dates: Set<CivilDate> = []
        for month in allMonths.isEmpty ? [first.month] : allMonths {
            let length = CivilDate.days(inMonth: month, of: year)
            for day in weekdays.isEmpty ? (monthDays.isEmpty ? [first.day] : monthDays) : [] {
                let counted = day > 0 ? day : length + 1 + day
                guard (1...length).contains(counted) else { continue }
                dates.insert(CivilDate(year: year, month: month, day: counted))
            }
            for wanted in weekdays {
                let start = CivilDate(year: year, month: month, day: 1)
                let offset = (wanted.weekday.index - start.weekday.index + 7) % 7
                let days = Array(stride(from: 1 + offset, through: length, by: 7))
                let place = wanted.place > 0 ? wanted.place - 1 : days.count + wanted.place
                for (index, day) in days.enumerated() where wanted.place == 0 || index == place {
                    dates.insert(CivilDate(year: year, month: month, day: day))
                }
            }
        }
        return dates.sorted()
    }

    /// `4TH`, `-1MO`, `FR`
    private static func monthWeekday(_ text: Substring) -> MonthWeekday? {
        guard let index = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(text.suffix(2))) else {
            return nil
        }
        let weekday = Weekday.allCases[index]
        let place = text.dropLast(2)
        if place.isEmpty { return MonthWeekday(place: 0, weekday: weekday) }
        guard place.utf8.count <= 2, let number = Int(place), number != 0, (-5...5).contains(number) else { return nil }
        return MonthWeekday(place: number, weekday: weekday)
    }

    private static func number(
        _ text: some StringProtocol, in range: ClosedRange<Int>, _ line: ICalendarLine, _ part: Substring
    ) throws(ICalendarError) -> Int {
        guard text.utf8.count <= 6, let number = Int(text), range.contains(number) else { throw refusal(line, part) }
        return number
    }

    private static func refusal(_ line: ICalendarLine, _ part: Substring) -> ICalendarError {
        ICalendarError(line: line.number, "RRULE part \(ICalendarError.shown(part)) is not valid")
    }
}
