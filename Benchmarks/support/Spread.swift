/// The spread of many durations, in milliseconds.
public struct Spread: Encodable {
    public var count: Int
    public var median: Double
    public var p99: Double
    public var max: Double

    /// - Parameter nanoseconds: not empty.
    public init(nanoseconds: [Int64]) {
        let sorted = nanoseconds.map { Double($0) / 1e6 }.sorted()
        // Nearest rank.
        func rank(_ share: Double) -> Double {
            sorted[Swift.max(0, min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
        }
        count = sorted.count
        median = rank(0.5)
        p99 = rank(0.99)
        max = rank(1)
    }
}
