internal import ClockSimulator

/// The results of runs, for people.
struct ReportText: Sendable {
    var coloured: Bool

    /// More violations of one run say little more.
    private static let maximumShown = 5

    static func list(_ scenarios: [Scenario]) -> String {
        let width = scenarios.map(\.name.count).max() ?? 0
        return scenarios.map { "\($0.name.padded(to: width))  \($0.summary)\n" }.joined()
    }

    static func heading(_ subject: RunSubject, _ plan: SimulationPlan) -> String {
        "\(subject.name): \(subject.circumstances(plan))\n"
    }

    func summary(_ result: RunResult) -> String {
        guard !result.isKept else { return "\(paint("kept", "32"))    \(result.subject.name)\n" }
        var text = "\(paint("BROKEN", "1;31"))  \(result.subject.name)\n        \(result.circumstances)\n"
        let words = TraceWords(plan: result.subject.plan())
        func add(_ findings: [String]) {
            text += findings.prefix(Self.maximumShown).joined()
            if findings.count > Self.maximumShown { text += "        and \(findings.count - Self.maximumShown) more\n" }
        }
        add(
            result.violations.map { violation in
                let invariant = paint("invariant \(violation.invariant)", "31")
                return "  \(invariant): \(Violation.invariantName(violation.invariant))\n"
                    + "        \(violation.at) \(violation.host.map(words.name) ?? "site"): \(violation.text)\n"
            })
        add(result.disappointments.map { "  \(paint("not as expected", "31")): \($0)\n" })
        return text + "  replay: \(result.subject.command) --trace\n"
            + (result.violations.isEmpty ? "" : "  shrink: \(result.subject.command) --shrink\n")
    }

    /// The parts of a failing plan that remain after shrinking.
    func shrunk(_ result: RunResult, to parts: KeptParts) -> String {
        let plan = result.subject.plan()
        var text = "  shrunk to \(Words.count(parts.parts.count, "part", "parts")):\n"
        for part in parts.parts {
            switch part {
            case .fault(let index): text += "        f\(index)  \(TraceWords(plan: plan).planned(plan.faults[index]))\n"
            case .request(let index):
                text += "        p\(index)  \(TraceWords(plan: plan).planned(plan.people[index]))\n"
            }
        }
        let subject = RunSubject(source: result.subject.source, kept: parts)
        return text + "  replay: \(subject.command) --trace\n"
    }

    func totals(_ totals: CampaignTotals, _ elapsed: Duration) -> String {
        let seconds = Words.seconds(elapsed)
        let rate = seconds > 0 ? totals.nodeDays / seconds : 0
        let verdict =
            totals.failures == 0
            ? "every promise kept" : "\(Words.count(totals.failures, "run", "runs")) broke a promise"
        return "\(Words.count(totals.runs, "run", "runs")), \(Words.rounded(totals.nodeDays)) node-days, "
            + "\(totals.events) events in \(Words.rounded(seconds)) s, \(Words.rounded(rate)) node-days/s: \(verdict)\n"
    }

    private func paint(_ text: String, _ parameters: String) -> String {
        coloured ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
