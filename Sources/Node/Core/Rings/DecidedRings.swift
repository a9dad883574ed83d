public import ClockDomain

/// Occurrences that have their line, so that none rings again when a clock goes back or a document is read again.
///
/// A list and not just the newest instant: a clock that was once far ahead must not silence later occurrences.
public struct DecidedRings: Hashable, Sendable {
    /// Ascending, each once.
    public private(set) var occurrences: [Occurrence] = []

    /// A thousand alarms a day for over a week.
    public static let maximumCount = 8192
    /// So many stay however old they are: a clock that jumps ahead and back must not make the node forget them.
    static let keptCount = 200

    public init() {}

    public func contains(_ occurrence: Occurrence) -> Bool {
        let index = place(of: occurrence)
        return index < occurrences.count && occurrences[index] == occurrence
    }

    /// - Parameter horizon: occurrences due earlier hardly come again and may be forgotten.
    mutating func insert(_ occurrence: Occurrence, forgettingBefore horizon: WallTime) {
        if occurrences.count > DecidedRings.keptCount {
            let spare = occurrences.prefix(occurrences.count - DecidedRings.keptCount)
            let old = spare.prefix { $0.due < horizon }.count
            if old > 0 { occurrences.removeFirst(old) }
        }
        let index = place(of: occurrence)
        guard index == occurrences.count || occurrences[index] != occurrence else { return }
        occurrences.insert(occurrence, at: index)
        if occurrences.count > DecidedRings.maximumCount { occurrences.removeFirst() }
    }

    private func place(of occurrence: Occurrence) -> Int {
        var low = 0
        var high = occurrences.count
        while low < high {
            let middle = (low + high) / 2
            if occurrences[middle] < occurrence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension DecidedRings: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let occurrences = try container.decode([Occurrence].self)
        guard occurrences.count <= DecidedRings.maximumCount,
            zip(occurrences, occurrences.dropFirst()).allSatisfy({ $0 < $1 })
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "are too many, or not ascending, each once")
        }
        self.occurrences = occurrences
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(occurrences)
    }
}
