/// Answer to ``DoctorRequest``.
public struct DoctorReport: Hashable, Sendable, Codable {
    public var checks: [DoctorCheck]

    public init(checks: [DoctorCheck]) { self.checks = checks }

    /// A report with more checks than these omits the phrases of those that are well: with a thousand nodes, all of
    /// them would not fit into one message.
    static let mostWithPhrases = 2_000
    /// Of all checks, by ``DoctorCheck/size``: an answer must stay below a mebibyte.
    static let mostBytes = 800 << 10

    /// Makes the report of a site of any size. If not all checks fit into a message, failures come before warnings, and
    /// those before checks that are well; a check at the end counts the others.
    package init(bounding checks: [DoctorCheck]) {
        self.checks = checks
        guard checks.count > Self.mostWithPhrases else { return }
        for index in checks.indices where checks[index].verdict == .ok { self.checks[index].phrases = nil }
        var left = Self.mostBytes
        var isKept = Array(repeating: false, count: checks.count)
        var missing: [DoctorCheck.Verdict: Int] = [:]
        for verdict in [DoctorCheck.Verdict.failed, .warning, .ok] {
            for index in checks.indices where checks[index].verdict == verdict {
                let size = self.checks[index].size
                isKept[index] = size <= left
                if isKept[index] { left -= size } else { missing[verdict, default: 0] += 1 }
            }
        }
        guard let rest = DoctorCheck(ofMissing: missing) else { return }
        self.checks = zip(self.checks, isKept).filter(\.1).map(\.0) + [rest]
    }
}

extension DoctorCheck {
    /// About so many bytes of JSON.
    fileprivate var size: Int {
        let text = subject.utf8.count + finding.utf8.count + (fix?.utf8.count ?? 0)
        // A phrase has a code, and repeats the values in its sentence.
        return phrases == nil ? text + 100 : 2 * text + 300
    }

    /// - Parameter missing: the numbers of checks without room; the result is `nil` without any.
    fileprivate init?(ofMissing missing: [Verdict: Int]) {
        let counts = [(Verdict.failed, "failed"), (.warning, "warnings"), (.ok, "found nothing wrong")]
            .compactMap { verdict, word in missing[verdict].map { "\($0) \(word)" } }
        guard !counts.isEmpty else { return nil }
        let worst: Verdict = missing[.failed] != nil ? .failed : missing[.warning] != nil ? .warning : .ok
        self.init(
            subject: "others", verdict: worst,
            finding:
                "there is no room for \(missing.values.reduce(0, +)) more checks: \(counts.joined(separator: ", "))",
            fix: worst == .ok ? nil : "Mend the faults above first, then check again.")
    }
}
