public import ClockDomain

/// A sentence for people that programs understand, too: a code, which stays the same, and named values.
///
/// The functions here make the English sentence from the values themselves. So a code, its values and its sentence
/// cannot part. Another language is a table from codes to sentences with places for the values; the web page has them.
public struct Phrase: Sendable {
    /// The meaning, in kebab-case. A code that was read may be of a newer program, and not among ``PhraseCode``.
    public let code: String
    /// By their names in the sentence, without values that there are not.
    public let parameters: [String: Parameter]
    /// In English.
    public let text: String
    /// The English sentence with the places of its values, such as `{device} has no clock`; empty for one that was read.
    /// ``Sentence`` has the forms of places.
    public let template: String

    init(_ code: PhraseCode, _ sentence: Sentence) {
        self.code = code.rawValue
        parameters = sentence.parameters
        text = sentence.text
        template = sentence.template
    }

    /// One that was read.
    init(code: String, parameters: [String: Parameter], text: String) {
        self.code = code
        self.parameters = parameters
        self.text = text
        template = ""
    }

    /// A value of a sentence; its kind decides its form for people.
    public enum Parameter: Hashable, Sendable {
        /// A name, a path, or another program's own words.
        case text(String)
        case texts([String])
        case number(Int)
        /// Bytes of memory or of a disk.
        case bytes(Int)
        case instant(WallTime)
        case date(CivilDate)
        /// With its sign, where a clock is ahead or behind.
        case duration(Duration)
        /// A node, which people know by its room.
        case room(NodeID)
        case rooms([NodeID])
        /// The sound of alarms: a built-in one or a file.
        case sound(String)
        case phrase(Phrase)
    }
}

extension Phrase: Hashable {
    // A phrase equals its copy that was sent and read back.
    public static func == (a: Phrase, b: Phrase) -> Bool {
        a.code == b.code && a.parameters == b.parameters && a.text == b.text
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(parameters)
        hasher.combine(text)
    }
}

extension Phrase: CustomStringConvertible {
    /// Parameters have no order, and a trace must be the same in each run.
    public var description: String { text }
}
