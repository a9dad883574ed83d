internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    mutating func take(_ batch: LedgerBatch, of id: NodeID, at now: Now) {
        guard let place = learn(id, at: now) else { return }
        // The broker's queue for a busy coordinator may have been full when the node said so itself.
        if nodes.values[place].hear() == .offline { setAvailability(.online, of: id, at: now) }
        // What is acknowledged is dropped by the node, and the store whose it is would never have it.
        guard nodes.values[place].isOurs else { return }
        let isAllowed = nodes.values[place].watch.hasAllowance(at: now.boot)
        let verdict = nodes.values[place].ledger.receive(batch, hasRoom: store.hasRoomForLedger && isAllowed)
        switch verdict {
        case .new(let entries, let lost):
            nodes.values[place].watch.spend(entries.count, at: now.boot)
            noteAhead(entries, of: id, place, at: now)
            store.add(.appendLedger(id, epoch: batch.epoch, Array(entries), received: now.wall))
            if lost > 0 {
                perform(
                    .logLimited(
                        .warning,
                        "node \(id) no longer has \(lost) ledger \(lost == 1 ? "entry" : "entries") that this "
                            + "store lacks: they went to another store, or this one is an older backup",
                        about: "lost entries of \(id)"))
            }
        case .alreadyCommitted(let acked): perform(.publishAcked(id, acked))
        case .alreadyTaken: break
        case .full(let acked):
            if intake.refusedLedger(of: id, at: now) { perform(.publishAcked(id, acked)) }
            if isAllowed {
                perform(
                    .logLimited(
                        .warning, "the store has no room for more ledger lines just now; nodes send them again",
                        about: "full store"))
            } else if nodes.values[place].watch.refuse(at: now.boot) {
                perform(.log(.warning, "node \(id) \(LedgerWatch.refusal): those beyond wait at the node"))
            }
        case .gap(let acked):
            perform(.publishAcked(id, acked))
            perform(
                .logLimited(
                    .debug, "node \(id): ledger entries not taken, expected \(acked.sequence + 1)",
                    about: "gaps of \(id)"))
        }
    }

    /// Entries of a time that is far ahead are taken like any others, as this clock may be the one that is wrong. Whoever
    /// looks at the history is not shown their lines.
    private mutating func noteAhead(
        _ entries: ArraySlice<LedgerEntry>, of id: NodeID, _ place: Dictionary<NodeID, KnownNode>.Index, at now: Now
    ) {
        let ahead = entries.lazy.map(\.latest).filter { $0 > now.wall + LedgerWatch.ahead }
        guard let latest = ahead.max(), clockIsPlausible(at: now) else { return }
        guard nodes.values[place].watch.note(ahead: ahead.count, latest: latest, at: now.boot) else { return }
        perform(
            .log(
                .warning,
                "node \(id) sends lines of a time that is over a day ahead, up to \(latest): its clock was wrong; they are "
                    + "kept for as long as history is, and shown when somebody asks for that time"))
    }

    /// What finds no room comes again a second later at best: while much waits for the store, more is better left unread.
    mutating func holdReports() {
        guard store.hasManyEntries != isHoldingReports else { return }
        isHoldingReports.toggle()
        perform(.holdReports(isHoldingReports))
    }

    /// Begins the next commit if none is under way.
    mutating func beginCommit() {
        // A failing store is not tried for this, and may not have the nodes yet.
        if !store.isFailing {
            for operation in unsaved.takeOperations(of: nodes) { store.add(operation) }
            if unsaved.takeWithdrawn() { store.add(.saveWithdrawn(carry.withdrawn)) }
        }
        guard store.isReady else { return }
        if let state = book.stateToSave() { store.add(.saveBook(state)) }
        let commit = store.begin(with: unsaved.takeReopenings())
        perform(.commit(commit.id, commit.operations))
    }

    mutating func commitSucceeded(_ id: CommitID, _ summary: CommitSummary, at now: Now) {
        let wasFailing = store.isFailing
        guard let batch = store.succeed(id) else { return }
        var acked: [NodeID: Acked] = [:]
        var defined: Set<NodeID> = []
        for operation in batch.operations {
            switch operation {
            case .saveDefinition(let definition):
                nodes[definition.id]?.commit(definition, store: storeID)
                defined.insert(definition.id)
            case .saveAvailability, .saveZone, .saveWithdrawn, .probe, .reopenQuarters, .reopenRings: break
            case .appendLedger(let node, let epoch, let entries, _):
                acked[node] = committed(entries, epoch: epoch, of: node, at: now) ?? acked[node]
            case .closeQuarters(let closing): closed(closing, at: now)
            case .closeRings(let absences, let through): closed(absences, through: through, at: now)
            case .saveObject(let object): committed(object.id, object, at: now)
            case .removeObject(let id): committed(id, nil, at: now)
            case .saveBook(let state): book.commit(state)
            case .saveScore(let score): scores.commit(score)
            case .forget(let node):
                acked[node] = nil
                defined.remove(node)
                perform(.removeRetained(node))
            case .purge: purged(summary, at: now)
            }
        }
        armRings(at: now)
        for (node, acked) in acked.sorted(by: { $0.key < $1.key }) where nodes[node]?.isOurs == true {
            perform(.publishAcked(node, acked))
        }
        defined.formUnion(batch.retold)
        for node in defined.sorted() { publishDocument(of: node, at: now) }
        for event in batch.events { perform(.publishChange(event)) }
        for answer in batch.answers { perform(.reply(answer.origin, answer.answer)) }
        if wasFailing { storeRecovered(at: now) }
    }

    mutating func commitFailed(_ id: CommitID, reason: String, at now: Now) {
        let before = store.health
        guard let lost = store.fail(id, reason: reason) else { return }
        for batch in lost.reversed() { takeBack(batch) }
        for answer in lost.flatMap(\.answers) { fail(answer.origin, .storeFailed, reason) }
        guard case .failing(_, let attempts) = store.health else { return }
        let retry = min(Duration.seconds(10) * (1 << min(attempts - 1, 3)), .seconds(60))
        setTimer(.storeRetry, .boot(now.boot + retry))
        switch before {
        case .failing(reason, _): break
        case .working, .failing:
            perform(.log(.error, "the store takes no changes: \(reason); wakes go on, and nodes keep their ledgers"))
        }
    }

    /// Nothing of the batch is in the store. The last that was done is the first that is undone.
    private mutating func takeBack(_ batch: CommitQueue.Batch) {
        if let clock = batch.clockBefore { bootWall = clock }
        var forgotten = batch.forgotten
        for operation in batch.operations.reversed() {
            switch operation {
            case .saveDefinition(let definition): nodes[definition.id]?.rollBack()
            case .saveAvailability(let node, _, _): unsaved.addAvailability(of: node)
            case .saveZone(let node, _): unsaved.addZone(of: node)
            case .appendLedger(let node, _, _, _): nodes[node]?.ledger.rollBack()
            case .closeQuarters: isClosing = false
            case .reopenQuarters(let after): unsaved.failedToReopenQuarters(after: after)
            case .closeRings: rings.rollBack()
            case .reopenRings(let after): unsaved.failedToReopenRings(after: after)
            case .saveObject, .removeObject, .saveBook: book.rollBack()
            case .saveScore: scores.rollBack()
            case .saveWithdrawn: unsaved.failedToSaveWithdrawn()
            case .forget(let id):
                guard let node = forgotten.popLast(), node.id == id else {
                    preconditionFailure("node \(id) was forgotten, and nobody knows what it was")
                }
                restore(node)
            // Old lines are looked for again within a day; a probe is nothing to lose.
            case .purge, .probe: break
            }
        }
    }

    /// - Returns: as far as the node's ledger is in the store now; `nil` for a node that is not known any more.
    private mutating func committed(
        _ entries: [LedgerEntry], epoch: String, of id: NodeID, at now: Now
    ) -> Acked? {
        // In its place: to look at a part of the node copies all of it.
        let acked = nodes.index(forKey: id).flatMap { nodes.values[$0].commit(entries, epoch: epoch, at: now.wall) }
        for entry in entries {
            switch entry.event {
            case .ring(let record): take(record, of: id, at: now)
            case .sound(let record): take(record, of: id)
            case .quarter, .unknown: break
            }
        }
        return acked
    }

    private mutating func storeRecovered(at now: Now) {
        cancelTimer(.storeRetry)
        perform(.log(.notice, "the store takes changes again"))
        for id in nodeIDs {
            if let node = nodes[id], !node.isSettled { store.add(.saveDefinition(node.definition)) }
        }
        armClosing(at: now)
        rebuildRings()
        for source in ends.sources { checkEnd(of: source, at: now) }
        armRings(at: now)
    }

    /// The node was to be forgotten and is not. If it has been heard of meanwhile, that word on it is the later one.
    private mutating func restore(_ forgotten: KnownNode) {
        var node = forgotten
        node.rollBack()
        node.ledger.rollBack()
        if let heard = nodes[node.id] { node.takeHearing(of: heard, store: storeID) }
        nodes[node.id] = node
        // What of it was to be stored when it was forgotten is not known any more.
        unsaved.addAvailability(of: node.id)
        unsaved.addZone(of: node.id)
    }
}
