public import ClockDomain

/// Coordinator to one node, retained: the desired state of the node. The node stores it before it obeys it.
public struct Desired: WireMessage, Hashable {
    /// Grows by one with every change, starting at 1, ``revisions``. A node ignores a revision that is not above its own,
    /// unless the document comes from another store.
    public var revision: Int
    /// Random name of the coordinator's store.
    public var store: String
    /// The generations of the store in which this document was revised.
    public var lineage: Lineage
    /// Stores whose definitions for this node this document replaces, because somebody said so: each as ``origin(in:)``
    /// names it. The newest last, at most ``maximumReplaced``.
    public var replaces: [String]
    /// The name of the room for people.
    public var room: String
    public var settings: NodeSettings
    /// Every alarm that names this node, ascending by id.
    public var alarms: [Alarm]
    /// Every timer that names this node, ascending by id.
    public var timers: [CountdownTimer]
    /// The voice packs that it shall have beside those that are installed on its machine, ascending by name.
    public var packs: [PackReference]
    /// The days of calendars on which the room announces nothing, of the next two years: at most ``maximumSilentDays``.
    public var silentDays: [HolidayCalendar.Day]
    /// The clock by which timers of the document end; `nil` from a coordinator that does not say.
    public var clock: SendingClock?

    /// Room for a thousand alarms, each with a few exceptions or a calendar of holidays.
    public static var maximumBytes: Int { 1024 * 1024 }
    /// Alarms of one node; a coordinator refuses more.
    public static let maximumAlarms = 1_000
    /// Timers of one node; a coordinator refuses more.
    public static let maximumTimers = 50
    public static let maximumReplaced = 8
    public static let maximumSilentDays = 400
    public static let revisions = 1...Int(Int32.max)
    /// Bytes of a store's name, with its generation where it has one.
    public static let storeNameRange = 1...80

    public init(
        revision: Int, store: String, lineage: Lineage = Lineage(), replaces: [String] = [], room: String,
        settings: NodeSettings, alarms: [Alarm] = [], timers: [CountdownTimer] = [], packs: [PackReference] = [],
        silentDays: [HolidayCalendar.Day] = [], clock: SendingClock? = nil
    ) {
        self.revision = revision
        self.store = store
        self.lineage = lineage
        self.replaces = replaces
        self.room = room
        self.settings = settings
        self.alarms = alarms
        self.timers = timers
        self.packs = packs
        self.silentDays = silentDays
        self.clock = clock
    }

    enum CodingKeys: String, CodingKey {
        case revision, store, lineage, replaces, room, settings, alarms, timers, packs, clock
        case bellDays = "bell_days"
        case silentDays = "silent_days"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func requireName(_ store: String, _ key: CodingKeys) throws {
            try container.require(
                Self.storeNameRange.contains(store.utf8.count), key,
                "a store's name of \(store.utf8.count) bytes is not in \(Self.storeNameRange)")
        }
        self.init(
            revision: try container.decode(Int.self, forKey: .revision),
            store: try container.decode(String.self, forKey: .store),
            lineage: try container.decodeIfPresent(Lineage.self, forKey: .lineage) ?? Lineage(),
            replaces: try container.decodeList(atMost: Self.maximumReplaced, "stores", forKey: .replaces),
            room: try container.decode(String.self, forKey: .room),
            settings: try container.decode(NodeSettings.self, forKey: .settings),
            alarms: try container.decodeAscending(atMost: Self.maximumAlarms, "alarms", by: \.id, forKey: .alarms),
            timers: try container.decodeAscending(atMost: Self.maximumTimers, "timers", by: \.id, forKey: .timers),
            packs: try container.decodeAscending(atMost: PackLimits.packs, "packs", by: \.name, forKey: .packs),
            silentDays: try container.decodeList(atMost: Self.maximumSilentDays, "days", forKey: .silentDays),
            clock: try container.decodeIfPresent(SendingClock.self, forKey: .clock))
        try requireName(store, .store)
        for store in replaces { try requireName(store, .replaces) }
        let shared: [SharedDays] = try container.decodeList(
            atMost: Self.maximumAlarms, "lists of days", forKey: .bellDays)
        let days = Dictionary(
            shared.flatMap { shared in shared.of.map { ($0, shared.on) } }, uniquingKeysWith: { first, _ in first })
        for index in alarms.indices {
            if let days = days[alarms[index].id] { alarms[index].schedule.bellDays = days }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(revision, forKey: .revision)
        try container.encode(store, forKey: .store)
        try container.encode(lineage, forKey: .lineage)
        try container.encode(replaces, forKey: .replaces)
        try container.encode(room, forKey: .room)
        try container.encode(settings, forKey: .settings)
        try container.encode(timers, forKey: .timers)
        try container.encode(packs, forKey: .packs)
        try container.encodeIfPresent(clock, forKey: .clock)
        if !silentDays.isEmpty { try container.encode(silentDays, forKey: .silentDays) }
        var shared: [[BellDays]: [AlarmID]] = [:]
        let alarms = alarms.map { alarm in
            guard !alarm.schedule.bellDays.isEmpty else { return alarm }
            shared[alarm.schedule.bellDays, default: []].append(alarm.id)
            var copy = alarm
            copy.schedule.bellDays = []
            return copy
        }
        try container.encode(alarms, forKey: .alarms)
        guard !shared.isEmpty else { return }
        let lists = shared.map { SharedDays(on: $0.key, of: $0.value) }.sorted { $0.of[0] < $1.of[0] }
        try container.encode(lists, forKey: .bellDays)
    }

    /// The dates of a program, which its bells have in common: they are sent once, and a school's document stays small.
    private struct SharedDays: Codable {
        var on: [BellDays]
        /// Not empty.
        var of: [AlarmID]

        init(on: [BellDays], of: [AlarmID]) {
            self.on = on
            self.of = of
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            on = try container.decodeBellDays(forKey: .on)
            of = try container.decodeList(atMost: Desired.maximumAlarms, "bells", forKey: .of)
        }
    }

    /// True when two documents ask for the same, regardless of the times at which they were sent.
    public func asks(forTheSameAs other: Desired) -> Bool {
        var copy = self
        copy.clock = other.clock
        return copy == other
    }

    /// True when it says no more than a new node's first state, so that a document in its place loses nothing.
    public func isBare(on node: NodeID) -> Bool {
        alarms.isEmpty && timers.isEmpty && packs.isEmpty && settings == .standard && room == node.rawValue
    }

    /// The generation in which it was revised last.
    public var generation: StoreGeneration { lineage.generation }

    /// Its origin as `replaces` names it: of another store than `store` the store's name, of the same one with the generation
    /// behind it.
    public func origin(in store: String) -> String { Self.origin(self.store, generation, in: store) }

    /// As ``origin(in:)``, of a document of that store and generation.
    public static func origin(_ held: String, _ generation: StoreGeneration, in store: String) -> String {
        held == store ? "\(held).\(generation)" : held
    }

    /// True when it goes on from that document of its store, or is it.
    public func continues(_ held: Desired) -> Bool {
        store == held.store && lineage.includes(held.revision, of: held.generation, own: revision)
    }

    /// True when it may replace a document that it does not go on from.
    public func mayReplace(_ held: Desired, on node: NodeID) -> Bool {
        held.isBare(on: node) || replaces.contains(held.origin(in: store))
    }
}
