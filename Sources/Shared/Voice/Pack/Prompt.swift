/// One clip of a pack: its name and what is spoken in it.
public struct Prompt: Hashable, Sendable {
    /// File name without extension; see ``VoicePack/isClipName(_:)``.
    public var name: String
    /// What is to be spoken, in the pack's language; one line, not empty.
    public var text: String
    /// How it is to be spoken, in the notation of the engine; `nil` where the text says it well enough.
    public var phonemes: String?

    public init(name: String, text: String, phonemes: String? = nil) {
        self.name = name
        self.text = text
        self.phonemes = phonemes
    }
}
