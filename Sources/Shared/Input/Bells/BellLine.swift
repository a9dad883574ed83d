internal import ClockDomain

/// One line of a bell schedule.
enum BellLine: Hashable {
    /// Nothing but blanks, rules and borders.
    case blank
    case heading
    /// A length or a gap without a time.
    case note
    /// A name without a time; the time stands in the next line.
    case name(String)
    case entries([Entry])

    /// A single bell, or the range of a period.
    struct Entry: Hashable {
        var begin: BellTime
        var end: BellTime?
        /// Empty for times alone.
        var name: String
        /// True for `until 8:10`.
        var isLimit = false
        /// True for two times with no dash and no word between them.
        var isOfColumns = false
    }

    /// More bytes than this are no line of a schedule.
    static let maximumBytes = 500

    /// - Parameter isFirst: true before the first bell.
    init(_ text: some StringProtocol, isFirst: Bool) throws(BellFault) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw BellFault(
                "it is longer than \(Self.maximumBytes) bytes", "write one bell or one range of times in each line")
        }
        let characters = Self.characters(text)
        let line = String(characters)
        guard characters.contains(where: { $0.isLetter || $0.isNumber }) else {
            self = .blank
            return
        }
        // "#1 8:10" is a number; "# 8:10" and "#8:10" are remarks.
        let hash = characters.firstIndex { !$0.isWhitespace }.flatMap { characters[$0] == "#" ? $0 : nil }
        guard hash.map({ characters[($0 + 1)...].first?.isBellDigit != true }) != true else {
            self = .heading
            return
        }
        let times = try BellTimeReader(characters).times()
        guard hash.map({ times.first?.range.lowerBound == $0 + 1 }) != true else {
            self = .heading
            return
        }
        if times.isEmpty {
            let name = Self.name(characters[...], []).0
            self =
                BellWords.isNote(line) || name.isEmpty
                ? .note : BellWords.isHeading(line, isFirst: isFirst) ? .heading : .name(name)
        } else if isFirst, BellWords.isTitleWithTimes(line), !line.contains(where: { $0 == "\t" || $0 == "," }) {
            self = .heading
        } else if let entry = try Self.entry(times, in: characters) {
            self = .entries([entry])
        } else {
            self = .entries(try Self.several(line, times.count))
        }
    }

    // MARK: Cells

    /// The characters that can be seen, with a tab between two cells.
    private static func characters(_ text: some StringProtocol) -> [Character] {
        let seen = HiddenText.replaced(in: String(text)) { $0 == "\t" ? "\t" : "" }
        var characters: [Character] = []
        for character in quotedCells(seen)?.joined(separator: "\t") ?? seen {
            switch character {
            case "|", ";", "\t": characters.append("\t")
            case "：", "∶": characters.append(":")
            case "`": break
            // Bold text of Markdown.
            case "*" where characters.last == "*", "_" where characters.last == "_": characters.removeLast()
            default: characters.append(character.isWhitespace ? " " : character)
            }
        }
        return characters
    }

    /// The cells of a line with a quoted one by RFC 4180; `nil` for any other line.
    private static func quotedCells(_ line: String) -> [String]? {
        guard line.contains("\"") else { return nil }
        var cells = [""]
        var isQuoted = false
        var isOver = false
        var hasQuotes = false
        var rest = line[...]
        while let character = rest.popFirst() {
            if isQuoted {
                if character != "\"" {
                    cells[cells.count - 1].append(character.isWhitespace ? " " : character)
                } else if rest.first == "\"" {
                    cells[cells.count - 1].append(rest.removeFirst())
                } else {
                    (isQuoted, isOver) = (false, true)
                }
            } else if ",;\t".contains(character) {
                cells.append("")
                isOver = false
            } else if character == "\"", cells[cells.count - 1].allSatisfy(\.isWhitespace), !isOver {
                (isQuoted, hasQuotes) = (true, true)
            } else if isOver {
                guard character.isWhitespace else { return nil }
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return hasQuotes && !isQuoted ? cells : nil
    }

    // MARK: Entries

    private static func entry(_ times: [BellTime], in characters: [Character]) throws(BellFault) -> Entry? {
        guard let first = times.first, let end = times.last?.range.upperBound else { return nil }
        // The third may be the length of the other two: "8:10,8:50,0:40".
        guard times.count <= (isLength(times, in: characters) ? 3 : 2) else { return nil }
        let before = characters[..<first.range.lowerBound]
        let after = characters[end...]
        guard times.count > 1 else {
            try checkNumbers(before, first, after, in: characters)
            let (name, isLimit) = name(before, after)
            try checkName(name)
            return Entry(begin: first, name: name, isLimit: isLimit)
        }
        let between = characters[first.range.upperBound..<times[1].range.lowerBound]
        guard BellWords.isConnector(between) else { return nil }
        let name = name(before, after, isRange: true).0
        try checkName(name)
        return Entry(
            begin: first, end: times[1], name: name,
            isOfColumns: !between.contains { $0.isBellDash || $0.isLetter || $0 == "…" })
    }

    /// `First bell 8:05 / Tardy bell 8:10`
    private static func several(_ line: String, _ count: Int) throws(BellFault) -> [Entry] {
        let fault = BellFault(
            "it has \(count) times, which are not one range", "write one bell or one range of times in each line")
        let parts = line.split(separator: " / ")
        guard (2...20).contains(parts.count) else { throw fault }
        var entries: [Entry] = []
        for part in parts {
            let characters = Array(part)
            guard let entry = try entry(try BellTimeReader(characters).times(), in: characters), !entry.name.isEmpty
            else { throw fault }
            entries.append(entry)
        }
        return entries
    }

    /// True for three times of which the last is the distance of the other two.
    private static func isLength(_ times: [BellTime], in characters: [Character]) -> Bool {
        guard times.count == 3 else { return false }
        let between = characters[times[1].range.upperBound..<times[2].range.lowerBound]
        return times[2].minute == (times[1].minute - times[0].minute + 1440) % 720
            && between.allSatisfy { " \t,(".contains($0) }
    }

    /// Refuses a number that could be the hour of a range up to three hours long: `7-8:15`, `7 to 8 am`, `8:15 - 9`.
    private static func checkNumbers(
        _ before: ArraySlice<Character>, _ time: BellTime, _ after: ArraySlice<Character>, in characters: [Character]
    ) throws(BellFault) {
        func isNear(_ hours: Int) -> Bool { (hours + 24) % 12 <= 3 }
        let hour = time.minute / 60
        let end = hourBeyondBound(after, isReversed: false)
        let begin = hourBeyondBound(ArraySlice(before.reversed()), isReversed: true)
        // "Grade 7 - 8:15" is a name and a time, and so is "8:10 - 1 math".
        let isBegin =
            begin.map {
                isNear(hour - $0.hour)
                    && ($0.isTight || time.strength != .sure || !$0.rest.contains(where: \.isLetter))
            } ?? false
        guard isBegin || end.map({ isNear($0.hour - hour) }) ?? false else { return }
        throw BellFault(
            "\"\(BellListError.shown(String(characters)))\" can be read in two ways",
            "write both times with minutes, or the name before the time")
    }

    /// Refuses a name with a piece like a time: `8: 10`, `8:10am8:50am`.
    private static func checkName(_ name: String) throws(BellFault) {
        let characters = Array(name)
        for index in characters.indices where characters[index] == ":" {
            let minutes = characters[(index + 1)...].drop { $0 == " " }.prefix(while: \.isBellDigit)
            let end = minutes.endIndex
            guard index > 0, characters[index - 1].isBellDigit, minutes.count == 2,
                end == characters.count || !characters[end].isLetter || characters[end - 3] == ":"
            else { continue }
            throw BellFault(
                "\"\(BellListError.shown(name))\" has a time that is not clear",
                "put blanks around times, and none in them")
        }
    }

    /// The number from 1 to 12 beyond a dash or a word of a range.
    ///
    /// - Parameter isReversed: true for characters in reverse order.
    /// - Returns: true for a word or a dash without blanks, too, and the characters beyond the number.
    private static func hourBeyondBound(
        _ characters: ArraySlice<Character>, isReversed: Bool
    ) -> (hour: Int, isTight: Bool, rest: ArraySlice<Character>)? {
        func text(_ piece: ArraySlice<Character>) -> String { String(isReversed ? piece.reversed() : Array(piece)) }
        let bound = characters.prefix { $0 == " " || $0.isBellDash }
        var rest = characters.dropFirst(bound.count)
        let isDash = bound.contains(where: \.isBellDash)
        if !isDash {
            let word = rest.prefix(while: \.isLetter)
            guard BellWords.bounds.contains(text(word).lowercased()) else { return nil }
            rest = rest.dropFirst(word.count).drop { $0 == " " }
        }
        let digits = rest.prefix(while: \.isBellDigit)
        rest = rest.dropFirst(digits.count)
        guard digits.count <= 2, let hour = Int(text(digits)), (1...12).contains(hour),
            rest.first.map({ !$0.isLetter && !".:/".contains($0) }) ?? true
        else { return nil }
        return (hour, !isDash || !bound.contains(" "), rest)
    }

    // MARK: Names

    /// The name around the times, and true for one that ends at its time.
    private static func name(
        _ before: ArraySlice<Character>, _ after: ArraySlice<Character>, isRange: Bool = false
    ) -> (String, isLimit: Bool) {
        var words = cleaned(before, edges: "([", dropsNumber: false).split(separator: " ")
        var isLimit = false
        // The letters of two days are no preposition.
        while !isLimit, words.last != "AB", let last = words.last?.lowercased() {
            isLimit = !isRange && BellWords.limits.contains(last)
            let isBegin = isRange && BellWords.begins.contains(last)
            guard isLimit || isBegin || BellWords.prepositions.contains(last) else { break }
            words.removeLast()
        }
        let rest = cleaned(after, edges: ")].", dropsNumber: isRange && !words.isEmpty)
        var name = (words.map { String($0) } + [rest]).filter { !$0.isEmpty }.joined(separator: " ")
        if name.first == "(", name.firstIndex(of: ")") == name.indices.last {
            name = String(name.dropFirst().dropLast())
        }
        return (Label.fitted(name), isLimit)
    }

    /// - Parameters:
    ///   - edges: characters that belong to the time beside them.
    ///   - dropsNumber: true behind the times of a named range, where a number alone is its length.
    private static func cleaned(_ piece: ArraySlice<Character>, edges: String, dropsNumber: Bool) -> String {
        let cells = withoutLengths(piece).split(separator: "\t").map { cell in
            cell.split(separator: ",").map { $0.trimmingBellMarks() }.filter { part in
                !part.isEmpty && !BellWords.isLength(part)
                    && !(dropsNumber && part.trimmingBellMarks(edges).allSatisfy(\.isBellDigit))
            }.joined(separator: ", ")
        }
        let text = cells.filter { !$0.isEmpty }.joined(separator: " ")
        return String(edges.contains(")") ? text.trimming(leading: edges) : text.trimming(trailing: edges))
    }

    /// The text without lengths in parentheses: `Period 1 (40 min)`.
    private static func withoutLengths(_ piece: ArraySlice<Character>) -> String {
        var text = ""
        var rest = piece
        while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            text += String(rest[..<open])
            let group = String(rest[open...close])
            if !BellWords.isLength(group) { text += group }
            rest = rest[(close + 1)...]
        }
        return text + String(rest)
    }
}

extension String {
    fileprivate func trimming(leading marks: String) -> Substring { drop { marks.contains($0) }.trimmingBellMarks() }

    fileprivate func trimming(trailing marks: String) -> Substring {
        var rest = self[...]
        while let last = rest.last, marks.contains(last) { rest.removeLast() }
        return rest.trimmingBellMarks()
    }
}
