/// A voice pack as its `voice.yaml` describes it: a folder of clips that speaks.
///
/// With a ``Grammar`` it says times, dates and durations; without one it is a prompt set, whose clips play by name.
public struct VoicePack: Hashable, Sendable {
    /// The name by which nodes know it: a plain folder name (`NodeSettings.isVoiceName`).
    public var name: String
    /// BCP 47 language tag, such as `de` or `pt-BR`.
    public var language: String
    /// The author of the clips, or of the list when there are none yet; may be empty.
    public var author: String
    /// SPDX expression or a line that states the permitted uses; may be empty.
    public var licence: String
    /// The engine or person that spoke the clips; empty when the pack does not say.
    public var engine: String
    public var format: ClipFormat
    /// The voice to request from each speech engine, by the engine's name: `espeak-ng: de`.
    public var voices: [String: String]
    /// The prompts that have, or shall have, a clip; in the file's order, without two of one name.
    public var prompts: [Prompt]
    /// `nil` for a prompt set.
    public var grammar: Grammar?

    public init(
        name: String, language: String, author: String = "", licence: String = "", engine: String = "",
        format: ClipFormat = .standard, voices: [String: String] = [:], prompts: [Prompt], grammar: Grammar? = nil
    ) {
        self.name = name
        self.language = language
        self.author = author
        self.licence = licence
        self.engine = engine
        self.format = format
        self.voices = voices
        self.prompts = prompts
        self.grammar = grammar
    }

    /// The name of the file in a pack's folder that describes the pack.
    public static let fileName = "voice.yaml"
    /// Most bytes of a `voice.yaml`.
    public static let maximumBytes = 1 << 20
    /// Most clips of one pack.
    public static let maximumPrompts = 10_000
    /// Most bytes of one prompt's text, and of any other line of text.
    public static let maximumTextBytes = 1000

    /// True when `name` can be a clip's, and so a file's: 1 to 64 of `a-z A-Z 0-9 - _`, beginning with a letter or
    /// digit.
    public static func isClipName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
        return first.isAlphanumeric && name.utf8.allSatisfy(\.isNamePart)
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    var isAlphanumeric: Bool { isLetter || isDigit }

    /// True for a byte of a clip's name.
    var isNamePart: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
