public import ClockDomain

/// Node to all, retained: the state of the node. Published after every CONNACK and whenever something in it changes.
public struct Reported: WireMessage, Hashable {
    /// Random name of this node's state folder. Two of them under one node id are two machines with the same id.
    public var instance: String
    /// The node's program version.
    public var version: String
    /// The instant at which the program started, by its own clock.
    public var started: WallTime
    /// tz database name of the zone it speaks in.
    public var zone: String
    public var clock: ClockReport
    /// The store that its desired document came from; `nil` before the first one.
    public var store: String?
    /// The generation of that store in which the document was revised last.
    public var generation: StoreGeneration
    /// True if that document says no more than a new node's first state: then the node obeys one of any other store at
    /// once.
    public var isBare: Bool
    /// The other store that last sent it a document that it does not obey.
    public var refused: RefusedStore?
    /// The settings it obeys and the revision they came with; 0 before the first desired document.
    public var revision: Int
    /// The revision of the same store on its disk, if the disk refused ``revision``: after a crash the node would obey
    /// that one. `nil` if it has it.
    public var storedRevision: Int?
    public var settings: NodeSettings
    /// The number of alarms in the document that it obeys, switched off ones included.
    public var alarmCount: Int
    public var audio: AudioReport
    public var voice: VoiceReport
    /// The voice packs that its document names, ascending by name.
    public var packs: [PackReport]
    /// The lead of the longest clip that it may play for a quarter hour; 0 when nothing sounds before the instant. At
    /// most ``leadRange``.
    public var leadMilliseconds: Int
    /// The files it has for alarms and timers; `nil` while it has not looked.
    public var sounds: SoundsReport?
    /// The next quarter hour it means to announce; `nil` when announcements are off.
    public var next: WallTime?
    /// The last quarter hour's record.
    public var last: QuarterRecord?
    /// The rings and snoozes, ascending by occurrence; at most ``maximumRings``.
    public var rings: [RingReport]
    /// The next occurrences that shall ring, ascending, at most ``maximumUpcoming``.
    public var upcoming: [UpcomingRing]
    /// The timers it counts, ascending by id.
    public var timers: [TimerReport]
    /// The carried sounds that it shall play, ascending by target; at most ``SoundOrder/maximumPerNode``.
    public var plays: [PendingSound]
    /// The emergency that is on in its room.
    public var emergency: EmergencyReport?
    /// Ledger lines not yet acknowledged.
    public var ledgerPending: Int
    /// The fault of the node itself, such as a full disk; a sentence for people.
    public var problem: String?
    /// The end of its certificate's validity; `nil` if it has none.
    public var certificateUntil: WallTime?

    /// Up to the longest chime of somebody's own, a minute before its quarter hour, and as much again.
    public static let leadRange = 0...120_000
    public static let maximumUpcoming = 8
    /// Every alarm and timer of a node, and each alarm once more: its last occurrence can still be snoozed.
    public static let maximumRings = 2 * Desired.maximumAlarms + Desired.maximumTimers
    /// Room for a thousand alarms that ring at once.
    public static var maximumBytes: Int { 1024 * 1024 }

    @inlinable
    public init(
        instance: String, version: String, started: WallTime, zone: String, clock: ClockReport, store: String?,
        generation: StoreGeneration = .uncounted, isBare: Bool = false, refused: RefusedStore? = nil, revision: Int,
        settings: NodeSettings, audio: AudioReport, voice: VoiceReport, packs: [PackReport] = [],
        leadMilliseconds: Int = 0, sounds: SoundsReport? = nil, next: WallTime?, last: QuarterRecord?,
        rings: [RingReport] = [], upcoming: [UpcomingRing] = [], timers: [TimerReport] = [], plays: [PendingSound] = [],
        ledgerPending: Int, problem: String?, certificateUntil: WallTime? = nil, storedRevision: Int? = nil,
        alarmCount: Int = 0, emergency: EmergencyReport? = nil
    ) {
        self.instance = instance
        self.version = version
        self.started = started
        self.zone = zone
        self.clock = clock
        self.store = store
        self.generation = generation
        self.isBare = isBare
        self.refused = refused
        self.revision = revision
        self.settings = settings
        self.audio = audio
        self.voice = voice
        self.packs = packs
        self.leadMilliseconds = leadMilliseconds
        self.sounds = sounds
        self.next = next
        self.last = last
        self.rings = rings
        self.upcoming = upcoming
        self.timers = timers
        self.plays = plays
        self.ledgerPending = ledgerPending
        self.problem = problem
        self.certificateUntil = certificateUntil
        self.storedRevision = storedRevision
        self.alarmCount = alarmCount
        self.emergency = emergency
    }
}

/// A store that a node does not obey, because the node holds definitions that people made in another one.
public struct RefusedStore: Hashable, Sendable, Codable {
    public var store: String
    /// The instant at which the first of its documents came, by the node's clock.
    public var since: WallTime

    public init(store: String, since: WallTime) {
        self.store = store
        self.since = since
    }
}

/// A node's trust in its wall clock, and the reason.
public struct ClockReport: Hashable, Sendable, Codable {
    public var trusted: Bool
    /// A sentence for people.
    public var reason: String
    /// The coordinator's clock minus the node's, of the best recent exchange; `nil` before the first.
    public var offsetMilliseconds: Double?
    /// Round trip of that exchange, which bounds the offset's error to half of it.
    public var delayMilliseconds: Double?
    /// The clock that the node uses.
    @Field<ClockSource.Absent> public var source: ClockSource
    /// The greatest distance of its clock from the coordinator's, if it uses that one and knows it.
    public var errorMilliseconds: Double?
    /// True if a time service of the node's machine vouches for its clock.
    @Field<Fields.No> public var isVouched: Bool
    /// True if anybody vouches for the coordinator's clock, by that exchange.
    @Field<Fields.No> public var isCoordinatorVouched: Bool

    public init(
        trusted: Bool, reason: String, offsetMilliseconds: Double?, delayMilliseconds: Double?,
        source: ClockSource = .system, errorMilliseconds: Double? = nil, isVouched: Bool = false,
        isCoordinatorVouched: Bool = false
    ) {
        self.trusted = trusted
        self.reason = reason
        self.offsetMilliseconds = offsetMilliseconds
        self.delayMilliseconds = delayMilliseconds
        self.source = source
        self.errorMilliseconds = errorMilliseconds
        self.isVouched = isVouched
        self.isCoordinatorVouched = isCoordinatorVouched
    }

    /// The reason, with how well the clock is known and by how much it is off.
    public var finding: String { Phrase.nodeClockIs(self).text }

    enum CodingKeys: String, CodingKey {
        case trusted, reason, source
        case offsetMilliseconds = "offset_ms"
        case delayMilliseconds = "delay_ms"
        case errorMilliseconds = "error_ms"
        case isVouched = "vouched"
        case isCoordinatorVouched = "coordinator_vouched"
    }
}
