public import ClockDomain

/// Answered by ``ForgetResult``.
public struct ForgetRequest: PersonalRequest {
    public typealias Result = ForgetResult

    public static let verb = RequestVerb("forget")
    public static let role = ClientRole.admin
    public static let summary = "removes a node that is offline, its settings and its history"
    public static let fields = "`node`, `by`"
    public static let resultFields = "`node`"

    public var node: NodeID
    /// As ``PersonalRequest/by``.
    public var by: String?

    public init(node: NodeID) { self.node = node }
}

/// Answer to ``ForgetRequest``.
public struct ForgetResult: Hashable, Sendable, Codable {
    public var node: NodeID

    public init(node: NodeID) { self.node = node }
}
