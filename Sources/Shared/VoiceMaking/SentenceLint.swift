internal import ClockDomain
internal import ClockVoice

/// Makes a grammar say every value that it may get.
struct SentenceLint {
    /// Two clips, one directly after the other.
    struct Pair: Hashable {
        var first: String
        var second: String
        /// The first time at which they meet.
        var example: String
    }

    private let pack: VoicePack
    private(set) var findings: [LintReport.Finding] = []
    /// Each once, in the order of their first use.
    private(set) var pairs: [Pair] = []
    private(set) var resolved = (minutes: 0, dates: 0, durations: 0)

    private var known: Set<[String]> = []
    /// A grammar's mistake counts once, however often it occurs.
    private var told: Set<String> = []

    private let choice: PhraseChoice
    private let names: Set<String>

    /// - Parameter present: the names of the clips that the pack's folder has.
    init(_ pack: VoicePack, present: Set<String>) {
        self.pack = pack
        choice = PhraseChoice(pack, present: present)
        names = Set(pack.prompts.map(\.name))
    }

    mutating func resolve() {
        guard let grammar = pack.speakingGrammar else { return }
        if grammar.says(.time) {
            for minute in 0..<1440 {
                let time = LocalTime(secondOfDay: minute * 60)
                if say("\(time.hourAndMinute)", { () throws(GrammarProblem) in try grammar.clips(time: time) }) {
                    resolved.minutes += 1
                }
            }
        }
        if grammar.says(.duration) {
            // Every number up to 59 of seconds, minutes and hours.
            for number in 1...59 {
                let isSaid = [1, 60, 3600].allSatisfy { unit in
                    let duration = Duration.seconds(number * unit)
                    return say("\(number) × \(unit) s") { () throws(GrammarProblem) in
                        try grammar.clips(duration: duration)
                    }
                }
                if isSaid { resolved.durations += 1 }
            }
        }
        if grammar.says(.date) {
            // A leap year has every date; the next days have every weekday with it.
            let first = CivilDate(year: 2028, month: 1, day: 1).daysSinceEpoch
            for day in first..<first + 366 {
                let date = CivilDate(daysSinceEpoch: day)
                if say("\(date)", { () throws(GrammarProblem) in try grammar.clips(date: date) }) {
                    resolved.dates += 1
                }
            }
        }
    }

    private mutating func say(_ example: String, _ clips: () throws(GrammarProblem) -> [String]) -> Bool {
        do throws(GrammarProblem) {
            let clips = choice.clips(for: try clips())
            // A list that is a clock has the words of the quarter hours alone.
            guard names.isSuperset(of: clips) else { return false }
            for (first, second) in zip(clips, clips.dropFirst()) where known.insert([first, second]).inserted {
                pairs.append(Pair(first: first, second: second, example: example))
            }
            guard clips.isEmpty else { return true }
            return report(example, "nothing is said")
        } catch {
            return report(example, "\(error)")
        }
    }

    private mutating func report(_ example: String, _ message: String) -> Bool {
        if told.insert(message).inserted { findings.append(.init(kind: .grammar, subject: example, message: message)) }
        return false
    }
}
