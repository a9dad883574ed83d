// Spoken in one breath, "fifteen PM" sounds better than two clips in a row. A pack may have such phrases: a clip that
// `says` other clips of it. A grammar knows words only. The choice turns the words of a sentence into the fewest clips that
// the pack's folder has for them, so a pack without some phrase, or without any, says the words.

/// Chooses the clips of a pack that say a sentence.
public struct PhraseChoice: Sendable {
    /// The names of the clips with a file; `nil` when every clip counts as there.
    private let present: Set<String>?
    /// By their first words, the longest first.
    private let phrases: [String: [Prompt]]

    /// Words only.
    public static let words = PhraseChoice(prompts: [], present: nil)

    /// - Parameter present: the names of the clips that the pack's folder has; `nil` for all of them.
    public init(_ pack: VoicePack, present: Set<String>? = nil) { self.init(prompts: pack.prompts, present: present) }

    private init(prompts: [Prompt], present: Set<String>?) {
        self.present = present
        let phrases = prompts.filter { !$0.says.isEmpty && present?.contains($0.name) ?? true }
        self.phrases = Dictionary(grouping: phrases) { $0.says[0] }.mapValues { list in
            list.sorted { ($1.says.count, $0.name) < ($0.says.count, $1.name) }
        }
    }

    /// Returns the fewest clips that say these words; of two ways as short, the one whose first clip is longer. A word
    /// without any clip, alone or in a phrase, stays.
    public func clips(for words: [String]) -> [String] {
        guard !phrases.isEmpty else { return words }
        // From the end: the cost of the words from each place on, and the first clip of them. A missing word costs more
        // than any number of clips.
        let missing = words.count + 1
        var best: [(cost: Int, clip: String, count: Int)] = [(0, "", 0)]
        for (index, word) in words.enumerated().reversed() {
            let behind = words.count - index
            let isThere = present?.contains(word) ?? true
            var choice = (cost: best[behind - 1].cost + (isThere ? 1 : missing), clip: word, count: 1)
            for phrase in phrases[word, default: []].reversed() where words[index...].starts(with: phrase.says) {
                let cost = best[behind - phrase.says.count].cost + 1
                if cost <= choice.cost { choice = (cost, phrase.name, phrase.says.count) }
            }
            best.append(choice)
        }
        var clips: [String] = []
        var index = 0
        while index < words.count {
            let choice = best[words.count - index]
            clips.append(choice.clip)
            index += choice.count
        }
        return clips
    }
}
