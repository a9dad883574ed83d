public import ClockDomain

/// `score`: a learner's answers to words of a list. Answered by ``ScoreResult`` when they are committed.
public struct ScoreRequest: WireMessage, Hashable {
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

    public init(scores: [WordScore]) {
        self.scores = scores
    }
}

/// `scores`: what learners have made of words. Answered by ``ScoresPage``.
public struct ScoresRequest: WireMessage, Hashable {
    /// Only this learner's.
    public var learner: String?
    /// Only of this list.
    public var list: String?
    /// Only those after this one; a page's `next` asks for the page after it.
    public var after: ScoreKey?

    /// Scores on a page.
    public static let limit = 1_000

    public init(learner: String? = nil, list: String? = nil, after: ScoreKey? = nil) {
        self.learner = learner
        self.list = list
        self.after = after
    }
}

/// Answer to ``ScoresRequest``.
public struct ScoresPage: Hashable, Sendable, Codable {
    /// The coordinator's clock.
    public var now: WallTime
    /// Ascending by learner, list and word.
    public var scores: [WordScore]
    /// Asks for the page that follows; `nil` on the last one.
    public var next: ScoreKey?

    public init(now: WallTime, scores: [WordScore], next: ScoreKey?) {
        self.now = now
        self.scores = scores
        self.next = next
    }
}
