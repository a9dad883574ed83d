package import ClockDomain
package import ClockWire

/// A person's terms for the service levels.
package struct SLOTerms: Hashable, Sendable {
    /// The number of weeks to show, the present one included; within ``weekCounts``.
    package var weeks = 4
    /// The greatest distance from its instant that counts as on time; within ``withinRange``.
    package var withinMilliseconds = 20.0
    /// The share that should be on time; within ``objectiveRange``.
    package var objectivePercent = 99.0

    package static let weekCounts = 1...53
    package static let withinRange = 0.001...60_000
    package static let objectiveRange = 50...99.999

    package init() {}

    /// - Parameter node: `nil` for all nodes.
    package func request(of node: NodeID?, through now: WallTime, in zone: TimeZoneRules) -> SLORequest {
        SLORequest(
            node: node, edges: Self.edges(weeks: weeks, through: now, in: zone),
            withinMicroseconds: Int((withinMilliseconds * 1_000).rounded()))
    }

    /// The Mondays on which the weeks begin, and the one after the week of `now`.
    package static func edges(weeks: Int, through now: WallTime, in zone: TimeZoneRules) -> [WallTime] {
        let today = zone.localTime(at: now).date
        let monday = today.daysSinceEpoch - Int64(today.weekday.index)
        return (0...weeks).map { week in
            let day = CivilDate(daysSinceEpoch: monday + 7 * Int64(week - weeks + 1))
            return zone.instant(of: LocalDateTime(date: day, time: .midnight))
        }
    }
}
