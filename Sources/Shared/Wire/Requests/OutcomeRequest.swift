public import ClockDomain

/// Answered by ``SoundOutcomes``.
public struct OutcomeRequest: SiteRequest {
    public typealias Result = SoundOutcomes

    public static let verb = RequestVerb("outcome")
    public static let role = ClientRole.viewer
    public static let summary = "tells what has become of a sound"
    public static let fields = "`id` of a `play`, `say` or `announce`"
    public static let resultFields = "`id`, `target`, `now`, `nodes`: `node`, `online`, `ready`, `record`"

    public var id: String

    public init(id: String) { self.id = id }
}

/// Answer to ``OutcomeRequest``.
public struct SoundOutcomes: Hashable, Sendable, Codable {
    public var id: String
    public var target: WallTime
    /// The coordinator's clock.
    public var now: WallTime
    /// Ascending by node.
    public var nodes: [NodeOutcome]

    public struct NodeOutcome: Hashable, Sendable, Codable {
        public var node: NodeID
        /// True if the node has reported that it has all of the sound.
        public var isReady: Bool
        public var isOnline: Bool
        /// The outcome; `nil` while the coordinator does not know it.
        public var record: SoundRecord?

        public init(node: NodeID, isReady: Bool, isOnline: Bool, record: SoundRecord?) {
            self.node = node
            self.isReady = isReady
            self.isOnline = isOnline
            self.record = record
        }

        enum CodingKeys: String, CodingKey {
            case node, record
            case isReady = "ready"
            case isOnline = "online"
        }
    }

    public init(id: String, target: WallTime, now: WallTime, nodes: [NodeOutcome]) {
        self.id = id
        self.target = target
        self.now = now
        self.nodes = nodes
    }
}
