internal import ClockDomain

// Reads a time of day with its day, word by word. A phrase is a time, a day or days, and a part of the day, each at most
// once and in any order: "tomorrow at 6", "at 7 in the evening on friday", "werktags um 7 Uhr abends". Each step takes one
// of the three from the beginning of the rest or refuses the whole, so the reader goes over the words once.

/// The reader of one phrase.
struct TimePhrase {
    private let text: String
    private let allowsSeconds: Bool
    private var words: WordReader
    private var clock: Clock?
    private var sun: SunTime?
    private var part: DayPart?
    private var day: DayInput.Day?
    private var repetition: RepetitionInput?
    /// True for `tonight`, `heute Nacht`: after midnight it is the next date.
    private var isTonight = false

    /// Seconds from now that are of use to somebody.
    static let distances = 0...3_660 * 86_400

    private struct Clock {
        /// 0...23; 1...12 where a part of the day follows.
        var hour: Int
        /// 0...59, or -59...-1 for minutes before the hour.
        var minutes = 0
        var seconds = 0
    }

    init(_ text: String, allowsSeconds: Bool) {
        self.text = text
        self.allowsSeconds = allowsSeconds
        words = WordReader(text)
    }

    mutating func read() throws(InputError) -> TimeInput {
        if let seconds = fromNow() { return .fromNow(seconds: seconds) }
        var isFirst = true
        while !words.isAtEnd {
            if !isFirst { _ = words.consume(",") }
            isFirst = false
            // A part comes first: "am Abend" is no day, and "Freitag morgen" not tomorrow.
            if takePart() || takeDays() { continue }
            if takeSun() { continue }
            guard sun == nil, try takeClock() else { throw notATime }
        }
        if let sun {
            guard part == nil else { throw notATime }
            let time = LocalTime(secondOfDay: 86_399)
            return .sun(sun, repetition.map { .repeating(time, $0) } ?? .clock(time, on: day))
        }
        guard let clock = clock ?? part?.ownHour.map({ Clock(hour: $0) }) else { throw refusal("has no time") }
        let time = try time(clock)
        if let repetition { return .repeating(time, repetition) }
        if isTonight, time.hour < 6, part != .morning { return .clock(time, on: .tomorrow) }
        // The night of a Friday has the early hours of two dates.
        guard part != .night || day == nil || time.hour >= 6 else {
            throw twoWays("say the date and \(time.hourAndMinute)")
        }
        return .clock(time, on: day)
    }

    // MARK: Refusals

    private func refusal(_ problem: String) -> InputError { InputError(.time, text, problem) }

    private func twoWays(_ advice: String) -> InputError {
        InputError(.time, text, "can be read in two ways", advice: advice)
    }

    private var notATime: InputError {
        // The nearest text's own refusal is of no use.
        InputError(.time, text, "is not a time") { (try? TimeInput($0)) != nil }
    }

    // MARK: From now

    /// `in 20 minutes`, `2 hours from now`, `half an hour ago`, `vor 2 Stunden`.
    private func fromNow() -> Int? {
        var rest = words
        var isPast = false
        if let before = words.dropping(tail: ["from", "now"]) {
            rest = before
        } else if let before = words.dropping(tail: ["ago"]) {
            (rest, isPast) = (before, true)
        } else if rest.consume(word: "vor") {
            isPast = true
        } else if !rest.consume(word: "in") {
            return nil
        }
        // "in 20" could be minutes or hours.
        guard rest.hasLetters, let seconds = DurationInput.seconds(rest), Self.distances.contains(seconds) else {
            return nil
        }
        return isPast ? -seconds : seconds
    }

    // MARK: Days

    private mutating func takeDays() -> Bool {
        if repetition?.takeStart(from: &words) == true { return true }
        guard day == nil, repetition == nil else { return false }
        var rest = words
        if let rule = rest.takeRule() {
            repetition = rule
        } else if rest.consume(word: "tonight") {
            day = .today
            isTonight = true
        } else if rest.consume(word: "this"), let part = rest.parse({ Vocabulary.dayParts[$0] }) {
            day = .today
            self.part = self.part ?? part
            isTonight = part == .night
        } else {
            rest = words
            if rest.consume(anyOf: ["every", "each", "jeden", "jede"]),
                let part = rest.parse({ Vocabulary.dayParts[$0] })
            {
                repetition = .weekly(.everyDay)
                self.part = self.part ?? part
            } else {
                rest = words
                if let days = rest.takeWeekdays() {
                    if let single = days.single { day = .weekday(single) } else { repetition = .weekly(days.days) }
                } else if let one = rest.takeDay() {
                    day = one
                } else {
                    return false
                }
            }
        }
        words = rest
        return true
    }

