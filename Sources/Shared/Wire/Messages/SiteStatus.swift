public import ClockDomain

/// Answer to ``StatusRequest``; `clockctl status --json` prints it. Instants have milliseconds.
public struct SiteStatus: Hashable, Sendable, Codable {
    public var site: SiteID
    public var now: WallTime
    /// The instant at which the next wake message is due.
    public var nextWake: WallTime
    /// The quarter hour that wake is for.
    public var nextTarget: WallTime
    public var coordinator: CoordinatorStatus
    /// Other stores whose definitions nodes hold in place of the coordinator's, ascending. On the first page alone.
    @Field<Fields.List<ForeignStore>> public var foreign: [ForeignStore]
    /// The last word on the emergency that is on; `nil` while none is. On the first page alone.
    public var emergency: Emergency?
    /// Ordered by id.
    public var nodes: [NodeStatus]
    /// The last node of this page where more follow on the next one; `nil` on the last page.
    public var nextPage: NodeID?

    public init(
        site: SiteID, now: WallTime, nextWake: WallTime, nextTarget: WallTime, coordinator: CoordinatorStatus,
        foreign: [ForeignStore] = [], emergency: Emergency? = nil, nodes: [NodeStatus], nextPage: NodeID? = nil
    ) {
        self.site = site
        self.now = now
        self.nextWake = nextWake
        self.nextTarget = nextTarget
        self.coordinator = coordinator
        self.foreign = foreign
        self.emergency = emergency
        self.nodes = nodes
        self.nextPage = nextPage
    }

    /// Puts the next page's nodes behind this one's.
    ///
    /// Takes a page that does not go on for the last one: a client would ask for it again without end.
    public mutating func append(_ page: SiteStatus) {
        nodes += page.nodes
        guard let last = nextPage, let next = page.nextPage, next > last else {
            nextPage = nil
            return
        }
        nextPage = next
    }

    enum CodingKeys: String, CodingKey {
        case site, now, coordinator, foreign, emergency, nodes
        case nextPage = "next_page"
        case nextWake = "next_wake"
        case nextTarget = "next_target"
    }
}

/// A store that is not the coordinator's, and the nodes that hold definitions that people made in it. They ring on by
/// those, and the coordinator sends them nothing until a person has decided about them.
public struct ForeignStore: Hashable, Sendable, Codable {
    public var store: String
    /// Ascending.
    public var nodes: [NodeID]
    /// The alarms of these nodes together. One of several rooms counts in each.
    @Field<Fields.Zero> public var alarms: Int

    /// Of its check in ``DoctorReport``, before the store's name.
    public static let subjectPrefix = "store "

    public init(store: String, nodes: [NodeID], alarms: Int = 0) {
        self.store = store
        self.nodes = nodes
        self.alarms = alarms
    }
}

public struct CoordinatorStatus: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable {
        case running
        /// Wakes go out, but the store takes no changes; `problem` says why.
        case degraded
    }

    public var state: State
    public var version: String
    /// Random name of its store.
    public var store: String?
    /// True if nobody has defined anything in that store, and no node ever obeyed it.
    @Field<Fields.No> public var isStoreNew: Bool
    public var started: WallTime
    public var broker: String
    public var problem: String?
    /// The end of its certificate's validity; `nil` if it has none.
    public var certificateUntil: WallTime?
    /// The messages that exceeded its capacity; `nil` if none did.
    public var intake: IntakeStatus?
    /// Other coordinators whose wakes it received within the last hour, ascending by store.
    @Field<Fields.List<OtherCoordinator>> public var others: [OtherCoordinator]
    /// A later state of its store, which it received at its start; `nil` if the store is the newest known.
    public var later: LaterStore?
    /// The coordinator that works and those that stand by; `nil` if its store is not shared.
    public var lease: LeaseStatus?

    public init(
        state: State, version: String, store: String? = nil, isStoreNew: Bool = false, started: WallTime,
        broker: String, problem: String?, certificateUntil: WallTime? = nil, intake: IntakeStatus? = nil,
        others: [OtherCoordinator] = [], later: LaterStore? = nil, lease: LeaseStatus? = nil
    ) {
        self.state = state
        self.version = version
        self.store = store
        self.isStoreNew = isStoreNew
        self.started = started
        self.broker = broker
        self.problem = problem
        self.certificateUntil = certificateUntil
        self.intake = intake
        self.others = others
        self.later = later
        self.lease = lease
    }

    enum CodingKeys: String, CodingKey {
        case state, version, store, started, broker, problem, intake, others, later, lease
        case isStoreNew = "store_new"
        case certificateUntil = "certificate_until"
    }
}

