/// Answer to ``DoctorRequest``.
public struct DoctorReport: Hashable, Sendable, Codable {
    public var checks: [DoctorCheck]

    public init(checks: [DoctorCheck]) {
        self.checks = checks
    }

    /// More checks than these are told without the phrases of those that are well: of a thousand nodes, all of them would
    /// not fit into one message.
    static let mostWithPhrases = 2_000

    /// The report of a site of any size.
    package init(bounding checks: [DoctorCheck]) {
        self.checks = checks
        guard checks.count > Self.mostWithPhrases else { return }
        for index in checks.indices where checks[index].verdict == .ok { self.checks[index].phrases = nil }
    }
}
