internal import ClockDomain
internal import ClockWire

/// Accepts entries of nodes' ledgers, keeps each ledger's stored position, and counts refused messages.
struct Intake: Sendable {
    /// One node's ledger, and the watch over its rate and times.
    struct NodeLedger: Sendable {
        fileprivate var intake = LedgerIntake()
        fileprivate var watch = LedgerWatch()
    }

    /// Entries for the store.
    struct Taken {
        var entries: ArraySlice<LedgerEntry>
        /// The number of entries before them that will never come.
        var lost: Int
    }

    private var ledgers: [NodeID: NodeLedger]
    private var count = IntakeCount()
    /// True while the reading of nodes' messages is on hold.
    private var isHolding = false

    init(_ stored: [StoredNode]) {
        ledgers = Dictionary(
            uniqueKeysWithValues: stored.map {
                ($0.definition.id, NodeLedger(intake: LedgerIntake(cursors: $0.cursors)))
            })
    }

    // MARK: Reading

    /// The counts of refused messages; `nil` before the first.
    var status: IntakeStatus? { count.status }

    /// The instant at which the broker last dropped messages because a queue of its own was full.
    var brokerDroppedLast: WallTime? { count.brokerDroppedLast }

    /// The position up to which the store has a node's ledger; `nil` before the first entry.
    func acked(of node: NodeID) -> Acked? { ledgers[node]?.intake.current }

    /// True if the coordinator lately refused lines of a node that sent more than a node writes.
    func isRefusing(_ node: NodeID, at now: Now) -> Bool { ledgers[node]?.watch.isRefusing(at: now.boot) ?? false }

    /// The lines of a node that were lately ahead of the clock.
    func ahead(of node: NodeID, at now: Now) -> LedgerWatch.Ahead? { ledgers[node]?.watch.ahead(at: now.boot) }

    // MARK: Accepting

    /// Accepts the new entries of a batch, or answers with a reason.
    ///
    /// - Parameter hasRoom: true if the next commit has room for it.
    /// - Returns: the entries for the store; `nil` when there are none.
    mutating func accept(
        _ batch: LedgerBatch, of id: NodeID, hasRoom: Bool, at now: Now, _ out: inout Outbox
    ) -> Taken? {
        let isAllowed = ledgers[id]?.watch.hasAllowance(at: now.boot) ?? true
        let verdict = ledgers[id, default: NodeLedger()].intake.receive(batch, hasRoom: hasRoom && isAllowed)
        switch verdict {
        case .new(let entries, let lost):
            ledgers[id]?.watch.spend(entries.count, at: now.boot)
            return Taken(entries: entries, lost: lost)
        case .alreadyCommitted(let acked): out.perform(.publish(.acked(id, acked)))
        case .alreadyTaken: break
        case .full(let acked):
            if count.refusedLedger(of: id, at: now, &out) { out.perform(.publish(.acked(id, acked))) }
            if isAllowed {
                out.perform(
                    .logLimited(
                        .warning, "the store has no room for more ledger lines just now; nodes send them again",
                        about: "full store"))
            } else if ledgers[id]?.watch.refuse(at: now.boot) == true {
                out.log(
                    .warning,
                    "node \(id) sends more lines than a node writes: the coordinator takes \(LedgerWatch.allowance) at once "
                        + "and \(LedgerWatch.dailyAllowance) a day, and the rest waits at the node")
            }
        case .gap(let acked):
            out.perform(.publish(.acked(id, acked)))
            out.perform(
                .logLimited(
                    .debug, "took no ledger entries of node \(id): entry \(acked.sequence + 1) comes next",
                    about: "gaps of \(id)"))
        }
        return nil
    }

    /// Logs that entries will never come.
    func report(lost: Int, of id: NodeID, _ out: inout Outbox) {
        guard lost > 0 else { return }
        out.perform(
            .logLimited(
                .warning,
                "node \(id) no longer has \(lost) ledger \(lost == 1 ? "entry" : "entries") that this "
                    + "store lacks: they went to another store, or this store is an older backup",
                about: "lost entries of \(id)"))
    }

    /// Returns the times of entries that are further ahead than a right clock can write.
    static func timesAhead(in entries: ArraySlice<LedgerEntry>, at now: Now) -> [WallTime] {
        entries.lazy.map(\.latest).filter { $0 > now.wall + LedgerWatch.ahead }
    }

    /// Notes and logs accepted entries with times far ahead of a plausible clock. The store keeps them like any others;
    /// the history does not show them by default.
    mutating func record(timesAhead times: [WallTime], of id: NodeID, at now: Now, _ out: inout Outbox) {
        guard let latest = times.max(),
            ledgers[id]?.watch.record(ahead: times.count, latest: latest, at: now.boot) == true
        else { return }
        out.log(
            .warning,
            "node \(id) sends lines of times over a day ahead, up to \(latest): its clock was wrong; the history keeps "
                + "these lines, and shows them to somebody who asks for that time")
    }

    /// Stops the reading of nodes' messages while much waits for the store: messages already read have room, and the
    /// broker keeps the rest.
    mutating func hold(_ isFull: Bool, _ out: inout Outbox) {
        guard isFull != isHolding else { return }
        isHolding = isFull
        out.perform(.holdReports(isFull))
    }

    /// Counts requests and messages that the program refused before the core.
    mutating func turnedAway(_ turned: TurnedAway, at now: Now, _ out: inout Outbox) {
        count.turnedAway(turned, at: now, &out)
    }

    mutating func connected() { count.connected() }

    /// Logs messages that the broker has dropped because a queue was full; `total` counts from its start.
    mutating func brokerDropped(total: Int, at now: Now, _ out: inout Outbox) {
        guard count.brokerDropped(total: total, at: now, &out) > 0 else { return }
        out.perform(
            .logLimited(
                .warning,
                "the broker dropped messages because a queue was full: give its queues more room, as docs/operations.md "
                    + "tells, or see which client does not read",
                about: "broker queues"))
    }

    /// Logs the messages refused in the last minute.
    mutating func tellLimits(at now: Now, _ out: inout Outbox) { count.report(at: now, &out) }

    // MARK: The store

    /// Records that the store has entries.
    ///
    /// - Returns: the node's stored position; `nil` for a node that has sent nothing since it was forgotten.
    mutating func commit(_ entries: [LedgerEntry], epoch: String, of id: NodeID) -> Acked? {
        guard let last = entries.last else { return nil }
        return ledgers[id]?.intake.commit(epoch: epoch, through: last)
    }

    /// Undoes entries that the store refused.
    mutating func rollBack(_ id: NodeID) { ledgers[id]?.intake.rollBack() }

    /// - Returns: the state of its ledger, for ``restore(_:of:)``.
    mutating func forget(_ id: NodeID) -> NodeLedger? { ledgers.removeValue(forKey: id) }

    /// Restores a node that the store did not forget.
    mutating func restore(_ forgotten: NodeLedger?, of id: NodeID) {
        ledgers[id] = forgotten
        ledgers[id]?.intake.rollBack()
    }
}
