/// The outcome of one occurrence on one node: the why-ledger has one such line for every occurrence.
public struct RingRecord: Hashable, Sendable {
    /// People hear a silence of this length.
    public static let noticedSilenceMilliseconds = 100

    /// With the node the identity of this line.
    public var occurrence: Occurrence
    /// The alarm's or timer's name at that time.
    public var label: String
    public var outcome: RingOutcome
    /// The way it ended, or the reason for which it did not ring.
    public var reason: RingReason
    /// A sentence for people, with the values that decided.
    public var detail: String?
    /// The instant at which it first sounded, by the node's clock; `nil` when it never did.
    public var rangAt: WallTime?
    /// The instant at which it ended for good.
    public var endedAt: WallTime
    /// The number of snoozes.
    public var snoozes: Int
    /// The output's report of the first frame's time, relative to the instant aimed at; positive is late.
    public var onsetErrorMicroseconds: Int?
    /// The time between the first frame and the end for which the output was away or ran dry; 0 or more.
    public var silentMilliseconds: Int
    /// The person or program that stopped it, in that client's own words.
    public var by: String?

    public init(
        occurrence: Occurrence, label: String, outcome: RingOutcome, reason: RingReason, detail: String? = nil,
        rangAt: WallTime? = nil, endedAt: WallTime, snoozes: Int = 0, onsetErrorMicroseconds: Int? = nil,
        silentMilliseconds: Int = 0, by: String? = nil
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
        self.silentMilliseconds = silentMilliseconds
        self.by = by
    }
}

public enum RingOutcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// It was heard.
    case rang
    /// Somebody wished it not to ring.
    case skipped
    /// It should have rung and did not, for the clock's or the node's sake.
    case missed
    /// The sound could not be played for as long as it should have rung.
    case failed
    /// The node never reported; the coordinator's line, with its own knowledge.
    case absent
}

public enum RingReason: String, Hashable, Sendable, CaseIterable, Codable {
    // rang
    case stopped
    /// Nobody answered until its limit.
    case unanswered
    /// It was played as often as asked, as bells are.
    case played
    /// It was removed, switched off or changed while it rang.
    case withdrawn
    // skipped
    /// Somebody asked to skip the next one.
    case skip
    case exception
    case holiday
    /// The sun did not rise or set on that day.
    case sun
    /// Somebody stopped it, mostly in another room, before it sounded in this one.
    case stoppedElsewhere = "stopped-elsewhere"
    // missed
    /// The node got to it only after its misfire window.
    case late
    /// Late, with the policy `reportOnly`.
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
    /// A reason of a newer node that this program does not know; this program never writes it. The detail explains it
    /// to people.
    case unknown
}
