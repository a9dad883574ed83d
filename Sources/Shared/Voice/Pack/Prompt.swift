/// One clip of a pack: its name and its words.
public struct Prompt: Hashable, Sendable {
    /// File name without extension; see ``VoicePack/isClipName(_:)``.
    public var name: String
    /// The words to speak, in the pack's language; one line, not empty.
    public var text: String
    /// The pronunciation, in the notation of the engine; `nil` when the text is enough.
    public var phonemes: String?

    public init(name: String, text: String, phonemes: String? = nil) {
        self.name = name
        self.text = text
        self.phonemes = phonemes
    }
}
