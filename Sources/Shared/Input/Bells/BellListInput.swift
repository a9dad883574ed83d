public import ClockDomain

/// The bells of a day, as schools publish them.
///
/// One bell (`8:05 First bell`) or one range (`Period 1: 8:10 AM–8:50 AM (40 min)`) stands in each line, its name
/// before or after the times or in the line above, in columns between tabs, commas, semicolons, bars or blanks. A range
/// makes two bells, "Period 1" and "Period 1 ends"; a range that ends at the minute of another bell has no bell for its
/// end. Passing time has a bell only at minutes at which nothing else has one. `BellNoon.swift` has the rule for times
/// without am or pm.
///
/// The reader leaves out headings (a line of column names, a title with the word schedule, a weekday, a year or a kind
/// of day, and before the first bell a school's name), lines that begin with `#`, lengths by themselves, and gaps
/// without times (`Große Pause`). It refuses every other line without a time.
public enum BellListInput {
    /// Most bytes of a list.
    public static let maximumBytes = 1 << 16
    /// Most bells of a list, warnings included.
    public static let maximumBells = 300
    /// The minutes between a warning and its begin.
    public static let warnings = 1...60

    /// Reads a list of lines, or the phrase for equal periods: `eight periods of 40 minutes, 3 between, from 8:10`.
    ///
    /// - Parameter warning: minutes from a bell "Warning: Period 1" to the begin of each range, passing time left out;
    ///   in a list without ranges to each bell that is no end and no warning itself. 0 for no warnings.
    /// - Throws: ``BellListError`` with the line of the first fault.
    public static func list(_ text: String, warning: Int = 0) throws(BellListError) -> BellList {
        guard text.utf8.count <= maximumBytes else {
            throw fault("the list is larger than \(maximumBytes / 1024) KiB", "read one schedule at a time")
        }
        try check(warning)
        if let phrase = BellPhrase(text) {
            let bells = try periods(
                count: phrase.count, minutes: phrase.minutes, between: phrase.between, from: phrase.from,
                warning: warning)
            return BellList(bells: bells, leftOut: [])
        }
        var page = BellPage()
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            try page.read(line, number: index + 1)
        }
        let table = BellTable(rows: try page.rows(), isGerman: BellWords.isGerman(text))
        return BellList(bells: try table.bells(warning: warning), leftOut: page.leftOut)
    }

    /// Returns the bells of equal periods, "Period 1" and so on.
    ///
    /// - Parameters:
    ///   - count: 1 to 150.
    ///   - minutes: 1 to 600, the length of each period.
    ///   - between: 0 to 600; without minutes between them, two periods share a bell.
    ///   - from: the begin of the first, on a whole minute.
    ///   - warning: minutes before each begin; 0 for no warnings.
    /// - Throws: ``BellListError`` for other numbers, and for periods that do not end on the same day.
    public static func periods(
        count: Int, minutes: Int, between: Int, from: LocalTime, warning: Int = 0
    ) throws(BellListError) -> [BellList.Bell] {
        try check(warning)
        guard (1...maximumBells / 2).contains(count) else {
            throw fault("\(count) periods are too few or too many", "choose 1 to \(maximumBells / 2)")
        }
        guard (1...600).contains(minutes) else {
            throw fault("a period cannot last \(minutes) minutes", "choose 1 to 600")
        }
        guard (0...600).contains(between) else {
            throw fault("\(between) minutes cannot lie between two periods", "choose 0 to 600")
        }
        guard from.second == 0 else {
            throw fault("bells ring on whole minutes", "leave out the seconds of the first period's begin")
        }
        let begin = from.secondOfDay / 60
        guard begin + count * minutes + (count - 1) * between < 24 * 60 else {
            throw fault(
                "\(count) periods of \(minutes) minutes from \(from.hourAndMinute) do not end before midnight",
                "choose fewer or shorter periods, or an earlier begin")
        }
        let rows = (0..<count).map { index in
            let start = begin + index * (minutes + between)
            return BellTable.Row(line: nil, text: "", name: "Period \(index + 1)", begin: start, end: start + minutes)
        }
        return try BellTable(rows: rows, isGerman: false).bells(warning: warning)
    }

    private static func check(_ warning: Int) throws(BellListError) {
        guard warning == 0 || warnings.contains(warning) else {
            throw fault(
                "a warning cannot ring \(warning) minutes before a begin",
                "choose \(warnings.lowerBound) to \(warnings.upperBound)")
        }
    }

    private static func fault(_ problem: String, _ advice: String) -> BellListError {
        BellListError(line: nil, text: "", problem, advice)
    }
}

/// The lines of a list, one after another.
private struct BellPage {
    private struct Part {
        var line: Int
        var text: Substring
        var entry: BellLine.Entry
        /// True for the first line under a heading in the middle.
        var isNewPart: Bool
        /// True for a time that has its name from the line above.
        var isUnderName: Bool
    }

    private(set) var leftOut: [BellList.LeftOut] = []
    private var parts: [Part] = []
    private var pending: (line: Int, text: Substring, name: String)?
    private var isNewPart = false
    /// True under a heading whose columns could be of two days.
    private var isUnclear = false

