public import ClockDomain

// What clients ask of the coordinator, one type a verb (``RequestVerb``). Answers are ``Reply`` envelopes.

/// `status`: the whole site at a glance. Answered by ``SiteStatus``.
public struct StatusRequest: WireMessage, Hashable {
    public init() {}
}

/// `history`: ledger lines, newest first. Answered by ``HistoryPage``.
public struct HistoryRequest: WireMessage, Hashable {
    /// Only this node's.
    public var node: NodeID?
    /// Only quarter hours at or after this.
    public var since: WallTime?
    /// Only quarter hours before this; a page's `next` asks for the page after it.
    public var before: HistoryCursor?
    /// Lines on a page, 1...``maximumLimit``.
    public var limit: Int

    public static let maximumLimit = 500

    public init(node: NodeID? = nil, since: WallTime? = nil, before: HistoryCursor? = nil, limit: Int = 100) {
        self.node = node
        self.since = since
        self.before = before
        self.limit = limit
    }
}

/// A place between two lines of the history: the newest target first; within one the nodes by name, and of a node the
/// quarter hour before what rang, and that before what was played.
public struct HistoryCursor: Hashable, Sendable, Codable {
    /// The quarter hour, when the occurrence was due, or when the sound was to begin.
    public var target: WallTime
    public var node: NodeID
    /// What rang; `nil` for anything else.
    public var source: RingSource?
    /// The order to play a sound; `nil` for anything else.
    public var order: String?

    public init(target: WallTime, node: NodeID, source: RingSource? = nil, order: String? = nil) {
        self.target = target
        self.node = node
        self.source = source
        self.order = order
    }
}

/// `set`: change settings of one node or several. Answered by ``SetResult``.
public struct SetRequest: WireMessage, Hashable {
    /// Not empty.
    public var nodes: [NodeID]
    public var change: SettingsPatch

    public init(nodes: [NodeID], change: SettingsPatch) {
        self.nodes = nodes
        self.change = change
    }
}

/// `announce`: say the time now. Answered by ``AnnounceResult``.
public struct AnnounceRequest: WireMessage, Hashable {
    /// Empty: every node that is online.
    public var nodes: [NodeID]

    public init(nodes: [NodeID] = []) {
        self.nodes = nodes
    }
}

/// `wake`: publish a wake for the next quarter hour now. Answered by ``WakeResult``.
public struct WakeRequest: WireMessage, Hashable {
    public init() {}
}

/// `rename`: give a node's room another name. Answered by ``SetResult``.
public struct RenameRequest: WireMessage, Hashable {
    public var node: NodeID
    /// 1...64 characters, no control characters.
    public var room: String

    public init(node: NodeID, room: String) {
        self.node = node
        self.room = room
    }

    public static func isRoomName(_ name: String) -> Bool {
        (1...64).contains(name.count) && name.utf8.count <= 256
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}

/// `forget`: remove a node, its settings and its history. Answered by ``ForgetResult``.
public struct ForgetRequest: WireMessage, Hashable {
    public var node: NodeID

    public init(node: NodeID) {
        self.node = node
    }
}

/// `adopt`: take over what nodes hold of another store, or put this store's definitions in its place. Answered by
/// ``AdoptResult``.
public struct AdoptRequest: WireMessage, Hashable {
    /// The other store; `nil` where nodes hold definitions of one alone.
    public var store: String?
    /// Whether what the nodes hold is given up.
    public var replace: Bool

    public init(store: String? = nil, replace: Bool = false) {
        self.store = store
        self.replace = replace
    }

    enum CodingKeys: String, CodingKey {
        case store, replace
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        store = try container.decodeIfPresent(String.self, forKey: .store)
        replace = try container.decodeIfPresent(Bool.self, forKey: .replace) ?? false
    }
}

/// `doctor`: have every node look at its output, and tell what the coordinator knows of itself.
/// Answered by ``DoctorReport``.
public struct DoctorRequest: WireMessage, Hashable {
    public init() {}
}
