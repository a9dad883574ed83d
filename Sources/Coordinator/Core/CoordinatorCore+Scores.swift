// What learners make of words at the reading trainer.

internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// Scores of a site.
    private static let maximumScores = 100_000

    mutating func score(_ request: ScoreRequest, origin: RequestOrigin, at now: Now) {
        guard (1...ScoreRequest.maximumAnswers).contains(request.answers.count) else {
            return fail(
                origin, .invalid, "\(request.answers.count) answers are not in 1...\(ScoreRequest.maximumAnswers)")
        }
        guard hasRoom(for: origin) else { return }
        if let refusal = refusalAsStranger { return fail(origin, refusal.code, refusal.message) }
        var changed: [ScoreKey: WordScore] = [:]
        let instant = now.wall.truncatedToMilliseconds
        for answer in request.answers {
            guard let key = ScoreKey(learner: request.learner, list: request.list, word: answer.word) else {
                return fail(
                    origin, .invalid,
                    "\"\(request.learner.line(maximumBytes: 80))\", \"\(request.list.line(maximumBytes: 80))\" and "
                        + "\"\(answer.word.line(maximumBytes: 80))\" are not a learner, a list and a word of it")
            }
            if var score = changed[key] ?? scores.pending[key] {
                score.take(known: answer.known, at: instant)
                changed[key] = score
            } else {
                changed[key] = WordScore(key, known: answer.known, at: instant)
            }
        }
        let new = changed.keys.count { scores.pending[$0] == nil }
        guard scores.pending.count + new <= Self.maximumScores else {
            return fail(
                origin, .unavailable,
                "the scores of \(Self.maximumScores) words are kept, and there is no room for more")
        }
        let result = changed.values.sorted { $0.key < $1.key }
        for score in result {
            scores.pending[score.key] = score
            store.add(.saveScore(score))
        }
        store.add(.score(ScoreResult(scores: result)), to: origin)
    }

    func readScores(_ request: ScoresRequest, at now: Now) -> ScoresPage {
        // One more than a page tells whether another follows.
        let found = scores.page(
            learner: request.learner, list: request.list, after: request.after, limit: ScoresRequest.limit + 1)
        let page = Array(found.prefix(ScoresRequest.limit))
        return ScoresPage(
            now: now.wall.truncatedToMilliseconds, scores: page,
            next: found.count > page.count ? page.last?.key : nil)
    }
}
