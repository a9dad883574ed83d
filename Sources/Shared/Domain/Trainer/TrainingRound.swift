/// One sitting at a list of words: its words, their order, and the missed ones that come back.
///
/// Words that are due come first, those of the lowest box before the others and the longest due before the rest; then new
/// ones in the order of the list. A missed word comes back after a few others, and again, until it was known.
public struct TrainingRound: Hashable, Sendable {
    /// The number of words between a missed word and its return, if as many are left.
    public static let distance = 3

    private var queue: [String]
    /// Words of this round that were answered, and those that were missed the first time.
    public private(set) var answered: Set<String> = []
    public private(set) var missed: Set<String> = []

    /// - Parameters:
    ///   - words: the list's, in its order.
    ///   - scores: the learner's, of any words.
    ///   - count: the most words that the round has.
    public init(words: [String], scores: [WordScore], count: Int, at now: WallTime) {
        let known = Dictionary(scores.map { ($0.key.word, $0) }, uniquingKeysWith: { $1 })
        // A clock that was once ahead must not keep a word away.
        let due = words.compactMap { known[$0] }.filter { $0.due <= now || $0.last > now }
            .sorted { ($0.box, $0.due, $0.key) < ($1.box, $1.due, $1.key) }.map(\.key.word)
        let new = words.filter { known[$0] == nil }
        queue = Array((due + new).prefix(max(0, count)))
    }

    /// The word to ask; `nil` when the round is over.
    public var word: String? { queue.first }
    /// Words that are still to be answered, each once.
    public var left: Int { Set(queue).count }

    /// Takes the answer to ``word``.
    ///
    /// - Returns: true if it counts: a missed word that is known a moment later is not yet known.
    public mutating func answer(known isKnown: Bool) -> Bool {
        guard let word = queue.first else { return false }
        queue.removeFirst()
        let isFirst = answered.insert(word).inserted
        if !isKnown {
            if isFirst { missed.insert(word) }
            queue.insert(word, at: min(Self.distance, queue.count))
        }
        return isFirst
    }
}
