public import ClockDomain

extension RequestVerb {
    public static let adopt = RequestVerb("adopt")
}

/// Answered by ``AdoptResult``.
public struct AdoptRequest: SiteRequest {
    public typealias Result = AdoptResult

    public static let verb = RequestVerb.adopt
    public static let role = ClientRole.admin
    public static let summary = "takes over what nodes hold of another store, or replaces it"
    public static let fields = "`store` (left out where nodes hold definitions of one other store alone), `replace`"
    public static let resultFields =
        "`store`, `nodes` that obey this store now, `alarms`, `timers`: how many were taken over; "
        + "`left`: nodes that did not answer"

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

/// Answer to ``AdoptRequest``.
public struct AdoptResult: Hashable, Sendable, Codable {
    /// The other store.
    public var store: String
    /// The nodes that obey this store now, ascending.
    public var nodes: [NodeID]
    /// How many were taken over.
    public var alarms: Int
    public var timers: Int
    /// Nodes that could not be asked: they keep what they hold.
    public var left: [NodeID]

    public init(store: String, nodes: [NodeID], alarms: Int, timers: Int, left: [NodeID]) {
        self.store = store
        self.nodes = nodes
        self.alarms = alarms
        self.timers = timers
        self.left = left
    }
}
