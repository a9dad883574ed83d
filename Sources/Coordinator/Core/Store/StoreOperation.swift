public import ClockDomain
public import ClockWire

/// One change to the store. Operations of one commit are applied in order, all or none of them.
public enum StoreOperation: Hashable, Sendable {
    /// Store the generation in which a coordinator begins to work.
    case beginGeneration(StoreGeneration)
    /// Insert the node or replace its definition.
    case saveDefinition(NodeDefinition)
    /// Store a known node's availability.
    case saveAvailability(NodeID, Availability, since: WallTime)
    /// Store the zone that a known node last reported.
    case saveZone(NodeID, String)
    /// Append a known node's entries, move its cursor to the last of them, and give each quarter hour and each
    /// occurrence among them its line, unless a node's own line is there already. Existing entries stay. A node's line
    /// replaces the coordinator's; for a timer, every one that the coordinator wrote for it.
    case appendLedger(NodeID, epoch: String, [LedgerEntry], received: WallTime)
    /// Add an `absent` line to every quarter hour of a span that has no line.
    case closeQuarters(QuarterClosing)
    /// Delete the `absent` lines after this instant: the clock that closed them was ahead. A closed end after this
    /// instant moves back to it; earlier open quarter hours stay open.
    case reopenQuarters(after: WallTime)
    /// Give each of these occurrences its line, unless there is one: for a timer, one with this due time or a later
    /// one. Every occurrence due up to `through` then has its lines; `nil` leaves the closed end unchanged.
    case closeRings([RingAbsence], through: WallTime?)
    /// Delete the `absent` lines of occurrences due after this instant, as ``reopenQuarters(after:)`` does.
    case reopenRings(after: WallTime)
    /// Give each of these orders to sound its line, unless the node has one of its own.
    case noteSounds([SoundAbsence])
    /// Insert the object or replace the one with its id.
    case saveObject(SiteObject)
    case removeObject(SiteObjectID)
    case saveNumbers(DefinitionNumbers)
    /// Insert the change or replace the one of its number. Then, with limits, delete the lowest numbers until both hold.
    case saveChange(ChangeEvent, keeping: ChangeLimits?)
    /// Insert the score or replace the one of its learner, list and word.
    case saveScore(WordScore)
    /// Store these withdrawn sounds in place of the earlier ones.
    case saveWithdrawn([WithdrawnSound])
    /// Store these messages to people in place of the earlier ones.
    case saveNotices(NoticeState)
    /// Delete the node and all its data.
    case forget(NodeID)
    /// Delete up to `limit` each of ledger entries received before `before`, and of older changes, quarter hours and
    /// occurrences. A node's lines for times after `ahead` go with their entries: a wrong clock wrote them, and by
    /// their own time they would stay for ever.
    case purge(before: WallTime, ahead: WallTime, limit: Int)
    /// Write something, as a test that the store accepts changes.
    case probe(at: WallTime)
}

/// The coordinator's line of an order to sound, until the node's own comes.
public struct SoundAbsence: Hashable, Sendable {
    public var node: NodeID
    /// Its outcome is `absent`.
    public var record: SoundRecord

    public init(node: NodeID, record: SoundRecord) {
        self.node = node
        self.record = record
    }
}

/// A withdrawn order to play a sound. A node that was away may still keep it.
public struct WithdrawnSound: Hashable, Sendable, Codable {
    public var order: String
    /// The instant at which it was due.
    public var target: WallTime

    public init(order: String, target: WallTime) {
        self.order = order
        self.target = target
    }
}

/// People's definition of a node; committed before it is published.
public struct NodeDefinition: Hashable, Sendable {
    public var id: NodeID
    /// The instant at which this site's coordinator first received its message.
    public var firstSeen: WallTime
    /// The room's name for people.
    public var room: String
    public var settings: NodeSettings
    /// 1 for the first definition, one more for each change.
    public var revision: Int
    /// The generations in which it was revised.
    public private(set) var lineage: Lineage
    /// The voice packs that it shall have, ascending by name.
    public var packs: [PackReference]
    /// Origins of definitions for this node that these replace, see ``Desired/replaces``.
    public private(set) var replaces: [String]

    public init(
        id: NodeID, firstSeen: WallTime, room: String, settings: NodeSettings, revision: Int,
        lineage: Lineage = Lineage(), packs: [PackReference] = [], replaces: [String] = []
    ) {
        self.id = id
        self.firstSeen = firstSeen
        self.room = room
        self.settings = settings
        self.revision = revision
        self.lineage = lineage
        self.packs = packs
        self.replaces = replaces
    }

    /// Makes the next revision.
    public mutating func revise(in generation: StoreGeneration) {
        lineage.revise(to: revision + 1, in: generation, from: revision)
        revision += 1
    }

    /// Takes the place of a document that this store made and no longer knows: the next revision follows that one.
    mutating func goOn(from revision: Int, of generation: StoreGeneration) {
        self.revision = revision
        lineage = Lineage([Lineage.Mark(generation: generation, revision: revision)])
    }

    /// Adds an origin that these definitions replace; forgets the oldest of too many.
    ///
    /// - Parameter held: the revision of this store's document that the node holds. The next one is above it, so that
    ///   nobody takes the held one for the new one; 0 for another store's.
    public mutating func replace(_ origin: String, after held: Int = 0) {
        revision = max(revision, min(held, Int(Int32.max) - 1))
        replaces.removeAll { $0 == origin }
        replaces.append(origin)
        replaces.removeFirst(max(0, replaces.count - Desired.maximumReplaced))
    }
}

/// A span of quarter hours in which the coordinator writes the missing lines.
public struct QuarterClosing: Hashable, Sendable {
    /// One node's line for every quarter hour of the span that is after `firstSeen`.
    public struct Absence: Hashable, Sendable {
        public var node: NodeID
        public var firstSeen: WallTime
        public var reason: QuarterReason
        public var detail: String?

        public init(node: NodeID, firstSeen: WallTime, reason: QuarterReason, detail: String?) {
            self.node = node
            self.firstSeen = firstSeen
            self.reason = reason
            self.detail = detail
        }
    }

    /// The quarter hour before the span.
    public var after: WallTime
    /// The span's last quarter hour.
    public var through: WallTime
    public var absences: [Absence]

    public init(after: WallTime, through: WallTime, absences: [Absence]) {
        self.after = after
        self.through = through
        self.absences = absences
    }
}

/// The number of a commit in a coordinator's run.
public struct CommitID: Hashable, Sendable {
    public var number: Int

    public init(number: Int) { self.number = number }
}

/// The facts about a commit that the core needs.
public struct CommitSummary: Hashable, Sendable {
    /// True if a purge reached its limit, so that more may be left.
    public var purgeReachedLimit: Bool

    public init(purgeReachedLimit: Bool = false) { self.purgeReachedLimit = purgeReachedLimit }
}

/// The most that a store keeps of changes.
public struct ChangeLimits: Hashable, Sendable {
    public var count: Int
    /// Of the events as JSON.
    public var bytes: Int

    public init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }
}
