public import ClockDomain

/// Answered by ``AdoptResult``.
public struct AdoptRequest: SiteRequest {
    public typealias Result = AdoptResult

    public static let verb = RequestVerb("adopt")
    public static let role = ClientRole.admin
    public static let summary = "shows what nodes hold of another store, takes it over, or replaces it"
    public static let fields =
        "`store` (left out: the only other one), `nodes` (left out: all that hold it), `replace`, `look` (changes "
        + "nothing), `seen`: the `documents` of a look, which alone are taken over"
    public static let resultFields =
        "`store`, `nodes` that obey this store now, the numbers of `alarms` and `timers`, `left` (nodes that did not "
        + "answer); of a look `documents` and `differences`"

    /// The other store; `nil` where nodes hold definitions of one alone.
    public var store: String?
    /// The nodes concerned; `nil`: all that hold that store's definitions.
    public var nodes: [NodeID]?
    /// True to give up the definitions that the nodes hold.
    @Field<Fields.No> public var replace: Bool
    /// True to show the definitions and change nothing.
    @Field<Fields.No> public var look: Bool
    /// The documents that the person saw. A node that holds another one by now is left out. `nil`: whatever they hold.
    public var seen: [HeldDocument]?

    public init(
        store: String? = nil, nodes: [NodeID]? = nil, replace: Bool = false, look: Bool = false,
        seen: [HeldDocument]? = nil
    ) {
        self.store = store
        self.nodes = nodes
        self.replace = replace
        self.look = look
        self.seen = seen
    }
}

/// A node's document, as far as a person must know it to decide about it.
public struct HeldDocument: Hashable, Sendable, Codable {
    public var node: NodeID
    public var room: String
    public var generation: StoreGeneration
    public var revision: Int
    public var alarms: Int
    public var timers: Int

    public init(_ document: Desired, of node: NodeID) {
        self.node = node
        room = document.room
        generation = document.generation
        revision = document.revision
        alarms = document.alarms.count
        timers = document.timers.count
    }

    /// True when it describes that document.
    public func isOf(_ document: Desired) -> Bool { generation == document.generation && revision == document.revision }
}

/// One id under which nodes hold different things, or the store has another one.
public struct AdoptDifference: Hashable, Sendable, Codable {
    /// One of its forms.
    public struct Form: Hashable, Sendable, Codable {
        /// Ascending; empty where it is the store's alone.
        public var nodes: [NodeID]
        /// True if the store has it so.
        public var isStored: Bool
        /// The definition; both `nil`: it is not there.
        public var alarm: Alarm?
        public var timer: CountdownTimer?

        public init(nodes: [NodeID], isStored: Bool, alarm: Alarm? = nil, timer: CountdownTimer? = nil) {
            self.nodes = nodes
            self.isStored = isStored
            self.alarm = alarm
            self.timer = timer
        }

        enum CodingKeys: String, CodingKey {
            case nodes, alarm, timer
            case isStored = "stored"
        }
    }

    public var source: RingSource
    public var forms: [Form]

    /// More are counted and not shown.
    public static let maximumShown = 200

    public init(source: RingSource, forms: [Form]) {
        self.source = source
        self.forms = forms
    }
}

/// Answer to ``AdoptRequest``.
public struct AdoptResult: Hashable, Sendable, Codable {
    /// The other store.
    public var store: String
    /// The nodes that obey this store now, ascending.
    public var nodes: [NodeID]
    /// The number taken over; of a look, the number there.
    public var alarms: Int
    public var timers: Int
    /// Nodes that did not answer, or hold another document than `seen`: they keep it.
    public var left: [NodeID]
    /// Of a look: each node's document, ascending by node.
    public var documents: [HeldDocument]
    /// Of a look: at most ``AdoptDifference/maximumShown``, ascending.
    public var differences: [AdoptDifference]
    /// The number of differences.
    public var differing: Int

    public init(
        store: String, nodes: [NodeID], alarms: Int, timers: Int, left: [NodeID], documents: [HeldDocument] = [],
        differences: [AdoptDifference] = [], differing: Int = 0
    ) {
        self.store = store
        self.nodes = nodes
        self.alarms = alarms
        self.timers = timers
        self.left = left
        self.documents = documents
        self.differences = differences
        self.differing = differing
    }
}
