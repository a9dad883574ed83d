public import ClockDomain

/// Answered by ``NoticesResult``.
public struct NoticesRequest: SiteRequest {
    public typealias Result = NoticesResult

    public static let verb = RequestVerb("notices")
    public static let role = ClientRole.viewer
    public static let summary = "shows which messages to people wait to be sent"
    public static let fields = ""
    public static let resultFields =
        "`receiver` (its host), `count`, the first 10 as `waiting`: `id`, `kind`, `made`, `lines`, `more`, `attempts`; "
        + "`problem`, `problem_since`, `delivered`, `refused`, `last_delivered`"

    public init() {}
}

/// Answer to ``NoticesRequest``.
public struct NoticesResult: Hashable, Sendable, Codable {
    /// The host that gets messages; `nil` where none is set.
    public var receiver: String?
    /// So many wait.
    public var count: Int
    /// The first of those that wait, at most ``maximumShown``.
    public var waiting: [Notice]
    /// The reason for which the last attempt failed; `nil` if it did not.
    public var problem: String?
    public var problemSince: WallTime?
    /// Since the coordinator's start, as the next two.
    public var delivered: Int
    /// That the receiver refused for good.
    public var refused: Int
    public var lastDelivered: WallTime?

    public static let maximumShown = 10

    public init(
        receiver: String?, count: Int, waiting: [Notice], problem: String?, problemSince: WallTime?, delivered: Int,
        refused: Int, lastDelivered: WallTime?
    ) {
        self.receiver = receiver
        self.count = count
        self.waiting = waiting
        self.problem = problem
        self.problemSince = problemSince
        self.delivered = delivered
        self.refused = refused
        self.lastDelivered = lastDelivered
    }

    enum CodingKeys: String, CodingKey {
        case receiver, count, waiting, problem, delivered, refused
        case problemSince = "problem_since"
        case lastDelivered = "last_delivered"
    }
}
