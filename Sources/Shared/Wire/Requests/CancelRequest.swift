public import ClockDomain

/// Answered by ``CancelResult``.
public struct CancelRequest: SiteRequest {
    public typealias Result = CancelResult

    public static let verb = RequestVerb("cancel")
    public static let role = ClientRole.member
    public static let summary = "takes back a sound that was to be played"
    public static let fields = "`id` of a `play`, `say` or `announce`"
    public static let resultFields =
        "`id`, `label`, `target`, `nodes` that were told, `offline`: those to be told when they are back"

    public var id: String

    public init(id: String) { self.id = id }
}

/// Answer to ``CancelRequest``: the nodes that are online have received the order.
public struct CancelResult: Hashable, Sendable, Codable {
    public var id: String
    public var label: String
    public var target: WallTime
    /// Told now.
    public var nodes: [NodeID]
    /// Told when they are back, unless that is after the target.
    public var offline: [NodeID]

    public init(id: String, label: String, target: WallTime, nodes: [NodeID], offline: [NodeID]) {
        self.id = id
        self.label = label
        self.target = target
        self.nodes = nodes
        self.offline = offline
    }
}
