internal import ClockDomain
internal import ClockWire

// What nodes did not report: the lines that the coordinator writes for it, and what is over with them.

extension CoordinatorCore {
    /// The clock was ahead when it closed quarter hours that are still to come.
    mutating func reopenQuarters(at now: Now) {
        guard let last = absences.quarters.reopenIfAhead(at: now) else { return }
        store.add(.reopenQuarters(after: last))
        nodes.reopenQuarters(after: last)
    }

    mutating func closeQuarters(at now: Now) {
        guard !store.isFailing, let closing = absences.quarters.close(nodes, link, clock, at: now) else {
            return
        }
        store.add(.closeQuarters(closing))
    }

    /// The clock was ahead when it closed occurrences that are still to come.
    mutating func reopenRings(at now: Now) {
        if let operation = absences.rings.reopenIfAhead(view, at: now) { store.add(operation) }
    }

    /// Looks at what has come due, and writes the lines that no node will write.
    mutating func closeRings(at now: Now) {
        guard !store.isFailing, var lines = absences.rings.look(view, clock, at: now) else { return armRings(at: now) }
        checkEndings(of: absences.rings.dueRechecks(at: now), at: now)
        lines += endTimers(at: now)
        guard let operation = absences.rings.close(writing: lines) else { return armRings(at: now) }
        store.add(operation)
    }

    /// Writes lines of what is changed before it is closed.
    mutating func write(_ lines: [RingAbsence]) {
        if !lines.isEmpty { store.add(.closeRings(lines, through: nil)) }
    }

    /// Sets the timer for the next look at occurrences.
    mutating func armRings(at now: Now) {
        absences.rings.arm(definitions.pending, isFailing: store.isFailing, at: now, &out)
    }
}
