/// Collects violations, a bounded number for each invariant: a broken claim usually repeats, and the first violations
/// show the error.
struct Findings {
    private(set) var violations: [Violation] = []
    /// By the invariant's number.
    private var counts: [Int: Int] = [:]

    static let limitPerInvariant = 20

    mutating func add(_ invariant: Int, at time: Int64, _ host: Host?, _ text: () -> String) {
        counts[invariant, default: 0] += 1
        guard counts[invariant, default: 0] <= Self.limitPerInvariant else { return }
        violations.append(Violation(invariant: invariant, at: TrueTime(nanoseconds: time), host: host, text: text()))
    }
}
