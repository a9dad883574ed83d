public import ClockDomain

/// Answered by ``SiteStatus``.
public struct StatusRequest: SiteRequest {
    public typealias Result = SiteStatus

    public static let verb = RequestVerb("status")
    public static let role = ClientRole.viewer
    public static let summary = "shows the site, a page of nodes at a time"
    public static let fields = "`after` (a node's id), `limit` (1 to 1,000)"
    public static let resultFields = "the site: `clockctl status --json`; `next_page` where more nodes follow"

    /// Only nodes after this one; a page's ``SiteStatus/nextPage`` asks for the page after it.
    public var after: NodeID?
    /// Nodes on a page, 1...``maximumLimit``.
    public var limit: Int

    public static let maximumLimit = 1_000

    public init(after: NodeID? = nil, limit: Int = StatusRequest.maximumLimit) {
        self.after = after
        self.limit = limit
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            after: try container.decodeIfPresent(NodeID.self, forKey: .after),
            limit: try container.decode(1...Self.maximumLimit, forKey: .limit, standard: Self.maximumLimit))
    }
}
