/// One clip of a pack: its name and its words.
public struct Prompt: Hashable, Sendable {
    /// File name without extension; see ``VoicePack/isClipName(_:)``.
    public var name: String
    /// The words to speak, in the pack's language; one line, not empty.
    public var text: String
    /// The pronunciation, in the notation of the engine; `nil` when the text is enough.
    public var phonemes: String?
    /// For a phrase, the words that it says, two or more names of clips; empty for a word.
    public var says: [String]

    public init(name: String, text: String, phonemes: String? = nil, says: [String] = []) {
        self.name = name
        self.text = text
        self.phonemes = phonemes
        self.says = says
    }
}
