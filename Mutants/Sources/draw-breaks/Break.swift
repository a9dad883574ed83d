/// One way to break a source file in one place.
struct Break {
    enum Kind: String, CaseIterable {
        case operators, comparison, constant, negation, dropped, swapped
    }

    var kind: Kind
    /// Path of the file, relative to the root of the sources.
    var path: String
    /// UTF-8 offsets in the file as it stands.
    var range: Range<Int>
    /// Line of the first byte, from 1.
    var line: Int
    /// The text before and after, on one line, for people.
    var before: String
    var after: String
    /// The text that replaces the range; `MUTANT` in it is true while this break is on.
    var replacement: String

    func overlaps(_ other: Break) -> Bool { path == other.path && range.overlaps(other.range) }
}
