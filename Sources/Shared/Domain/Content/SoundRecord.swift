/// The outcome of an order to sound on one node: the why-ledger has one such line for every carried sound or time on
/// request.
public struct SoundRecord: Hashable, Sendable {
    /// The order, and with the node the identity of this line: the id of the command that asked for it.
    public var order: String
    /// `nil`: the order was to say the time.
    public var sound: Digest?
    /// Describes the sound for people: the spoken text, the name of a file; empty for the time.
    public var label: String
    /// The instant at which its first frame should sound.
    public var target: WallTime
    public var outcome: SoundOutcome
    /// The reason for which the node did not play it, or not quite as it should; `nil` when it simply did.
    public var reason: SoundReason?
    /// A sentence for people, with the values that decided.
    public var detail: String?
    /// The output's report of the first frame's time, relative to the target; positive is late.
    public var onsetErrorMicroseconds: Int?

    public init(
        order: String, sound: Digest?, label: String, target: WallTime, outcome: SoundOutcome,
        reason: SoundReason? = nil, detail: String? = nil, onsetErrorMicroseconds: Int? = nil
    ) {
        self.order = order
        self.sound = sound
        self.label = label
        self.target = target
        self.outcome = outcome
        self.reason = reason
        self.detail = detail
        self.onsetErrorMicroseconds = onsetErrorMicroseconds
    }
}

public enum SoundOutcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// Heard.
    case played
    /// Should have been heard and was not, for the clock's, the network's or the node's sake.
    case missed
    /// The sound could not be kept or played.
    case failed
    /// Somebody cancelled the order, before or while it sounded.
    case withdrawn
    /// The node has not reported; the coordinator's line, until the node's own comes.
    case absent
}

public enum SoundReason: String, Hashable, Sendable, CaseIterable, Codable {
    // missed
    /// The node learned of it, or got to it, too late to begin at its instant.
    case late
    /// Not all of the sound had come at its instant.
    case incomplete
    /// The node's clock was not trusted.
    case untrusted
    /// The node stopped or crashed while it was playing.
    case interrupted
    /// As many sounds as a node takes on were waiting.
    case busy
    /// The node's volume was 0.
    case silent
    /// The quarter hour should have said the time in its place, and did not; or, of a time that was played, did.
    case quarterHour = "quarter-hour"
    // failed
    /// The bytes that came are not those that the order names.
    case mismatch
    /// The bytes that came cannot be read as sound.
    case unreadable
    /// The node's disk does not take it.
    case noSpace = "no-space"
    case deviceMissing = "device-missing"
    case deviceBusy = "device-busy"
    case deviceFailed = "device-failed"
    // played nevertheless
    /// The output ran dry in the middle.
    case underrun
    /// Clips of the voice are missing, and a tone sounded in their place.
    case fallbackTone = "fallback-tone"
    // absent
    /// The node was offline when it was ordered.
    case offline
    /// The node was online when it was ordered.
    case unreported
}
