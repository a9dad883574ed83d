internal import ArgumentParser

/// `1..2000`: the first seed and the last.
struct SeedRange: ExpressibleByArgument, Hashable, Sendable {
    var seeds: ClosedRange<UInt64>

    /// More would take weeks.
    static let maximumCount: UInt64 = 100_000_000

    init?(argument: String) {
        let ends = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let first = UInt64(ends[0]), let last = UInt64(ends[2]), first <= last,
            last - first < Self.maximumCount
        else { return nil }
        seeds = first...last
    }
}
