internal import ClockDomain

/// Scores as they were last decided, and as the store has them.
struct ScoreBook: Sendable {
    var pending: [ScoreKey: WordScore]
    private(set) var committed: [ScoreKey: WordScore]

    init(_ scores: [WordScore]) {
        committed = Dictionary(scores.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        pending = committed
    }

    mutating func commit(_ score: WordScore) { committed[score.key] = score }

    mutating func rollBack() { pending = committed }
}
