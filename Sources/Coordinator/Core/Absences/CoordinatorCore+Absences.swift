internal import ClockDomain

// Writes the coordinator's lines for nodes that reported nothing, and ends timers and one-shot alarms.

extension CoordinatorCore {
    /// Reopens quarter hours that a clock ahead of time closed too early.
    mutating func reopenQuarters(at now: Now) {
        guard let last = absences.quarters.reopenIfAhead(at: now) else { return }
        store.add(.reopenQuarters(after: last))
        nodes.reopenQuarters(after: last)
    }

    mutating func closeQuarters(at now: Now) {
        guard !store.isFailing, let closing = absences.quarters.close(nodes, link, clock, at: now) else { return }
        store.add(.closeQuarters(closing))
    }

    /// Reopens occurrences that a clock ahead of time closed too early.
    mutating func reopenRings(at now: Now) {
        guard let operation = absences.rings.reopenIfAhead(view, at: now) else { return }
        store.add(operation)
        record(definitions.restoreUsedUp(at: now.wall), at: now)
    }

    /// Checks due occurrences, and writes the lines that no node will write.
    mutating func closeRings(at now: Now) {
        guard !store.isFailing, var lines = absences.rings.look(view, clock, at: now) else { return armRings(at: now) }
        checkEndings(of: absences.rings.dueRechecks(at: now), at: now)
        lines += endTimers(at: now)
        guard let operation = absences.rings.close(writing: lines) else { return armRings(at: now) }
        store.add(operation)
    }

    /// Writes the lines of occurrences before a change removes them.
    mutating func write(_ lines: [RingAbsence]) {
        if !lines.isEmpty { store.add(.closeRings(lines, through: nil)) }
    }

    /// Sets the timer for the next check of occurrences.
    mutating func armRings(at now: Now) {
        absences.rings.arm(definitions.pending, clock.setting, isFailing: store.isFailing, at: now, &out)
    }
}
