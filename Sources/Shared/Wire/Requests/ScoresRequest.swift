public import ClockDomain

/// Answered by ``ScoresPage``.
public struct ScoresRequest: SiteRequest {
    public typealias Result = ScoresPage

    public static let verb = RequestVerb("scores")
    public static let role = ClientRole.viewer
    public static let summary = "reads what learners have made of words"
    public static let fields = "`learner`, `list`, `after` (the `next` of the page before)"
    public static let resultFields = "`now`, `scores` (up to 1,000), `next`"

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
