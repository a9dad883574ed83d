package import ClockDomain
package import ClockWire

/// The rings that a node intends, by its own last word, compared with its definitions.
package struct NodeHolding: Sendable {
    /// Something that the node means to ring and should not.
    package struct Stray: Hashable, Sendable {
        package var source: RingSource
        package var label: String
        package var due: WallTime

        package var name: String { ScheduleWords.name(source, label) }
    }

    package let status: NodeStatus

    package init(_ status: NodeStatus) { self.status = status }

    /// True when it obeys everything that is defined.
    package var isCurrent: Bool { status.revision.applied >= status.revision.desired }

    /// True when the node intends to ring an alarm's occurrence; `nil` if its list ends before that.
    package func rings(_ occurrence: Occurrence) -> Bool? {
        if status.alarms.contains(where: { $0.occurrence == occurrence }) { return true }
        if status.rings.contains(where: { $0.occurrence == occurrence }) { return true }
        let isFull = status.alarms.count >= Reported.maximumUpcoming
        if isFull, let last = status.alarms.last, last.occurrence < occurrence { return nil }
        return false
    }

    /// True when the node counts a timer that runs.
    package func counts(_ timer: CountdownTimer) -> Bool {
        isCurrent || status.timers.contains { $0.id == timer.id && $0.revision >= timer.revision }
            || status.rings.contains { $0.occurrence.source == .timer(timer.id) }
    }

    /// Returns the timers that run out after `now` and until `end`, and that the node does not know yet.
    package func missingTimers(of schedule: SiteSchedule, after now: WallTime, through end: WallTime) -> [Stray] {
        schedule.timers.compactMap { definition in
            guard case .running(let ends) = definition.timer.state, ends > now, ends <= end,
                schedule.nodes(of: definition.targets).contains(status.id), !counts(definition.timer)
            else { return nil }
            return Stray(source: .timer(definition.timer.id), label: definition.timer.name, due: ends)
        }
    }

    /// Returns the alarms that it intends to ring after `now` and until `end` because a change has not reached it.
    ///
    /// - Parameter expected: every occurrence that shall ring there by then.
    package func strayAlarms(besides expected: Set<Occurrence>, after now: WallTime, through end: WallTime) -> [Stray] {
        guard !isCurrent else { return [] }
        return status.alarms.compactMap { ring in
            let due = ring.occurrence.due
            guard due > now, due <= end, !expected.contains(ring.occurrence) else { return nil }
            return Stray(source: ring.occurrence.source, label: ring.label, due: due)
        }
    }

    /// The same for timers.
    package func strayTimers(of schedule: SiteSchedule, after now: WallTime, through end: WallTime) -> [Stray] {
        guard !isCurrent else { return [] }
        return status.timers.compactMap { timer in
            guard case .running(let ends) = status.siteTime(of: timer.state), ends > now, ends <= end,
                !schedule.timers.contains(where: { $0.timer.id == timer.id && $0.timer.revision <= timer.revision })
            else { return nil }
            return Stray(source: .timer(timer.id), label: timer.name, due: ends)
        }
    }
}
