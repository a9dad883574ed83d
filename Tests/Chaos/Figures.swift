import ClockDomain

/// The results of a run.
struct Figures: Encodable {
    var seed: UInt64
    /// The limit of ``recoveries``: with databases, a lease must end and a dead server be passed over.
    var longestRecovery: Double
    var rounds = 0
    var faults: [String: Int] = [:]
    var answered = 0
    var unanswered = 0
    var refused = 0
    var quarters: [String: Int] = [:]
    var rings: [String: Int] = [:]
    var sounds = 0
    var ringsHeard = 0
    /// Heard for a moment before kill -9, with no line.
    var soundsCutShort = 0
    /// Heard while the disk was full and before kill -9, with no line.
    var soundsUnsaved = 0
    /// From the moment at which everything was healed to a change made then being in force at a node, seconds.
    var recoveries: [Double] = []
    /// The announcements' distances from the quarter hour, either way, microseconds.
    var onsets: [Int] = []
    var violations: [String] = []

    mutating func count(_ faults: [Fault]) {
        for fault in faults { self.faults[fault.kind.name, default: 0] += 1 }
    }

    mutating func count(_ store: StoreContents) {
        quarters = [:]
        rings = [:]
        for line in store.quarters { quarters[Self.words(line.outcome, line.reason), default: 0] += 1 }
        for line in store.rings { rings[Self.words(line.outcome, line.reason), default: 0] += 1 }
    }

    private static func words(_ outcome: String, _ reason: String?) -> String {
        reason.map { "\(outcome) (\($0))" } ?? outcome
    }

    var table: String {
        func counts(_ counts: [String: Int]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
                .joined(separator: ", ")
        }
        let rows: [(String, String)] = [
            ("seed, rounds", "\(seed), \(rounds)"),
            ("faults", counts(faults)),
            ("changes answered", "\(answered); \(unanswered) got no answer, \(refused) were refused"),
            ("quarter hours by node", counts(quarters)),
            ("rings by node", counts(rings)),
            (
                "sounds heard",
                "\(sounds), of \(ringsHeard) rings; untold: \(soundsCutShort) cut short by kill -9, \(soundsUnsaved) with a "
                    + "full disk before kill -9"
            ),
            ("announcement off its instant", Self.spread(onsets.map { Double($0) / 1_000 }, "ms")),
            ("heal to a change in force", Self.spread(recoveries, "s")),
            ("violations", "\(violations.count)"),
        ]
        return rows.map { name, value in
            name + String(repeating: " ", count: max(1, 30 - name.utf8.count)) + value
        }.joined(separator: "\n")
    }

    /// To hundredths.
    static func shown(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func spread(_ values: [Double], _ unit: String) -> String {
        guard !values.isEmpty else { return "not measured" }
        let sorted = values.sorted()
        return "median \(shown(sorted[sorted.count / 2])) \(unit), most \(shown(sorted[sorted.count - 1])) \(unit), "
            + "of \(sorted.count)"
    }
}
