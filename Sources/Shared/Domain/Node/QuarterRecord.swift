/// The outcome of one quarter hour on one node: the why-ledger has one such line for every quarter hour.
public struct QuarterRecord: Hashable, Sendable {
    /// The quarter hour, and with the node the identity of this line.
    public var target: WallTime
    public var outcome: QuarterOutcome
    /// The reason for no announcement, or for one not quite as it should be; `nil` for a plain announcement.
    public var reason: QuarterReason?
    /// A sentence for people, with the values that decided.
    public var detail: String?
    /// The source of the wake; `nil` when nothing woke the node.
    public var source: WakeSource?
    /// From the wake being published to the node handling it; may be negative by the clocks' difference.
    public var wakeLatencyMilliseconds: Int?
    /// The output's report of the anchor frame's time, relative to the target; positive is late.
    public var onsetErrorMicroseconds: Int?
    /// The number of times that the wake loop slept and checked again.
    public var trips: Int?

    public init(
        target: WallTime, outcome: QuarterOutcome, reason: QuarterReason? = nil, detail: String? = nil,
        source: WakeSource? = nil, wakeLatencyMilliseconds: Int? = nil, onsetErrorMicroseconds: Int? = nil,
        trips: Int? = nil
    ) {
        self.target = target
        self.outcome = outcome
        self.reason = reason
        self.detail = detail
        self.source = source
        self.wakeLatencyMilliseconds = wakeLatencyMilliseconds
        self.onsetErrorMicroseconds = onsetErrorMicroseconds
        self.trips = trips
    }
}

public enum QuarterOutcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// Heard.
    case announced
    /// Not to be heard, by somebody's wish.
    case silent
    /// Should have been heard and was not, for the clock's or the node's sake.
    case missed
    /// The deadline budget ran out before the target.
    case expired
    /// The sound could not be played.
    case failed
    /// The node never reported; the coordinator's line, with its own knowledge.
    case absent
}

public enum QuarterReason: String, Hashable, Sendable, CaseIterable, Codable {
    // silent
    case muted
    case quietHours = "quiet-hours"
    /// A day of a calendar that the room heeds.
    case holiday
    /// Not one of the quarter hours the node is set to announce.
    case interval
    /// Another sound had the output.
    case ringing
    // missed
    /// The node learned of it, or got to it, after the target and its grace.
    case late
    /// The node's clock was not trusted.
    case untrusted
    /// The node stopped or crashed while it was announcing.
    case interrupted
    /// No wake came and the node is set not to wake itself.
    case noWake = "no-wake"
    // failed
    case deviceMissing = "device-missing"
    case deviceBusy = "device-busy"
    case deviceFailed = "device-failed"
    // announced nevertheless
    /// A clip was missing or broken, so the built-in tone stood in.
    case fallbackTone = "fallback-tone"
    /// The output ran dry in the middle.
    case underrun
    // absent
    case offline
    /// Online as far as the coordinator knows, and yet without a line.
    case unreported
    /// The coordinator itself was not running.
    case coordinatorDown = "coordinator-down"
}

public enum WakeSource: String, Hashable, Sendable, CaseIterable, Codable {
    /// The coordinator's wake message.
    case wake
    /// The node's own timer.
    case `self`
}
