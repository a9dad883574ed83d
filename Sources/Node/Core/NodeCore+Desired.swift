internal import ClockDomain
internal import ClockWire

extension NodeCore {
    static let storeRetry: Duration = .seconds(30)
    /// Commands whose repetition is recognised.
    static let rememberedCommands = 16

    // MARK: The desired document

    /// A newer document is saved first and obeyed when it is on the disk, so that what the node reports as applied
    /// survives anything. Where the disk does not take it, it is obeyed all the same and reported as held in memory: a
    /// timer that rings late for want of space is worse than one that a crash would lose.
    mutating func receive(_ document: Desired, at now: Now, _ effects: inout [Effect]) {
        let held = savingDesired?.document ?? state.desired
        let refused = allegiance.refused
        let verdict = allegiance.judge(
            document, held: held, isAwaited: savingDesired != nil || heldInMemory != nil, on: identity.id, at: now)
        if allegiance.refused != refused { isReportDue = true }
        switch verdict {
        case .obey: break
        case .ignore, .refuse(isNew: false): return
        case .refuse(isNew: true):
            return effects.append(
                .log(
                    .warning,
                    "not obeyed: a document of store \(document.store.line(maximumBytes: 64)), as this node holds what "
                        + "people defined in store \(held?.store.line(maximumBytes: 64) ?? "none")"))
        }
        // What was due until now was so by the document until now.
        deriveAlarms(at: now, &effects)
        derivesFrom = [derivesFrom, derivation(of: document, at: now)].compactMap(\.self).min()
        savingDesired = (document, saveCount + 1)
        save(at: now, &effects)
    }

    /// Has the state saved, with the document that waits for it.
    mutating func save(at now: Now, _ effects: inout [Effect]) {
        saveCount += 1
        isSaveDue = false
        noteContact(at: now)
        state.rings = book.rings
        state.derivedThrough = derivedThrough?.clampedToValid
        state.contact = contact?.clampedToValid
        state.reading = reading
        state.storedAtNanoseconds = now.boot.nanoseconds
        guard let savingDesired else {
            return effects.append(.store(Boxed(wrappedValue: state), ticket: saveCount))
        }
        var saved = state
        saved.desired = savingDesired.document
        if let derivesFrom { saved.derivedThrough = min(saved.derivedThrough ?? derivesFrom, derivesFrom) }
        effects.append(.store(Boxed(wrappedValue: saved), ticket: saveCount))
    }

    /// Has the state saved, with the next save if one is under way: for what need not be on the disk before anything is
    /// done.
    mutating func saveSoon(at now: Now, _ effects: inout [Effect]) {
        if storedTicket == saveCount { save(at: now, &effects) } else { isSaveDue = true }
    }

    mutating func stored(_ ticket: Int, at now: Now, _ effects: inout [Effect]) {
        if storeProblem != nil { effects.append(.log(.notice, "the node's state can be saved again")) }
        if storeProblem != nil { isReportDue = true }
        storeProblem = nil
        storedTicket = ticket
        cancel(.storeRetry, &effects)
        // An older save has fewer entries; the one with all of them is under way.
        if ticket == saveCount {
            isEpochStored = true
            storedThrough = state.nextSequence - 1
            sendLedger(at: now, &effects)
            if isSaveDue { save(at: now, &effects) }
        }
        if let held = heldInMemory, ticket >= held.ticket {
            heldInMemory = nil
            isReportDue = true
        }
        if let saving = savingDesired, ticket >= saving.ticket { obey(saving.document, at: now, &effects) }
        if isShownOnDisk { showRings(ringTime(at: now), at: now) }
    }

