/// Text in the roff language's terms.
enum Roff {
    /// Returns a text without anything that roff would read as a command.
    static func text(_ text: String) -> String {
        let escaped = text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            default: String(character)
            }
        }.joined()
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// Returns paragraphs, with indented lines kept as they are.
    static func discussion(_ discussion: String) -> [String] {
        var lines: [String] = []
        var isLiteral = false
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("  ")
            if isIndented != isLiteral {
                lines += isIndented ? [".RS 4", ".nf"] : [".fi", ".RE"]
                isLiteral = isIndented
            }
            lines.append(line.isEmpty ? ".PP" : text(String(isIndented ? line.dropFirst(2) : line)))
        }
        if isLiteral { lines += [".fi", ".RE"] }
        return lines
    }
}
