/// The words that an engine must say.
public struct Utterance: Hashable, Sendable {
    /// In the language of the engine's voice.
    public var text: String
    /// In the notation of the engine.
    public var phonemes: String?
    /// True when words follow in the sentences that use the clip: then the voice must not fall as at a sentence's end.
    public var isContinued = false

    /// The text, with a comma behind it to keep the voice up.
    var inflected: String { isContinued ? "\(text)," : text }

    /// The same with espeak-ng's own phonemes, if there are any.
    var spelled: String { phonemes.map { isContinued ? "[[\($0)]]," : "[[\($0)]]" } ?? inflected }
}
