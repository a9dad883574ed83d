internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// How long after a quarter hour the nodes' lines are waited for.
    private static let closingDelay: Duration = .seconds(60)
    /// Lines written by one commit at most, so that a long time without the coordinator does not hold up others.
    private static let linesPerClosing = 20_000
    private static let rowsPerPurge = 2_000
    /// What the wall clock may be set ahead by without being doubted.
    static let leap: Duration = .hours(24)
    /// How long a clock must not have leapt ahead to be believed by a time service's word alone.
    private static let steadiness: Duration = .hours(24)

    mutating func armClosing(at now: Now) {
        if QuarterHour.atOrBefore(now.wall - Self.closingDelay) > closedThrough {
            // After a start or a set clock: the nodes may have lines for what is missing and are about to send them.
            setTimer(.closing, .boot(now.boot + Self.closingDelay))
        } else {
            setTimer(.closing, .wall(QuarterHour.after(now.wall - Self.closingDelay) + Self.closingDelay))
        }
    }

    /// The clock was ahead when it closed quarter hours that are still to come.
    mutating func reopenIfAhead(at now: Now) {
        let last = QuarterHour.atOrBefore(now.wall)
        guard closedThrough > last, !isClosing else { return }
        closedThrough = last
        store.add(.reopenQuarters(after: last))
        for id in nodeIDs {
            if let line = nodes[id]?.last, line.outcome == .absent, line.target > last { nodes[id]?.last = nil }
        }
    }

    /// Writes lines for the quarter hours that nodes left open, a bounded number of them at a time.
    mutating func closeQuarters(at now: Now) {
        let through = QuarterHour.atOrBefore(now.wall - Self.closingDelay)
        let oldest = QuarterHour.atOrBefore(now.wall - settings.retention)
        let after = max(closedThrough, oldest)
        guard through > after, !isClosing, !store.isFailing else { return }
        // Skipping ahead to the oldest that is kept: were the clock only months ahead, nobody would ever close what lies
        // between.
        guard closedThrough >= oldest || clockIsPlausible(at: now) else { return }
        let count = max(1, Self.linesPerClosing / max(1, nodes.count))
        var end = min(through, after + QuarterHour.length * count)
        let lastBeforeStart = QuarterHour.atOrBefore(started - .nanoseconds(1))
        let wasDown = after < lastBeforeStart
        if wasDown { end = min(end, lastBeforeStart) }
        let absences = nodeIDs.compactMap { id in
            nodes[id].flatMap { wasDown ? absenceWhileDown($0) : absence($0) }
        }
        isClosing = true
        store.add(.closeQuarters(QuarterClosing(after: after, through: end, absences: absences)))
    }

    mutating func closed(_ closing: QuarterClosing, at now: Now) {
        isClosing = false
        closedThrough = closing.through
        for absence in closing.absences where absence.firstSeen < closing.through {
            guard let place = nodes.index(forKey: absence.node) else { continue }
            nodes.values[place].takeAbsence(
                QuarterRecord(
                    target: closing.through, outcome: .absent, reason: absence.reason, detail: absence.detail))
        }
        closeQuarters(at: now)
    }

    /// Deletes what is older than it is kept, at start and once a day.
    mutating func purge(at now: Now) {
        setTimer(.purge, .boot(now.boot + .hours(24)))
        guard clockIsPlausible(at: now) else {
            return perform(
                .log(
                    .warning,
                    "old history is kept for now: this machine's clock shows \(now.wall); no node has been at work within "
                        + "a day of that, and no time service has vouched for it for a day"))
        }
        addPurge(at: now)
    }

    mutating func purged(_ summary: CommitSummary, at now: Now) {
        if summary.purgeReachedLimit { addPurge(at: now) }
    }

    private mutating func addPurge(at now: Now) {
        store.add(.purge(before: now.wall - settings.retention, ahead: now.wall, limit: Self.rowsPerPurge))
    }

    /// A clock that is months ahead would delete everything: a node must have been at work within a day of it, or the
    /// system's time service vouch for it. Time services have been years off for hours, so their word counts when the clock
    /// has not leapt ahead for a day. Where there is no node there is nothing to lose.
    func clockIsPlausible(at now: Now) -> Bool {
        // A node with a wrong clock may have been woken for this clock's quarter hour.
        let isProved = nodes.values.lazy.compactMap(\.last).contains { line in
            line.outcome != .absent && line.reason != .untrusted && (line.target - now.wall).magnitude < .hours(24)
        }
        if nodes.isEmpty || isProved { return true }
        switch now.sync {
        case .synchronised: return now.boot - steadySince >= Self.steadiness
        case .unsynchronised: return false
        }
    }

    private func absenceWhileDown(_ node: KnownNode) -> QuarterClosing.Absence? {
        absence(node, .coordinatorDown, "the coordinator was not running and the node sent no line since")
    }

    private func absence(_ node: KnownNode) -> QuarterClosing.Absence? {
        if case .down(let since, _) = link {
            return absence(
                node, .unreported,
                "the coordinator has no connection to the broker since \(since.truncatedToMilliseconds)")
        }
        switch node.availability {
        case .online: return absence(node, .unreported, "online, but it sent no line for this quarter hour")
        case .offline:
            return absence(node, .offline, node.availabilitySince.map { "offline since \($0)" } ?? "never seen online")
        }
    }

    private func absence(_ node: KnownNode, _ reason: QuarterReason, _ detail: String) -> QuarterClosing.Absence? {
        // The store has no such node to write a line for.
        guard node.committed != nil else { return nil }
        return QuarterClosing.Absence(
            node: node.id, firstSeen: node.definition.firstSeen, reason: reason, detail: detail)
    }
}
