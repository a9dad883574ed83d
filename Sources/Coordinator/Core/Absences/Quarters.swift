internal import ClockDomain
internal import ClockWire

/// The quarter hours of which nodes sent no line: up to where every line is in the store, and the coordinator's own lines
/// for what is missing.
struct Quarters: Sendable {
    /// How long after a quarter hour the nodes' lines are waited for.
    private static let closingDelay: Duration = .seconds(60)
    /// Lines written by one commit at most, so that a long time without the coordinator does not hold up others.
    private static let linesPerClosing = 20_000

    private let started: BootTime
    private let retention: Duration
    /// Every quarter hour up to this one has its lines in the store.
    private var closedThrough: WallTime
    /// Whether a commit that closes quarter hours is under way.
    private var isClosing = false
    private var skipped: SkippedSpan?
    /// The store keeps the `absent` lines of quarter hours after this one, which were to be deleted.
    private var unopened: WallTime?

    /// - Parameters:
    ///   - closedThrough: by the store's word.
    ///   - started: when the coordinator did.
    ///   - retention: how long history is kept.
    init(closedThrough: WallTime, started: BootTime, retention: Duration) {
        self.closedThrough = closedThrough
        self.started = started
        self.retention = retention
    }

    func arm(at now: Now, _ out: inout Outbox) {
        if QuarterHour.atOrBefore(now.wall - Self.closingDelay) > closedThrough {
            // After a start or a set clock: the nodes may have lines for what is missing and are about to send them.
            out.setTimer(.closing, .boot(now.boot + Self.closingDelay))
        } else {
            out.setTimer(.closing, .wall(QuarterHour.after(now.wall - Self.closingDelay) + Self.closingDelay))
        }
    }

    /// The clock was ahead when it closed quarter hours that are still to come.
    ///
    /// - Returns: the last one that stays closed; `nil` when all do.
    mutating func reopenIfAhead(at now: Now) -> WallTime? {
        var last = QuarterHour.atOrBefore(now.wall)
        guard closedThrough > last, !isClosing else { return nil }
        if let skipped, skipped.isMissed(at: last, retention) { last = min(last, skipped.from) }
        skipped = nil
        closedThrough = last
        return last
    }

    /// Closes the quarter hours that nodes left open, a bounded number of them at a time.
    ///
    /// - Returns: the lines to write; `nil` when there are none now.
    mutating func close(_ nodes: Nodes, _ link: BrokerLink, _ clock: ClockWatch, at now: Now) -> QuarterClosing? {
        let through = QuarterHour.atOrBefore(now.wall - Self.closingDelay)
        let oldest = QuarterHour.atOrBefore(now.wall - retention)
        let after = max(closedThrough, oldest)
        guard through > after, !isClosing else { return nil }
        // Skipping ahead to the oldest that is kept: were the clock only months ahead, nobody would ever close what lies
        // between.
        guard closedThrough >= oldest || clock.isPlausible(at: now, nodes) else { return nil }
        let count = max(1, Self.linesPerClosing / max(1, nodes.count))
        var end = min(through, after + QuarterHour.length * count)
        // By the clock as it is now: at the start it may have been wrong.
        let lastBeforeStart = QuarterHour.atOrBefore(now.wall(at: started) - .nanoseconds(1))
        let wasDown = after < lastBeforeStart
        if wasDown { end = min(end, lastBeforeStart) }
        isClosing = true
        return QuarterClosing(
            after: after, through: end,
            absences: nodes.ids.compactMap { id in
                nodes[id].flatMap { wasDown ? absenceWhileDown($0) : absence($0, link) }
            })
    }

    // MARK: The store

    /// The lines are in the store.
    mutating func commit(_ closing: QuarterClosing) {
        isClosing = false
        if closing.after > closedThrough { skipped = SkippedSpan(from: closedThrough, to: closing.after) }
        closedThrough = closing.through
    }

    /// The lines are not in the store.
    mutating func rollBack() { isClosing = false }

    /// The store did not delete the lines after this quarter hour.
    mutating func loseReopening(after instant: WallTime) { unopened = min(unopened ?? instant, instant) }

    /// The quarter hour after which lines are to be deleted before any is written anew.
    mutating func takeReopening() -> StoreOperation? {
        defer { unopened = nil }
        return unopened.map { .reopenQuarters(after: $0) }
    }

    // MARK: Reasons

    private func absenceWhileDown(_ node: KnownNode) -> QuarterClosing.Absence? {
        absence(node, .coordinatorDown, "the coordinator was not running and the node sent no line since")
    }

    private func absence(_ node: KnownNode, _ link: BrokerLink) -> QuarterClosing.Absence? {
        if let since = link.downSince {
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
