internal import ClockDomain

/// The English and German words for numbers, units, days, months and parts of the day.
enum Vocabulary {
    /// Lower case, `ä` as `ae`, `ß` as `ss`.
    static func folded(_ text: some StringProtocol) -> String {
        let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"]
        return text.lowercased().reduce(into: "") { $0 += umlauts[$1] ?? String($1) }
    }

    /// `freitagabend` as `freitag`, `abend`; any other word by itself.
    static func parted(_ word: String) -> [String] {
        for day in germanDays {
            let rest = String(word.dropFirst(day.count))
            if word.hasPrefix(day), dayParts[rest] != nil { return [day, rest] }
        }
        return [word]
    }

    // MARK: Numbers

    /// 1 to 99, each in one word.
    static let numbers: [String: Int] = {
        let ones = [
            ["one", "eins"], ["two", "zwei", "zwo"], ["three", "drei"], ["four", "vier"], ["five", "fuenf"],
            ["six", "sechs"], ["seven", "sieben"], ["eight", "acht"], ["nine", "neun"], ["ten", "zehn"],
            ["eleven", "elf"], ["twelve", "zwoelf"], ["thirteen", "dreizehn"], ["fourteen", "vierzehn"],
            ["fifteen", "fuenfzehn"], ["sixteen", "sechzehn"], ["seventeen", "siebzehn"], ["eighteen", "achtzehn"],
            ["nineteen", "neunzehn"],
        ]
        let tens = [
            ["twenty", "zwanzig"], ["thirty", "dreissig"], ["forty", "vierzig"], ["fifty", "fuenfzig"],
            ["sixty", "sechzig"], ["seventy", "siebzig"], ["eighty", "achtzig"], ["ninety", "neunzig"],
        ]
        var numbers: [String: Int] = [:]
        for (index, words) in ones.enumerated() { for word in words { numbers[word] = index + 1 } }
        for (index, words) in tens.enumerated() {
            for word in words { numbers[word] = 10 * (index + 2) }
            for (one, names) in ones.prefix(9).enumerated() {
                let prefix = one == 0 ? "ein" : names[1]
                numbers["\(prefix)und\(words[1])"] = 10 * (index + 2) + one + 1
            }
        }
        return numbers
    }()

    /// `a`, `eine`: one of a unit, but no number elsewhere.
    static let articles: Set<String> = ["a", "an", "ein", "eine", "einer", "einem", "einen"]

    /// `anderthalb`, `zweieinhalb`, in hundredths.
    static let halves: [String: Int] = {
        var halves = ["anderthalb": 150, "eineinhalb": 150]
        for (word, number) in numbers where (2...12).contains(number) { halves["\(word)einhalb"] = number * 100 + 50 }
        return halves
    }()

    // MARK: Units

    private static let unitNames: [Int: [String]] = [
        604_800: ["w", "week", "weeks", "woche", "wochen"],
        86_400: ["d", "day", "days", "tag", "tage", "tagen"],
        3600: ["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"],
        2700: ["dreiviertelstunde"],
        900: ["viertelstunde"],
        60: ["m", "min", "mins", "minute", "minutes", "minuten"],
        1: ["s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden"],
    ]

    /// Seconds by the name of a unit.
    static let units: [String: Int] = unitNames.reduce(into: [:]) { units, unit in
        for name in unit.value { units[name] = unit.key }
    }

    // MARK: Days

    private static let englishDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let germanDays = [
        "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "sonnabend",
    ]
    private static let germanShorts = ["mo", "di", "mi", "do", "fr", "sa", "so"]

    struct NamedDay {
        var weekday: Weekday
        /// True for `mondays`, `montags`: every one.
        var isPlural: Bool
        var isGerman: Bool
    }

    /// `mon`, `Tuesday`, `thurs` (two letters at least from the start of the English name), `fridays`, `Mo`, `montags`.
    static func weekday(_ word: String) -> NamedDay? {
        let single = word.hasSuffix("s") ? String(word.dropLast()) : word
        func day(_ index: Int, isPlural: Bool, isGerman: Bool) -> NamedDay {
            NamedDay(weekday: Weekday.allCases[index == 7 ? 5 : index], isPlural: isPlural, isGerman: isGerman)
        }
        if word.count >= 2, let index = englishDays.firstIndex(where: { $0.hasPrefix(word) }) {
            return day(index, isPlural: false, isGerman: false)
        }
        if let index = englishDays.firstIndex(of: single) { return day(index, isPlural: true, isGerman: false) }
        if let index = germanShorts.firstIndex(of: word) { return day(index, isPlural: false, isGerman: true) }
        return germanDays.firstIndex(of: single).map { day($0, isPlural: single != word, isGerman: true) }
    }

