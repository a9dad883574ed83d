internal import ClockInput

/// Names of a command line with a time of day behind them: `a3 half past seven`.
struct WordsWithTime {
    /// No time of day has more words.
    static let longestTime = 16

    /// Each reading, the shortest time first: a label may itself read as a part of a time.
    let readings: [(names: [String], time: String)]

    init(_ words: [String]) {
        readings = (1...Self.longestTime).prefix { $0 <= words.count }.compactMap { count in
            let time = words.suffix(count).joined(separator: " ")
            // The refusal of a reading leaves the others.
            return (try? TimeInput(time)) == nil ? nil : (Array(words.dropLast(count)), time)
        }
    }
}
