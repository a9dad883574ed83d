internal import ClockDomain
internal import ClockWire

// Passes a commit's outcome to each machine: it publishes committed changes, and undoes the others.

extension CoordinatorCore {
    /// Begins the next commit if none is under way.
    mutating func beginCommit(at now: Now) {
        // These operations are no reason to try a failing store, which may not have the nodes yet.
        if !store.isFailing {
            if let operation = absences.rings.takeLeftLines(nodes) { store.add(operation) }
            for operation in nodes.takeNews() { store.add(operation) }
            for operation in transfers.takeNews() { store.add(operation) }
        }
        // The view is copied, so skip this while notices are off.
        if readers.notices.isOn, !store.isFailing, store.isIdle,
            let operation = readers.notices.save(with: store.waitingOperations, view, at: now)
        {
            store.add(operation)
        }
        guard store.isReady else { return }
        if let state = definitions.stateToSave() { store.add(.saveNumbers(state)) }
        let generation = generations.takeOperation().map { [$0] } ?? []
        let commit = store.begin(with: generation + absences.takeReopenings())
        readers.metrics.commitBegan(at: now.boot)
        out.perform(.commit(commit.id, commit.operations))
    }

    mutating func commitSucceeded(_ id: CommitID, _ summary: CommitSummary, at now: Now) {
        let wasFailing = store.isFailing
        guard let batch = store.succeed(id) else { return }
        readers.metrics.commitSucceeded(at: now.boot)
        var acked: [NodeID: Acked] = [:]
        var retold = batch.retold
        var events: [ChangeEvent] = []
        for operation in batch.operations {
            switch operation {
            case .beginGeneration: generations.commit()
            case .saveDefinition(let definition):
                nodes.commit(definition)
                readers.post(.node(definition.id))
                retold.insert(definition.id)
            case .saveAvailability, .saveZone, .saveWithdrawn, .probe, .reopenRings: break
            case .noteSounds(let lines): for line in lines { readers.post(.sound(line.node, line.record)) }
            case .reopenQuarters(let after):
                presence.reopen(after: after)
                readers.post(.quartersReopened(after: after))
            case .appendLedger(let node, let epoch, let entries, _):
                acked[node] = committed(entries, epoch: epoch, of: node, at: now) ?? acked[node]
            case .closeQuarters(let closing):
                absences.quarters.commit(closing)
                presence.commit(closedThrough: closing.through)
                nodes.commit(closing)
                readers.post(.quartersClosed(closing))
                for absence in closing.absences { readers.post(.node(absence.node)) }
                closeQuarters(at: now)
            case .closeRings(let lines, let through): committed(lines, through: through, at: now)
            case .saveObject(let object): committed(object.id, object, at: now)
            case .removeObject(let id): committed(id, nil, at: now)
            case .saveNumbers(let state):
                guard definitions.commit(state) else { break }
                absences.rings.expect(definitions.committed.allBells, view)
            case .saveChange(let event, _): events.append(event)
            case .saveScore(let score): scores.commit(score)
            case .saveNotices(let state): readers.notices.commit(state)
            case .forget(let node):
                acked[node] = nil
                retold.remove(node)
                for leaf in [Topic.NodeLeaf.desired, .reported, .availability, .acked] {
                    out.perform(.publish(.removal(node, leaf)))
                }
                readers.post(.node(node))
            case .purge: if let more = history.purged(summary, nodes, clock, at: now) { store.add(more) }
            }
        }
        armRings(at: now)
        for (node, acked) in acked.sorted(by: { $0.key < $1.key }) where nodes[node]?.isOurs == true {
            out.perform(.publish(.acked(node, acked)))
        }
        for node in retold.sorted() { publishDocument(of: node, at: now) }
        if !retold.isEmpty { reviewSpokenTexts(of: retold.sorted(), at: now) }
        for event in events { out.perform(.publish(.change(event))) }
        for answer in batch.answers { out.reply(answer.answer, to: answer.origin) }
        if wasFailing { storeRecovered(at: now) }
    }

    /// Records that the store has lines of a node's ledger.
    ///
    /// - Returns: the node's stored position; `nil` for a node that is no longer known.
    private mutating func committed(_ entries: [LedgerEntry], epoch: String, of id: NodeID, at now: Now) -> Acked? {
        nodes.commit(entries, of: id, at: now.wall)
        let acked = intake.commit(entries, epoch: epoch, of: id)
        readers.post(.node(id))
        for entry in entries {
            switch entry.event {
            case .ring(let record):
                readers.post(.ring(id, record))
                committed(RingLine(node: id, occurrence: record.occurrence, isOfNode: true), at: now)
            case .sound(let record):
                transfers.commit(record, of: id, &out)
                readers.post(.sound(id, record))
            case .quarter(let record): readers.post(.quarter(id, record))
            case .unknown: break
            }
        }
        return acked
    }