    /// Several weekdays in one word.
    static let dayGroups: [String: WeekdaySet] = {
        let (work, rest) = (WeekdaySet(from: .monday, through: .friday), WeekdaySet(from: .saturday, through: .sunday))
        return [
            "weekdays": work, "weekday": work, "workdays": work, "workday": work, "werktags": work, "werktage": work,
            "werktagen": work, "werktag": work, "wochentags": work, "wochentage": work, "wochentagen": work,
            "weekends": rest, "weekend": rest, "wochenende": rest, "wochenenden": rest, "wochenends": rest,
            "daily": .everyDay, "everyday": .everyDay, "taeglich": .everyDay,
        ]
    }()

    /// Days from today.
    static let dayOffsets = [
        "today": 0, "heute": 0, "tomorrow": 1, "morgen": 1, "uebermorgen": 2, "yesterday": -1, "gestern": -1,
        "vorgestern": -2,
    ]

    private static let months = [
        ["january", "januar", "jaenner"], ["february", "februar"], ["march", "maerz"], ["april"], ["may", "mai"],
        ["june", "juni"], ["july", "juli"], ["august"], ["september"], ["october", "oktober"], ["november"],
        ["december", "dezember"],
    ]

    /// 1...12 by a month's name, or its first three letters or more.
    static func month(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        return months.firstIndex { names in names.contains { $0.hasPrefix(word) } }.map { $0 + 1 }
    }

    // MARK: Parts of the day

    /// Parts of the day by their nouns and adverbs.
    static let dayParts: [String: DayPart] = [
        "morning": .morning, "morgen": .morning, "morgens": .morning, "frueh": .morning,
        "vormittag": .forenoon, "vormittags": .forenoon,
        "noon": .noon, "midday": .noon, "mittag": .midday, "mittags": .midday,
        "afternoon": .afternoon, "nachmittag": .afternoon, "nachmittags": .afternoon,
        "evening": .evening, "abend": .evening, "abends": .evening,
        "night": .night, "nacht": .night, "nachts": .night,
        "midnight": .midnight, "mitternacht": .midnight,
    ]
    /// Parts of the day that stand without a preposition only behind a day: `tomorrow morning`.
    static let partNouns: Set<String> = [
        "morning", "afternoon", "evening", "night", "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht",
    ]

    /// `am` before it is a preposition: `am Freitag`, `am Abend`.
    static func isGermanDay(_ word: String) -> Bool {
        weekday(word)?.isGerman == true || word.hasPrefix("wochenende")
            || ["morgen", "vormittag", "mittag", "nachmittag", "abend"].contains(word)
    }

    // MARK: The sun

    static let sunEvents: [String: SunTime.Event] = [
        "sunrise": .sunrise, "sonnenaufgang": .sunrise, "sunset": .sunset, "sonnenuntergang": .sunset,
    ]
    /// Words between a length of time and an event.
    static let signs = ["before": -1, "vor": -1, "after": 1, "past": 1, "nach": 1]

    // MARK: Slips

    private static let others = [
        "past", "after", "before", "nach", "half", "halb", "quarter", "viertel", "dreiviertel", "oclock", "every",
        "tonight", "through", "until", "from", "jeden", "halbe", "halben",
    ]
    private static let all: [String] = {
        var words = others + englishDays + germanDays
        words += (englishDays + germanDays).map { "\($0)s" }
        words += months.flatMap { $0 }
        words += numbers.keys
        words += units.keys
        words += dayGroups.keys
        words += dayOffsets.keys
        words += dayParts.keys
        words += sunEvents.keys
        return words.sorted()
    }()

    static func isKnown(_ word: String) -> Bool {
        word.count < 3 || all.contains(word) || weekday(word) != nil || month(word) != nil
    }

    /// The word that somebody meant: one slip of the finger away, or two in a long word.
    static func nearest(to word: String) -> String? {
        guard word.count >= 6 else { return all.first { $0.count >= 3 && word.isOneSlip(from: $0) } }
        return ClockDomain.nearest(to: word, among: all)
    }
}

extension String {
    /// True when one letter is missing, too many, another one, or has changed places with its neighbour.
    func isOneSlip(from other: String) -> Bool {
        let (mine, its) = (Array(self), Array(other))
        guard abs(mine.count - its.count) <= 1 else { return false }
        let same = zip(mine, its).prefix { $0 == $1 }.count
        let (mineRest, itsRest) = (mine.dropFirst(same), its.dropFirst(same))
        if mine.count == its.count {
            return mineRest.dropFirst() == itsRest.dropFirst()
                || (mineRest.dropFirst(2) == itsRest.dropFirst(2)
                    && mineRest.prefix(2) == itsRest.prefix(2).reversed()[...])
        }
        return mine.count > its.count ? mineRest.dropFirst() == itsRest[...] : mineRest[...] == itsRest.dropFirst()
    }
}
