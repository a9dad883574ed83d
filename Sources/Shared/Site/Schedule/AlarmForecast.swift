package import ClockDomain
package import ClockWire

/// An alarm with its next ring, and the reason for an earlier silence, as JSON.
package struct AlarmForecast: Hashable, Encodable, Sendable {
    package var alarm: Alarm
    package var targets: RingTargets
    package var holidays: CalendarNames?
    /// `nil` without a coming ring.
    package var next: WallTime?
    /// The reason for leaving out its very next time, or for no coming ring; `nil` if it rings.
    package var why: WhyNot?

    /// - Parameter plan: computes the rings.
    package init(_ definition: AlarmDefinition, in plan: SitePlan) {
        alarm = definition.alarm
        targets = definition.targets
        holidays = definition.holidays
        next = alarm.isEnabled ? plan.next(definition, after: plan.now)?.due : nil
        why = WhyNot(definition, in: plan)
    }

    /// An obstacle to the ring of an alarm.
    package struct WhyNot: Hashable, Encodable, Sendable {
        package enum Reason: String, Hashable, Encodable, Sendable {
            case off, skip, exception, holiday
            /// No time is left.
            case over
            case noNodes = "no-nodes"
            /// It is for nodes that the site does not know.
            case unknownNodes = "unknown-nodes"
        }

        package var reason: Reason
        /// The local date on which it does not ring.
        package var date: CivilDate?
        /// The instant at which it would be due.
        package var due: WallTime?
        /// Nodes that the site does not know.
        package var nodes: [NodeID]?

        init?(_ definition: AlarmDefinition, in plan: SitePlan) {
            switch AlarmStanding(scheduled: definition, in: plan) {
            case .ringing, .snoozed, .on: return nil
            case .off: reason = .off
            case .over: reason = .over
            case .noNodes: reason = .noNodes
            case .unknownNodes(let unknown): (reason, nodes) = (.unknownNodes, unknown)
            case .skips(let silence, let occurrence):
                reason =
                    switch silence {
                    case .skip: .skip
                    case .holiday: .holiday
                    default: .exception
                    }
                (date, due) = (occurrence.date, occurrence.due)
            }
        }
    }
}
