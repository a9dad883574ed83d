internal import ClockVoice
internal import ClockVoiceMaking

/// The output of `clockctl voice lint --json`.
struct LintDocument: Encodable {
    struct Finding: Encodable {
        var kind: LintReport.Kind
        var subject: String
        var message: String
        var isHint: Bool

        enum CodingKeys: String, CodingKey {
            case kind, subject, message
            case isHint = "hint"
        }
    }

    struct Join: Encodable {
        var first: String
        var second: String
        var example: String
        var levelJump: Double
        /// Absent when one of the two has no pitch there.
        var pitchJump: Double?
        var gap: Double

        enum CodingKeys: String, CodingKey {
            case first, second, example
            case levelJump = "level_lu"
            case pitchJump = "pitch_semitones"
            case gap = "gap_s"
        }
    }

    var pack: String
    var isWell: Bool
    var clips: Int
    var prompts: Int
    var minutes: Int
    var dates: Int
    var durations: Int
    /// LUFS of the softest and the loudest clip; absent when there is none.
    var softest: Double?
    var loudest: Double?
    var findings: [Finding]
    var joins: [Join]

    enum CodingKeys: String, CodingKey {
        case pack, clips, prompts, minutes, dates, durations, findings, joins
        case isWell = "ok"
        case softest = "softest_lufs"
        case loudest = "loudest_lufs"
    }

    init(_ pack: VoicePack, _ report: LintReport) {
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        self.pack = pack.name
        isWell = report.isWell
        clips = report.clips
        prompts = pack.prompts.count
        (minutes, dates, durations) = (report.minutes, report.dates, report.durations)
        softest = report.loudness.map { rounded($0.lowerBound) }
        loudest = report.loudness.map { rounded($0.upperBound) }
        findings = report.findings.map {
            Finding(kind: $0.kind, subject: $0.subject, message: $0.message, isHint: $0.isHint)
        }
        joins = report.joins.map {
            Join(
                first: $0.first, second: $0.second, example: $0.example, levelJump: rounded($0.levelJump),
                pitchJump: $0.pitchJump.map(rounded), gap: rounded($0.gap))
        }
    }
}
