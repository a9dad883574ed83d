internal import ClockWire

/// The programs of the coordinator's machine that speak texts for `say`.
public struct SpeechCheck: Hashable, Sendable {
    /// The engine that speaks, with its voice; `nil` where none can.
    public var speaker: String?
    /// The failure of an engine that goes before it.
    public var failure: String?
    /// A better engine that is not there, with the command that installs it.
    public var better: String?

    public init(speaker: String?, failure: String? = nil, better: String? = nil) {
        self.speaker = speaker
        self.failure = failure
        self.better = better
    }

    var check: DoctorCheck {
        guard let speaker else {
            return DoctorCheck(.speech, .warning, failure.map(Phrase.told) ?? .textsUnspoken, fix: .installSpeaker)
        }
        if let failure {
            return DoctorCheck(.speech, .warning, .speakerFailed(failure, speaker: speaker), fix: .mendSpeaker)
        }
        return DoctorCheck(.speech, .ok, .textsSpoken(by: speaker, better: better))
    }
}
