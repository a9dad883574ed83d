public import ClockDomain

/// Days as people write and say them: one of the calendar, days of the week, spans of dates.
public enum DayInput {
    /// A day as a person means it, not yet a date.
    public enum Day: Hashable, Sendable {
        case date(CivilDate)
        /// Days from today; negative in the past.
        case offset(Int)
        /// The next such day, today included.
        case weekday(Weekday)
        /// The next such date, today included.
        case dayOfYear(month: Int, day: Int)

        public static let today = Day.offset(0)
        public static let tomorrow = Day.offset(1)

        /// As people write it: `2026-12-24`, `today`, `mon`.
        public var word: String {
            switch self {
            case .date(let date): date.iso8601
            case .offset(0): "today"
            case .offset(1): "tomorrow"
            case .offset(-1): "yesterday"
            case .offset(let days): "in \(days) days"
            case .weekday(let weekday): weekday.rawValue
            case .dayOfYear(let month, let day): "\(day).\(month)."
            }
        }

        /// - Parameters:
        ///   - today: the date in the zone in which the day counts.
        ///   - back: true for the last such day instead of the next, today included.
        public func date(from today: CivilDate, back: Bool = false) -> CivilDate {
            switch self {
            case .date(let date): return date
            case .offset(let days): return CivilDate(daysSinceEpoch: today.daysSinceEpoch + Int64(days))
            case .weekday(let weekday):
                let days = Int64(weekday.index - today.weekday.index).flooredRemainder(by: 7)
                return CivilDate(daysSinceEpoch: today.daysSinceEpoch + (back && days > 0 ? days - 7 : days))
            case .dayOfYear(let month, let day):
                // 29 February is eight years away at most.
                let years = (0...8).map { today.year + (back ? -$0 : $0) }
                let dates = years.filter { day <= CivilDate.days(inMonth: month, of: $0) }.map {
                    CivilDate(year: $0, month: month, day: day)
                }
                return dates.first { back ? $0 <= today : $0 >= today } ?? today
            }
        }
    }

    /// `2026-12-24`, `today`, `mon`, `24 December`, `24.12.`, `in 3 days`, `übermorgen`.
    public static func day(_ text: String) throws(InputError) -> Day {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.day, text, "is too long") }
        if let day = reading(text) { return day }
        let isDate = text.first { !$0.isWhitespace }.map { "0123456789".contains($0) } == true
        throw InputError(.day, text, isDate ? "is not a date of the years 1970 to 2199" : "is not a day") {
            reading($0) != nil
        }
    }

    private static func reading(_ text: some StringProtocol) -> Day? {
        var words = WordReader(text)
        guard let day = words.takeDay(), words.isAtEnd else { return nil }
        return day
    }

    /// `2026-12-24`, `2026-12-24..2026-12-26`, `from 24 December to 6 January`; both ends are included and may be any
    /// ``Day``.
    ///
    /// - Parameter today: the date from which days without a date count.
    public static func span(_ text: String, today: CivilDate) throws(InputError) -> DateSpan {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.dates, text, "is too long") }
        let bounds = parts(of: text)
        guard (1...2).contains(bounds.count) else { throw InputError(.dates, text, "is not one date or two") }
        var dates: [CivilDate] = []
        for bound in bounds {
            guard let day = reading(bound) else { throw InputError(.dates, text, "is not a span of dates") }
            // A second day without a year comes after the first date; one that is named by its distance does not.
            let isDistance = if case .offset = day { true } else { false }
            dates.append(day.date(from: isDistance ? today : dates.first ?? today))
        }
        guard dates[0] <= dates[dates.count - 1] else { throw InputError(.dates, text, "ends before it begins") }
        return DateSpan(first: dates[0], last: dates[dates.count - 1])
    }

    /// Around `..`, `/`, ` to ` or another word for it.
    private static func parts(of text: String) -> [Substring] {
        var rest = Substring(text)
        for word in ["from ", "vom ", "von "] where rest.lowercased().hasPrefix(word) {
            rest = rest.dropFirst(word.count)
        }
        for separator in ["..", "/", " to ", " until ", " through ", " bis ", " - ", " – "] {
            guard let range = rest.firstRange(of: separator) else { continue }
            return [rest[..<range.lowerBound], rest[range.upperBound...]]
        }
        return [rest]
    }

    /// `mon-fri`, `mon,wed,fri`, `sat-mon`, `weekdays`, `weekends`, `daily`, `every monday and friday`, `werktags`, and
    /// lists of these. English names may be short, two letters at least: `tu`, `thurs`.
    public static func weekdays(_ text: String) throws(InputError) -> WeekdaySet {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.days, text, "is too long") }
        var words = WordReader(text)
        let days = words.takeWeekdays()
        if days != nil { _ = words.consume(",") }
        if let days, words.isAtEnd { return days.days }
        var problem = "is not a list of weekdays"
        switch (words.previous, words.next) {
        case (.letters(let day), .sign("-")): problem = "has no weekday after \"\(day)-\""
        case (_, .letters(let word)): problem += ": \"\(word.prefix(20))\" is none"
        default: break
        }
        throw InputError(.days, text, problem) { text in
            var words = WordReader(text)
            return words.takeWeekdays() != nil && words.isAtEnd
        }
    }
}

