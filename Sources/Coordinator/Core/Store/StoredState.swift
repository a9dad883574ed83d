public import ClockDomain
public import ClockWire

/// The store's contents from which a coordinator starts.
public struct StoredState: Hashable, Sendable {
    /// Random name of the store, 16 hexadecimal digits, made with it.
    public var storeID: String
    /// The newest generation.
    public var generation: StoreGeneration
    /// Every quarter hour up to and including this one has its lines; `nil` in a new store.
    public var closedThrough: WallTime?
    /// Ordered by id.
    public var nodes: [StoredNode]
    public var numbers: DefinitionNumbers
    /// Alarms, timers, stopwatches, groups, calendars; each ordered by id.
    public var objects: [SiteObject]
    /// Every occurrence due up to and including this instant has its lines; `nil` in a new store.
    public var ringsClosedThrough: WallTime?
    /// The lines of every timer and of every alarm that rings once and is on, and of occurrences after
    /// `ringsClosedThrough`; ordered by node and occurrence.
    public var lines: [RingLine]
    /// Learners' scores for words, ascending by key.
    public var scores: [WordScore]
    /// Withdrawn sounds, the newest last.
    public var withdrawn: [WithdrawnSound]
    /// The stored state of messages to people.
    public var notices: NoticeState

    public init(
        storeID: String, generation: StoreGeneration = .uncounted, closedThrough: WallTime?, nodes: [StoredNode],
        numbers: DefinitionNumbers = DefinitionNumbers(), objects: [SiteObject] = [],
        ringsClosedThrough: WallTime? = nil, lines: [RingLine] = [], scores: [WordScore] = [],
        withdrawn: [WithdrawnSound] = [], notices: NoticeState = NoticeState()
    ) {
        self.storeID = storeID
        self.generation = generation
        self.closedThrough = closedThrough
        self.nodes = nodes
        self.numbers = numbers
        self.objects = objects
        self.ringsClosedThrough = ringsClosedThrough
        self.lines = lines
        self.scores = scores
        self.withdrawn = withdrawn
        self.notices = notices
    }
}

/// The store's data of one node.
public struct StoredNode: Hashable, Sendable {
    public var definition: NodeDefinition
    public var availability: Availability
    /// The instant since which it holds; `nil` before the first message about it.
    public var availabilitySince: WallTime?
    /// The zone that it last reported; `nil` before the first report.
    public var zone: String?
    /// The newest line of its history.
    public var last: QuarterRecord?
    /// The last committed entry of each of its newest epochs, the current one last;
    /// at most ``maximumCursors``.
    public var cursors: [Acked]

    /// The most epochs of a node that the store keeps. A new one begins when a node has lost its state.
    public static let maximumCursors = 16

    public init(
        definition: NodeDefinition, availability: Availability = .offline, availabilitySince: WallTime? = nil,
        zone: String? = nil, last: QuarterRecord? = nil, cursors: [Acked] = []
    ) {
        self.definition = definition
        self.availability = availability
        self.availabilitySince = availabilitySince
        self.zone = zone
        self.last = last
        self.cursors = cursors
    }

    /// Moves the cursor of an epoch to `last`, which makes the epoch the newest.
    mutating func advance(_ epoch: String, through last: LedgerEntry) {
        let before = cursors.last { $0.epoch == epoch }
        let isLater = last.sequence >= before?.sequence ?? 0
        let cursor =
            isLater
            ? Acked(epoch: epoch, sequence: last.sequence, at: last.at) : before ?? Acked(epoch: epoch, sequence: 0)
        if cursors.last?.epoch == epoch {
            cursors[cursors.count - 1] = cursor
        } else {
            cursors.removeAll { $0.epoch == epoch }
            cursors.append(cursor)
            if cursors.count > Self.maximumCursors { cursors.removeFirst() }
        }
    }
}
