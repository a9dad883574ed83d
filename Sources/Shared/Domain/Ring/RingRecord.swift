/// What became of one occurrence on one node: the line of the why-ledger that every occurrence ends in.
public struct RingRecord: Hashable, Sendable {
    /// With the node the identity of this line.
    public var occurrence: Occurrence
    /// The alarm's or timer's name at that time.
    public var label: String
    public var outcome: RingOutcome
    /// How it ended, or why it did not ring.
    public var reason: RingReason
    /// A sentence for people, with the values that decided.
    public var detail: String?
    /// When it was first heard, by the node's clock; `nil` when it never was.
    public var rangAt: WallTime?
    /// When it ended for good.
    public var endedAt: WallTime
    /// How often it was snoozed.
    public var snoozes: Int
    /// When its first frame left the output, relative to the instant that was aimed at; positive is late.
    public var onsetErrorMicroseconds: Int?
    /// Who stopped it, in that client's own words.
    public var by: String?

    public init(
        occurrence: Occurrence, label: String, outcome: RingOutcome, reason: RingReason, detail: String? = nil,
        rangAt: WallTime? = nil, endedAt: WallTime, snoozes: Int = 0, onsetErrorMicroseconds: Int? = nil,
        by: String? = nil
    ) {
        self.occurrence = occurrence
        self.label = label
        self.outcome = outcome
        self.reason = reason
        self.detail = detail
        self.rangAt = rangAt
        self.endedAt = endedAt
        self.snoozes = snoozes
        self.onsetErrorMicroseconds = onsetErrorMicroseconds
        self.by = by
    }
}

public enum RingOutcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// It was heard.
    case rang
    /// It was not to ring, by somebody's wish.
    case skipped
    /// It should have rung and did not, for the clock's or the node's sake.
    case missed
    /// The sound could not be played for as long as it should have rung.
    case failed
    /// The node never reported; the coordinator's line with what it knows.
    case absent
}

public enum RingReason: String, Hashable, Sendable, CaseIterable, Codable {
    // rang
    case stopped
    /// Nobody answered until its limit.
    case unanswered
    /// It was removed, switched off or changed while it rang.
    case withdrawn
    // skipped
    /// The next one was to be skipped.
    case skip
    case exception
    case holiday
    /// It was stopped, mostly in another room, before anything of it was heard in this one.
    case stoppedElsewhere = "stopped-elsewhere"
    // missed
    /// The node got to it only after its misfire window.
    case late
    /// Late, and its policy is to report only.
    case reportOnly = "report-only"
    /// The node's clock was not trusted.
    case untrusted
    // failed
    case deviceMissing = "device-missing"
    case deviceBusy = "device-busy"
    case deviceFailed = "device-failed"
    // absent
    case offline
    case unreported
    /// What a newer node says and this program does not know; never written by this one. The detail tells people.
    case unknown
}
