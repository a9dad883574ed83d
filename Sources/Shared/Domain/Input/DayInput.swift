/// Days as people write them: one of the calendar, days of the week, spans of dates.
public enum DayInput {
    /// A day as a person means it, not yet a date.
    public enum Day: Hashable, Sendable {
        case date(CivilDate)
        case today
        case tomorrow
        /// The next such day, today included.
        case weekday(Weekday)

        /// As people write it: `2026-12-24`, `today`, `mon`.
        public var word: String {
            switch self {
            case .date(let date): date.iso8601
            case .today: "today"
            case .tomorrow: "tomorrow"
            case .weekday(let weekday): weekday.rawValue
            }
        }

        /// - Parameter today: the date in the zone in which the day counts.
        public func date(from today: CivilDate) -> CivilDate {
            switch self {
            case .date(let date): date
            case .today: today
            case .tomorrow: CivilDate(daysSinceEpoch: today.daysSinceEpoch + 1)
            case .weekday(let weekday):
                CivilDate(
                    daysSinceEpoch: today.daysSinceEpoch
                        + Int64(weekday.index - today.weekday.index).flooredRemainder(by: 7))
            }
        }
    }

    /// `2026-12-24`, `today`, `tomorrow`, `mon`.
    public static func day(_ text: String) throws(InputError) -> Day {
        let word = trimmed(text).lowercased()
        if let date = CivilDate(iso8601: word) { return .date(date) }
        if word == "today" { return .today }
        if word == "tomorrow" { return .tomorrow }
        if let weekday = Weekday(word: word) { return .weekday(weekday) }
        let isDate = word.first.map { "0123456789".contains($0) } == true
        throw InputError(.day, text, isDate ? "is not a date of the years 1970 to 2199" : "is not a day")
    }

    /// `2026-12-24`, `2026-12-24..2026-12-26`; both ends are included and may be any ``Day``.
    ///
    /// - Parameter today: the date from which days without a date count.
    public static func span(_ text: String, today: CivilDate) throws(InputError) -> DateSpan {
        guard text.utf8.count <= InputWords.maximumBytes else { throw InputError(.dates, text, "is too long") }
        let bounds = parts(of: text)
        guard (1...2).contains(bounds.count) else { throw InputError(.dates, text, "is not one date or two") }
        var dates: [CivilDate] = []
        for bound in bounds {
            guard let day = understood(bound) else { throw InputError(.dates, text, "is not a span of dates") }
            // A second weekday comes after the first date.
            dates.append(day.date(from: dates.first ?? today))
        }
        guard dates[0] <= dates[dates.count - 1] else {
            throw InputError(.dates, text, "ends before it begins")
        }
        return DateSpan(first: dates[0], last: dates[dates.count - 1])
    }

    /// `mon-fri`, `mon,wed,fri`, `sat-mon`, `weekdays`, `weekends`, `daily`, and lists of these. Names may be short,
    /// two letters at least: `tu`, `thurs`.
    public static func weekdays(_ text: String) throws(InputError) -> WeekdaySet {
        guard text.utf8.count <= InputWords.maximumBytes else { throw InputError(.days, text, "is too long") }
        var words = InputWords(text)
        var days: WeekdaySet = []
        repeat {
            guard let word = words.takeLetters() else { throw InputError(.days, text, "is not a list of weekdays") }
            if let group = group(word) {
                days.formUnion(group)
                // `every day`
                if word == "every" {
                    guard words.takeLetters() == "day" else {
                        throw InputError(.days, text, "is not a list of weekdays")
                    }
                }
            } else if let first = Weekday(word: word) {
                var last = first
                if words.consume("-") {
                    guard let end = words.takeLetters().flatMap(Weekday.init(word:)) else {
                        throw InputError(.days, text, "has no weekday after \"\(word)-\"")
                    }
                    last = end
                }
                days.formUnion(WeekdaySet(from: first, through: last))
            } else {
                throw InputError(.days, text, "is not a list of weekdays: \"\(word.prefix(20))\" is none")
            }
            // Commas and spaces part days.
            _ = words.consume(",")
        } while !words.isAtEnd
        return days
    }

    private static func group(_ word: String) -> WeekdaySet? {
        switch word {
        case "weekdays", "weekday", "workdays": WeekdaySet(from: .monday, through: .friday)
        case "weekends", "weekend": WeekdaySet(from: .saturday, through: .sunday)
        case "daily", "everyday", "every", "all": .everyDay
        default: nil
        }
    }

    private static func understood(_ text: Substring) -> Day? {
        // The caller's own message names the whole text.
        try? day(String(text))
    }

    /// Around `..`, `/` or ` to `.
    private static func parts(of text: String) -> [Substring] {
        for separator in ["..", "/", " to "] {
            guard let range = text.firstRange(of: separator) else { continue }
            return [text[..<range.lowerBound], text[range.upperBound...]]
        }
        return [Substring(text)]
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension Weekday {
    /// Monday is 0.
    public var index: Int { Int((Weekday.allCases.firstIndex(of: self) ?? 0)) }

    /// `mon`, `Tuesday`, `thurs`: at least two letters from the start of its English name; `nil` for anything else.
    public init?(word: some StringProtocol) {
        let word = word.lowercased()
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        guard word.count >= 2, let index = names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        self = Weekday.allCases[index]
    }
}

extension WeekdaySet {
    /// From one day through another, over the end of the week if need be.
    public init(from first: Weekday, through last: Weekday) {
        let count = (last.index - first.index + 7) % 7
        self.init((0...count).map { Weekday.allCases[(first.index + $0) % 7] })
    }
}
