public import ClockDomain

// How a pack's voice.yaml turns a time, a date or a duration into the names of clips.
//
// A grammar is rules. A rule has parameters, whole numbers, and cases; the first case whose condition holds says a sequence
// of clips and of other rules, or picks one such sequence from a list by its place. Nothing else is needed for the ways in
// which languages tell the time, and nothing else can be done: no rule reads a file, keeps a state or runs long. Every
// evaluation is bounded in depth, steps and length, so that a pack from anywhere is safe to load.

/// The part of a pack that speaks: what is said for any minute of the day, any date and any duration.
public struct Grammar: Hashable, Sendable {
    /// In the file's order. Calls refer to them by place.
    var rules: [Rule]

    /// What can be said, each by the rule of that name.
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

    /// Rules inside rules at most, in one evaluation.
    public static let maximumDepth = 32
    /// Rules, cases, clips and operations at most, in one evaluation.
    public static let maximumSteps = 2000
    /// Clips at most that one evaluation says.
    public static let maximumClips = 64
    /// Years that dates are said of.
    public static let years = 1...9999
    /// Hours of a duration at most.
    public static let maximumHours = 9999

    /// Whether there is a rule for that.
    public func says(_ subject: Subject) -> Bool { rules.contains { $0.name == subject.rawValue } }

    /// The time of day to the minute; seconds are left out.
    public func clips(time: LocalTime) throws(GrammarProblem) -> [String] {
        try evaluate(.time, [time.hour, time.minute])
    }

    /// The date with its weekday, as far as the grammar names them.
    public func clips(date: CivilDate) throws(GrammarProblem) -> [String] {
        guard Grammar.years.contains(date.year) else {
            throw GrammarProblem(rule: Subject.date.rawValue, message: "year \(date.year) is not in 1 to 9999")
        }
        let weekday = (Weekday.allCases.firstIndex(of: date.weekday) ?? 0) + 1
        return try evaluate(.date, [date.year, date.month, date.day, weekday])
    }

    /// The duration in hours, minutes and seconds; a fraction of a second is left out.
    public func clips(duration: Duration) throws(GrammarProblem) -> [String] {
        let seconds = duration.components.seconds
        guard duration >= .zero, seconds / 3600 <= Grammar.maximumHours else {
            throw GrammarProblem(
                rule: Subject.duration.rawValue,
                message: "\(duration) is not in 0 to \(Grammar.maximumHours) hours")
        }
        return try evaluate(.duration, [Int(seconds / 3600), Int(seconds / 60 % 60), Int(seconds % 60)])
    }

    /// Every clip that any rule names, in alphabetical order, whether or not it is ever said.
    public var vocabulary: [String] {
        var names: Set<String> = []
        for rule in rules { rule.collectClips(into: &names) }
        return names.sorted()
    }

    /// Every clip that some minute of the day asks for, in alphabetical order.
    /// - Parameter refused: told the minutes that cannot be said, in the day's order.
    public func timeVocabulary(refused: (LocalTime, GrammarProblem) -> Void = { _, _ in }) -> [String] {
        var names: Set<String> = []
        for minute in 0..<1440 {
            let time = LocalTime(secondOfDay: minute * 60)
            do throws(GrammarProblem) {
                names.formUnion(try clips(time: time))
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
