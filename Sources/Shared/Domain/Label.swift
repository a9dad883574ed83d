/// The rule for short texts that people give: an alarm's label, a timer's or stopwatch's name, a holiday's name.
public enum Label {
    public static let maximumCharacters = 64
    /// One character can have many bytes.
    public static let maximumBytes = 256

    /// The rule in words, for messages to people.
    public static let rule = "0 to 64 characters on one line"

    /// True when `text` is 0 to 64 characters (at most 256 bytes of UTF-8) without control characters and line breaks.
    public static func isValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= maximumBytes && text.count <= maximumCharacters
            && !text.unicodeScalars.contains(where: isBreak)
    }

    /// Returns `text` made to keep the rule: breaks and runs of spaces become one space, and "…" replaces the excess at
    /// the end.
    public static func fitted(_ text: some StringProtocol) -> String {
        let words = String(String.UnicodeScalarView(text.unicodeScalars.map { isBreak($0) ? " " : $0 }))
            .split(separator: " ")
        let line = words.joined(separator: " ")
        if isValid(line) { return line }
        var cut = String(line.prefix(maximumCharacters - 1))
        while cut.utf8.count > maximumBytes - 3 { cut.unicodeScalars.removeLast() }
        return cut + "…"
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
}