    private mutating func obey(_ document: Desired, at now: Now, _ effects: inout [Effect]) {
        // What this has saved names the new document already, which is on the disk.
        deriveAlarms(at: now, &effects)
        let before = settings
        let alarms = state.desired?.alarms
        state.desired = document
        settings = document.settings
        forgetOutlook()
        savingDesired = nil
        if let derivesFrom { derivedThrough = min(derivedThrough ?? derivesFrom, derivesFrom) }
        derivesFrom = nil
        isReportDue = true
        effects.append(.log(.info, "revision \(document.revision) applied"))
        if settings.chime != before.chime { ownChime = nil }
        if settings.voice != before.voice || settings.chime != before.chime { loadVoice(&effects) }
        armSelfWake(&effects)
        silenceIfAsked(at: now, &effects)
        lookAtClock(at: now, &effects)
        if document.alarms != alarms { alarmsChanged(at: now, &effects) }
        adoptTimers(at: now, &effects)
        loadNamedZones(&effects)
        checkSounds(&effects)
        adoptPacks(at: now, &effects)
        deriveAlarms(at: now, &effects)
        tendRings(at: now, &effects)
    }

    mutating func storeFailed(_ ticket: Int, _ failure: String, at now: Now, _ effects: inout [Effect]) {
        let reason = failure.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        if storeProblem != reason {
            effects.append(.log(.error, "the node's state cannot be saved: \(reason); it goes on without"))
        }
        if storeProblem != reason { isReportDue = true }
        storeProblem = reason
        if let saving = savingDesired, ticket >= saving.ticket { obeyUnstored(saving, at: now, &effects) }
        showRings(ringTime(at: now), at: now)
        // With a newer save under way, or done, its own answer says what is on the disk.
        if ticket == saveCount { sendUnstoredLedger(at: now, &effects) }
        set(.storeRetry, .boot(now.boot + NodeCore.storeRetry), &effects)
    }

    /// The disk did not take the document; the save that is tried again from time to time has it, too.
    private mutating func obeyUnstored(
        _ saving: (document: Desired, ticket: Int), at now: Now, _ effects: inout [Effect]
    ) {
        let known = state.desired.flatMap { $0.store == saving.document.store ? $0.revision : nil } ?? 0
        heldInMemory = (saving.ticket, heldInMemory?.storedRevision ?? known)
        effects.append(
            .log(.warning, "revision \(saving.document.revision) is held in memory alone: a crash would lose it"))
        obey(saving.document, at: now, &effects)
    }

    // MARK: Commands

    mutating func receive(_ command: Command, at now: Now, _ effects: inout [Effect]) {
        guard !recentCommands.contains(command.id) else { return }
        recentCommands.append(command.id)
        recentCommands.removeFirst(max(0, recentCommands.count - NodeCore.rememberedCommands))
        let verdict = trust.verdict(at: now)
        // Of an order to play a sound it is told in the ledger that it came too late: somebody waits for its line.
        let hasLine = if case .play = command.action { true } else { false }
        if !hasLine, verdict.isTrusted, command.notAfter < now.wall {
            return effects.append(.log(.warning, "ignored a command that was good until \(command.notAfter)"))
        }
        switch command.action {
        case .probe:
            checkSounds(&effects)
            loadVoice(&effects)
            retryPacks(at: now, &effects)
            // What is playing tells about the output by itself.
            let looksAtOutput = !isOutputTaken(at: now)
            if looksAtOutput { effects.append(.probeAudio) }
            probeAwaits = [.sounds, looksAtOutput ? .audio : .voice]
        case .show: if let held = state.desired { effects.append(.publishHeld(held)) }
        case .announce(let target):
            guard verdict.isTrusted else {
                return effects.append(
                    .log(.warning, "asked to say the time, but the clock is not trusted: \(verdict.finding)"))
            }
            announce(target, at: now, &effects)
        case .play(let order): receive(order, id: command.id, at: now, &effects)
        case .cancel(let order): withdraw(order: order, at: now, &effects)
        }
    }

    /// Whether a play order has not been answered yet.
    private func isOutputTaken(at now: Now) -> Bool {
        if let session, session.isPlaying { return true }
        if !carriedBook.playing.isEmpty { return true }
        guard let audibleAt = spokenCommand?.order?.audibleAt else { return false }
        return now.boot < audibleAt + NodeCore.playbackPatience
    }
}
