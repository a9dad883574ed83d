/// Collects violations, a bounded number of each invariant: whoever breaks a promise once usually goes on doing so, and
/// the first ones say what is wrong.
struct Findings {
    private(set) var violations: [Violation] = []
    /// By the invariant's number.
    private var counts = [Int](repeating: 0, count: 17)

    static let limitPerInvariant = 20

    mutating func add(_ invariant: Int, at time: Int64, _ host: Host?, _ text: () -> String) {
        counts[invariant] += 1
        guard counts[invariant] <= Self.limitPerInvariant else { return }
        violations.append(
            Violation(invariant: invariant, at: TrueTime(nanoseconds: time), host: host, text: text()))
    }
}
