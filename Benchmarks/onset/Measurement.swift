import Glibc

/// Onset errors of one output under one load.
struct Measurement: Encodable {
    /// Of the magnitudes, in milliseconds.
    struct Spread: Encodable {
        var median: Double
        var p99: Double
        var max: Double

        /// - Parameter errors: signed, in nanoseconds; not empty.
        init(errors: [Int64]) {
            let sorted = errors.map { Double($0.magnitude) / 1e6 }.sorted()
            func rank(_ share: Double) -> Double {
                sorted[Swift.max(0, min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
            }
            median = rank(0.5)
            p99 = rank(0.99)
            max = rank(1)
        }

        var text: String { [median, p99, max].map(Self.milliseconds).joined(separator: " ") }

        private static func milliseconds(_ value: Double) -> String {
            let micro = Int((value * 1000).rounded())
            let fraction = String(micro % 1000)
            let digits = "\(micro / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
            return String(repeating: " ", count: Swift.max(0, 9 - digits.count)) + digits
        }
    }

    var output: String
    var hogs: Int
    /// Sounds that were ordered.
    var ordered: Int
    /// Sounds that were found in the recordings.
    var heardCount: Int
    var underruns: Int
    /// From the recordings; `nil` without sounds in them.
    var heard: Spread?
    /// From the player's reports.
    var reported: Spread?
    /// First sentences of failures.
    var failures: [String]
    var limitMilliseconds: Double?

    /// True if every sound was heard, and within the limit if there is one.
    var isWithinLimit: Bool {
        guard let heard, heardCount == ordered else { return false }
        return limitMilliseconds.map { heard.p99 <= $0 } ?? true
    }

    var line: String {
        let load = hogs == 0 ? "idle" : "\(hogs) hogs"
        let limit = limitMilliseconds.map { ", promised p99 \($0): \(isWithinLimit ? "kept" : "BROKEN")" } ?? ""
        let lines = [
            "\(output), \(load): \(heardCount) of \(ordered) heard, \(underruns) underruns\(limit)",
            "  ms           median       p99       max",
            "  as heard  \(heard?.text ?? " nothing")",
            "  reported  \(reported?.text ?? " nothing")",
        ]
        return (lines + failures.map { "  failed: \($0)" }).joined(separator: "\n")
    }
}
