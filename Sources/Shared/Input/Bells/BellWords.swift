/// The words of bell schedules that are neither times nor names of bells.
enum BellWords {
    // MARK: Between and beside times

    /// Words between the begin and the end of a range.
    static let bounds: Set<String> = ["to", "until", "till", "til", "through", "thru", "bis", "à"]
    private static let connectors = bounds.union(["and", "und", "at", "um", "end", "ends", "ende"])

    /// True for the text between the two times of a range: blanks, a column's border, a dash, `to`, `bis`.
    static func isConnector(_ text: some Sequence<Character>) -> Bool {
        let text = Array(text)
        return text.allSatisfy { $0.isLetter || $0.isWhitespace || $0.isBellDash || ",./():>…*".contains($0) }
            && text.split { !$0.isLetter }.allSatisfy { connectors.contains(String($0).lowercased()) }
    }

    /// Words before a time that belong to it.
    static let prepositions: Set<String> = ["at", "from", "between", "um", "ab", "von", "zwischen", "de"]
    /// Words before a time at which something ends.
    static let limits: Set<String> = ["until", "till", "til", "bis"]

    // MARK: Kinds of bells

    /// True for a bell with the name of an end: `Dismissal`, `End of period 2`.
    static func isEnd(_ name: String) -> Bool {
        let words = Set(words(name))
        return !words.isDisjoint(with: [
            "end", "ends", "ende", "endet", "over", "out", "dismiss", "dismissal", "dismissed", "release", "schluss",
            "schulschluss", "unterrichtsende", "schulende",
        ]) && words.isDisjoint(with: begins)
    }

    static func isWarning(_ name: String) -> Bool {
        !Set(words(name)).isDisjoint(with: ["warning", "vorklingeln", "vorwarnung"])
    }

    /// True for the minutes between two periods: nothing begins with them.
    static func isPassing(_ name: String) -> Bool {
        let words = words(name)
        return words.contains(where: passing.contains)
            && words.allSatisfy {
                passing.contains($0) || ["period", "time", "to", "class"].contains($0) || Int($0) != nil
            }
    }

    /// Verbs and nouns of a begin.
    static let begins: Set<String> = ["start", "starts", "begin", "begins", "beginn", "beginnt"]
    private static let passing: Set<String> = ["passing", "transition", "raumwechsel", "raumwechselpause"]

    // MARK: Lines without a time

    /// True for a length alone, and for a gap between two bells: `(37 min.)`, `Passing period`, `Große Pause`.
    static func isNote(_ line: String) -> Bool {
        if isLength(line) { return true }
        let words = words(line)
        let isGap = words.contains { passing.contains($0) || $0.hasSuffix("pause") || $0.hasSuffix("pausen") }
        let isBreak = !Set(words).isDisjoint(with: ["break", "recess"])
        let hasMinutes = words.contains { Vocabulary.units[$0] == 60 } && words.contains { Int($0) != nil }
        return isGap || isBreak && hasMinutes
    }

    /// True for a duration in minutes or hours with its unit: `40 min`, `(1 hr 5 min)`. `1 Std.` is the first period.
    static func isLength(_ text: some StringProtocol) -> Bool {
        let length = text.trimmingBellMarks("()[].'’")
        guard length.utf8.count <= 40 else { return false }
        let words = WordReader(length)
        let isTime = words.words.allSatisfy {
            guard case .letters(let word) = $0 else { return true }
            return ["and", "und"].contains(word)
                || [60, 3600].contains(Vocabulary.units[word]) && !["std", "stunde"].contains(word)
        }
        return isTime && words.hasLetters && DurationInput.seconds(words) != nil
    }

    /// True for a line of column names or a title.
    ///
    /// - Parameter isFirst: true before the first bell, where a school's name and a day's kind are titles too.
    static func isHeading(_ line: String, isFirst: Bool) -> Bool {
        let words = words(line)
        let set = Set(words)
        guard !words.isEmpty else { return false }
        if words.allSatisfy(columns.contains), !set.isDisjoint(with: certainColumns) { return true }
        if !set.isDisjoint(with: titles) || words.contains(where: isTitleWord) { return true }
        if words.last == "times" || set.contains("late") && set.contains("start")
            || set.contains("early") && set.contains("dismissal")
        {
            return true
        }
        guard isFirst, set.isDisjoint(with: begins), !isEnd(line), !set.contains("bell") else { return false }
        return ["day", "days", "tag"].contains(words.last) || words.first == "day"
            || words.contains { schools.contains($0) || $0.hasSuffix("schule") }
    }

