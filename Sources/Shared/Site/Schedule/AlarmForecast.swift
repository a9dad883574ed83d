package import ClockDomain
package import ClockWire

/// An alarm with when it rings next, and why not before, as JSON.
package struct AlarmForecast: Hashable, Encodable, Sendable {
    package var alarm: Alarm
    package var targets: RingTargets
    package var holidays: CalendarNames?
    /// `nil` when nothing is to come.
    package var next: WallTime?
    /// Why its very next time is left out, or nothing is to come; `nil` where it rings.
    package var why: WhyNot?

    /// - Parameter plan: knows when it rings.
    package init(_ definition: AlarmDefinition, in plan: SitePlan) {
        alarm = definition.alarm
        targets = definition.targets
        holidays = definition.holidays
        next = alarm.isEnabled ? plan.next(definition, after: plan.now)?.due : nil
        why = WhyNot(definition, in: plan)
    }

    /// What keeps an alarm from ringing.
    package struct WhyNot: Hashable, Encodable, Sendable {
        package enum Reason: String, Hashable, Encodable, Sendable {
            case off, skip, exception, holiday
            /// Nothing is to come.
            case over
            case noNodes = "no-nodes"
            /// It is for nodes that the site does not know.
            case unknownNodes = "unknown-nodes"
        }

        package var reason: Reason
        /// The local date that is left out.
        package var date: CivilDate?
        /// When it would be due.
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
