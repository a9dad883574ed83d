internal import ClockRuntime
internal import ClockSimulator
internal import FoundationEssentials

/// The results of runs, for scripts: one document.
struct ReportJSON: Encodable {
    struct Run: Encodable {
        /// `seed 17` or `scenario leap-day`
        var run: String
        /// The command that runs it again.
        var command: String
        var kept: Bool
        var nodeDays: Double
        var events: Int
        var violations: [Broken]
        var notAsExpected: [String]
        /// With `--shrink`: the command that runs the shrunk plan.
        var shrunk: String?

        enum CodingKeys: String, CodingKey {
            case run, command, kept, events, violations, shrunk
            case nodeDays = "node_days"
            case notAsExpected = "not_as_expected"
        }
    }

    struct Broken: Encodable {
        var invariant: Int
        /// RFC 3339, true time.
        var at: String
        /// `kitchen`, `coordinator`
        var host: String?
        var text: String
    }

    var version: String
    var runs: [Run]
    var failures: Int
    var nodeDays: Double
    var seconds: Double

    enum CodingKeys: String, CodingKey {
        case version, runs, failures, seconds
        case nodeDays = "node_days"
    }

    /// - Parameter shrunk: by the index of the run.
    static func text(
        _ results: [RunResult], _ shrunk: [Int: KeptParts], _ totals: CampaignTotals, _ elapsed: Duration
    ) -> String {
        let report = ReportJSON(
            version: ClockVersion.current,
            runs: results.enumerated().map { index, result in
                let words = TraceWords(plan: result.subject.plan())
                return Run(
                    run: result.subject.name, command: result.subject.command, kept: result.isKept,
                    nodeDays: result.nodeDays, events: result.counts.events,
                    violations: result.violations.map { violation in
                        Broken(
                            invariant: violation.invariant, at: violation.at.description,
                            host: violation.host.map(words.name), text: violation.text)
                    }, notAsExpected: result.disappointments,
                    shrunk: shrunk[index].map { RunSubject(source: result.subject.source, kept: $0).command })
            }, failures: totals.failures, nodeDays: totals.nodeDays, seconds: Words.seconds(elapsed))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n" } catch {
            // Only a number that is not finite can fail, and there is none.
            preconditionFailure("the report cannot be written as JSON: \(error)")
        }
    }
}
