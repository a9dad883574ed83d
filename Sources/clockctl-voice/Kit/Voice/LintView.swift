internal import ClockSite
internal import ClockVoiceMaking

/// A lint's findings for people, the most important of each kind, and the measures below.
struct LintView {
    private let document: LintDocument

    /// Most findings of one kind.
    private static let most = 8

    init(_ document: LintDocument) { self.document = document }

    var lines: [StyledText] {
        var lines: [StyledText] = []
        for kind in LintReport.Kind.allCases {
            let findings = document.findings.filter { $0.kind == kind }
            for finding in findings.prefix(Self.most) {
                lines.append(
                    StyledText("\(kind.rawValue) ".padded(to: 10), finding.isHint ? .dim : .bad)
                        + StyledText(finding.subject, .bold)
                        + StyledText("\(separator(kind))\(finding.message)"))
            }
            if findings.count > Self.most {
                lines.append(StyledText("          and \(findings.count - Self.most) more of this kind (--json)", .dim))
            }
        }
        return lines + measures
    }

    /// Some messages are the subject's own sentence.
    private func separator(_ kind: LintReport.Kind) -> String {
        switch kind {
        case .grammar, .missing, .broken: ": "
        case .silent, .clipped, .long, .loudness, .format, .step, .level, .pitch, .gap, .stray: " "
        }
    }

    private var measures: [StyledText] {
        let said = [(document.minutes, "minute"), (document.dates, "date"), (document.durations, "number")]
            .filter { $0.0 > 0 }.map { QuantityWords.count($0.0, $0.1) }
        let what = said.isEmpty ? "prompts only" : "says \(said.joined(separator: ", "))"
        var lines = [
            StyledText(document.pack, .bold)
                + StyledText(": \(document.clips) of \(QuantityWords.count(document.prompts, "clip")), \(what)")
        ]
        if let softest = document.softest, let loudest = document.loudest {
            lines.append(StyledText("  loudness  \(signed(softest)) to \(signed(loudest)) LUFS"))
        }
        if !document.joins.isEmpty {
            let level = document.joins.map { abs($0.levelJump) }.max() ?? 0
            let pitch = document.joins.compactMap { $0.pitchJump.map(abs) }.max() ?? 0
            let gap = document.joins.map(\.gap).max() ?? 0
            lines.append(
                StyledText(
                    "  joins     \(document.joins.count), at most \(QuantityWords.decimal(level, digits: 1)) LU, "
                        + "\(QuantityWords.decimal(pitch, digits: 1)) semitones, "
                        + "\(QuantityWords.decimal(gap * 1000, digits: 0)) ms of silence"))
        }
        let wrong = document.findings.count { !$0.isHint }
        lines.append(
            wrong == 0 ? StyledText("all is well", .good) : StyledText("\(QuantityWords.count(wrong, "finding"))", .bad)
        )
        return lines
    }

    private func signed(_ value: Double) -> String {
        (value < 0 ? "−" : "+") + QuantityWords.decimal(abs(value), digits: 1)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
