public import ClockDomain

/// The spread of values over the buckets of a scale.
public struct Histogram: Hashable, Sendable {
    /// Values in each bucket, and after the last bound those over it; empty before the first value.
    public private(set) var counts: [Int]
    public private(set) var sumMicroseconds: Int

    public enum Absent: FieldRule {
        public static var absent: Histogram? { Histogram() }
    }

    public init() {
        counts = []
        sumMicroseconds = 0
    }

    /// - Parameter microseconds: below zero counts as zero.
    public mutating func count(_ microseconds: Int, on scale: HistogramScale) {
        let bounds = scale.boundsMicroseconds
        if counts.isEmpty { counts = Array(repeating: 0, count: bounds.count + 1) }
        let value = max(0, microseconds)
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sumMicroseconds = sumMicroseconds.addingReportingOverflow(value).partialValue
    }
}

/// A measurement, with the upper bounds of its buckets.
public enum HistogramScale: Hashable, Sendable, CaseIterable {
    /// The distance of a sound's beginning from its instant.
    case onsetError
    /// The time that a wake took to a node.
    case wakeLatency
    /// The time that the store took for a commit.
    case commit

    /// Ascending; a bucket has the values up to its bound.
    public var boundsMicroseconds: [Int] {
        switch self {
        case .onsetError: [50, 200, 1_000, 5_000, 20_000, 100_000, 1_000_000]
        case .wakeLatency: [5_000, 20_000, 100_000, 500_000, 1_000_000, 5_000_000, 15_000_000]
        case .commit: [1_000, 5_000, 20_000, 100_000, 500_000, 1_000_000, 5_000_000]
        }
    }
}

extension Histogram: Codable {
    enum CodingKeys: String, CodingKey {
        case counts
        case sumMicroseconds = "sum_us"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        counts = try container.decodeList(atMost: 64, "counts", forKey: .counts)
        sumMicroseconds = try container.decodeIfPresent(Int.self, forKey: .sumMicroseconds) ?? 0
    }
}
