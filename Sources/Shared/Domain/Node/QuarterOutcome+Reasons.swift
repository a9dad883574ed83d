extension QuarterOutcome {
    /// The reasons that a line of this outcome can have; `nil` where it can be without one.
    public var reasons: [QuarterReason?] {
        switch self {
        case .announced: [nil, .fallbackTone, .underrun]
        case .silent: [.muted, .quietHours, .holiday, .interval, .ringing]
        case .missed: [.late, .untrusted, .interrupted, .noWake]
        case .expired: [nil]
        case .failed: [.deviceMissing, .deviceBusy, .deviceFailed]
        case .absent: [.offline, .unreported, .coordinatorDown]
        }
    }
}
