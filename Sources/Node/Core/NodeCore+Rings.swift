// What rings: the book decides, this carries it to the disk, the output and the ledger. The state is on the disk before a
// sound is ordered; a sound is stopped before that is on the disk, because somebody waits for silence.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// An occurrence begins. Somebody may have stopped or snoozed it already, where it rang earlier.
    mutating func enter(_ ring: Ring, _ time: RingTime, at now: Now, _ effects: inout [Effect]) {
        var ring = ring
        if let index = state.ringActions.lastIndex(where: { $0.occurrence == ring.occurrence }) {
            let action = state.ringActions.remove(at: index)
            ring.remember(action)
            switch action.kind {
            case .stop:
                return record(
                    RingRecord(
                        occurrence: ring.occurrence, label: ring.label, outcome: .skipped, reason: .stoppedElsewhere,
                        endedAt: (time.wall ?? now.wall).truncatedToMilliseconds.clampedToValid, by: action.by),
                    at: now, &effects)
            case .snooze where ring.style.snoozeMinutes > 0:
                ring.snoozes = 1
                ring.phase = .snoozed(until: snoozeEnd(of: ring, action, time))
            case .snooze: break
            }
        }
        effects.append(.log(.notice, "\(ring.occurrence.source) is due at \(ring.occurrence.due)"))
        book.begin(ring)
    }

    /// A snooze that was asked for before the occurrence began here lasts from then on, where the clocks allow that it was.
    private func snoozeEnd(of ring: Ring, _ action: RingAction, _ time: RingTime) -> DurableInstant {
        let slack: Duration = .seconds(10)
        guard let wall = time.wall, action.at >= ring.occurrence.due - slack, action.at <= wall + slack else {
            return RingBook.snoozeEnd(of: ring.style, action, at: time)
        }
        let end = (action.at + .minutes(ring.style.snoozeMinutes)).roundedUpToSecond
        return DurableInstant(wall: end, boot: time.boot + (end - wall))
    }

    mutating func receive(_ action: RingAction, at now: Now, _ effects: inout [Effect]) {
        let time = ringTime(at: now)
        var steps: [RingBook.Step] = []
        if let index = book.index(of: action.occurrence) {
            guard action.kind == .stop || book.entries[index].ring.style.snoozeMinutes > 0 else {
                return effects.append(
                    .log(.notice, "ignored a snooze of \(action.occurrence.source): it cannot be snoozed"))
            }
            book.act(action, at: time, &steps)
            carryOut(steps, at: now, &effects)
            return tendRings(at: now, &effects)
        }
        guard !state.decidedRings.contains(action.occurrence) else { return }
        // A day is what the broker keeps one. By then nobody will have meant what is to come.
        if let wall = time.wall, (wall - action.at).magnitude > .hours(24) { return }
        remember(action, at: now, &effects)
    }

    /// Keeps what may be meant for an occurrence that is yet to begin here. A stop counts more than a snooze, and the
    /// newest snooze most.
    private mutating func remember(_ action: RingAction, at now: Now, _ effects: inout [Effect]) {
        if let index = state.ringActions.firstIndex(where: { $0.occurrence == action.occurrence }) {
            let known = state.ringActions[index]
            guard known.kind == .snooze, action.kind == .stop || action.at > known.at else { return }
            state.ringActions.remove(at: index)
        }
        state.ringActions.append(action)
        if state.ringActions.count > NodeState.maximumRingActions {
            // What was due first is least likely to begin.
            let first = state.ringActions.indices.min { due($0) < due($1) }
            if let first { state.ringActions.remove(at: first) }
        }
        // The broker keeps a day's actions and tells them all on every connection: one save for them, not one each.
        saveSoon(at: now, &effects)
    }

    private func due(_ index: Int) -> WallTime { state.ringActions[index].occurrence.due }

    mutating func ring(id: Int, _ result: RingResult, at now: Now, _ effects: inout [Effect]) {
        let time = ringTime(at: now)
        switch result {
        case .started(let onsetError, let missing):
            guard book.started(id: id, onsetErrorNanoseconds: onsetError, missingSound: missing, at: time) else {
                return
            }
            noteOutput(.ok, nil)
            if let missing { effects.append(.log(.warning, missing)) }
        case .failed(let failure, let message):
            // It is tried once a second, for as long as it would ring.
            let isNews = book.isNews(failure, of: id)
            guard book.failed(id: id, failure, message: message, at: time) else { return }
            if isNews { effects.append(.log(.warning, "cannot ring: \(message); it is tried again every second")) }
            noteOutput(AudioReport.State(failure), message)
        case .ended:
            // What was known to be heard when it was stopped is forgotten.
            guard
                book.stopped(id: id)
                    || book.failed(id: id, .deviceFailed, message: "the output ended the sound", at: time)
            else { return }
        }
        tendRings(at: now, &effects)
    }

    mutating func withdraw(at now: Now, _ effects: inout [Effect], where isWithdrawn: (Ring) -> Bool) {
        guard !book.isEmpty else { return }
        var steps: [RingBook.Step] = []
        book.withdraw(at: ringTime(at: now), &steps, where: isWithdrawn)
        carryOut(steps, at: now, &effects)
    }

    /// What the alarms as they are now leave out does not ring any more, unless it was heard already.
    mutating func leaveOut(at now: Now, _ effects: inout [Effect]) {
        guard !book.isEmpty else { return }
        let time = ringTime(at: now)
        var steps: [RingBook.Step] = []
        for ring in book.rings {
            guard let scheduled = leftOut(ring), let reason = scheduled.silence else { continue }
            agenda = nil
            guard book.takeBack(ring.occurrence, at: time, &steps) else { continue }
            if scheduled.due <= time.wall ?? now.wall {
                record(
                    RingRecord(
                        occurrence: ring.occurrence, label: ring.label, outcome: .skipped, reason: reason,
                        detail: "left out while it waited to be heard",
                        endedAt: (time.wall ?? now.wall).truncatedToMilliseconds.clampedToValid),
                    at: now, &effects)
            } else {
                // It has its line when it is due.
                restore(ring)
            }
        }
        carryOut(steps, at: now, &effects)
    }

    /// When a ring is due by an alarm that leaves it out, if nobody has heard it yet.
    private func leftOut(_ ring: Ring) -> ScheduledOccurrence? {
        guard ring.isUnheardAlarm,
            let alarm = state.desired?.alarms.first(where: { .alarm($0.id) == ring.occurrence.source }),
            let rules = alarm.schedule.zone.map({ namedZones[$0] ?? nil }) ?? zone
        else { return nil }
        let due = ring.occurrence.due
        return alarm.schedule.occurrences(after: due - .nanoseconds(1), through: due, zone: rules)
            .first { $0.silence != nil }
    }

    /// The clock was set: what is about to ring may be due at another moment, or not yet.
    mutating func reconsiderRings(at now: Now, _ effects: inout [Effect]) {
        guard !book.isEmpty else { return }
        var steps: [RingBook.Step] = []
        let taken = book.reconsider(at: ringTime(at: now), &steps)
        for ring in taken { restore(ring) }
        if !taken.isEmpty { agenda = nil }
        carryOut(steps, at: now, &effects)
    }

    /// What was taken back may be due anew.
    private mutating func restore(_ ring: Ring) {
        state.spent.removeAll { .alarm($0.id) == ring.occurrence.source && $0.countsFrom == ring.countsFrom }
    }

    mutating func silenceRings(at now: Now, _ effects: inout [Effect]) {
        var steps: [RingBook.Step] = []
        book.silenceAll(at: ringTime(at: now), &steps)
        for case .stop(let id) in steps { effects.append(.stopRing(id: id)) }
        cancel(.ring, &effects)
        ringDeadline = nil
    }

    /// Does what is due by now of rings and timers, and sets the timer for what comes next.
    mutating func tendRings(at now: Now, _ effects: inout [Effect]) {
        let time = ringTime(at: now)
        tendTimers(time, at: now, &effects)
        var steps: [RingBook.Step] = []
        if !book.isEmpty { book.tend(at: time, lastID: &soundCount, &steps) }
        carryOut(steps, at: now, &effects)
        let next = [book.isEmpty ? nil : book.nextLook(after: time), nextTimerLook()].compactMap(\.self).min()
        if next != ringDeadline {
            ringDeadline = next
            if let next { set(.ring, .boot(next), &effects) } else { cancel(.ring, &effects) }
        }
        if isShownOnDisk { showRings(time, at: now) }
    }

    private mutating func carryOut(_ steps: [RingBook.Step], at now: Now, _ effects: inout [Effect]) {
        for case .stop(let id) in steps { effects.append(.stopRing(id: id)) }
        for case .ended(let ended) in steps { record(ended, at: now, &effects) }
        for case .forgotten(let ring) in steps {
            restore(ring)
            lookAgain(at: ring.occurrence.due, at: now, &effects)
        }
        if book.takeChange() { save(at: now, &effects) }
        for case .start(let start) in steps {
            let target = now.wall + (start.audibleAt - now.boot)
            effects.append(
                .startRing(
                    RingOrder(
                        id: start.id, occurrence: start.occurrence, sound: start.style.sound,
                        audibleAt: clock(from: now).boot(at: target), target: target,
                        volume: settings.ringVolume(start.style.volume), rampSeconds: start.style.rampSeconds,
                        floor: settings.volumeFloor, trimMicroseconds: settings.trimMicroseconds)))
        }
    }

    /// Writes an occurrence's one line. Whoever calls it has the state saved.
    mutating func record(_ record: RingRecord, at now: Now, _ effects: inout [Effect]) {
        var record = record
        record.label = record.label.line(maximumBytes: Label.maximumBytes)
        state.decidedRings.insert(record.occurrence, forgettingBefore: now.wall - NodeCore.lookBack - .hours(24))
        state.ringActions.removeAll { $0.occurrence == record.occurrence }
        state.append(.ring(record), at: now.wall)
        isReportDue = true
        effects.append(.log(record.outcome.logLevel, record.sentence))
    }

    // MARK: What is reported

    /// Whether what the disk has is what the node goes by, or the disk takes nothing and the node goes on without.
    var isShownOnDisk: Bool { storedTicket == saveCount || storeProblem != nil }

    /// Rings, timers and sounds to play are reported as they are on the disk, so that what people were told survives
    /// anything.
    mutating func showRings(_ time: RingTime, at now: Now) {
        showPlays()
        if shownRings.isEmpty, shownTimers.isEmpty, book.isEmpty, state.timers.isEmpty { return }
        let rings = book.reports(at: time)
        let timers = timerReports(time, at: now)
        guard rings != shownRings || timers != shownTimers else { return }
        shownRings = rings
        shownTimers = timers
        isReportDue = true
    }

    private mutating func showPlays() {
        if shownPlays.isEmpty, state.carried.isEmpty { return }
        let plays = state.carried.map { PendingSound(id: $0.id, label: $0.order.label, target: $0.order.target) }
        guard plays != shownPlays else { return }
        shownPlays = plays
        isReportDue = true
    }

    /// What rings, or will before an announcement is over at `end`, in words; `nil` where it can be heard in peace.
    func ringInTheWay(until end: WallTime, at now: Now) -> String? {
        for entry in book.entries {
            let source = entry.ring.occurrence.source
            switch entry.ring.phase {
            case .ringing: return "\(source) rings"
            case .snoozed(let until): if until.wall < end { return "the snooze of \(source) ends at \(until.wall)" }
            case .over: break
            }
        }
        if let nextAlarm, nextAlarm < end { return "an alarm is due at \(nextAlarm)" }
        for timer in state.timers {
            if case .running(let ends, _) = timer.phase, ends.wall < end {
                return "\(timer.id) runs out at \(ends.wall)"
            }
        }
        return nil
    }
}

extension AudioReport.State {
    init(_ failure: PlaybackFailure) {
        switch failure {
        case .deviceMissing: self = .missing
        case .deviceBusy: self = .busy
        case .deviceFailed, .late: self = .failed
        }
    }
}

extension RingOutcome {
    var logLevel: LogLevel {
        switch self {
        case .rang, .skipped: .info
        case .missed, .failed, .absent: .warning
        }
    }
}

extension RingRecord {
    /// One line for the log.
    var sentence: String {
        var text = "\(occurrence.source) of \(occurrence.due): \(outcome.rawValue) (\(reason.rawValue))"
        if let by { text += " by=\(by)" }
        if snoozes > 0 { text += " snoozes=\(snoozes)" }
        if let onsetErrorMicroseconds { text += " onset_error=\(onsetErrorMicroseconds)us" }
        if let detail { text += ": \(detail)" }
        return text
    }
}