    // MARK: Parts of the day

    private mutating func takePart() -> Bool {
        guard part == nil else { return false }
        var rest = words
        if clock != nil, let half = Self.half(&rest) {
            (part, words) = (half, rest)
            return true
        }
        rest = words
        var isLed = rest.consume(anyOf: ["at", "am", "um", "zu"])
        if !isLed, rest.consume(word: "in") { isLed = rest.consume(anyOf: ["the", "der"]) }
        guard let word = rest.takeLetters(), let found = Vocabulary.dayParts[word],
            isLed || day != nil || repetition != nil || !Vocabulary.partNouns.contains(word)
        else { return false }
        if found == .night, day == .today { isTonight = true }
        (part, words) = (found, rest)
        return true
    }

    /// `am`, `p.m.`, `a`; but the `am` of `am Freitag` is a preposition.
    private static func half(_ words: inout WordReader) -> DayPart? {
        guard var letters = words.takeLetters() else { return nil }
        if letters.count == 1, words.consume(".") {
            letters += words.takeLetters() ?? ""
            _ = words.consume(".")
        }
        if letters == "am", case .letters(let next) = words.next,
            Vocabulary.isGermanDay(next) || WordReader.germanPlaces.contains(next)
        {
            return nil
        }
        // "am 24. Dezember"
        var ahead = words
        if letters == "am", ahead.takeNumber() != nil, ahead.consume(".") { return nil }
        return ["am": .am, "a": .am, "pm": .pm, "p": .pm][letters]
    }

    // MARK: By the sun

    /// `sunrise`, `at sunset`, `sunrise - 30 min`, `20 min after sunset`, `eine Stunde vor Sonnenuntergang`.
    private mutating func takeSun() -> Bool {
        guard clock == nil, sun == nil else { return false }
        var rest = words
        _ = rest.consume("@") || rest.consume(anyOf: ["at", "bei", "zum", "um"])
        var seconds = 0
        if let lead = rest.takeDuration() {
            guard let sign = rest.parse({ Vocabulary.signs[$0] }) else { return false }
            seconds = sign * lead
            _ = rest.consume(anyOf: ["the", "dem"])
        }
        guard let event = rest.parse({ Vocabulary.sunEvents[$0] }) else { return false }
        if seconds == 0, let sign = rest.takeSign() {
            guard let length = rest.takeDuration() else { return false }
            seconds = sign * length
        }
        guard seconds % 60 == 0, SunTime.offsetRange.contains(seconds / 60) else { return false }
        sun = SunTime(event, offsetMinutes: seconds / 60)
        words = rest
        return true
    }

    // MARK: Times of day

    private mutating func takeClock() throws(InputError) -> Bool {
        guard clock == nil else { return false }
        var rest = words
        _ = rest.consume("@") || rest.consume(anyOf: ["at", "um"])
        clock = try Self.spoken(&rest, text)
        if clock == nil { clock = try written(&rest) }
        if clock != nil { words = rest }
        return clock != nil
    }

    /// `half past seven`, `quarter to 8`, `ten past six`, `halb acht`, `fünf vor halb acht`, `viertel acht`.
    private static func spoken(_ words: inout WordReader, _ text: String) throws(InputError) -> Clock? {
        var rest = words
        let minutes: Int
        var isQuarter = false
        if rest.consume(word: "half") {
            guard rest.consume(anyOf: ["past", "after"]) else {
                guard let hour = hour(&rest) else { return nil }
                throw InputError(
                    .time, text, "can be read in two ways", advice: "say \"half past \(hour)\" or \(hour):30")
            }
            return finish(rest, 30, &words)
        }
        if rest.consume(word: "halb") { return finish(rest, -30, &words) }
        if rest.consume(word: "dreiviertel") { return finish(rest, -15, &words) }
        _ = rest.consume(word: "a")
        if rest.consume(anyOf: ["quarter", "viertel"]) {
            (minutes, isQuarter) = (15, true)
        } else {
            guard let number = rest.takeSmallNumber(), (1...59).contains(number) else { return nil }
            if number == 3, rest.consume(word: "viertel") { return finish(rest, -15, &words) }
            _ = rest.consume(anyOf: ["minute", "minutes", "minuten", "min"])
            minutes = number
        }
        let isAfter = rest.consume(anyOf: ["past", "after", "nach"])
        guard isAfter || rest.consume(anyOf: ["to", "before", "till", "til", "vor"]) else {
            return isQuarter && rest.previous == .letters("viertel") ? finish(rest, -45, &words) : nil
        }
        let half = rest.consume(word: "halb") ? -30 : 0
        return finish(rest, half + (isAfter ? minutes : -minutes), &words)
    }

