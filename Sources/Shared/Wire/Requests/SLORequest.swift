public import ClockDomain

/// Answered by ``SLOResult``: the punctuality of the site and each of its rooms, counted from every line of the
/// history.
public struct SLORequest: SiteRequest {
    public typealias Result = SLOResult

    public static let verb = RequestVerb("slo")
    public static let role = ClientRole.viewer
    public static let summary = "counts how many quarter hours and rings were heard as they should have been"
    public static let fields = "`node` (none: all), `edges` (2 to 54 instants, ascending), `within_us`"
    public static let resultFields =
        "`site` and for each of `nodes` its `levels`, one for each span between two edges: `quarters` (`due`, `heard`, "
        + "`within`, `absent`), `rings` (`due`, `heard`, `late`, `silent`), `p99_us`, `worst_us`"

    /// `nil`: all nodes.
    public var node: NodeID?
    /// The bounds of spans of time, ascending: an instant belongs to the span that begins with it or before it, and
    /// ends after it.
    public var edges: [WallTime]
    /// The greatest distance of a punctual onset from its instant, in microseconds; within ``withinRange``.
    public var withinMicroseconds: Int

    public static let edgeCounts = 2...54
    public static let withinRange = 1...60_000_000
    /// Spans of nodes that an answer has room for.
    public static let maximumLevels = 4_000

    public init(node: NodeID? = nil, edges: [WallTime], withinMicroseconds: Int) {
        self.node = node
        self.edges = edges
        self.withinMicroseconds = withinMicroseconds
    }
}

extension SLORequest {
    enum CodingKeys: String, CodingKey {
        case node, edges
        case withinMicroseconds = "within_us"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        node = try container.decodeIfPresent(NodeID.self, forKey: .node)
        edges = try container.decodeList(atMost: Self.edgeCounts.upperBound, "edges", forKey: .edges)
        withinMicroseconds = try container.decode(Self.withinRange, "us", forKey: .withinMicroseconds)
        let isAscending = zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }
        try container.require(
            edges.count >= Self.edgeCounts.lowerBound && isAscending, .edges, "needs 2 instants or more, ascending")
    }
}

/// Answer to ``SLORequest``.
public struct SLOResult: Hashable, Sendable, Codable {
    /// One for each span, ascending.
    public var site: [ServiceLevel]
    /// Ascending by node.
    public var nodes: [NodeServiceLevels]

    public init(site: [ServiceLevel], nodes: [NodeServiceLevels]) {
        self.site = site
        self.nodes = nodes
    }
}

public struct NodeServiceLevels: Hashable, Sendable, Codable {
    public var node: NodeID
    /// One for each span, ascending.
    public var levels: [ServiceLevel]

    public init(node: NodeID, levels: [ServiceLevel]) {
        self.node = node
        self.levels = levels
    }
}

/// The punctuality in a span of it.
public struct ServiceLevel: Hashable, Sendable, Codable {
    public struct Quarters: Hashable, Sendable, Codable {
        /// Those that should have sounded: all but silent ones. One that nobody knows about counts.
        public var due: Int
        public var heard: Int
        /// Heard as near to their instant as the request asks.
        public var within: Int
        /// Those that nobody knows about: the coordinator's own lines.
        public var absent: Int
    }

    public struct Rings: Hashable, Sendable, Codable {
        /// Those that should have rung: all but those that somebody wished not to.
        public var due: Int
        public var heard: Int
        /// Heard, and begun further from their instant than the request allows.
        public var late: Int
        /// Heard in time, and then silent for longer than the request allows: the output was away.
        public var silent: Int

        /// Heard whole and as near to their instant as the request asks, or on an output that cannot tell.
        public var onTime: Int { heard - late - silent }
    }

    public var quarters = Quarters(due: 0, heard: 0, within: 0, absent: 0)
    public var rings = Rings(due: 0, heard: 0, late: 0, silent: 0)
    /// The largest onset error of a quarter hour, without its sign; `nil` where none was measured.
    public var worstMicroseconds: Int?
    /// The error that 99 of 100 were not over (the nearest rank).
    public var p99Microseconds: Int?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case quarters, rings
        case worstMicroseconds = "worst_us"
        case p99Microseconds = "p99_us"
    }
}

extension ServiceLevel.Rings {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            due: try container.decode(Int.self, forKey: .due), heard: try container.decode(Int.self, forKey: .heard),
            late: try container.decode(Int.self, forKey: .late),
            silent: try container.decodeIfPresent(Int.self, forKey: .silent) ?? 0)
    }
}
