public import ClockDomain

/// The count of each outcome with each of its reasons.
///
/// On the wire: an object with a number for `announced`, `missed/late` and so on, without zero counts.
public struct OutcomeCounts: Hashable, Sendable {
    private var counts: [String: Int]

    public enum Absent: FieldRule {
        public static var absent: OutcomeCounts? { OutcomeCounts() }
    }

    public init() { counts = [:] }

    public mutating func count(_ outcome: QuarterOutcome, _ reason: QuarterReason?, times: Int = 1) {
        counts[Self.key(outcome.rawValue, reason?.rawValue), default: 0] += times
    }

    public mutating func count(_ outcome: RingOutcome, _ reason: RingReason) {
        counts[Self.key(outcome.rawValue, reason.rawValue), default: 0] += 1
    }

    public subscript(outcome: QuarterOutcome, reason: QuarterReason?) -> Int {
        counts[Self.key(outcome.rawValue, reason?.rawValue)] ?? 0
    }

    public subscript(outcome: RingOutcome, reason: RingReason) -> Int {
        counts[Self.key(outcome.rawValue, reason.rawValue)] ?? 0
    }

    /// Returns the counts under other keys than these, ascending: reasons that this program does not know.
    public func others(than known: Set<String>) -> [(outcome: String, reason: String, count: Int)] {
        counts.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { key, count in
            let parts = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "", count)
        }
    }

    public static func key(_ outcome: String, _ reason: String?) -> String {
        reason.map { "\(outcome)/\($0)" } ?? outcome
    }
}

extension OutcomeCounts: Codable {
    /// More than all outcomes have reasons.
    private static let maximumKeys = 64

    public init(from decoder: any Decoder) throws {
        counts = try decoder.singleValueContainer().decode([String: Int].self)
        guard counts.count <= Self.maximumKeys else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(counts.count) outcomes are over the limit of \(Self.maximumKeys)"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(counts)
    }
}
