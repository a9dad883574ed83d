// Fewest parts that still fail: delta debugging.
//
// A failing run has hundreds of faults, most of which do not contribute to the failure. The algorithm is ddmin (Zeller
// and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002): cut the list into pieces,
// and test each piece alone, then all without one piece; continue with a list that fails, or with finer pieces if none
// does. The result is 1-minimal: without any single part of it there is no failure.

/// Finds a small list of parts that still fails.
struct Shrinker<Part> {
    /// The trials so far.
    private(set) var trials = 0
    /// Called before each trial with the number of earlier trials and of remaining parts.
    var beforeTrial: (_ trials: Int, _ left: Int) -> Void = { _, _ in }
    private var left = 0
    private let maximumTrials: Int
    private let fails: ([Part]) -> Bool

    /// - Parameter maximumTrials: the number of trials after which it stops with its best result.
    init(maximumTrials: Int, fails: @escaping ([Part]) -> Bool) {
        self.maximumTrials = maximumTrials
        self.fails = fails
    }

    /// - Parameter parts: a list that fails.
    mutating func minimise(_ parts: [Part]) -> [Part] {
        var parts = parts
        left = parts.count
        if isFailing([]) { return [] }
        var pieces = 2
        while parts.count > 1, trials < maximumTrials {
            left = parts.count
            let size = (parts.count + pieces - 1) / pieces
            let starts = Array(stride(from: 0, to: parts.count, by: size))
            if let start = starts.first(where: { isFailing(Array(parts[$0..<min($0 + size, parts.count)])) }) {
                parts = Array(parts[start..<min(start + size, parts.count)])
                pieces = 2
                continue
            }
            // Of two pieces, each one is the rest of the other, and was just tried.
            let rest =
                pieces > 2 ? starts.lazy.map { Self.without($0, size, parts) }.first(where: { isFailing($0) }) : nil
            if let rest {
                parts = rest
                pieces = max(2, pieces - 1)
            } else if pieces < parts.count {
                pieces = min(parts.count, pieces * 2)
            } else {
                break
            }
        }
        return parts
    }

    private static func without(_ start: Int, _ size: Int, _ parts: [Part]) -> [Part] {
        Array(parts[..<start]) + Array(parts[min(start + size, parts.count)...])
    }

    private mutating func isFailing(_ parts: [Part]) -> Bool {
        guard trials < maximumTrials else { return false }
        beforeTrial(trials, left)
        trials += 1
        return fails(parts)
    }
}
