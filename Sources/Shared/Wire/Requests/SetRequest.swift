public import ClockDomain

/// Answered by ``SetResult``.
public struct SetRequest: PersonalRequest {
    public typealias Result = SetResult

    public static let verb = RequestVerb("set")
    public static let role = ClientRole.member
    public static let summary = "changes settings of nodes"
    public static let fields = "`nodes`, `change` (some of the settings), `by`"
    public static let resultFields = "each node's new `revision` and `settings`"

    /// Not empty.
    public var nodes: [NodeID]
    public var change: SettingsPatch
    /// The asker's name, for people; see ``ChangeMark/by``.
    public var by: String?

    public init(nodes: [NodeID], change: SettingsPatch, by: String? = nil) {
        self.nodes = nodes
        self.change = change
        self.by = by
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            nodes: try container.decode([NodeID].self, forKey: .nodes),
            change: try container.decode(SettingsPatch.self, forKey: .change),
            by: try container.decodePersonName(forKey: .by))
    }
}

/// Answer to ``SetRequest``, ``RenameRequest``, ``PushRequest`` and ``WithdrawRequest``: the committed documents' revisions.
public struct SetResult: Hashable, Sendable, Codable {
    public struct NodeRevision: Hashable, Sendable, Codable {
        public var node: NodeID
        public var revision: Int
        public var settings: NodeSettings

        public init(node: NodeID, revision: Int, settings: NodeSettings) {
            self.node = node
            self.revision = revision
            self.settings = settings
        }
    }

    public var nodes: [NodeRevision]

    public init(nodes: [NodeRevision]) { self.nodes = nodes }
}
