/// Durations as people write them.
///
/// - `10m`, `90s`, `2h`, `1h30m`, `1 hour 30 min`, `1.5h`, `2d`: numbers with units, the larger unit first. A last number
///   without one counts the next smaller unit: `1h30` is an hour and 30 minutes, `1m30` a minute and 30 seconds.
/// - `half an hour`, `an hour and a half`, `ten minutes`, `1½ h`, `anderthalb Stunden`: the same in words.
/// - `25:00`, `1:30:00`: minutes and seconds, or hours, minutes and seconds; `1:30 hours` says which.
/// - `90`: a number alone is minutes.
public enum DurationInput {
    /// Seconds.
    ///
    /// - Parameters:
    ///   - text: with a sign before it where the range has negative numbers.
    ///   - range: the allowed durations, in seconds.
    public static func seconds(_ text: String, in range: ClosedRange<Int>) throws(InputError) -> Int {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.duration, text, "is too long") }
        guard let seconds = reading(text) else {
            throw InputError(.duration, text, "is not a duration") { reading($0) != nil }
        }
        guard range.contains(seconds) else {
            let allowed = "\(Self.words(for: range.lowerBound)) to \(Self.words(for: range.upperBound))"
            throw InputError(.duration, text, "is not in the range \(allowed)")
        }
        return seconds
    }

    private static func reading(_ text: String) -> Int? {
        var words = WordReader(text)
        let isNegative = words.consume("-")
        if !isNegative { _ = words.consume("+") }
        _ = words.consume(anyOf: ["for", "fuer"])
        return seconds(words).map { isNegative ? -$0 : $0 }
    }

    /// The duration that all of the words are.
    static func seconds(_ words: WordReader) -> Int? { colons(words) ?? units(words) }

    /// `1h 30m`, `90s` as `1m 30s`, `0s`.
    public static func words(for seconds: Int) -> String {
        let parts = [
            (seconds.magnitude / 3600, "h"), (seconds.magnitude / 60 % 60, "m"), (seconds.magnitude % 60, "s"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        return words.isEmpty ? "0s" : (seconds < 0 ? "-" : "") + words
    }

    /// `25:00`, `1:30:00`
    private static func colons(_ words: WordReader) -> Int? {
        var words = words
        var numbers: [Int] = []
        repeat {
            guard let digits = words.takeNumber(), digits.utf8.count <= (numbers.isEmpty ? 4 : 2),
                let number = Int(digits),
                numbers.isEmpty || (digits.utf8.count == 2 && number < 60)
            else { return nil }
            numbers.append(number)
        } while words.consume(":")
        guard (2...3).contains(numbers.count) else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        if words.isAtEnd { return seconds }
        guard let unit = words.parse({ Vocabulary.units[$0] }), words.isAtEnd else { return nil }
        return switch (unit, numbers.count) {
        case (3600, 2): seconds * 60
        case (3600, 3), (60, 2): seconds
        default: nil
        }
    }

    /// `1h30m`, `an hour and a half`, `90`
    private static func units(_ words: WordReader) -> Int? {
        var words = words
        var total = 0
        var lastUnit: Int?
        repeat {
            if let lastUnit {
                _ = words.consume(word: "and") || words.consume(word: "und")
                if let share = share(&words), words.isAtEnd {
                    return lastUnit * share % 100 == 0 ? total + lastUnit * share / 100 : nil
                }
            }
            guard let amount = amount(&words) else { return nil }
            let unit: Int
            if let named = words.parse({ Vocabulary.units[$0] }) {
                unit = named
            } else {
                // A number in words needs its unit; without one it belongs to a name.
                guard words.isAtEnd, amount.isInDigits else { return nil }
                unit = lastUnit.map(Self.unit(below:)) ?? 60
            }
            guard unit > 0, unit < lastUnit ?? .max, amount.hundredths * unit % 100 == 0 else { return nil }
            total += amount.hundredths * unit / 100
            lastUnit = unit
        } while !words.isAtEnd
        return total
    }

    /// A number in digits or words, with its half: `10`, `1.5`, `twenty-five`, `an`, `half an`, `two and a half`.
    private static func amount(_ words: inout WordReader) -> (hundredths: Int, isInDigits: Bool)? {
        if let hundredths = hundredths(&words) { return (hundredths, true) }
        if let share = share(&words) {
            _ = words.consume(word: "of")
            _ = words.consume(anyOf: Vocabulary.articles)
            return (share, false)
        }
        if let half = words.parse({ Vocabulary.halves[$0] }) { return (half, false) }
        guard let number = words.consume(anyOf: Vocabulary.articles) ? 1 : words.takeNumberWord() else { return nil }
        var rest = words
        if rest.consume(anyOf: ["and", "und"]), let share = share(&rest) {
            words = rest
            return (number * 100 + share, false)
        }
        return (number * 100, false)
    }

    /// `half`, `a half`, `eine halbe`, `a quarter`, `three quarters`, in hundredths.
    private static func share(_ words: inout WordReader) -> Int? {
        var rest = words
        let isThree = rest.consume(anyOf: ["three", "drei"])
        if !isThree { _ = rest.consume(anyOf: Vocabulary.articles) }
        let share = rest.parse { word -> Int? in
            switch word {
            case "half", "halbe", "halben", "halbes": isThree ? nil : 50
            case "quarter": isThree ? nil : 25
            case "viertel": isThree ? 75 : 25
            case "quarters": isThree ? 75 : nil
            case "dreiviertel": isThree ? nil : 75
            default: nil
            }
        }
        if share != nil { words = rest }
        return share
    }

    /// A number of up to six digits, with up to two after a point or comma or with a fraction's sign, in hundredths.
    private static func hundredths(_ words: inout WordReader) -> Int? {
        if let fraction = fraction(&words) { return fraction }
        guard let digits = words.takeNumber(), digits.utf8.count <= 6, let whole = Int(digits) else { return nil }
        if let fraction = fraction(&words) { return whole * 100 + fraction }
        guard words.consume(".") || words.consume(",") else { return whole * 100 }
        guard let decimals = words.takeNumber(), decimals.utf8.count <= 2, let fraction = Int(decimals) else {
            return nil
        }
        return whole * 100 + (decimals.utf8.count == 1 ? fraction * 10 : fraction)
    }

    private static func fraction(_ words: inout WordReader) -> Int? {
        words.consume("½") ? 50 : words.consume("¼") ? 25 : words.consume("¾") ? 75 : nil
    }

    private static func unit(below unit: Int) -> Int {
        switch unit {
        case 604_800: 86_400
        case 86_400: 3600
        case 3600: 60
        case 60: 1
        default: 0
        }
    }
}

// MARK: Durations among other words

extension DurationInput {
    /// No duration has more.
    private static let maximumWords = 12

    /// A duration at the beginning of a command line's words, and the words behind it, which are a name.
    ///
    /// The reader takes everything that looks like a part of the duration as one, or refuses the line: `30 seconds` is
    /// never thirty minutes with a name. A word in quotes, which has a blank, is a name whatever is in it.
    ///
    /// - Parameter range: the allowed durations, in seconds.
    /// - Returns: `nil` where no duration stands there.
    /// - Throws: ``InputError`` for words that can be read in two ways, or for a duration outside the range.
    public static func first(
        of words: [String], in range: ClosedRange<Int>
    ) throws(InputError) -> (seconds: Int, rest: [String])? {
        for count in stride(from: min(words.count, maximumWords), to: 0, by: -1) {
            let text = words.prefix(count).joined(separator: " ")
            guard isDuration(text) else { continue }
            let rest = Array(words.dropFirst(count))
            if !rest.isEmpty {
                // After a number without a unit, the next word may be its unit.
                let isBare = text.allSatisfy(\.isNumber)
                let isOpen = count > 1 && words[count - 1].allSatisfy(\.isNumber)
                guard !isOpen, !rest.contains(where: isLikeTime), !isBare || !isNearUnit(rest[0]) else {
                    let whole = words.joined(separator: " ")
                    throw InputError(.duration, whole, "can be read in two ways: put all of the name into quotes, or")
                }
            }
            return (try seconds(text, in: range), rest)
        }
        // All of it in one word with blanks: "30 seconds pasta".
        guard let first = words.first, first.contains(where: \.isWhitespace) else { return nil }
        let parts = first.split(whereSeparator: \.isWhitespace).map { String($0) }
        guard parts.count > 1 else { return nil }
        return try self.first(of: parts + words.dropFirst(), in: range)
    }

    /// The words before a duration at the end of a command line, and the duration: `pasta egg 30 s`.
    ///
    /// - Returns: the longest duration; `nil` where none stands there.
    public static func last(of words: [String]) -> (before: [String], text: String)? {
        for count in stride(from: min(words.count, maximumWords), to: 0, by: -1) {
            let text = words.suffix(count).joined(separator: " ")
            if isDuration(text) { return (Array(words.dropLast(count)), text) }
        }
        return nil
    }

    private static func isDuration(_ text: String) -> Bool {
        text.utf8.count <= WordReader.maximumBytes && reading(text) != nil
    }

    /// True when a word could be a part of a duration: a number, a unit, or a duration.
    private static func isLikeTime(_ word: String) -> Bool {
        let letters = word.lowercased().filter { $0 != "." && $0 != "," }
        guard !letters.isEmpty, !letters.contains(where: \.isWhitespace) else { return false }
        if letters.allSatisfy(\.isNumber) || isDuration(word) || Vocabulary.units[letters] != nil { return true }
        return ["ms", "millisecond", "milliseconds", "month", "months", "year", "years"].contains(letters)
    }

    /// True when a word is a unit but for a slip of the finger.
    private static func isNearUnit(_ word: String) -> Bool {
        let letters = word.lowercased().filter(\.isLetter)
        return letters.count > 3 && Vocabulary.units.keys.contains { $0.count > 3 && letters.isOneSlip(from: $0) }
    }
}
