public import ClockDomain

/// Answered by ``PlayResult``.
public struct AnnounceRequest: SiteRequest {
    public typealias Result = PlayResult

    public static let verb = RequestVerb("announce")
    public static let role = ClientRole.member
    public static let summary = "has nodes say the time now"
    public static let fields = "`nodes` (none: all that are online)"
    public static let resultFields = "as `play`, without `sound`"

    /// Empty: every node that is online.
    public var nodes: [NodeID]

    public init(nodes: [NodeID] = []) { self.nodes = nodes }
}
