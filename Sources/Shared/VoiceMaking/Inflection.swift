internal import ClockDomain
public import ClockVoice

extension VoicePack {
    /// The clips that another one follows at some minute of the day.
    public var continuedClips: Set<String> {
        guard let grammar else { return [] }
        let choice = PhraseChoice(self)
        var names: Set<String> = []
        for minute in 0..<1440 {
            // The lint reports the minutes that the grammar cannot say.
            guard let clips = try? grammar.clips(time: LocalTime(secondOfDay: minute * 60)) else { continue }
            names.formUnion(clips.dropLast())
            names.formUnion(choice.clips(for: clips).dropLast())
        }
        return names
    }
}
