/// The sentence around the text of an emergency that is practised. A room says it in the language of its voice.
public enum DrillWords {
    private static let english = "This is a drill."
    private static let others = ["de": "Dies ist eine Übung."]

    /// Returns the text between two sentences; without a text one sentence.
    public static func around(_ text: String) -> String {
        guard let last = text.last else { return english }
        return "\(english) \(text)\(last.isPunctuation ? "" : ".") \(english)"
    }

    /// Returns the words as a voice says them.
    ///
    /// - Parameter language: of the voice, a tag as of BCP 47.
    public static func localized(_ words: String, language: String) -> String {
        let base = language.lowercased().prefix { $0 != "-" && $0 != "_" }
        guard let own = others[String(base)], words.hasPrefix(english) else { return words }
        var text = own + words.dropFirst(english.count)
        if text.hasSuffix(english) { text = text.dropLast(english.count) + own }
        return text
    }
}
