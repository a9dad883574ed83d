public import ClockDomain

extension RequestVerb {
    public static let withdraw = RequestVerb("withdraw")
}

/// Answered by ``SetResult``.
public struct WithdrawRequest: SiteRequest {
    public typealias Result = SetResult

    public static let verb = RequestVerb.withdraw
    public static let role = ClientRole.member
    public static let summary = "takes a voice pack from nodes"
    public static let fields = "`name` of a pack, `nodes` (none: all that have it)"
    public static let resultFields = "as `set`"

    /// The pack's name.
    public var name: String
    /// Empty: every node that was given it.
    public var nodes: [NodeID]

    public init(name: String, nodes: [NodeID]) {
        self.name = name
        self.nodes = nodes
    }
}
