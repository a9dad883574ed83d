public import ClockDomain

extension RequestVerb {
    public static let announce = RequestVerb("announce")
}

/// Answered by ``AnnounceResult``.
public struct AnnounceRequest: SiteRequest {
    public typealias Result = AnnounceResult

    public static let verb = RequestVerb.announce
    public static let role = ClientRole.member
    public static let summary = "has nodes say the time now"
    public static let fields = "`nodes` (none: all that are online)"
    public static let resultFields = "`target`, `nodes`, `offline`"

    /// Empty: every node that is online.
    public var nodes: [NodeID]

    public init(nodes: [NodeID] = []) {
        self.nodes = nodes
    }
}

/// Answer to ``AnnounceRequest``.
public struct AnnounceResult: Hashable, Sendable, Codable {
    /// When the first word is to be heard.
    public var target: WallTime
    public var nodes: [NodeID]
    /// Asked for, but offline.
    public var offline: [NodeID]

    public init(target: WallTime, nodes: [NodeID], offline: [NodeID]) {
        self.target = target
        self.nodes = nodes
        self.offline = offline
    }
}
