internal import ClockDomain
internal import ClockSite

/// A time of day in digits five lines tall.
enum BigClock {
    static let height = 5
    /// Columns of `HH:MM:SS`.
    static let width = 6 * digitWidth + 2 * colonWidth + 7 * gap

    private static let gap = 2
    private static let digitWidth = 6
    private static let colonWidth = 2

    static func lines(_ time: LocalTime) -> [String] {
        let glyphs = time.description.map(glyph)
        return (0..<height).map { row in
            glyphs.map { $0[row] }.joined(separator: String(repeating: " ", count: gap)).withoutTrailingSpaces
        }
    }

    /// Terminal cells are about twice as tall as wide, so a dot is two columns.
    private static func glyph(_ character: Character) -> [String] {
        guard let rows = patterns[character] else { preconditionFailure("no big glyph for \(character)") }
        return rows.map { row in row.map { $0 == "#" ? "██" : "  " }.joined() }
    }

    private static let patterns: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"],
        "1": ["  #", "  #", "  #", "  #", "  #"],
        "2": ["###", "  #", "###", "#  ", "###"],
        "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"],
        "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"],
        "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"],
        "9": ["###", "# #", "###", "  #", "###"],
        ":": [" ", "#", " ", "#", " "],
    ]
}
