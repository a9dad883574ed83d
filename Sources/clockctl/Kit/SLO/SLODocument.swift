internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// What `slo --json` prints: the newest week first.
struct SLODocument: Encodable, Sendable {
    var objectivePercent: Double
    var withinMicroseconds: Int
    var weeks: [Week]

    struct Week: Encodable, Sendable {
        var from: WallTime
        var to: WallTime
        var site: Level
        /// Ascending; those of which the week has a line.
        var nodes: [Node]
    }

    struct Node: Encodable, Sendable {
        var node: NodeID
        var level: Level

        private enum CodingKeys: String, CodingKey { case node }

        func encode(to encoder: any Encoder) throws {
            try level.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(node, forKey: .node)
        }
    }

    struct Level: Encodable, Sendable {
        var counts: ServiceLevel
        var objectivePercent: Double

        /// Of the quarter hours that were to be heard, 0 to 1; `nil` where there were none.
        var onTime: Double? {
            counts.quarters.due == 0 ? nil : Double(counts.quarters.within) / Double(counts.quarters.due)
        }

        /// What is left of the misses that the objective allows: 1 for all of them, 0 for none, below it has been exceeded;
        /// `nil` where nothing was to be heard.
        var budgetLeft: Double? {
            let quarters = counts.quarters
            guard quarters.due > 0 else { return nil }
            let allowed = Double(quarters.due) * (100 - objectivePercent) / 100
            return 1 - Double(quarters.due - quarters.within) / allowed
        }

        private enum CodingKeys: String, CodingKey {
            case onTime = "on_time"
            case budgetLeft = "budget_left"
        }

        func encode(to encoder: any Encoder) throws {
            try counts.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(onTime, forKey: .onTime)
            try container.encodeIfPresent(budgetLeft, forKey: .budgetLeft)
        }
    }

    init(_ result: SLOResult, of request: SLORequest, objective: Double) {
        objectivePercent = objective
        withinMicroseconds = request.withinMicroseconds
        let spans = zip(request.edges, request.edges.dropFirst()).enumerated()
        // What a coordinator of another version leaves out is not there.
        weeks = spans.reversed().compactMap { index, span in
            guard index < result.site.count else { return nil }
            let nodes = result.nodes.filter { index < $0.levels.count && $0.levels[index] != ServiceLevel() }.map {
                Node(node: $0.node, level: Level(counts: $0.levels[index], objectivePercent: objective))
            }
            return Week(
                from: span.0, to: span.1, site: Level(counts: result.site[index], objectivePercent: objective),
                nodes: nodes)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case weeks
        case objectivePercent = "objective_percent"
        case withinMicroseconds = "within_us"
    }
}