// MARK: Among other words

extension WordReader {
    /// Takes one day: `tomorrow`, `on friday`, `the day after tomorrow`, `2026-12-24`, `24.12.`, `December 24th`.
    mutating func takeDay() -> DayInput.Day? {
        var rest = self
        let isPlaced = rest.consume(anyOf: ["on", "am", "den", "dem"])
        if rest.consume(anyOf: ["in"]) {
            guard let days = rest.takeDistance() else { return nil }
            self = rest
            return .offset(days)
        }
        let isThe = rest.consume(word: "the")
        let isComing = rest.consume(anyOf: ["this", "coming", "diesen", "kommenden"])
        let day: DayInput.Day
        if let named = rest.parse(Vocabulary.weekday), !named.isPlural {
            day = .weekday(named.weekday)
        } else if isComing {
            return nil
        } else if let date = rest.takeCalendarDay() {
            day = date
        } else if rest.consume(word: "day"), rest.consume(word: "after"), rest.consume(word: "tomorrow") {
            day = .offset(2)
        } else if !isPlaced, !isThe, let offset = rest.parse({ Vocabulary.dayOffsets[$0] }) {
            day = .offset(offset)
        } else {
            return nil
        }
        self = rest
        return day
    }

    /// `3 days`, `einer Woche`, in days.
    private mutating func takeDistance() -> Int? {
        let count = consume(anyOf: Vocabulary.articles) ? 1 : takeSmallNumber()
        guard let count, let unit = parse({ Vocabulary.units[$0] }), unit % 86_400 == 0 else { return nil }
        return count * unit / 86_400
    }

    /// `2026-12-24`, `24.12.2026`, `24.12.`, `24 December`, `24. Dezember 2026`, `December 24th`.
    private mutating func takeCalendarDay() -> DayInput.Day? {
        var rest = self
        if let month = rest.parse(Vocabulary.month) {
            guard let day = rest.takeDayOfMonth() else { return nil }
            return finish(rest, month, day)
        }
        if let year = rest.takeNumber(), year.utf8.count == 4 {
            guard rest.consume("-"), let month = rest.takeNumber(), rest.consume("-"), let day = rest.takeNumber(),
                let date = CivilDate(iso8601: "\(year)-\(month)-\(day)")
            else { return nil }
            // The letter of RFC 3339 before the time.
            if case .letters("t") = rest.next { _ = rest.takeLetters() }
            self = rest
            return .date(date)
        }
        rest = self
        guard let day = rest.takeDayOfMonth() else { return nil }
        let isDotted = rest.consume(".")
        _ = rest.consume(word: "of")
        if let month = rest.parse(Vocabulary.month) { return finish(rest, month, day) }
        // `24.12` without a second dot could be a time.
        guard isDotted, let month = rest.takeSmallNumber(), rest.consume(".") else { return nil }
        return finish(rest, month, day)
    }

