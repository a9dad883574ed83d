internal import ClockDomain
internal import ClockWire

/// Learners' scores for words at the reading trainer, both decided and committed.
struct Scores: Sendable {
    /// The most scores of a site.
    private static let maximum = 100_000

    private var pending: [ScoreKey: WordScore]
    private var committed: [ScoreKey: WordScore]
    /// The committed keys, ascending: a search for a page among a hundred thousand does not go through all of them.
    private var order: [ScoreKey]

    init(_ scores: [WordScore]) {
        committed = Dictionary(scores.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        pending = committed
        order = committed.keys.sorted()
    }

    /// Accepts a learner's answers.
    ///
    /// - Parameter refusal: the error while nothing can be changed.
    /// - Returns: the scores to store, ascending.
    /// - Throws: the reason for a refusal.
    mutating func accept(_ request: ScoreRequest, refusal: RequestError?, at now: Now) throws(RequestError)
        -> [WordScore]
    {
        guard (1...ScoreRequest.maximumAnswers).contains(request.answers.count) else {
            throw RequestError(
                .invalid, "\(request.answers.count) answers are not in 1...\(ScoreRequest.maximumAnswers)")
        }
        if let refusal { throw refusal }
        var changed: [ScoreKey: WordScore] = [:]
        let instant = now.wall.truncatedToMilliseconds
        for answer in request.answers {
            guard let key = ScoreKey(learner: request.learner, list: request.list, word: answer.word) else {
                throw RequestError(
                    .invalid,
                    "\"\(request.learner.line(maximumBytes: 80))\", \"\(request.list.line(maximumBytes: 80))\" and "
                        + "\"\(answer.word.line(maximumBytes: 80))\" are not a learner, a list and a word of it")
            }
            if var score = changed[key] ?? pending[key] {
                score.record(known: answer.known, at: instant)
                changed[key] = score
            } else {
                changed[key] = WordScore(key, known: answer.known, at: instant)
            }
        }
        let new = changed.keys.count { pending[$0] == nil }
        guard pending.count + new <= Self.maximum else {
            throw RequestError(
                .unavailable, "the scores of \(Self.maximum) words are kept, and there is no room for more")
        }
        for (key, score) in changed { pending[key] = score }
        return changed.values.sorted { $0.key < $1.key }
    }

    /// Returns a page of committed scores.
    func read(_ request: ScoresRequest, at now: Now) -> ScoresPage {
        // One more than a page shows that another page follows.
        let found = page(
            learner: request.learner, list: request.list, after: request.after, limit: ScoresRequest.limit + 1)
        let page = Array(found.prefix(ScoresRequest.limit))
        return ScoresPage(
            now: now.wall.truncatedToMilliseconds, scores: page, next: found.count > page.count ? page.last?.key : nil)
    }

    /// Records that the store has a score.
    mutating func commit(_ score: WordScore) {
        if committed.updateValue(score, forKey: score.key) == nil {
            order.insert(score.key, at: place { score.key < $0 })
        }
    }

    /// Returns committed scores, ascending.
    ///
    /// - Parameters:
    ///   - learner: only this learner's.
    ///   - list: only of this list.
    ///   - after: only keys after this one.
    ///   - limit: the most scores to return.
    private func page(learner: String?, list: String?, after: ScoreKey?, limit: Int) -> [WordScore] {
        var begin = 0
        if let after { begin = place { after < $0 } }
        if let learner { begin = max(begin, place { learner <= $0.learner }) }
        return order[begin...].lazy.prefix { key in learner.map { key.learner == $0 } ?? true }
            .filter { key in list.map { key.list == $0 } ?? true }.prefix(limit).compactMap { committed[$0] }
    }

    /// Returns the index of the first key for which `isBeyond` holds, as it does for all keys after it.
    private func place(_ isBeyond: (ScoreKey) -> Bool) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(order[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Undoes decisions that the store refused.
    mutating func rollBack() { pending = committed }
}