public struct NodeStatus: Hashable, Sendable, Codable {
    public struct Revision: Hashable, Sendable, Codable {
        public var desired: Int
        /// The revision that the node obeys; 0 for a document of another store.
        public var applied: Int
        /// The revision on its disk, if the disk refused the one that it obeys: a crash would lose the rest.
        public var stored: Int?

        public init(desired: Int, applied: Int, stored: Int? = nil) {
            self.desired = desired
            self.applied = applied
            self.stored = stored
        }
    }

    public var id: NodeID
    public var room: String
    /// `nil` until the node has reported.
    public var zone: String?
    public var availability: Availability
    /// Since when it is so, as far as this coordinator saw.
    public var availabilitySince: WallTime?
    public var clock: ClockReport?
    /// The newest line of its history.
    public var last: QuarterRecord?
    public var next: WallTime?
    public var volume: Int
    /// At the time of the answer.
    public var muted: Bool
    public var settings: NodeSettings
    public var revision: Revision
    /// The other store that it obeys in place of the coordinator's; `nil` where it obeys the coordinator's.
    public var foreignStore: String?
    public var audio: AudioReport?
    public var voice: VoiceReport?
    /// The voice packs that people gave it, ascending by name, and how far it is with each by its last word. Of a site
    /// with very many, those of the first nodes alone.
    @Field<Fields.List<PackReport>> public var packs: [PackReport]
    /// Of a site with very many sounds, those of the first nodes alone.
    public var sounds: SoundsReport?
    public var version: String?
    public var ledgerPending: Int?
    /// The fault of the node as such, such as two machines with its id.
    public var problem: String?
    /// The rings and snoozes there.
    @Field<Fields.List<RingReport>> public var rings: [RingReport]
    /// The next occurrences that shall ring there.
    @Field<Fields.List<UpcomingRing>> public var alarms: [UpcomingRing]
    @Field<Fields.List<TimerReport>> public var timers: [TimerReport]
    /// The carried sounds that the node shall play, ascending by target.
    @Field<Fields.List<PendingSound>> public var plays: [PendingSound]
    /// The end of its certificate's validity, by its last report.
    public var certificateUntil: WallTime?
    /// The emergency that is on there.
    public var emergency: EmergencyReport?

    public init(
        id: NodeID, room: String, zone: String?, availability: Availability, availabilitySince: WallTime?,
        clock: ClockReport?, last: QuarterRecord?, next: WallTime?, settings: NodeSettings, at now: WallTime,
        revision: Revision, foreignStore: String? = nil, audio: AudioReport?, voice: VoiceReport?,
        packs: [PackReport] = [],
        sounds: SoundsReport? = nil,
        version: String?, ledgerPending: Int?, problem: String?,
        rings: [RingReport] = [], alarms: [UpcomingRing] = [], timers: [TimerReport] = [],
        plays: [PendingSound] = [], certificateUntil: WallTime? = nil, emergency: EmergencyReport? = nil
    ) {
        self.id = id
        self.room = room
        self.zone = zone
        self.availability = availability
        self.availabilitySince = availabilitySince
        self.clock = clock
        self.last = last
        self.next = next
        volume = settings.volume.percent
        muted = settings.mute.silences(now)
        self.settings = settings
        self.revision = revision
        self.foreignStore = foreignStore
        self.audio = audio
        self.voice = voice
        self.packs = packs
        self.sounds = sounds
        self.version = version
        self.ledgerPending = ledgerPending
        self.problem = problem
        self.rings = rings
        self.alarms = alarms
        self.timers = timers
        self.plays = plays
        self.certificateUntil = certificateUntil
        self.emergency = emergency
    }

    enum CodingKeys: String, CodingKey {
        case id, room, zone, availability, clock, last, next, volume, muted, settings, revision, audio, voice
        case version, problem, rings, alarms, timers, plays, sounds, packs, emergency
        case availabilitySince = "availability_since"
        case foreignStore = "foreign_store"
        case ledgerPending = "ledger_pending"
        case certificateUntil = "certificate_until"
    }
}
