public import ClockDomain

/// Coordinator to one node, retained: what the node shall be. The node stores it before it obeys it.
public struct Desired: WireMessage, Hashable {
    /// Grows by one with every change, starting at 1. A node ignores a revision that is not above its own,
    /// unless the document comes from another store.
    public var revision: Int
    /// Random name of the coordinator's store. A node that meets another one starts over with its revisions.
    public var store: String
    /// The name of the room for people.
    public var room: String
    public var settings: NodeSettings
    /// Every alarm that names this node, ascending by id.
    public var alarms: [Alarm]
    /// Every timer that names this node, ascending by id.
    public var timers: [CountdownTimer]
    /// The voice packs that it is to have beside those that are installed on its machine, ascending by name.
    public var packs: [PackReference]

    /// Room for a thousand alarms, each with a few exceptions or a calendar of holidays.
    public static var maximumBytes: Int { 1024 * 1024 }
    /// Alarms of one node; a coordinator refuses more.
    public static let maximumAlarms = 1_000
    /// Timers of one node; a coordinator refuses more.
    public static let maximumTimers = 50

    public init(
        revision: Int, store: String, room: String, settings: NodeSettings, alarms: [Alarm] = [],
        timers: [CountdownTimer] = [], packs: [PackReference] = []
    ) {
        self.revision = revision
        self.store = store
        self.room = room
        self.settings = settings
        self.alarms = alarms
        self.timers = timers
        self.packs = packs
    }

    enum CodingKeys: String, CodingKey {
        case revision, store, room, settings, alarms, timers, packs
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            revision: try container.decode(Int.self, forKey: .revision),
            store: try container.decode(String.self, forKey: .store),
            room: try container.decode(String.self, forKey: .room),
            settings: try container.decode(NodeSettings.self, forKey: .settings),
            alarms: try container.decodeAscending(atMost: Self.maximumAlarms, "alarms", by: \.id, forKey: .alarms),
            timers: try container.decodeAscending(atMost: Self.maximumTimers, "timers", by: \.id, forKey: .timers),
            packs: try container.decodeAscending(atMost: PackLimits.packs, "packs", by: \.name, forKey: .packs))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(revision, forKey: .revision)
        try container.encode(store, forKey: .store)
        try container.encode(room, forKey: .room)
        try container.encode(settings, forKey: .settings)
        try container.encode(alarms, forKey: .alarms, unless: [])
        try container.encode(timers, forKey: .timers, unless: [])
        try container.encode(packs, forKey: .packs, unless: [])
    }
}
