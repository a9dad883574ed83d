internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// A sitting as a person sees it: the word, the keys, and the state of the answers. Pure.
struct TrainerModel: Sendable {
    enum Key: Hashable, Sendable {
        case hear, thumbsUp, thumbsDown, quit
    }

    let learner: String
    let list: String
    private(set) var round: TrainingRound
    private let texts: [String: String]
    /// Answers that the coordinator has not stored yet.
    private(set) var unsaved: [ScoreRequest.Answer] = []
    /// The problem, for the person; `nil` when there is none.
    var problem: String?

    init(learner: String, list: String, round: TrainingRound, texts: [String: String]) {
        self.learner = learner
        self.list = list
        self.round = round
        self.texts = texts
    }

    var word: String? { round.word }

    /// Returns the meanings of typed bytes, in order; other keys mean nothing.
    static func keys(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "p"): keys.append(.hear)
            case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "+"): keys.append(.thumbsUp)
            case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "-"): keys.append(.thumbsDown)
            case UInt8(ascii: "q"), UInt8(ascii: "Q"): keys.append(.quit)
            case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
                rest = rest.dropFirst()
                switch rest.popFirst() {
                case UInt8(ascii: "A"): keys.append(.thumbsUp)
                case UInt8(ascii: "B"): keys.append(.thumbsDown)
                default: break
                }
            default: break
            }
        }
        return keys
    }

    /// Records an answer to the word on the screen.
    mutating func answer(known: Bool) {
        guard let word else { return }
        if round.answer(known: known) { unsaved.append(ScoreRequest.Answer(word: word, known: known)) }
    }

    /// The next answers to store; `nil` when the coordinator has stored all.
    var nextRequest: ScoreRequest? {
        guard !unsaved.isEmpty else { return nil }
        return ScoreRequest(learner: learner, list: list, answers: Array(unsaved.prefix(ScoreRequest.maximumAnswers)))
    }

    /// Removes so many answers, which the coordinator has stored.
    mutating func saved(_ count: Int) {
        unsaved.removeFirst(min(count, unsaved.count))
        problem = nil
    }

    func lines() -> [StyledText] {
        var lines = [
            StyledText("\(list)  ", .dim) + StyledText(learner, .bold)
                + StyledText("  \(round.answered.count) done, \(round.left) left", .dim),
            StyledText(),
            StyledText("    ") + StyledText(word.map { texts[$0] ?? $0 } ?? "", .bold),
            StyledText(),
            StyledText("space hears it   y thumbs up   n thumbs down   q ends", .dim),
        ]
        if let problem { lines.append(StyledText(problem, .bad)) }
        return lines
    }

    func summary() -> [StyledText] {
        let missed = round.missed.sorted().map { texts[$0] ?? $0 }
        let known = round.answered.count - missed.count
        return [
            StyledText(learner, .bold)
                + StyledText(
                    ": \(round.answered.count) \(round.answered.count == 1 ? "word" : "words"), \(known) known")
        ] + (missed.isEmpty ? [] : [StyledText("missed: \(missed.joined(separator: ", "))", .warning)])
    }
}
