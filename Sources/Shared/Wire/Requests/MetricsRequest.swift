public import ClockDomain

/// Answered by ``MetricsPage``: the counts since the coordinator's start.
public struct MetricsRequest: SiteRequest {
    public typealias Result = MetricsPage

    public static let verb = RequestVerb("metrics")
    public static let role = ClientRole.viewer
    public static let summary = "reads what was counted since the coordinator's start, a page of nodes at a time"
    public static let fields = "`after` (a node)"
    public static let resultFields =
        "`site`, up to 300 `nodes`, `next` (the `after` of the page after it): what [/metrics](metrics.md) has"

    /// Only nodes after this one; a page's `next` asks for the page after it.
    public var after: NodeID?

    /// Nodes on a page: with all that can be counted of each, it fits into an answer.
    public static let maximumNodes = 300

    public init(after: NodeID? = nil) { self.after = after }
}

/// Answer to ``MetricsRequest``.
public struct MetricsPage: Hashable, Sendable, Codable {
    public var site: SiteMetrics
    /// Ascending by node.
    public var nodes: [NodeMetrics]
    /// The start of the next page; `nil` on the last one.
    public var next: NodeID?

    public init(site: SiteMetrics, nodes: [NodeMetrics], next: NodeID?) {
        self.site = site
        self.nodes = nodes
        self.next = next
    }
}