    /// Takes the hour, and adds the minutes.
    private static func finish(_ rest: WordReader, _ minutes: Int, _ words: inout WordReader) -> Clock? {
        var rest = rest
        guard let hour = hour(&rest) else { return nil }
        words = rest
        return Clock(hour: hour, minutes: minutes)
    }

    /// `7`, `seven`, `acht Uhr`, `noon`, `Mitternacht`.
    private static func hour(_ words: inout WordReader) -> Int? {
        if let hour = words.parse({ Vocabulary.dayParts[$0]?.ownHour }) { return hour }
        guard let hour = words.takeSmallNumber(), hour < 24 else { return nil }
        _ = words.consume(anyOf: ["oclock", "uhr"])
        return hour
    }

    /// `7`, `7:30`, `7.30`, `0730`, `7 Uhr 30`, `seven thirty`, `seven o'clock`, `sieben Uhr dreißig`.
    private func written(_ words: inout WordReader) throws(InputError) -> Clock? {
        guard let digits = words.takeNumber() else { return spelled(&words) }
        var hourDigits = digits
        var minuteDigits: Substring?
        var seconds = 0
        if words.consume(":") || words.consume(".") {
            guard let minutes = words.takeNumber(), minutes.utf8.count == 2 else {
                throw refusal("has no minutes of two digits")
            }
            minuteDigits = minutes
        } else if digits.utf8.count == 4 {
            hourDigits = digits.prefix(2)
            minuteDigits = digits.suffix(2)
        }
        if words.consume(":") {
            guard allowsSeconds else { throw refusal("has seconds, but alarms ring on whole minutes") }
            guard let digits = words.takeNumber(), digits.utf8.count == 2, let number = Int(digits), number < 60 else {
                throw refusal("is not a time: seconds are 00 to 59")
            }
            seconds = number
        }
        guard hourDigits.utf8.count <= 2, let hour = Int(hourDigits), var minute = Int(minuteDigits ?? "0") else {
            throw notATime
        }
        if words.consume(anyOf: ["uhr", "oclock"]), minuteDigits == nil { minute = words.takeSmallNumber() ?? 0 }
        guard minute < 60 else { throw refusal("is not a time: minutes are 00 to 59") }
        return Clock(hour: hour, minutes: minute, seconds: seconds)
    }

    private func spelled(_ words: inout WordReader) -> Clock? {
        // "ein" is no number elsewhere.
        let isOne = words.consume(word: "ein")
        guard let hour = isOne ? 1 : words.takeNumberWord() else { return nil }
        let isNamed = words.consume(anyOf: ["uhr", "oclock"])
        guard isNamed || !isOne else { return nil }
        var minute = 0
        if words.consume(anyOf: ["oh", "o"]) {
            guard let ones = words.takeNumberWord(), ones < 10 else { return nil }
            minute = ones
        } else if let number = words.takeNumberWord() {
            // "seven five" is no time.
            guard number < 60, isNamed || number >= 10 else { return nil }
            minute = number
        }
        return Clock(hour: hour, minutes: minute)
    }

    // MARK: The reading

    private func time(_ clock: Clock) throws(InputError) -> LocalTime {
        var (hour, minute) = (clock.hour, clock.minutes)
        if minute < 0 {
            // "a quarter to 12 pm" is before noon for some and before midnight for others.
            if hour == 12, part == .am || part == .pm { throw twoWays("say 11:45 or 23:45") }
            // The part of the day holds for the hour in which the time lies: a quarter to one is 12:45.
            hour = hour == 0 ? 23 : hour == 1 ? 12 : hour - 1
            minute += 60
        }
        if let part {
            guard let meant = part.hour(hour) else {
                let isHalf = part == .am || part == .pm
                throw refusal(
                    isHalf
                        ? "is not a time: hours before am and pm are 1 to 12"
                        : "is not a time: that part of the day has no such hour")
            }
            hour = meant
        } else if isTonight, (5...12).contains(hour) {
            hour = (hour + 12) % 24
        }
        guard let time = LocalTime(hour: hour, minute: minute, second: clock.seconds) else {
            throw refusal("is not a time: hours are 0 to 23")
        }
        return time
    }
}
