/// One line of text in pieces of different style, measured in terminal columns.
///
/// Everything that comes from outside goes through here, so control characters end here: a payload cannot steer a
/// person's terminal.
package struct StyledText: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var text: String
        package var style: Style
    }

    package private(set) var spans: [Span]

    package init(_ text: String = "", _ style: Style = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text.withoutControlCharacters, style: style)]
    }

    package var isEmpty: Bool { spans.isEmpty }

    /// Without any style.
    package var plain: String { spans.map(\.text).joined() }

    /// Columns it takes.
    package var width: Int { spans.reduce(0) { $0 + $1.text.terminalWidth } }

    package static func + (a: StyledText, b: StyledText) -> StyledText {
        var sum = a
        sum.spans += b.spans
        return sum
    }

    package static func += (a: inout StyledText, b: StyledText) { a.spans += b.spans }

    /// Cut to `width` columns, the last of them `…` where something is missing.
    package func truncated(to width: Int) -> StyledText {
        guard self.width > width else { return self }
        guard width > 0 else { return StyledText() }
        var left = width - 1
        var kept = StyledText()
        for span in spans {
            let head = span.text.prefix(columns: left)
            left -= head.terminalWidth
            let isWhole = head.count == span.text.count
            kept.spans.append(Span(text: isWhole ? head : head + "…", style: span.style))
            if !isWhole { return kept }
        }
        return kept
    }

    /// Filled with spaces to `width` columns.
    package func padded(to width: Int, _ alignment: Alignment = .left) -> StyledText {
        let space = StyledText(String(repeating: " ", count: max(0, width - self.width)))
        switch alignment {
        case .left: return self + space
        case .right: return space + self
        }
    }

    /// As a terminal takes it, or as plain text, in both cases without trailing spaces.
    package func rendered(coloured: Bool) -> String {
        var spans = spans
        while let last = spans.popLast() {
            let text = last.text.withoutTrailingSpaces
            guard !text.isEmpty else { continue }
            spans.append(Span(text: text, style: last.style))
            break
        }
        return spans.map { span in
            guard coloured, let parameters = span.style.parameters else { return span.text }
            return "\u{1B}[\(parameters)m\(span.text)\u{1B}[0m"
        }.joined()
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

package enum Alignment: Hashable, Sendable {
    case left, right
}

extension [StyledText] {
    /// One string of all lines, each with its end.
    package func rendered(coloured: Bool) -> String { map { $0.rendered(coloured: coloured) + "\n" }.joined() }
}
