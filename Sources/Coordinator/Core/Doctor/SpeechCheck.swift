internal import ClockWire

/// The programs of the coordinator's machine that speak texts for `say`.
public struct SpeechCheck: Hashable, Sendable {
    /// The engine that speaks, with its voice; `nil` where none can.
    public var speaker: String?
    /// The failure of an engine that goes before it.
    public var failure: String?
    /// A better engine that is not there, and how to get it.
    public var better: String?

    public init(speaker: String?, failure: String? = nil, better: String? = nil) {
        self.speaker = speaker
        self.failure = failure
        self.better = better
    }

    var check: DoctorCheck {
        func line(_ verdict: DoctorCheck.Verdict, _ finding: String, fix: String? = nil) -> DoctorCheck {
            DoctorCheck(subject: "speech", verdict: verdict, finding: finding, fix: fix)
        }
        guard let speaker else {
            return line(
                .warning, failure ?? "no program speaks the texts of say",
                fix: "install the package espeak-ng on the coordinator's machine")
        }
        if let failure {
            return line(
                .warning, "\(failure); \(speaker) speaks the texts of say in its place",
                fix: "see that the engine works, or remove it")
        }
        return line(.ok, "\(speaker) speaks the texts of say\(better.map { "; a better voice is \($0)" } ?? "")")
    }
}