    private mutating func committed(_ lines: [RingAbsence], through: WallTime?, at now: Now) {
        if let through { absences.rings.commit(closedThrough: through) }
        for absence in lines {
            if !absence.isUnderWay { readers.post(.ring(absence.node, absence.record)) }
            committed(RingLine(node: absence.node, occurrence: absence.record.occurrence, isOfNode: false), at: now)
        }
        reopenRings(at: now)
        if through != nil, absences.rings.isBehind(at: now) { closeRings(at: now) } else { armRings(at: now) }
    }

    private mutating func committed(_ line: RingLine, at now: Now) {
        if let ending = absences.rings.commit(line, view, at: now) { expire(ending, at: now) }
    }

    /// Records that the store has an object as decided.
    private mutating func committed(_ id: SiteObjectID, _ object: SiteObject?, at now: Now) {
        definitions.commit(id, object)
        readers.post(.object(id))
        var sources: [RingSource] = []
        switch id {
        case .alarm(let id): sources = [.alarm(id)]
        case .timer(let id): sources = [.timer(id)]
        case .group(let id):
            sources =
                definitions.committed.alarms(naming: id).map { .alarm($0.alarm.id) }
                + definitions.committed.timers(naming: id).map { .timer($0.timer.id) }
        case .timetable(let name): sources = definitions.committed.bells(of: name).map { .alarm($0.alarm.id) }
        case .calendar(let calendar):
            let closed = definitions.committed.timetables(naming: calendar)
            sources = closed.flatMap { definitions.committed.bells(of: $0.name) }.map { .alarm($0.alarm.id) }
        case .stopwatch: break
        }
        absences.rings.expect(sources.compactMap { if case .alarm(let id) = $0 { id } else { nil } }, view)
        checkEndings(of: sources, at: now)
    }

    /// The store is gone in the middle of a commit. Until it is back nobody receives an answer, as neither may be true.
    mutating func doubtCommit(_ id: CommitID, reason: String) {
        let before = store.health
        guard store.doubt(id, reason: reason) else { return }
        tellFailure(reason, before: before)
    }

    mutating func commitFailed(_ id: CommitID, reason: String, at now: Now) {
        let before = store.health
        guard let lost = store.fail(id, reason: reason) else { return }
        readers.metrics.commitFailed()
        for batch in lost.reversed() { takeBack(batch) }
        for answer in lost.flatMap(\.answers) { out.fail(answer.origin, .storeFailed, reason) }
        guard case .failing(_, let attempts) = store.health else { return }
        let retry = min(Duration.seconds(10) * (1 << min(attempts - 1, 3)), .seconds(60))
        out.setTimer(.storeRetry, .boot(now.boot + retry))
        tellFailure(reason, before: before)
    }

    private mutating func tellFailure(_ reason: String, before: CommitQueue.Health) {
        switch before {
        case .failing(reason, _): break
        case .working, .failing:
            out.log(.error, "the store takes no changes: \(reason); wakes go on, and nodes keep their ledgers")
        }
    }

    /// Undoes a refused batch, the last operation first.
    private mutating func takeBack(_ batch: CommitQueue.Batch) {
        if let before = batch.clockBefore { clock.goBack(to: before) }
        var forgotten = batch.forgotten
        for operation in batch.operations.reversed() {
            switch operation {
            case .beginGeneration: generations.rollBack()
            case .saveDefinition(let definition): nodes.rollBack(definition.id)
            case .saveAvailability(let node, _, _): nodes.loseAvailability(of: node)
            case .saveZone(let node, _): nodes.loseZone(of: node)
            case .appendLedger(let node, _, _, _): intake.rollBack(node)
            case .closeQuarters: absences.quarters.rollBack()
            case .reopenQuarters(let after): absences.quarters.loseReopening(after: after)
            case .closeRings: absences.rings.rollBack()
            case .reopenRings(let after): absences.rings.loseReopening(after: after)
            case .saveObject, .removeObject, .saveNumbers: definitions.rollBack()
            case .saveScore: scores.rollBack()
            case .saveWithdrawn: transfers.loseWithdrawn()
            case .noteSounds(let lines): transfers.lose(lines)
            case .forget(let id):
                guard let lost = forgotten.popLast(), lost.node.id == id else {
                    preconditionFailure("node \(id) was forgotten, and nobody knows what it was")
                }
                nodes.restore(lost.node)
                intake.restore(lost.ledger, of: id)
            // The core looks for old lines again within a day; a probe is no loss; notices are saved again; without the
            // change its event is nothing.
            case .purge, .probe, .saveNotices, .saveChange: break
            }
        }
    }

    private mutating func storeRecovered(at now: Now) {
        out.cancelTimer(.storeRetry)
        out.log(.notice, "the store takes changes again")
        for definition in nodes.unsettled { store.add(.saveDefinition(definition)) }
        for object in definitions.returnedObjects { store.add(.saveObject(object)) }
        absences.quarters.arm(at: now, &out)
        absences.rings.expectAll(view)
        reviewSpokenTexts(of: nodes.ids, at: now)
        checkEndings(at: now)
        armRings(at: now)
    }
}
