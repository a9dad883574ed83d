/// A recurrence rule by days (RFC 5545 section 3.3.10): FREQ from DAILY to YEARLY with INTERVAL, COUNT or UNTIL,
/// BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY, BYSETPOS and WKST.
///
/// Each period of the rule (a day, week, month or year) has its days. Those that pass every part of the rule are its
/// set, and BYSETPOS selects from it. A part that the rule lacks comes from the first date, as the section says.
struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, Hashable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// Of its line in the file.
    let line: Int
    let until: ICalendarDate?
    private var frequency = Frequency.yearly
    private var interval: Int64 = 1
    private var count: Int?
    private var months: [Int] = []
    /// 1...31, or -31 ... -1 from the month's end.
    private var monthDays: [Int] = []
    /// 1...366, or -366 ... -1 from the year's end.
    private var yearDays: [Int] = []
    private var weekdays: [PlacedWeekday] = []
    /// Of the period's days, from 1, or from -1 at the end.
    private var positions: [Int] = []
    private var weekStart = 0

    /// A weekday (0 is Monday), and which of them in its month or year, from 1, or from -1 at the end; 0 for all.
    private struct PlacedWeekday: Hashable, Sendable {
        var place: Int
        var weekday: Int
    }

    /// - Parameter start: of the event.
    init(_ line: ICalendarLine, start: ICalendarDate) throws(ICalendarError) {
        self.line = line.number
        var parts: [String: [Substring]] = [:]
        let rule = line.word
        for part in rule.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(sides[0])
            guard sides.count == 2, parts[name] == nil else {
                throw ICalendarError(line: line.number, "RRULE part \(ICalendarError.shown(part)) is not valid")
            }
            parts[name] = sides[1].split(separator: ",", omittingEmptySubsequences: false)
        }
        func refusal(_ problem: String) -> ICalendarError { ICalendarError(line: line.number, "RRULE \(problem)") }
        func invalid(_ name: String) -> ICalendarError {
            let value = parts[name, default: []].joined(separator: ",")
            return refusal("part \(ICalendarError.shown("\(name)=\(value)")) is not valid")
        }
        func numbers(_ name: String, _ range: ClosedRange<Int>) throws(ICalendarError) -> [Int] {
            var numbers: Set<Int> = []
            for item in parts[name, default: []] {
                guard item.utf8.count <= 6, let number = Int(item), range.contains(number), number != 0 else {
                    throw invalid(name)
                }
                numbers.insert(number)
            }
            return numbers.sorted()
        }
        func number(_ name: String, _ range: ClosedRange<Int>) throws(ICalendarError) -> Int? {
            guard parts[name].map({ $0.count == 1 }) ?? true else { throw invalid(name) }
            return try numbers(name, range).first
        }

        guard let frequency = parts["FREQ"] else { throw refusal("has no FREQ") }
        guard let known = Frequency(rawValue: frequency.joined(separator: ",")) else {
            throw refusal("with FREQ=\(Label.fitted(frequency.joined(separator: ",").prefix(20))) is not supported")
        }
        self.frequency = known
        interval = Int64(try number("INTERVAL", 1...10_000) ?? 1)
        count = try number("COUNT", 1...100_000)
        until = parts["UNTIL"].flatMap { ICalendarDate($0.joined(separator: ","), zone: start.zone) }
        guard until != nil || parts["UNTIL"] == nil else { throw invalid("UNTIL") }
        guard count == nil || until == nil else { throw refusal("has both COUNT and UNTIL") }
        months = try numbers("BYMONTH", 1...12)
        monthDays = try numbers("BYMONTHDAY", -31...31)
        yearDays = try numbers("BYYEARDAY", -366...366)
        positions = try numbers("BYSETPOS", -366...366)
        for item in parts["BYDAY", default: []] {
            let (place, name) = (item.dropLast(2), item.suffix(2))
            let number = place.isEmpty ? 0 : place.utf8.count <= 3 ? Int(place) : nil
            guard let weekday = Self.weekday(name), let number, (-53...53).contains(number),
                place.isEmpty || number != 0
            else { throw invalid("BYDAY") }
            weekdays.append(PlacedWeekday(place: number, weekday: weekday))
        }
        // A repeated weekday counts once.
        weekdays = Array(Set(weekdays))
        if let name = parts["WKST"] {
            guard let weekday = Self.weekday(name.joined(separator: ",")[...]) else { throw invalid("WKST") }
            weekStart = weekday
        }

        // By the table of the section.
        if known == .weekly, !monthDays.isEmpty { throw refusal("with BYMONTHDAY is not valid by week") }
        if known != .yearly, !yearDays.isEmpty { throw refusal("with BYYEARDAY is valid by year only") }
        if known == .daily || known == .weekly, weekdays.contains(where: { $0.place != 0 }) {
            throw refusal("with a number in BYDAY is valid by month and by year only")
        }
        for (name, value) in [
            ("BYHOUR", start.time?.hour), ("BYMINUTE", start.time?.minute), ("BYSECOND", start.time?.second),
        ] {
            // Days have no hours: the section says to ignore these. Of a time only the event's own is understood.
            guard let items = parts[name], let value, items.map({ Int($0) }) != [value] else { continue }
            throw refusal("with \(name) is not supported")
        }
        let names: Set = [
            "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYDAY", "BYSETPOS", "WKST",
            "BYHOUR", "BYMINUTE", "BYSECOND",
        ]
        if let other = parts.keys.sorted().first(where: { !names.contains($0) }) {
            throw refusal("with \(Label.fitted(other.prefix(20))) is not supported")
        }
        takeParts(from: start.date)
    }

    private mutating func takeParts(from first: CivilDate) {
        guard monthDays.isEmpty, yearDays.isEmpty, weekdays.isEmpty else { return }
        switch frequency {
        case .daily: break
        case .weekly: weekdays = [PlacedWeekday(place: 0, weekday: first.weekday.index)]
        case .monthly: monthDays = [first.day]
        case .yearly:
            monthDays = [first.day]
            if months.isEmpty { months = [first.month] }
        }
    }

    // MARK: Expansion

    /// The dates of the rule, ascending. `first` always is one, and counts as one.
    ///
    /// - Parameters:
    ///   - wanted: the result leaves out dates outside of it.
    ///   - last: the last date by UNTIL.
    ///   - budget: the number of days that the whole file may still examine.
    func dates(
        from first: CivilDate, in wanted: ClosedRange<CivilDate>, last: CivilDate?, budget: inout Int
    ) throws(ICalendarError) -> [CivilDate] {
        let last = min(last ?? wanted.upperBound, wanted.upperBound)
        var dates = wanted.contains(first) ? [first] : []
        var left = (count ?? .max) - 1
        // Without a count nothing depends on the periods before.
        var period = count == nil ? firstPeriod(from: first, reaching: wanted.lowerBound) : 0
        while left > 0 {
            let days = days(ofPeriod: period * interval, from: first)
            guard let start = days.first, start <= last else { break }
            budget -= 1 + days.count * (1 + weekdays.count)
            guard budget > 0 else { throw ICalendarError(line: line, "the file's rules have too many dates") }
            for date in selected(days) where date > first && date <= last && left > 0 {
                left -= 1
                if date >= wanted.lowerBound { dates.append(date) }
            }
            period += 1
        }
        return dates
    }

    private func firstPeriod(from first: CivilDate, reaching date: CivilDate) -> Int64 {
        let days = date.daysSinceEpoch - first.daysSinceEpoch
        // Long months and years, so that none is left out.
        let periods =
            switch frequency {
            case .daily: days
            case .weekly: days / 7
            case .monthly: days / 31
            case .yearly: days / 366
            }
        return max(0, periods / interval - 1)
    }

    /// - Parameter period: from 0, that of `first`.
    private func days(ofPeriod period: Int64, from first: CivilDate) -> [CivilDate] {
        switch frequency {
        case .daily: return [CivilDate(daysSinceEpoch: first.daysSinceEpoch + period)]
        case .weekly:
            let start = first.daysSinceEpoch - Int64((first.weekday.index - weekStart + 7) % 7) + 7 * period
            return (0..<7).map { CivilDate(daysSinceEpoch: start + $0) }
        case .monthly:
            let month = Int64(first.year * 12 + first.month - 1) + period
            return Self.days(ofMonth: Int(month % 12) + 1, of: Int(month / 12))
        case .yearly:
            let year = first.year + Int(period)
            return (months.isEmpty ? Array(1...12) : months).flatMap { Self.days(ofMonth: $0, of: year) }
        }
    }

    private static func days(ofMonth month: Int, of year: Int) -> [CivilDate] {
        (1...CivilDate.days(inMonth: month, of: year)).map { CivilDate(year: year, month: month, day: $0) }
    }

    private func selected(_ days: [CivilDate]) -> [CivilDate] {
        let set = days.filter(isSelected)
        guard !positions.isEmpty else { return set }
        return Set(positions.map { $0 > 0 ? $0 - 1 : set.count + $0 }).sorted().filter(set.indices.contains).map {
            set[$0]
        }
    }

    private func isSelected(_ date: CivilDate) -> Bool {
        if !months.isEmpty, !months.contains(date.month) { return false }
        let monthLength = CivilDate.days(inMonth: date.month, of: date.year)
        if !monthDays.isEmpty, !monthDays.contains(date.day), !monthDays.contains(date.day - monthLength - 1) {
            return false
        }
        if yearDays.isEmpty, weekdays.isEmpty { return true }
        let yearLength = CivilDate.isLeap(year: date.year) ? 366 : 365
        let yearDay = Int(date.daysSinceEpoch - CivilDate(year: date.year, month: 1, day: 1).daysSinceEpoch) + 1
        if !yearDays.isEmpty, !yearDays.contains(yearDay), !yearDays.contains(yearDay - yearLength - 1) { return false }
        if weekdays.isEmpty { return true }
        let isInMonth = frequency == .monthly || !months.isEmpty
        let (day, length) = isInMonth ? (date.day, monthLength) : (yearDay, yearLength)
        let weekday = date.weekday.index
        return weekdays.contains { wanted in
            wanted.weekday == weekday
                && (wanted.place == 0 || wanted.place == (day - 1) / 7 + 1 || wanted.place == -((length - day) / 7 + 1))
        }
    }

    private static func weekday(_ name: Substring) -> Int? {
        ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(name))
    }
}