    /// `24`, `24th`.
    private mutating func takeDayOfMonth() -> Int? {
        guard let digits = takeNumber(), digits.utf8.count <= 2 else { return nil }
        _ = consume(anyOf: ["st", "nd", "rd", "th"])
        return Int(digits)
    }

    /// Takes the year, if there is one, and checks the date.
    private mutating func finish(_ rest: WordReader, _ month: Int, _ day: Int) -> DayInput.Day? {
        var rest = rest
        guard (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: 2024)).contains(day) else { return nil }
        var withYear = rest
        _ = withYear.consume(",")
        if let digits = withYear.takeNumber(), digits.utf8.count == 4, let year = Int(digits), year >= 1970 {
            rest = withYear
            guard year <= 2199, day <= CivilDate.days(inMonth: month, of: year) else { return nil }
            self = rest
            return .date(CivilDate(year: year, month: month, day: day))
        }
        self = rest
        return .dayOfYear(month: month, day: day)
    }

    /// Takes a list of weekdays, up to the last word that belongs to it.
    ///
    /// - Returns: the days, and the only one where a list of one names it without `every` or a plural.
    mutating func takeWeekdays() -> NamedDays? {
        var rest = self
        var named: NamedDays?
        while let item = rest.takeWeekdayItem() {
            if let first = named {
                named?.days.formUnion(item.days)
                named?.single = nil
                named?.isMixed = first.isMixed || (item.form != .bare && item.form != first.form)
            } else {
                named = item
            }
            self = rest
            _ = rest.consume(",")
            _ = rest.consume("&") || rest.consume(anyOf: ["and", "und"])
        }
        return named
    }

    /// `mon`, `mon-fri`, `every monday`, `on weekdays`, `jeden Tag`.
    private mutating func takeWeekdayItem() -> NamedDays? {
        var rest = self
        _ = rest.consume(anyOf: ["on", "am", "an"])
        _ = rest.consume(word: "the")
        let isEvery = rest.consume(anyOf: ["every", "each", "all", "jeden", "jede", "jedes", "alle"])
        var named: NamedDays
        if isEvery, rest.consume(anyOf: ["day", "days", "tag", "tage"]) {
            named = NamedDays(days: .everyDay)
        } else if let group = rest.parse({ Vocabulary.dayGroups[$0] }) {
            named = NamedDays(days: group, form: .plural)
        } else if let first = rest.parse(Vocabulary.weekday) {
            var tail = rest
            let isRange =
                tail.consume("-") || tail.consume("–")
                || tail.consume(anyOf: ["to", "through", "thru", "until", "bis"])
            if isRange, let last = tail.parse(Vocabulary.weekday) {
                rest = tail
                named = NamedDays(days: WeekdaySet(from: first.weekday, through: last.weekday))
            } else {
                named = NamedDays(
                    days: WeekdaySet([first.weekday]), single: isEvery || first.isPlural ? nil : first.weekday,
                    form: first.isPlural ? .plural : .bare)
            }
        } else if isEvery, rest.previous == .letters("all") {
            named = NamedDays(days: .everyDay)
        } else {
            return nil
        }
        if isEvery { named.form = .every }
        self = rest
        return named
    }
}

/// Days of the week as somebody named them.
struct NamedDays {
    /// `friday`; `fridays`, `weekends`; `every friday`.
    enum Form {
        case bare, plural, every
    }

    var days: WeekdaySet
    /// A single day that could be just the next one.
    var single: Weekday?
    var form = Form.bare
    /// True if a later day says by itself that it is every week's, and the first does not: `friday and every saturday`.
    var isMixed = false
}