    /// True for a heading of three columns or more that names no begin and no end: two times could be of two days.
    static func isUnclear(_ heading: String) -> Bool {
        let cells = heading.split { "\t|;".contains($0) }.flatMap { $0.split(separator: ",") }
        let isSpaced = heading.contains(", ")
        return !isSpaced && cells.count { $0.contains(where: \.isLetter) } >= 3
            && Set(words(heading)).isDisjoint(with: begins.union(["time", "times", "from", "zeit", "uhrzeit", "von"]))
    }

    /// True for a title that also names times: `Bell schedule, 8:00 to 3:00`.
    static func isTitleWithTimes(_ line: String) -> Bool { !Set(words(line)).isDisjoint(with: documents) }

    /// True for the heading of lunches, which overlap with the periods above it.
    static func isOfLunches(_ heading: String) -> Bool {
        words(heading).contains { $0.hasPrefix("lunch") || $0.hasPrefix("mittag") || $0 == "mensa" }
    }

    /// True where periods have German names.
    static func isGerman(_ text: String) -> Bool {
        !Set(words(text)).isDisjoint(with: ["uhr", "stunde", "std", "unterrichtszeiten", "uhrzeit"])
    }

    private static let certainColumns: Set<String> = [
        "start", "starts", "end", "ends", "begin", "begins", "time", "times", "length", "duration", "minutes", "from",
        "zeit", "zeiten", "uhrzeit", "beginn", "ende", "von", "dauer", "description", "name", "label", "bezeichnung",
    ]
    private static let columns: Set<String> = certainColumns.union([
        "activity", "art", "bell", "bells", "bis", "block", "blocks", "class", "day", "event", "fach", "finish",
        "hour", "in", "m", "min", "mins", "minuten", "no", "notes", "nr", "number", "of", "pause", "period", "periods",
        "room", "std", "stunde", "stunden", "subject", "to", "type",
    ])
    private static let documents: Set<String> = [
        "schedule", "schedules", "timetable", "timetables", "stundenplan", "unterrichtszeiten", "stundenraster",
    ]
    private static let titles: Set<String> = documents.union([
        "delay", "delayed", "effective", "gueltig", "klingelzeiten", "kurzstunden", "kurzstundenplan", "minimum",
        "normal", "pausenzeiten", "plan", "regulaere", "regular", "release", "revised", "schuljahr", "schulzeiten",
        "semester", "shortened", "stundenzeiten", "updated", "zeiten",
    ])
    private static let schools: Set<String> = [
        "academy", "college", "elementary", "grade", "grades", "gymnasium", "high", "kindergarten", "middle", "school",
        "session",
    ]

    /// A day of the week or a year.
    private static func isTitleWord(_ word: String) -> Bool {
        word.count >= 3 && Vocabulary.weekday(word) != nil
            || word.count == 4 && Int(word).map { (2000...2199).contains($0) } == true
    }

    /// Letters and digits by themselves, in lower case, umlauts as two letters.
    static func words(_ text: some StringProtocol) -> [String] {
        Vocabulary.folded(text).split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    }
}

extension StringProtocol {
    /// The text without blanks, dashes, bullets and separators at both ends, nor the given characters.
    func trimmingBellMarks(_ others: String = "") -> Substring {
        func isMark(_ character: Character) -> Bool {
            character.isWhitespace || character.isBellDash || ":,;|•*_>=@·▪◦‣●○#✓".contains(character)
                || others.contains(character)
        }
        var rest = Substring(self)
        while let first = rest.first, isMark(first) { rest.removeFirst() }
        while let last = rest.last, isMark(last) { rest.removeLast() }
        return rest
    }
}
