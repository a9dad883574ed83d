internal import ClockDomain

/// Scores as they were last decided, and as the store has them.
struct ScoreBook: Sendable {
    var pending: [ScoreKey: WordScore]
    private var committed: [ScoreKey: WordScore]
    /// Of what is committed, ascending: a page of a hundred thousand is found without looking at all of them.
    private var order: [ScoreKey]

    init(_ scores: [WordScore]) {
        committed = Dictionary(scores.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        pending = committed
        order = committed.keys.sorted()
    }

    mutating func commit(_ score: WordScore) {
        if committed.updateValue(score, forKey: score.key) == nil {
            order.insert(score.key, at: place { score.key < $0 })
        }
    }

    /// Committed scores, ascending.
    ///
    /// - Parameters:
    ///   - learner: only theirs.
    ///   - list: only of this list.
    ///   - after: only those beyond it.
    ///   - limit: at most as many.
    func page(learner: String?, list: String?, after: ScoreKey?, limit: Int) -> [WordScore] {
        var begin = 0
        if let after { begin = place { after < $0 } }
        if let learner { begin = max(begin, place { learner <= $0.learner }) }
        return order[begin...].lazy.prefix { key in learner.map { key.learner == $0 } ?? true }
            .filter { key in list.map { key.list == $0 } ?? true }.prefix(limit).compactMap { committed[$0] }
    }

    /// Where in the order the first key stands that `isBeyond` holds for, as it does for all behind it.
    private func place(_ isBeyond: (ScoreKey) -> Bool) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(order[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    mutating func rollBack() { pending = committed }
}
