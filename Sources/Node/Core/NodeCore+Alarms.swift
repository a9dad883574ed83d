// From the document's alarms to what rings. What is due is derived from the clock as it is now, again and again: at the
// start, when an alarm's time comes near, when the clock was set or is trusted anew, when the document or a zone's rules
// change. Each time everything between the last derivation and now is looked at, and what has no line yet and does not
// ring either begins, or gets a line that says why not.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// Added to the lead-in: how long before its instant a ring is put on the disk.
    static let ringAdvance: Duration = .seconds(1)
    /// After a start, time for a retained stop or snooze to arrive before something rings that should be ringing already.
    static let ringHold: Duration = .seconds(3)
    /// What was due longer ago is left to the coordinator.
    static let lookBack: Duration = .hours(7 * 24)
    /// How late anything may begin: a timer that ran out while the node was off.
    static let longestWindowSeconds = 86_400
    /// A document takes no longer than this to arrive over a connection that stands: by then keep-alive has found out
    /// about one that does not.
    private static let documentPatience: Duration = .seconds(90)

    /// Looks at everything due since the last time, and sets the timer for what comes next.
    mutating func deriveAlarms(at now: Now, _ effects: inout [Effect]) {
        let time = ringTime(at: now)
        guard let wall = time.wall else {
            forgetUpcoming()
            blindSince = blindSince ?? now.boot
            nextAlarm = nil
            return setAlarmTimer(nil, &effects)
        }
        let sightedAt = blindSince.map { wall - (now.boot - $0) }
        blindSince = nil
        // A new node looks at what is due since it was started.
        let through = derivedThrough ?? sightedAt ?? wall
        contact = contact ?? through
        let from = through > wall ? wall : max(through, wall - NodeCore.lookBack)
        if state.desired?.alarms.isEmpty ?? true {
            if agenda != nil || nextAlarm != nil { forgetUpcoming() }
            agenda = nil
            nextAlarm = nil
            setAlarmTimer(nil, &effects)
        } else {
            decide(from: from, wall: wall, sightedAt: sightedAt, time, at: now, &effects)
            armAlarm(wall, at: now, &effects)
        }
        // Alarms of a zone that is still being read have not been looked at.
        if !namedZonesAreAwaited { derivedThrough = wall }
    }

    private mutating func decide(
        from: WallTime, wall: WallTime, sightedAt: WallTime?, _ time: RingTime, at now: Now, _ effects: inout [Effect]
    ) {
        if agenda == nil || from < derivedThrough ?? from {
            forgetUpcoming()
        }
        if agenda == nil {
            let spent = Set(state.spent)
            let alarms = (state.desired?.alarms ?? []).filter { spent.isEmpty || !spent.contains(SpentAlarm($0)) }
            agenda = AlarmAgenda(alarms: alarms, zone: zone, namedZones: namedZones.compactMapValues { $0 })
        }
        let horizon = wall + book.advance
        let due = (agenda?.entries(after: from, through: horizon) ?? []).filter {
            !isHandled($0.occurrence) && ($0.scheduled.silence == nil || $0.scheduled.due <= wall)
        }
        guard !due.isEmpty else { return }
        forgetUpcoming()
        var newest: [AlarmID: WallTime] = [:]
        for entry in due where entry.scheduled.silence == nil { newest[entry.alarm.id] = entry.scheduled.due }
        for entry in due {
            let instant = entry.scheduled.due
            if let silence = entry.scheduled.silence {
                let detail = "\(entry.scheduled.date) is left out"
                end(entry, .skipped, silence, silence == .skip ? nil : detail, wall, at: now, &effects)
            } else if instant != newest[entry.alarm.id] {
                end(entry, .missed, .late, "a later one of the same alarm was due, too", wall, at: now, &effects)
            } else if wall > instant + entry.alarm.misfire.window {
                miss(entry, late: wall - instant, wasBlind: sightedAt.map { instant >= $0 } ?? false, at: now, &effects)
            } else {
                begin(entry, time, at: now, &effects)
            }
        }
        save(at: now, &effects)
    }

    func isHandled(_ occurrence: Occurrence) -> Bool {
        book.contains(occurrence) || state.decidedRings.contains(occurrence)
    }

    private mutating func begin(_ entry: AgendaEntry, _ time: RingTime, at now: Now, _ effects: inout [Effect]) {
        let instant = entry.scheduled.due
        guard let wall = time.wall else { return }
        let isLate = wall > instant
        var ring = Ring(
            occurrence: entry.occurrence, label: entry.alarm.label, style: entry.alarm.ring,
            countsFrom: entry.alarm.schedule.countsFrom,
            windowSeconds: Int(entry.alarm.misfire.window.secondsWithFraction),
            phase: .ringing(
                since: DurableInstant(
                    wall: isLate ? wall : instant, boot: isLate ? time.boot : time.boot + (instant - wall))))
        if isLate { ring.detail = "rang \(spelled(wall - instant)) late" }
        spend(entry.alarm)
        enter(ring, time, at: now, &effects)
    }

    private mutating func miss(
        _ entry: AgendaEntry, late: Duration, wasBlind: Bool, at now: Now, _ effects: inout [Effect]
    ) {
        let reason: RingReason
        let detail: String
        switch entry.alarm.misfire {
        case .reportOnly:
            reason = .reportOnly
            detail = "\(spelled(late)) late, and not to ring late"
        case .ring(let minutes):
            reason = wasBlind ? .untrusted : .late
            let cause = wasBlind ? "the clock was not trusted until " : "the node got to it "
            detail = "\(cause)\(spelled(late)) after it was due; it may ring up to \(minutes) min late"
        }
        end(entry, .missed, reason, detail, entry.scheduled.due + late, at: now, &effects)
    }

    /// An occurrence that does not ring.
    private mutating func end(
        _ entry: AgendaEntry, _ outcome: RingOutcome, _ reason: RingReason, _ detail: String?, _ wall: WallTime,
        at now: Now, _ effects: inout [Effect]
    ) {
        spend(entry.alarm)
        record(
            RingRecord(
                occurrence: entry.occurrence, label: entry.alarm.label, outcome: outcome, reason: reason,
                detail: detail, endedAt: wall.truncatedToMilliseconds.clampedToValid),
            at: now, &effects)
    }

    /// An alarm that rings once has had its time, in whatever zone the node will be.
    private mutating func spend(_ alarm: Alarm) {
        switch alarm.schedule.repetition {
        case .once, .onDate: if !state.spent.contains(SpentAlarm(alarm)) { state.spent.append(SpentAlarm(alarm)) }
        case .weekly: break
        }
    }

    // MARK: What comes next

    private mutating func armAlarm(_ wall: WallTime, at now: Now, _ effects: inout [Effect]) {
        let horizon = wall + book.advance
        // What is left before the horizon is skipped, and has its line when it is due.
        let first = nextUnhandled(after: wall) { _ in true }
        let later =
            first.map { $0.scheduled.due > horizon } ?? true
            ? first
            : nextUnhandled(after: wall) {
                $0.scheduled.due > horizon
            }
        let looks = [
            first.flatMap { $0.scheduled.due <= horizon ? $0.scheduled.due : nil },
            later.map { $0.scheduled.due - book.advance },
        ]
        let ringing =
            first.map { $0.scheduled.silence == nil } ?? true
            ? first
            : nextUnhandled(after: wall) { $0.scheduled.silence == nil }
        nextAlarm = ringing?.scheduled.due
        guard let look = looks.compactMap(\.self).min() else { return setAlarmTimer(nil, &effects) }
        setAlarmTimer(wall == now.wall ? .wall(look) : .boot(now.boot + (look - wall)), &effects)
    }

    private mutating func nextUnhandled(
        after wall: WallTime, where predicate: (AgendaEntry) -> Bool
    ) -> AgendaEntry? {
        let book = book
        let decided = state.decidedRings
        return agenda?.upcoming(after: wall, count: 1) {
            predicate($0) && !book.contains($0.occurrence) && !decided.contains($0.occurrence)
        }.first
    }

    private mutating func setAlarmTimer(_ deadline: Deadline?, _ effects: inout [Effect]) {
        guard deadline != alarmDeadline else { return }
        alarmDeadline = deadline
        if let deadline { set(.alarm, deadline, &effects) } else { cancel(.alarm, &effects) }
    }

    /// Something due at `instant` that was on order is not any more: it may have to ring, or lack its line.
    mutating func lookAgain(at instant: WallTime, at now: Now, _ effects: inout [Effect]) {
        agenda = nil
        derivedThrough = derivedThrough.map { min($0, instant - .nanoseconds(1)) }
        setAlarmTimer(.boot(now.boot), &effects)
    }

    /// The next occurrences that are to ring.
    mutating func upcoming() -> [UpcomingRing] {
        if let knownUpcoming { return knownUpcoming }
        let upcoming = deriveUpcoming()
        knownUpcoming = upcoming
        return upcoming
    }

    private mutating func forgetUpcoming() {
        knownUpcoming = nil
        isReportDue = true
    }

    private mutating func deriveUpcoming() -> [UpcomingRing] {
        // Without the time there is no agenda. An earlier instant than that of the last derivation would make it anew.
        guard let wall = derivedThrough, nextAlarm != nil else { return [] }
        let book = book
        let decided = state.decidedRings
        let entries = agenda?.upcoming(after: wall, count: Reported.maximumUpcoming) {
            $0.scheduled.silence == nil && !book.contains($0.occurrence) && !decided.contains($0.occurrence)
        }
        return (entries ?? []).map { UpcomingRing(occurrence: $0.occurrence, label: $0.alarm.label) }
    }

    // MARK: The document

    /// From when on the alarms that `document` has and the obeyed one has not must be looked at: it may have been on its
    /// way when they were due. Not what was due before the node had its last chance to hear of them.
    mutating func derivation(of document: Desired, at now: Now) -> WallTime? {
        noteContact(at: now)
        let known = state.desired?.alarms ?? []
        var index = known.startIndex
        var earliest: WallTime?
        for alarm in document.alarms where alarm.isEnabled {
            while index < known.endIndex, known[index].id < alarm.id { index += 1 }
            if index < known.endIndex, known[index].id == alarm.id, known[index].isEnabled,
                known[index].schedule.countsFrom == alarm.schedule.countsFrom
            {
                continue
            }
            earliest = min(earliest ?? alarm.schedule.countsFrom, alarm.schedule.countsFrom)
        }
        guard let earliest, let contact else { return nil }
        return max(earliest, contact)
    }

    /// Every document made up to a moment ago has come.
    mutating func noteContact(at now: Now) {
        guard isConnected, let connectedAt, now.boot - connectedAt >= NodeCore.documentPatience, savingDesired == nil,
            let wall = ringTime(at: now).wall
        else { return }
        contact = wall - NodeCore.documentPatience
    }

    /// The alarms are other ones now.
    mutating func alarmsChanged(at now: Now, _ effects: inout [Effect]) {
        agenda = nil
        let alarms = state.desired?.alarms ?? []
        let counting = Dictionary(
            alarms.lazy.filter(\.isEnabled).map { ($0.id, $0.schedule.countsFrom) }, uniquingKeysWith: { $1 })
        if !state.spent.isEmpty {
            let known = Dictionary(alarms.lazy.map { ($0.id, $0.schedule.countsFrom) }, uniquingKeysWith: { $1 })
            state.spent.removeAll { known[$0.id] != $0.countsFrom }
        }
        withdraw(at: now, &effects) { ring in
            guard case .alarm(let id) = ring.occurrence.source else { return false }
            return counting[id] == nil || counting[id] != ring.countsFrom
        }
        leaveOut(at: now, &effects)
    }
}

/// `12 s`, `5 min`, `3 h`: for sentences.
func spelled(_ duration: Duration) -> String {
    let seconds = Int(duration.secondsWithFraction)
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
}