    mutating func read(_ text: Substring, number: Int) throws(BellListError) {
        let line: BellLine
        do throws(BellFault) {
            line = try BellLine(text, isFirst: parts.isEmpty)
        } catch {
            throw BellListError(line: number, text: String(text), error.problem, error.advice)
        }
        switch line {
        case .blank: break
        case .note: leave(text, number)
        case .heading:
            try refusePending()
            leave(text, number)
            isUnclear = BellWords.isUnclear(String(text))
            // One bell above the table is a part of its title: "Regular day, dismissal at 2:30 PM".
            isNewPart = isNewPart || parts.count > 1 && !BellWords.isOfLunches(String(text))
        case .name(let name):
            try refusePending()
            pending = (number, text, name)
        case .entries(let entries): try add(entries, text, number)
        }
    }

    private mutating func add(_ entries: [BellLine.Entry], _ text: Substring, _ number: Int) throws(BellListError) {
        var entries = entries
        guard !isUnclear || !entries.contains(where: \.isOfColumns) else {
            throw BellListError(
                line: number, text: String(text), "the heading of its two times names no begin and no end",
                "keep one schedule, and name its columns Start and End")
        }
        let isBare = entries.count == 1 && entries[0].name.isEmpty
        if isBare, let pending {
            entries[0].name = pending.name
        } else {
            try refusePending()
            // A column that was copied cell by cell: name, begin and end each in a line.
            if isBare, entries[0].end == nil, let last = parts.last, last.isUnderName, last.entry.end == nil {
                parts[parts.count - 1].entry.end = entries[0].begin
                return
            }
        }
        for entry in entries {
            parts.append(
                Part(line: number, text: text, entry: entry, isNewPart: isNewPart, isUnderName: pending != nil))
            isNewPart = false
        }
        pending = nil
    }

    /// The lines with their times.
    func rows() throws(BellListError) -> [BellTable.Row] {
        try refusePending()
        guard !parts.isEmpty else {
            throw BellListError(
                line: nil, text: "", "the list has no bell", "write lines such as \"Period 1 8:10 - 8:50\"")
        }
        var noon = BellNoon()
        var rows: [BellTable.Row] = []
        for part in parts {
            do throws(BellFault) {
                let (begin, end) = try noon.minutes(of: part.entry, isNewPart: part.isNewPart)
                rows.append(
                    BellTable.Row(
                        line: part.line, text: part.text, name: part.entry.name, begin: begin, end: end,
                        isLimit: part.entry.isLimit))
            } catch {
                throw BellListError(line: part.line, text: String(part.text), error.problem, error.advice)
            }
        }
        return rows
    }

    private mutating func leave(_ text: Substring, _ number: Int) {
        leftOut.append(BellList.LeftOut(line: number, text: BellListError.shown(text)))
    }

    private func refusePending() throws(BellListError) {
        guard let pending else { return }
        throw BellListError(
            line: pending.line, text: String(pending.text), "it has no time",
            "write one such as 8:10, or remove the line")
    }
}

/// `eight periods of 40 minutes, 3 between, from 8:10`, `6 Stunden zu 45 Minuten, 5 dazwischen, ab 8:00`.
private struct BellPhrase {
    var count: Int
    var minutes: Int
    var between = 0
    var from: LocalTime

    init?(_ text: String) {
        guard text.utf8.count <= WordReader.maximumBytes else { return nil }
        let text = text.lowercased()
        let places = [" from ", " ab ", " starting at ", " beginning at "].compactMap { text.firstRange(of: $0) }
        guard let place = places.first else { return nil }
        // A text with another time is a list.
        guard case .clock(let time, on: nil) = try? TimeInput(String(text[place.upperBound...])) else { return nil }
        from = time
        var words = WordReader(text[..<place.lowerBound])
        guard let count = words.takeSmallNumber(),
            words.consume(anyOf: ["periods", "lessons", "classes", "blocks", "stunden", "unterrichtsstunden"]),
            words.consume(anyOf: ["of", "zu", "von", "mit"])
        else { return nil }
        _ = words.consume(word: "je")
        guard let minutes = words.takeMinutes() else { return nil }
        (self.count, self.minutes) = (count, minutes)
        _ = words.consume(",")
        _ = words.consume(anyOf: ["with", "and", "mit", "und"])
        if let between = words.takeMinutes() {
            guard words.consume(anyOf: ["between", "apart", "passing", "break", "dazwischen", "pause"]) else {
                return nil
            }
            self.between = between
        }
        _ = words.consume(",")
        guard words.isAtEnd else { return nil }
    }
}

extension WordReader {
    /// A number with or without the word minutes.
    fileprivate mutating func takeMinutes() -> Int? {
        var number = takeSmallNumber()
        // A double period can last more than 99 minutes.
        if number == nil, let digits = takeNumber(), digits.utf8.count == 3 { number = Int(digits) }
        _ = consume("-")
        _ = parse { Vocabulary.units[$0] == 60 ? $0 : nil }
        return number
    }
}
