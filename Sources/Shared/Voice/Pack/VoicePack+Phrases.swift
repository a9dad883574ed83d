internal import ClockDomain

extension VoicePack {
    /// The pack's own grammar, or the English one for a list with the words of every quarter hour: "one" to "twelve",
    /// "fifteen", "thirty", "forty-five", "AM" and "PM" are a clock.
    public var speakingGrammar: Grammar? { grammar ?? (isEnglishClock ? .english : nil) }

    public var timeGrammar: Grammar? { speakingGrammar.flatMap { $0.says(.time) ? $0 : nil } }

    private var isEnglishClock: Bool { Set(prompts.map(\.name)).isSuperset(of: Grammar.english.quarterVocabulary) }

    /// Returns the prompts that the pack needs a clip of and has none, in its order.
    ///
    /// In a pack with a grammar a phrase is never needed, nor is a word that phrases say wherever the grammar says it.
    /// - Parameter present: the names of the clips that have a file.
    public func missing(from present: Set<String>) -> [Prompt] {
        let absent = prompts.filter { !present.contains($0.name) }
        guard grammar != nil, !absent.isEmpty, prompts.contains(where: { !$0.says.isEmpty }) else { return absent }
        let covered = wordsInsidePhrases(of: PhraseChoice(self, present: present))
        return absent.filter { $0.says.isEmpty && !covered.contains($0.name) }
    }

    /// The words that the grammar says only inside phrases, if all phrases are there.
    public var wordsInsidePhrases: Set<String> { wordsInsidePhrases(of: PhraseChoice(self)) }

    private func wordsInsidePhrases(of choice: PhraseChoice) -> Set<String> {
        let samples = grammar?.samples ?? []
        return Set(samples.joined()).subtracting(samples.flatMap { choice.clips(for: $0) })
    }
}

extension Grammar {
    /// The words of every minute of the day, every date of a leap year, and 1 to 59 of each unit and of hours with minutes
    /// and seconds, as far as the grammar says them.
    public var samples: [[String]] {
        let first = CivilDate(year: 2028, month: 1, day: 1).daysSinceEpoch
        // A grammar that refuses one of them does not say it.
        let times = (0..<1440).map { try? clips(time: LocalTime(secondOfDay: $0 * 60)) }
        let dates = (0..<366).map { try? clips(date: CivilDate(daysSinceEpoch: first + $0)) }
        return (times + dates).compactMap(\.self) + durationSamples
    }

    /// The durations among the ``samples``.
    public var durationSamples: [[String]] {
        [1, 60, 3600, 61, 3660, 3661].flatMap { unit in
            // As above.
            (1...59).compactMap { try? clips(duration: .seconds($0 * unit)) }
        }
    }

    /// Every clip that some quarter hour of the day needs.
    public var quarterVocabulary: Set<String> {
        let quarters = stride(from: 0, to: 86400, by: 900)
        return Set(quarters.compactMap { try? clips(time: LocalTime(secondOfDay: $0)) }.joined())
    }
}
