internal import ClockDomain

extension String {
    /// Columns a terminal gives this text: 2 for East Asian wide characters and emoji (Unicode Standard Annex 11),
    /// 0 for marks that combine with the character before.
    package var terminalWidth: Int {
        // ASCII is nearly everything that is ever shown.
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.terminalWidth }
    }

    /// The longest beginning that fits into `columns`.
    package func prefix(columns: Int) -> String {
        var left = columns
        return String(
            prefix { character in
                left -= character.terminalWidth
                return left >= 0
            })
    }

    /// With `�` for each of ``HiddenText``.
    package var withoutControlCharacters: String { HiddenText.replaced(in: self) { _ in "\u{FFFD}" } }

    package var withoutTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Lines of at most `width` columns, broken at spaces; a word longer than that is cut into pieces.
    package func wrapped(to width: Int) -> [String] {
        precondition(width > 0, "cannot wrap to \(width) columns")
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            var rest = String(word)
            if !line.isEmpty, line.terminalWidth + 1 + rest.terminalWidth > width {
                lines.append(line)
                line = ""
            }
            while rest.terminalWidth > width {
                // A character wider than the line still goes on one, or this would not end.
                let head = String(rest.prefix(max(1, rest.prefix(columns: width).count)))
                lines.append(head)
                rest = String(rest.dropFirst(head.count))
            }
            line += line.isEmpty ? rest : " " + rest
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }
}

extension Character {
    fileprivate var terminalWidth: Int {
        // A cluster (letter and accents, emoji joined) is as wide as its widest part.
        unicodeScalars.reduce(0) { max($0, $1.terminalWidth) }
    }
}

extension Unicode.Scalar {
    fileprivate var terminalWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
