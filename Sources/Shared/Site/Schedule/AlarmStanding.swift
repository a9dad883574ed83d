package import ClockDomain
package import ClockWire

/// The state of an alarm: its present activity, or the reason for which it will not ring at its scheduled time.
package enum AlarmStanding: Hashable, Sendable {
    case ringing
    case snoozed(until: WallTime?)
    case off
    /// Its next occurrence does not ring.
    case skips(RingReason, ScheduledOccurrence)
    /// Nodes that it is for and that the site does not know.
    case unknownNodes([NodeID])
    case noNodes
    /// No time is left.
    case over
    case on

    package init(_ definition: AlarmDefinition, in plan: SitePlan) {
        let rings = plan.rings[.alarm(definition.alarm.id)] ?? []
        if rings.contains(where: { $0.ring.state == .ringing }) {
            self = .ringing
        } else if let snoozed = rings.first {
            self = .snoozed(until: snoozed.ring.until)
        } else {
            self.init(scheduled: definition, in: plan)
        }
    }

    /// The same whatever rings now.
    init(scheduled definition: AlarmDefinition, in plan: SitePlan) {
        let nodes = plan.schedule.nodes(of: definition.targets)
        let unknown = nodes.filter { plan.nodes[$0] == nil }
        if !definition.alarm.isEnabled {
            self = .off
        } else if nodes.isEmpty {
            self = .noNodes
        } else if !unknown.isEmpty {
            self = .unknownNodes(unknown)
        } else if let next = plan.next(definition, after: plan.now, includingSkipped: true) {
            self = next.silence.map { .skips($0, next) } ?? .on
        } else {
            self = .over
        }
    }
}
