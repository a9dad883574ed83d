public import ClockDomain

/// Days on which something repeats, as people write and say them.
public enum RepetitionInput: Hashable, Sendable {
    case weekly(WeekdaySet)
    /// These days of every so many weeks, from the first one to come, or from a day.
    case weeks(Int, WeekdaySet, from: DayInput.Day?)
    /// ``ClockDomain/DayRule/monthDay(_:)`` or ``ClockDomain/DayRule/monthWeekday(_:_:)``.
    case monthly(DayRule)

    /// Days of the week as ``DayInput/weekdays(_:)`` reads them, `every other friday`, `every 3 weeks on mon, fri from
    /// 4 December`, `first monday of the month`, `monthly on the 15th`, `am letzten Tag des Monats`.
    public init(_ text: String) throws(InputError) {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.days, text, "is too long") }
        if let rule = Self.rule(text) { self = rule } else { self = .weekly(try DayInput.weekdays(text)) }
    }

    private static func rule(_ text: String) -> RepetitionInput? {
        var words = WordReader(text)
        guard var rule = words.takeRule() else { return nil }
        _ = rule.takeStart(from: &words)
        return words.isAtEnd ? rule : nil
    }

    /// Takes `from 4 December`, `starting tomorrow`, `ab 4.12.` behind a rule of weeks.
    mutating func takeStart(from words: inout WordReader) -> Bool {
        var rest = words
        guard case .weeks(let weeks, let days, from: nil) = self,
            rest.consume(anyOf: ["from", "starting", "beginning", "ab", "vom"]), let day = rest.takeDay()
        else { return false }
        self = .weeks(weeks, days, from: day)
        words = rest
        return true
    }

    /// Returns the days of an alarm.
    ///
    /// - Parameters:
    ///   - now: the first day of a rule of weeks has the time still to come.
    ///   - zone: the zone of the alarm's node.
    ///   - old: the alarm's days so far: the same rule said again keeps its weeks, unless it names a day to begin with.
    public func repetition(
        at time: LocalTime, now: WallTime, zone: TimeZoneRules, after old: AlarmSchedule.Repetition? = nil
    ) -> AlarmSchedule.Repetition {
        switch self {
        case .weekly(let days): return .weekly(days)
        case .monthly(let rule): return .recurring(rule)
        case .weeks(let weeks, let days, let day):
            if day == nil, let old, case .recurring(.weeks(weeks, days, from: _)) = old { return old }
            let local = zone.localTime(at: now)
            let isOver = LocalDateTime(date: local.date, time: time) <= local
            let start = (day?.date(from: local.date) ?? local.date).daysSinceEpoch + (day == nil && isOver ? 1 : 0)
            let first = (start..<start + 7).lazy.map(CivilDate.init(daysSinceEpoch:)).first {
                days.contains($0.weekday)
            }
            return .recurring(.weeks(weeks, days, from: first ?? local.date))
        }
    }
}

// MARK: Among other words

extension WordReader {
    /// The places of a day in its month; -1 for the last.
    private static let places = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1,
        "erster": 1, "ersten": 1, "zweiter": 2, "zweiten": 2, "dritter": 3, "dritten": 3, "vierter": 4, "vierten": 4,
        "letzter": -1, "letzten": -1,
    ]
    /// `am` before them is a preposition: `am ersten Montag im Monat`.
    static let germanPlaces: Set = ["ersten", "zweiten", "dritten", "vierten", "letzten"]
    private static let every: Set = ["every", "each", "jeden", "jede", "jedes", "jedem", "alle"]
    private static let months: Set = ["month", "monat", "monats"]

    /// Takes a repetition that is not every week's.
    mutating func takeRule() -> RepetitionInput? { takeMonthly() ?? takeWeeks() }

    /// `first monday of the month`, `monthly on the 15th`, `every month on the last day`, `am 15. jeden Monats`.
    private mutating func takeMonthly() -> RepetitionInput? {
        var rest = self
        var isMonthly = rest.consume(anyOf: ["monthly", "monatlich"])
        if !isMonthly {
            var month = rest
            isMonthly = month.consume(anyOf: Self.every) && month.consume(anyOf: Self.months)
            if isMonthly { rest = month }
        }
        while rest.consume(anyOf: ["on", "the", "am", "an", "dem", "den"]) {}
        if !isMonthly { _ = rest.consume(anyOf: Self.every) }
        guard let rule = rest.takeDayOfEveryMonth() else { return nil }
        if !isMonthly {
            while rest.consume(anyOf: Self.every.union(["of", "in", "the", "im", "des", "eines"])) {}
            guard rest.consume(anyOf: Self.months) else { return nil }
        }
        self = rest
        return .monthly(rule)
    }

    /// `15th`, `15.`, `first`, `last day`, `second friday`.
    private mutating func takeDayOfEveryMonth() -> DayRule? {
        let number: Int
        if let place = parse({ Self.places[$0] }) {
            number = place
        } else {
            guard let digits = takeNumber(), let day = Int(digits.prefix(4)), (1...31).contains(day) else { return nil }
            _ = consume(".") || consume(anyOf: ["st", "nd", "rd", "th"])
            number = day
        }
        if let day = parse(Vocabulary.weekday) { return number <= 4 ? .monthWeekday(number, day.weekday) : nil }
        guard consume(anyOf: ["day", "tag"]) || number > 0 else { return nil }
        return .monthDay(number)
    }

    /// `every other friday`, `every 3 weeks on mon, fri`, `fridays every other week`, `alle 2 Wochen freitags`.
    private mutating func takeWeeks() -> RepetitionInput? {
        var rest = self
        var days: NamedDays?
        var count = rest.takeWeekCount()
        if count == nil {
            // "every third friday" may mean the third of each month.
            if rest.consume(anyOf: Self.every), rest.consume(anyOf: ["other", "second", "zweiten"]) {
                // "every other weekday" is every second day, and no alarm has that.
                guard !rest.isAtWorkingDays else { return nil }
                count = 2
            } else {
                rest = self
                days = rest.takeWeekdays()
                count = rest.takeWeekCount()
            }
        }
        // "every other friday and every saturday", "jeden zweiten Freitag und samstags" are two repetitions.
        guard let count, let days = days ?? rest.takeWeekdays(), !days.isMixed else { return nil }
        self = rest
        return .weeks(count, days.days, from: nil)
    }

    private var isAtWorkingDays: Bool {
        if case .letters(let word)? = next { Vocabulary.dayGroups[word]?.contains(.monday) == true } else { false }
    }

    /// `every other week`, `every 3 weeks`, `alle zwei Wochen`, `fortnightly`, in ``DayRule/weeksRange``.
    private mutating func takeWeekCount() -> Int? {
        var rest = self
        let count: Int
        if rest.consume(word: "fortnightly") {
            count = 2
        } else {
            guard rest.consume(anyOf: Self.every) else { return nil }
            let isSecond = rest.consume(anyOf: ["other", "second", "zweite"])
            guard let number = isSecond ? 2 : rest.takeSmallNumber(), DayRule.weeksRange.contains(number),
                rest.consume(anyOf: ["week", "weeks", "woche", "wochen"])
            else { return nil }
            count = number
        }
        self = rest
        return count
    }
}
