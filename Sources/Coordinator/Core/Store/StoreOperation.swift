public import ClockDomain
public import ClockWire

/// One change to the store. Operations of one commit are applied in order, all or none of them.
public enum StoreOperation: Hashable, Sendable {
    /// A coordinator begins to work with the store: remember its generation.
    case beginGeneration(StoreGeneration)
    /// Insert the node or replace its definition.
    case saveDefinition(NodeDefinition)
    /// Remember a known node's availability.
    case saveAvailability(NodeID, Availability, since: WallTime)
    /// Remember the zone that a known node last reported.
    case saveZone(NodeID, String)
    /// Append a known node's entries, move its cursor to the last of them, and give each quarter hour and each occurrence
    /// among them its line, unless a node's own line is there already. Entries that are there already stay as they are.
    /// A node's line takes the place of the coordinator's; for a timer, of every one that the coordinator wrote for it.
    case appendLedger(NodeID, epoch: String, [LedgerEntry], received: WallTime)
    /// Give every quarter hour of a span that has no line one that says `absent`.
    case closeQuarters(QuarterClosing)
    /// Delete the `absent` lines after this instant: the clock that closed them was ahead. What was closed up to a later
    /// instant is closed up to this one; what lies before it and was still open stays open.
    case reopenQuarters(after: WallTime)
    /// Give each of these occurrences its line, unless there is one: for a timer, one of this due or a later one. Every
    /// occurrence due up to `through` then has its lines; `nil` leaves that as it is.
    case closeRings([RingAbsence], through: WallTime?)
    /// Delete the `absent` lines of occurrences due after this instant, as ``reopenQuarters(after:)`` does.
    case reopenRings(after: WallTime)
    /// Give each of these orders to sound its line, unless the node has one of its own.
    case noteSounds([SoundAbsence])
    /// Insert the object or replace the one with its id.
    case saveObject(SiteObject)
    case removeObject(SiteObjectID)
    case saveNumbers(DefinitionNumbers)
    /// Insert the score or replace the one of its learner, list and word.
    case saveScore(WordScore)
    /// Remember these sounds as taken back, in place of those before.
    case saveWithdrawn([WithdrawnSound])
    /// Remember these messages to people, and what was told, in place of those before.
    case saveNotices(NoticeState)
    /// Delete the node and everything of it.
    case forget(NodeID)
    /// Delete up to `limit` each of ledger entries received before `before`, and of quarter hours and occurrences that are
    /// older than that. A node's lines for what is due after `ahead` go with their entries: a clock was wrong when they
    /// were written, and by their own time they would stay for ever.
    case purge(before: WallTime, ahead: WallTime, limit: Int)
    /// Write something, to see whether the store takes changes.
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

/// An order to play a sound that somebody took back. A node that was away may still keep it.
public struct WithdrawnSound: Hashable, Sendable, Codable {
    public var order: String
    /// When it was to be heard.
    public var target: WallTime

    public init(order: String, target: WallTime) {
        self.order = order
        self.target = target
    }
}

/// What people defined for a node; committed before the node is told.
public struct NodeDefinition: Hashable, Sendable {
    public var id: NodeID
    /// When this site's coordinator first heard of it.
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
    /// Origins of definitions for this node whose place these take, see ``Desired/replaces``.
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

    /// From now on these definitions take the place of those of one more origin; the oldest of too many is forgotten.
    public mutating func replace(_ origin: String) {
        replaces.removeAll { $0 == origin }
        replaces.append(origin)
        replaces.removeFirst(max(0, replaces.count - Desired.maximumReplaced))
    }
}

/// A span of quarter hours whose missing lines are written by the coordinator.
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

    /// A quarter hour: the span starts with the next one.
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

/// Names one commit of a coordinator's run.
public struct CommitID: Hashable, Sendable {
    public var number: Int

    public init(number: Int) {
        self.number = number
    }
}

/// What the core wants to know of a commit.
public struct CommitSummary: Hashable, Sendable {
    /// Whether a purge reached its limit, so that more may be left.
    public var purgeReachedLimit: Bool

    public init(purgeReachedLimit: Bool = false) {
        self.purgeReachedLimit = purgeReachedLimit
    }
}
