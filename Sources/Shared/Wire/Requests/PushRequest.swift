public import ClockDomain

/// Answered by ``SetResult``.
public struct PushRequest: PersonalRequest {
    public typealias Result = SetResult

    public static let verb = RequestVerb("push")
    public static let role = ClientRole.member
    public static let summary = "gives nodes a voice pack, in place of any other of its name"
    public static let fields = "`pack`, `nodes` (none: all), `by`"
    public static let resultFields = "as `set`"

    /// The digest of the list.
    public var pack: Digest
    /// Empty: every node that is known.
    public var nodes: [NodeID]
    /// As ``PersonalRequest/by``.
    public var by: String?

    public init(pack: Digest, nodes: [NodeID]) {
        self.pack = pack
        self.nodes = nodes
    }
}
