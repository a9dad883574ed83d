public import ClockVoice

/// A list of words to speak: plain lines, or CSV with a word, the text to speak and phonemes.
public enum PromptList {
    /// The fault of a list, in words that follow its name.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// From 1; 0 for the whole list.
        public var line: Int
        public var message: String

        public var description: String { line > 0 ? ":\(line): \(message)" : ": \(message)" }
    }

    /// Most bytes of a list.
    public static let maximumBytes = 1 << 20
    /// Most words of a list.
    public static let maximumWords = 5_000

    /// Reads a word a line; empty lines and lines that begin with `#` are left out.
    public static func parse(lines text: String) throws(Problem) -> [Prompt] {
        var rows: [Row] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let word = line.trimmed
            if word.isEmpty || word.hasPrefix("#") { continue }
            rows.append(Row(line: index + 1, cells: [word]))
        }
        return try prompts(rows)
    }

    /// Reads RFC 4180: `word,text,phonemes`, of which only the word is required; a first line with the word `word` is a
    /// heading.
    public static func parse(csv text: String) throws(Problem) -> [Prompt] {
        var rows = try CommaSeparated.rows(text)
        if rows.first?.cells.first?.lowercased() == "word" { rows.removeFirst() }
        return try prompts(rows)
    }

    /// The cells of a line.
    struct Row {
        var line: Int
        var cells: [String]
    }

    private static func prompts(_ rows: [Row]) throws(Problem) -> [Prompt] {
        guard !rows.isEmpty else { throw Problem(line: 0, message: "there is no word in it; write one a line") }
        guard rows.count <= maximumWords else {
            throw Problem(
                line: rows[maximumWords].line, message: "here begin more than \(maximumWords) words; split the list")
        }
        var prompts: [Prompt] = []
        var lines: [String: (line: Int, word: String)] = [:]
        for row in rows {
            func problem(_ message: String) -> Problem { Problem(line: row.line, message: message) }
            guard row.cells.count <= 3 else {
                throw problem("has \(row.cells.count) cells; use word, text and phonemes, and put quotes around commas")
            }
            let word = row.cells[0]
            guard !word.isEmpty else { throw problem("the word is missing before the comma") }
            for cell in row.cells
            where cell.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                throw problem("\"\(cell.prefix(40))\" has a control character in it; remove it")
            }
            guard let name = ClipName.safe(for: word) else {
                throw problem("\"\(word.prefix(40))\" \(ClipName.refusal(of: word))")
            }
            // Some file systems do not distinguish capitals from small letters.
            if let other = lines[name.lowercased()] {
                throw problem(
                    other.word == word
                        ? "\"\(word.prefix(40))\" is there already, in line \(other.line); remove one of the two"
                        : "\"\(word.prefix(40))\" would be the clip \(name), which line \(other.line) has already; "
                            + "give it a name of its own in a CSV list: name,text")
            }
            lines[name.lowercased()] = (row.line, word)
            let text = row.cells.count > 1 && !row.cells[1].isEmpty ? row.cells[1] : word
            let phonemes = row.cells.count > 2 && !row.cells[2].isEmpty ? row.cells[2] : nil
            guard text.utf8.count <= VoicePack.maximumTextBytes,
                (phonemes ?? "").utf8.count <= VoicePack.maximumTextBytes
            else {
                throw problem("\"\(text.prefix(40))…\" is longer than \(VoicePack.maximumTextBytes) bytes; shorten it")
            }
            prompts.append(Prompt(name: name, text: text, phonemes: phonemes))
        }
        return prompts
    }
}

/// Comma-separated values by RFC 4180.
private enum CommaSeparated {
    /// Returns the rows that are not blank, cells without spaces around.
    static func rows(_ text: String) throws(PromptList.Problem) -> [PromptList.Row] {
        var rows: [PromptList.Row] = []
        var row = PromptList.Row(line: 1, cells: [])
        var cell = ""
        var line = 1
        var quoteLine: Int?
        var rest = text[...]
        func endRow() {
            row.cells.append(cell.trimmed)
            cell = ""
            if row.cells != [""] { rows.append(row) }
            row = PromptList.Row(line: line, cells: [])
        }
        while let character = rest.popFirst() {
            if character.isNewline { line += 1 }
            switch character {
            case "\"" where quoteLine != nil && rest.first == "\"": cell.append(rest.removeFirst())
            case "\"" where quoteLine != nil: quoteLine = nil
            case _ where quoteLine != nil: cell.append(character)
            case "\"" where cell.trimmed.isEmpty: quoteLine = line
            case ",":
                row.cells.append(cell.trimmed)
                cell = ""
            case _ where character.isNewline: endRow()
            default: cell.append(character)
            }
        }
        if let quoteLine {
            throw PromptList.Problem(line: quoteLine, message: "the quote that begins here does not end")
        }
        endRow()
        return rows
    }
}

extension StringProtocol {
    /// The text without spaces, tabs and a byte order mark at its ends.
    fileprivate var trimmed: String {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
        let head = drop(while: isBlank)
        return String(String(head).reversed().drop(while: isBlank).reversed())
    }
}
