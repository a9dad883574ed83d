internal import ClockDomain
internal import ClockWire

/// The output of `calibrate --json` after rooms have clicked.
struct ClickDocument: Encodable {
    struct Problem: Encodable {
        var node: NodeID
        var problem: String
    }

    var site: SiteID
    var target: WallTime
    var lengthMilliseconds: Int
    /// In the order in which they click.
    var nodes: [NodeID]
    /// The nodes that did not click.
    var problems: [Problem]
    /// By ear: the trim of the room under adjustment.
    var trimMicroseconds: Int?

    enum CodingKeys: String, CodingKey {
        case site, target, nodes, problems
        case lengthMilliseconds = "length_ms"
        case trimMicroseconds = "trim_us"
    }

    init(
        _ site: SiteID, _ played: ClickPlayer.Played, _ length: Duration, _ problems: [ClickPlayer.Problem],
        trimMicroseconds: Int? = nil
    ) {
        self.site = site
        target = played.target
        lengthMilliseconds = Int(length.nanoseconds / 1_000_000)
        nodes = played.results.flatMap(\.nodes)
        self.problems = problems.map { Problem(node: $0.node, problem: $0.words) }
        self.trimMicroseconds = trimMicroseconds
    }
}
