extension RingOutcome {
    /// The reasons that a line of this outcome can have, as this program knows them.
    public var reasons: [RingReason] {
        switch self {
        case .rang: [.stopped, .unanswered, .played, .withdrawn]
        case .skipped: [.skip, .exception, .holiday, .sun, .stoppedElsewhere]
        case .missed: [.late, .reportOnly, .untrusted]
        case .failed: [.deviceMissing, .deviceBusy, .deviceFailed]
        case .absent: [.offline, .unreported]
        }
    }
}
