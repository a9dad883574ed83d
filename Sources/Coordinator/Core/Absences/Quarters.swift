internal import ClockDomain
internal import ClockWire

/// The quarter hours for which nodes sent no line: the instant up to which the store has every line, and the
/// coordinator's own lines for the missing ones.
struct Quarters: Sendable {
    /// The time after a quarter hour in which nodes' lines may arrive.
    private static let closingDelay: Duration = .seconds(60)
    /// The most lines that one commit writes, so that a long time without the coordinator does not hold up others.
    private static let linesPerClosing = 20_000

    private let started: BootTime
    private let retention: Duration
    /// The store has the lines of every quarter hour up to this one.
    private var closedThrough: WallTime
    /// True while a commit that closes quarter hours is under way.
    private var isClosing = false
    private var skipped: SkippedSpan?
    /// The store still has to delete the `absent` lines of quarter hours after this one.
    private var unopened: WallTime?

    /// - Parameters:
    ///   - closedThrough: the value in the store.
    ///   - started: the instant at which the coordinator started.
    ///   - retention: the time for which the store keeps history.
    init(closedThrough: WallTime, started: BootTime, retention: Duration) {
        self.closedThrough = closedThrough
        self.started = started
        self.retention = retention
    }

    func arm(at now: Now, _ out: inout Outbox) {
        if QuarterHour.atOrBefore(now.wall - Self.closingDelay) > closedThrough {
            // After a start or a clock set: nodes may have the missing lines and are about to send them.
            out.setTimer(.closing, .boot(now.boot + Self.closingDelay))
        } else {
            out.setTimer(.closing, .wall(QuarterHour.after(now.wall - Self.closingDelay) + Self.closingDelay))
        }
    }

    /// Reopens quarter hours that a clock ahead of time closed too early.
    ///
    /// - Returns: the last quarter hour that stays closed; `nil` when all do.
    mutating func reopenIfAhead(at now: Now) -> WallTime? {
        var last = QuarterHour.atOrBefore(now.wall)
        guard closedThrough > last, !isClosing else { return nil }
        if let skipped, skipped.isMissed(at: last, retention) { last = min(last, skipped.from) }
        skipped = nil
        closedThrough = last
        return last
    }

    /// Closes the quarter hours that nodes left open, a limited number at a time.
    ///
    /// - Returns: the lines to write; `nil` when none are due.
    mutating func close(_ nodes: Nodes, _ link: BrokerLink, _ clock: ClockWatch, at now: Now) -> QuarterClosing? {
        let through = QuarterHour.atOrBefore(now.wall - Self.closingDelay)
        let oldest = QuarterHour.atOrBefore(now.wall - retention)
        let after = max(closedThrough, oldest)
        guard through > after, !isClosing else { return nil }
        // The span before the oldest kept quarter hour is skipped. If the clock were only months ahead, nobody would
        // ever close that span.
        guard closedThrough >= oldest || clock.isPlausible(at: now, nodes) else { return nil }
        let count = max(1, Self.linesPerClosing / max(1, nodes.count))
        var end = min(through, after + QuarterHour.length * count)
        // By the present clock: at the start it may have been wrong.
        let lastBeforeStart = QuarterHour.atOrBefore(now.wall(at: started) - .nanoseconds(1))
        let wasDown = after < lastBeforeStart
        if wasDown { end = min(end, lastBeforeStart) }
        isClosing = true
        return QuarterClosing(
            after: after, through: end,
            absences: nodes.ids.compactMap { id in
                nodes[id].flatMap { wasDown ? absenceWhileDown($0, at: now) : absence($0, link, at: now) }
            })
    }

    // MARK: The store

    /// The store has the lines.
    mutating func commit(_ closing: QuarterClosing) {
        isClosing = false
        if closing.after > closedThrough { skipped = SkippedSpan(from: closedThrough, to: closing.after) }
        closedThrough = closing.through
    }

    /// The store has refused the lines.
    mutating func rollBack() { isClosing = false }

    /// The store did not delete the lines after this quarter hour.
    mutating func loseReopening(after instant: WallTime) { unopened = min(unopened ?? instant, instant) }

    /// Returns the operation that deletes lines before any is written again.
    mutating func takeReopening() -> StoreOperation? {
        defer { unopened = nil }
        return unopened.map { .reopenQuarters(after: $0) }
    }

    // MARK: Reasons

    private func absenceWhileDown(_ node: KnownNode, at now: Now) -> QuarterClosing.Absence? {
        absence(node, .coordinatorDown, "the coordinator was not running and the node sent no line since", at: now)
    }

    private func absence(_ node: KnownNode, _ link: BrokerLink, at now: Now) -> QuarterClosing.Absence? {
        if let since = link.downSince {
            return absence(
                node, .unreported,
                "the coordinator has no connection to the broker since \(since.truncatedToMilliseconds)", at: now)
        }
        switch node.availability {
        case .online: return absence(node, .unreported, "online, but it sent no line for this quarter hour", at: now)
        case .offline:
            return absence(
                node, .offline, node.availabilitySince.map { "offline since \($0)" } ?? "never seen online", at: now)
        }
    }

    private func absence(
        _ node: KnownNode, _ reason: QuarterReason, _ detail: String, at now: Now
    ) -> QuarterClosing.Absence? {
        // The store cannot hold a line for a node that it does not have.
        guard node.committed != nil else { return nil }
        return QuarterClosing.Absence(
            node: node.id, firstSeen: node.firstSeen(at: now), reason: reason, detail: detail)
    }
}
