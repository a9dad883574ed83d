public import ClockDomain

/// Answered by ``SetResult``.
public struct WithdrawRequest: PersonalRequest {
    public typealias Result = SetResult

    public static let verb = RequestVerb("withdraw")
    public static let role = ClientRole.member
    public static let summary = "takes a voice pack from nodes"
    public static let fields = "`name` of a pack, `nodes` (none: all that have it), `by`"
    public static let resultFields = "as `set`"

    /// The pack's name.
    public var name: String
    /// Empty: every node that has it.
    public var nodes: [NodeID]
    /// As ``PersonalRequest/by``.
    public var by: String?

    public init(name: String, nodes: [NodeID]) {
        self.name = name
        self.nodes = nodes
    }
}
