public import ClockDomain

/// Node to all, retained: what the node is. Published after every CONNACK and whenever something in it changes.
public struct Reported: WireMessage, Hashable {
    /// Random name of this node's state folder. Two of them under one node id are two machines with the same id.
    public var instance: String
    /// The node's program version.
    public var version: String
    /// When the program started, by its own clock.
    public var started: WallTime
    /// tz database name of the zone it speaks in.
    public var zone: String
    public var clock: ClockReport
    /// The store that its desired document came from; `nil` before the first one.
    public var store: String?
    /// The settings it obeys and the revision they came with; 0 before the first desired document.
    public var revision: Int
    public var settings: NodeSettings
    public var audio: AudioReport
    public var voice: VoiceReport
    /// The next quarter hour it means to announce; `nil` when announcements are off.
    public var next: WallTime?
    /// The last quarter hour's record.
    public var last: QuarterRecord?
    /// What rings or is snoozed, ascending by occurrence; at most ``maximumRings``.
    public var rings: [RingReport]
    /// The next occurrences that are to ring, ascending, at most ``maximumUpcoming``.
    public var upcoming: [UpcomingRing]
    /// The timers it counts, ascending by id.
    public var timers: [TimerReport]
    /// Ledger lines not yet acknowledged.
    public var ledgerPending: Int
    /// What is wrong with the node itself, such as a full disk; a sentence for people.
    public var problem: String?

    public static let maximumUpcoming = 8
    /// Every alarm and timer of a node, and each alarm once more: its last occurrence can still be snoozed.
    public static let maximumRings = 2 * Desired.maximumAlarms + Desired.maximumTimers
    /// Room for a thousand alarms that ring at once.
    public static var maximumBytes: Int { 1024 * 1024 }

    public init(
        instance: String, version: String, started: WallTime, zone: String, clock: ClockReport, store: String?,
        revision: Int, settings: NodeSettings, audio: AudioReport, voice: VoiceReport, next: WallTime?,
        last: QuarterRecord?, rings: [RingReport] = [], upcoming: [UpcomingRing] = [], timers: [TimerReport] = [],
        ledgerPending: Int, problem: String?
    ) {
        self.instance = instance
        self.version = version
        self.started = started
        self.zone = zone
        self.clock = clock
        self.store = store
        self.revision = revision
        self.settings = settings
        self.audio = audio
        self.voice = voice
        self.next = next
        self.last = last
        self.rings = rings
        self.upcoming = upcoming
        self.timers = timers
        self.ledgerPending = ledgerPending
        self.problem = problem
    }
}

/// Whether a node trusts its wall clock, and why.
public struct ClockReport: Hashable, Sendable, Codable {
    public var trusted: Bool
    /// A sentence for people.
    public var reason: String
    /// The coordinator's clock minus the node's, of the best recent exchange; `nil` before the first.
    public var offsetMilliseconds: Double?
    /// Round trip of that exchange, which bounds the offset's error to half of it.
    public var delayMilliseconds: Double?

    public init(trusted: Bool, reason: String, offsetMilliseconds: Double?, delayMilliseconds: Double?) {
        self.trusted = trusted
        self.reason = reason
        self.offsetMilliseconds = offsetMilliseconds
        self.delayMilliseconds = delayMilliseconds
    }

    enum CodingKeys: String, CodingKey {
        case trusted, reason
        case offsetMilliseconds = "offset_ms"
        case delayMilliseconds = "delay_ms"
    }
}

/// The state of a node's sound output at its last use or probe.
public struct AudioReport: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable {
        case unknown, ok, missing, busy, failed
    }

    /// The configured ALSA name.
    public var device: String
    public var state: State
    /// What the output said, with what to do about it; `nil` when all is well.
    public var detail: String?

    public init(device: String, state: State, detail: String? = nil) {
        self.device = device
        self.state = state
        self.detail = detail
    }
}

/// Whether the clips a node needs are there.
public struct VoiceReport: Hashable, Sendable, Codable {
    public var name: String
    /// Clips that are missing or broken, each with why; at most ``maximumProblems`` of them.
    public var problems: [String]

    public static let maximumProblems = 8

    public init(name: String, problems: [String]) {
        self.name = name
        self.problems = problems
    }
}
