package import ClockDomain
package import ClockWire

/// The output of `slo --json`: the newest week first.
package struct SLODocument: Encodable, Sendable {
    package var objectivePercent: Double
    package var withinMicroseconds: Int
    package var weeks: [Week]

    package struct Week: Encodable, Sendable {
        package var from: WallTime
        package var to: WallTime
        package var site: Level
        /// Ascending; the nodes that have a line in the week.
        package var nodes: [Node]
    }

    package struct Node: Encodable, Sendable {
        package var node: NodeID
        package var level: Level

        private enum CodingKeys: String, CodingKey { case node }

        package func encode(to encoder: any Encoder) throws {
            try level.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(node, forKey: .node)
        }
    }

    package struct Level: Encodable, Sendable {
        package var counts: ServiceLevel
        package var objectivePercent: Double

        /// Of the quarter hours that should have sounded, 0 to 1; `nil` if there were none.
        package var onTime: Double? {
            counts.quarters.due == 0 ? nil : Double(counts.quarters.within) / Double(counts.quarters.due)
        }

        /// The rest of the misses that the objective allows: 1 for all of them, 0 for none, below it the misses exceed
        /// it; `nil` if nothing should have sounded.
        package var budgetLeft: Double? {
            let quarters = counts.quarters
            guard quarters.due > 0 else { return nil }
            let allowed = Double(quarters.due) * (100 - objectivePercent) / 100
            return 1 - Double(quarters.due - quarters.within) / allowed
        }

        private enum CodingKeys: String, CodingKey {
            case onTime = "on_time"
            case budgetLeft = "budget_left"
        }

        package func encode(to encoder: any Encoder) throws {
            try counts.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(onTime, forKey: .onTime)
            try container.encodeIfPresent(budgetLeft, forKey: .budgetLeft)
        }
    }

    package init(_ result: SLOResult, of request: SLORequest, objective: Double) {
        objectivePercent = objective
        withinMicroseconds = request.withinMicroseconds
        let spans = zip(request.edges, request.edges.dropFirst()).enumerated()
        // A coordinator of another version may leave out spans.
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
