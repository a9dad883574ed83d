public import ClockDomain

// Turns a time, a date or a duration into the names of clips by the rules of a pack's voice.yaml.
//
// A grammar is rules. A rule has parameters, whole numbers, and cases; the first case whose condition holds says a
// sequence of clips and of other rules, or picks one such sequence from a list by its place. That is enough for the
// ways in which languages tell the time, and a grammar can do nothing else: no rule reads a file, keeps a state or runs
// long. Every evaluation is bounded in depth, steps and length, so that a pack from anywhere is safe to load.

/// The speaking part of a pack: the clips for any minute of the day, any date and any duration.
public struct Grammar: Hashable, Sendable {
    /// In the file's order. Calls refer to them by place.
    var rules: [Rule]

    /// The kinds of value that a grammar can say, each by the rule of that name.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        case time, date, duration

        var parameters: [String] {
            switch self {
            case .time: ["hour", "minute"]
            case .date: ["year", "month", "day", "weekday"]
            case .duration: ["hours", "minutes", "seconds"]
            }
        }
    }

    /// Most rules inside rules, in one evaluation.
    public static let maximumDepth = 32
    /// Most rules, cases, clips and operations, in one evaluation.
    public static let maximumSteps = 2000
    /// Most clips of one evaluation.
    public static let maximumClips = 64
    /// Years of the dates that a grammar can say.
    public static let years = 1...9999
    /// Most hours of a duration.
    public static let maximumHours = 9999

    /// True when there is a rule for that subject.
    public func says(_ subject: Subject) -> Bool { rules.contains { $0.name == subject.rawValue } }

    /// Returns the clips of the time of day to the minute; seconds are left out.
    public func clips(time: LocalTime) throws(GrammarProblem) -> [String] {
        try evaluate(.time, [time.hour, time.minute])
    }

    /// Returns the clips of the date with its weekday, as far as the grammar names them.
    public func clips(date: CivilDate) throws(GrammarProblem) -> [String] {
        guard Grammar.years.contains(date.year) else {
            throw GrammarProblem(rule: Subject.date.rawValue, message: "year \(date.year) is not in 1 to 9999")
        }
        let weekday = date.weekday.index + 1
        return try evaluate(.date, [date.year, date.month, date.day, weekday])
    }

    /// Returns the clips of the duration in hours, minutes and seconds; a fraction of a second is left out.
    public func clips(duration: Duration) throws(GrammarProblem) -> [String] {
        let seconds = duration.components.seconds
        guard duration >= .zero, seconds / 3600 <= Grammar.maximumHours else {
            throw GrammarProblem(
                rule: Subject.duration.rawValue,
                message: "\(duration) is not in 0 to \(Grammar.maximumHours) hours")
        }
        return try evaluate(.duration, [Int(seconds / 3600), Int(seconds / 60 % 60), Int(seconds % 60)])
    }

    /// Every clip that any rule names, in alphabetical order, even if no evaluation reaches it.
    public var vocabulary: [String] {
        var names: Set<String> = []
        for rule in rules { rule.collectClips(into: &names) }
        return names.sorted()
    }

    /// Returns every clip that some minute of the day needs, in alphabetical order.
    /// - Parameters:
    ///   - choice: of phrases in place of words.
    ///   - refused: receives the minutes that the grammar cannot say, in the day's order.
    public func timeVocabulary(
        by choice: PhraseChoice = .words, refused: (LocalTime, GrammarProblem) -> Void = { _, _ in }
    ) -> [String] {
        var names: Set<String> = []
        for minute in 0..<1440 {
            let time = LocalTime(secondOfDay: minute * 60)
            do throws(GrammarProblem) {
                names.formUnion(choice.clips(for: try clips(time: time)))
            } catch {
                refused(time, error)
            }
        }
        return names.sorted()
    }

    private func evaluate(_ subject: Subject, _ values: [Int]) throws(GrammarProblem) -> [String] {
        guard let index = rules.firstIndex(where: { $0.name == subject.rawValue }) else {
            throw GrammarProblem(rule: subject.rawValue, message: "the grammar has no such rule; add it to say one")
        }
        var evaluation = GrammarEvaluation(rules: rules)
        try evaluation.say(rule: index, values, depth: 1)
        guard !evaluation.clips.isEmpty else {
            let facts = zip(subject.parameters, values).map { "\($0) = \($1)" }.joined(separator: ", ")
            throw GrammarProblem(rule: subject.rawValue, message: "says nothing (\(facts))")
        }
        return evaluation.clips
    }
}
