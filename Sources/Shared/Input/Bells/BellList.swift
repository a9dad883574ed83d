public import ClockDomain

/// The bells of one day, and the lines of the text that name none.
public struct BellList: Hashable, Sendable {
    public struct Bell: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case begin, end
            /// Some minutes before a begin.
            case warning
        }

        /// On a whole minute.
        public var time: LocalTime
        /// By the rule of ``Label``, without ``HiddenText``, and never empty.
        public var label: String
        public var kind: Kind
    }

    /// A heading, a note or a gap between two bells.
    public struct LeftOut: Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// The line without ``HiddenText``, at most 60 characters.
        public var text: String
    }

    /// Ascending by time, at most ``BellListInput/maximumBells``; no two have the same time and label.
    public var bells: [Bell]
    /// In the order of the text.
    public var leftOut: [LeftOut]
}

/// The reason for which a text is no list of bells: the line, the fault and the remedy.
public struct BellListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; `nil` for the whole list.
    public let line: Int?
    /// The line without ``HiddenText``, at most 60 characters.
    public let text: String
    public let problem: String
    public let advice: String

    init(line: Int?, text: String, _ problem: String, _ advice: String) {
        self.line = line
        self.text = Self.shown(text)
        self.problem = problem
        self.advice = advice
    }

    /// Whole sentences on one line: `line 7 ("Lunch"): it has no time; …`.
    public var description: String {
        let place = line.map { "line \($0) (\"\(text)\"): " } ?? ""
        return "\(place)\(problem); \(advice)"
    }

    /// The text as one line of at most 60 characters and 180 bytes, safe for a terminal.
    static func shown(_ text: some StringProtocol) -> String {
        let line = HiddenText.replaced(in: String(String.UnicodeScalarView(text.unicodeScalars.prefix(300)))) { _ in " "
        }
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > 60 || line.utf8.count > 180 else { return line }
        var cut = String(line.prefix(59))
        while cut.utf8.count > 177 { cut.unicodeScalars.removeLast() }
        return cut + "…"
    }
}
