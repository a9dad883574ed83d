internal import ClockSite
internal import ClockWire

/// The doctor's lines: a verdict, the subject, the finding, and below it the remedy.
///
/// Failures come first, then warnings. For a site with many rooms the checks that passed are a number.
struct DoctorView: Sendable {
    var report: DoctorReport
    /// Terminal columns; `nil` for no limit.
    var width: Int?
    /// In this computer's zone, as everywhere.
    var words: TimeWords

    /// Nobody reads all of more checks than these.
    private static let fewChecks = 100
    /// Most checks shown in that case.
    private static let shownChecks = 30

    func lines() -> [StyledText] {
        let checks = report.checks
        let bad = checks.filter { $0.verdict == .failed } + checks.filter { $0.verdict == .warning }
        guard checks.count > Self.fewChecks else {
            return lines(of: bad + checks.filter { $0.verdict == .ok }) + [summary]
        }
        let shown = Array(bad.prefix(Self.shownChecks))
        let rest = bad.count - shown.count
        let fine = checks.count - bad.count
        let numbers = [
            rest == 0 ? nil : StyledText("… and \(RoomWords.whole(rest)) more with trouble; --json has them", .dim),
            fine == 0
                ? nil
                : StyledText("✓ ", .good)
                    + StyledText("\(RoomWords.whole(fine)) checks found nothing wrong; --json has them"),
        ].compactMap(\.self)
        return lines(of: shown) + numbers.map { line in width.map(line.truncated) ?? line } + [summary]
    }

    private func lines(of checks: [DoctorCheck]) -> [StyledText] {
        let subjectWidth = checks.map(\.subject.terminalWidth).max() ?? 0
        let indent = 2 + subjectWidth + 2
        return checks.flatMap { check -> [StyledText] in
            let (mark, style) = DoctorView.mark(check.verdict)
            let head = StyledText("\(mark) ", style) + StyledText(check.subject).padded(to: subjectWidth + 2)
            let space = StyledText(String(repeating: " ", count: indent))
            let finding = wrapped(words.localized(check.finding), indent).enumerated().map { index, line in
                (index == 0 ? head : space) + StyledText(line, check.verdict == .failed ? .bad : .plain)
            }
            let fix = (check.fix.map { wrapped($0, indent + 2) } ?? []).enumerated().map { index, line in
                space + StyledText(index == 0 ? "→ " : "  ", .dim) + StyledText(line)
            }
            return finding + fix
        }
    }

    private var summary: StyledText {
        func count(_ verdict: DoctorCheck.Verdict) -> Int { report.checks.count { $0.verdict == verdict } }
        let (failed, warnings) = (count(.failed), count(.warning))
        if failed > 0 {
            let rest = warnings > 0 ? ", \(QuantityWords.count(warnings, "warning"))" : ""
            return StyledText("\(QuantityWords.count(failed, "check")) failed\(rest)", .bad)
        }
        if warnings > 0 { return StyledText("no check failed, \(QuantityWords.count(warnings, "warning"))", .warning) }
        return StyledText("all is well", .good)
    }

    private static func mark(_ verdict: DoctorCheck.Verdict) -> (String, Style) {
        switch verdict {
        case .ok: ("✓", .good)
        case .warning: ("!", .warning)
        case .failed: ("✗", .bad)
        }
    }

    private func wrapped(_ text: String, _ indent: Int) -> [String] {
        width.map { text.wrapped(to: max(20, $0 - indent)) } ?? [text]
    }
}
