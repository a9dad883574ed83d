public import ClockDomain

/// Answered by ``ScoreResult`` when the scores are committed.
public struct ScoreRequest: SiteRequest {
    public typealias Result = ScoreResult

    public static let verb = RequestVerb("score")
    public static let role = ClientRole.member
    public static let summary = "keeps a learner's answers to words of a list"
    public static let fields = "`learner`, `list`, `answers` (1 to 100): `word`, `known`"
    public static let resultFields = "`scores` of these words as they are now"

    public var learner: String
    public var list: String
    /// 1...``maximumAnswers``.
    public var answers: [Answer]

    public struct Answer: Hashable, Sendable, Codable {
        public var word: String
        public var known: Bool

        public init(word: String, known: Bool) {
            self.word = word
            self.known = known
        }
    }

    public static let maximumAnswers = 100

    public init(learner: String, list: String, answers: [Answer]) {
        self.learner = learner
        self.list = list
        self.answers = answers
    }
}

/// Answer to ``ScoreRequest``: the scores of the words as they are now.
public struct ScoreResult: Hashable, Sendable, Codable {
    public var scores: [WordScore]

    public init(scores: [WordScore]) { self.scores = scores }
}
