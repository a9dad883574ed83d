internal import ClockDomain
internal import ClockWire

/// What of the nodes' ledgers is taken in, and how far each is in the store; and what was more than could be taken.
struct Intake: Sendable {
    /// One node's ledger, and whether it is one that a node writes.
    struct NodeLedger: Sendable {
        fileprivate var intake = LedgerIntake()
        fileprivate var watch = LedgerWatch()
    }

    /// Entries to be stored.
    struct Taken {
        var entries: ArraySlice<LedgerEntry>
        /// So many before them will never come.
        var lost: Int
    }

    private var ledgers: [NodeID: NodeLedger]
    private var count = IntakeCount()
    /// Whether what nodes say is left unread for now.
    private var isHolding = false

    init(_ stored: [StoredNode]) {
        ledgers = Dictionary(
            uniqueKeysWithValues: stored.map {
                ($0.definition.id, NodeLedger(intake: LedgerIntake(cursors: $0.cursors)))
            })
    }

    // MARK: Looking

    /// What was more than could be taken; `nil` while all was.
    var status: IntakeStatus? { count.status }

    /// When the broker last dropped messages because a queue of its own was full.
    var brokerDroppedLast: WallTime? { count.brokerDroppedLast }

    /// As far as a node's ledger is in the store; `nil` before the first entry.
    func acked(of node: NodeID) -> Acked? { ledgers[node]?.intake.current }

    /// Whether lines of a node were lately not taken, as they were more than a node writes.
    func isRefusing(_ node: NodeID, at now: Now) -> Bool { ledgers[node]?.watch.isRefusing(at: now.boot) ?? false }

    /// What of a node's lines was lately ahead of the clock.
    func ahead(of node: NodeID, at now: Now) -> LedgerWatch.Ahead? { ledgers[node]?.watch.ahead(at: now.boot) }

    // MARK: Taking

    /// Takes what is new in a batch, or says why not.
    ///
    /// - Parameter hasRoom: whether the next commit has room for it.
    /// - Returns: what is to be stored; `nil` when that is nothing.
    mutating func take(
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

    /// Says that entries will never come.
    func tell(lost: Int, of id: NodeID, _ out: inout Outbox) {
        guard lost > 0 else { return }
        out.perform(
            .logLimited(
                .warning,
                "node \(id) no longer has \(lost) ledger \(lost == 1 ? "entry" : "entries") that this "
                    + "store lacks: they went to another store, or this store is an older backup",
                about: "lost entries of \(id)"))
    }

    /// The times of entries that are further ahead than a clock that is right can write.
    static func timesAhead(in entries: ArraySlice<LedgerEntry>, at now: Now) -> [WallTime] {
        entries.lazy.map(\.latest).filter { $0 > now.wall + LedgerWatch.ahead }
    }

    /// Entries of a time that is far ahead of a clock that is believed were taken. They are taken like any others; whoever
    /// looks at the history is not shown their lines.
    mutating func note(timesAhead times: [WallTime], of id: NodeID, at now: Now, _ out: inout Outbox) {
        guard let latest = times.max(),
            ledgers[id]?.watch.note(ahead: times.count, latest: latest, at: now.boot) == true
        else { return }
        out.log(
            .warning,
            "node \(id) sends lines of times over a day ahead, up to \(latest): its clock was wrong; the history keeps "
                + "these lines, and shows them to somebody who asks for that time")
    }

    /// While much waits for the store, more is left unread: what was read has room, and the broker keeps the rest.
    mutating func hold(_ isFull: Bool, _ out: inout Outbox) {
        guard isFull != isHolding else { return }
        isHolding = isFull
        out.perform(.holdReports(isFull))
    }

    /// Requests and messages were turned away before they came here.
    mutating func turnedAway(_ turned: TurnedAway, at now: Now, _ out: inout Outbox) {
        count.turnedAway(turned, at: now, &out)
    }

    mutating func connected() { count.connected() }

    /// The broker tells how many messages it has dropped since its start, because a queue was full.
    mutating func brokerDropped(total: Int, at now: Now, _ out: inout Outbox) {
        guard count.brokerDropped(total: total, at: now, &out) > 0 else { return }
        out.perform(
            .logLimited(
                .warning,
                "the broker dropped messages because a queue was full: give its queues more room, as docs/operations.md "
                    + "tells, or see which client does not read",
                about: "broker queues"))
    }

    /// Logs what of the last minute was more than could be taken.
    mutating func tellLimits(at now: Now, _ out: inout Outbox) { count.tell(at: now, &out) }

    // MARK: The store

    /// Entries are in the store.
    ///
    /// - Returns: as far as the node's ledger is there; `nil` for a node that has sent nothing since it was forgotten.
    mutating func commit(_ entries: [LedgerEntry], epoch: String, of id: NodeID) -> Acked? {
        guard let last = entries.last else { return nil }
        return ledgers[id]?.intake.commit(epoch: epoch, through: last)
    }

    /// Entries are not in the store.
    mutating func rollBack(_ id: NodeID) { ledgers[id]?.intake.rollBack() }

    /// - Returns: what was known of its ledger, for ``restore(_:of:)``.
    mutating func forget(_ id: NodeID) -> NodeLedger? { ledgers.removeValue(forKey: id) }

    /// The node was to be forgotten and is not.
    mutating func restore(_ forgotten: NodeLedger?, of id: NodeID) {
        ledgers[id] = forgotten
        ledgers[id]?.intake.rollBack()
    }
}
