// From the document's alarms to rings. The node derives the due occurrences from the clock as it is now, again and
// again: at the start, when an alarm's time comes near, when the clock was set or is trusted again, when the document
// or a zone's rules change. Each time it handles everything between the last derivation and now: an occurrence with
// neither a line nor a ring begins, or gets a line with the reason against it.
//
// The book decides the course of a ring; this carries it to the disk, the output and the ledger. The state is on the
// disk before a sound is ordered; a sound stops before that is on the disk, because somebody waits for silence.
//
// The tz database is the machine's, and changes: a package update brings new rules, somebody moves the machine to
// another zone. The core loads its zones again and again and derives everything again when one has changed.

public import ClockDomain
public import ClockWire

/// The part of the alarms that must survive a crash, beside the rings of the book.
public struct AlarmMemory: Hashable, Sendable {
    /// Occurrences that have their line.
    public fileprivate(set) var decided: DecidedRings
    /// Alarms that ring once and have rung, in that order: those of the document, and the last
    /// ``NodeState/maximumGoneSpent`` of those that are gone from it.
    public fileprivate(set) var spent: [SpentAlarm]
    /// Stops and snoozes of occurrences that have not begun here, the newest last.
    public fileprivate(set) var actions: [RingAction]
    public internal(set) var own: RingActionList
    /// Every occurrence due up to here is decided.
    public fileprivate(set) var derivedThrough: WallTime?

    public init(
        decided: DecidedRings = DecidedRings(), spent: [SpentAlarm] = [], actions: [RingAction] = [],
        own: RingActionList = RingActionList(), derivedThrough: WallTime? = nil
    ) {
        self.decided = decided
        self.spent = spent
        self.actions = actions
        self.own = own
        self.derivedThrough = derivedThrough
    }

    /// Makes the next derivation cover everything due after `instant`.
    mutating func derive(after instant: WallTime) { derivedThrough = min(derivedThrough ?? instant, instant) }

    /// True when somebody stopped an occurrence that has not begun here: it ends without a sound.
    func isStopped(_ occurrence: Occurrence) -> Bool {
        actions.contains { $0.kind == .stop && $0.occurrence == occurrence }
    }

    /// The stored form, with an instant that the disk can hold.
    var stored: AlarmMemory {
        var stored = self
        stored.derivedThrough = derivedThrough?.clampedToValid
        return stored
    }
}

/// Derives the due alarms, and carries out the steps of rings.
struct Alarms: Sendable {
    /// Added to the lead-in: the time before its instant at which a ring goes to the disk.
    static let ringAdvance: Duration = .seconds(1)
    /// After a start, time for a retained stop or snooze to arrive before a late ring sounds.
    static let ringHold: Duration = .seconds(3)
    /// The coordinator records occurrences that were due longer ago.
    static let lookBack: Duration = .hours(7 * 24)
    /// The greatest lateness with which anything may begin: a timer that ran out while the node was off.
    static let longestWindowSeconds = 86_400

    /// The due occurrences of the alarms; `nil` when they must be derived again.
    private var agenda: AlarmAgenda?
    /// The rules of the zones that alarms name; an inner `nil` when there is no zone of that name.
    private var namedZones: [String: TimeZoneRules?] = [:]
    /// The instant since which the time has been unknown.
    private var blindSince: BootTime?
    /// The coming rings in the reported document; `nil` when they must be derived again.
    private(set) var knownUpcoming: [UpcomingRing]?
    private var leaps = LeapWatch()
    /// The deadline of the timer for the next occurrence.
    private var deadline: Deadline?
    /// The instant of the timer for rings.
    private var ringDeadline: BootTime?

    init(at now: Now) { blindSince = now.boot }

    /// The timer for the next occurrence has fired.
    mutating func timerFired() { deadline = nil }

    /// The timer for rings has fired.
    mutating func ringTimerFired() { ringDeadline = nil }

    /// The document is another one. Its alarms may have been due since `instant`.
    mutating func lookBack(to instant: WallTime?, _ node: inout NodeContext) {
        guard let instant else { return }
        node.memory.alarms.derive(after: instant)
    }

    /// Adapts the rings to a change; ``derive(at:_:)`` then decides the due occurrences.
    mutating func apply(_ change: NodeCore.Change, at now: Now, _ node: inout NodeContext) {
        if change.movesInstants { reconsider(at: now, &node) }
        switch change {
        case .started, .document(hasOtherAlarms: true): changed(at: now, &node)
        case .document(hasOtherAlarms: false), .trustWon, .trustLost, .clockSet, .zone, .leadIn: break
        }
    }

    // MARK: Due occurrences

    /// Decides everything due since the last time, and sets the timer for the next step.
    mutating func derive(at now: Now, _ node: inout NodeContext) {
        let time = node.clock.ringTime(at: now)
        guard let wall = time.wall else {
            forgetUpcoming(&node)
            blindSince = blindSince ?? now.boot
            node.nextAlarm = nil
            return setTimer(nil, &node)
        }
        leaps.observe(wall, at: now.boot)
        let sightedAt = blindSince.map { wall - (now.boot - $0) }
        blindSince = nil
        // A new node decides everything due since its start.
        let through = node.memory.alarms.derivedThrough ?? sightedAt ?? wall
        node.shadow.beginContact(at: through)
        let from = through > wall ? wall : max(through, wall - Alarms.lookBack)
        if node.shadow.desired?.alarms.isEmpty ?? true {
            if agenda != nil || node.nextAlarm != nil { forgetUpcoming(&node) }
            agenda = nil
            node.nextAlarm = nil
            setTimer(nil, &node)
        } else {
            decide(from: from, wall: wall, sightedAt: sightedAt, time, at: now, &node)
            arm(wall, at: now, &node)
        }
        // Alarms of a zone that is still being read are not decided yet.
        if !namedZonesAreAwaited(&node) { node.memory.alarms.derivedThrough = leaps.leap?.from ?? wall }
    }

    private mutating func decide(
        from: WallTime, wall: WallTime, sightedAt: WallTime?, _ time: RingTime, at now: Now, _ node: inout NodeContext
    ) {
        if agenda == nil || from < node.memory.alarms.derivedThrough ?? from { forgetUpcoming(&node) }
        if agenda == nil {
            let spent = Set(node.memory.alarms.spent)
            let alarms = (node.shadow.desired?.alarms ?? []).filter { spent.isEmpty || !spent.contains(SpentAlarm($0)) }
            agenda = AlarmAgenda(alarms: alarms, zone: node.zone, namedZones: namedZones.compactMapValues { $0 })
        }
        let horizon = wall + node.book.advance
        let due = (agenda?.entries(after: from, through: horizon) ?? []).filter {
            !node.isHandled($0.occurrence) && ($0.scheduled.silence == nil || $0.scheduled.due <= wall)
                && !isLeftOpen($0, at: wall)
        }
        guard !due.isEmpty else { return }
        forgetUpcoming(&node)
        var newest: [AlarmID: WallTime] = [:]
        for entry in due where entry.scheduled.silence == nil { newest[entry.alarm.id] = entry.scheduled.due }
        for entry in due {
            let instant = entry.scheduled.due
            if let silence = entry.scheduled.silence {
                let detail = "\(entry.scheduled.date) is left out"
                finish(entry, .skipped, silence, silence == .skip ? nil : detail, wall, at: now, &node)
            } else if instant != newest[entry.alarm.id] {
                finish(entry, .missed, .late, "the same alarm was due again later", wall, at: now, &node)
            } else if wall > instant + entry.alarm.misfire.window {
                miss(entry, late: wall - instant, wasBlind: sightedAt.map { instant >= $0 } ?? false, at: now, &node)
            } else {
                begin(entry, time, at: now, &node)
            }
        }
        node.save(at: now)
    }

    /// True when the clock has just passed over the occurrence, too far for it to ring: its time may come yet.
    private func isLeftOpen(_ entry: AgendaEntry, at wall: WallTime) -> Bool {
        guard leaps.isPassedOver(entry.scheduled.due) else { return false }
        return entry.scheduled.silence != nil || wall > entry.scheduled.due + entry.alarm.misfire.window
    }

    private mutating func begin(_ entry: AgendaEntry, _ time: RingTime, at now: Now, _ node: inout NodeContext) {
        let instant = entry.scheduled.due
        guard let wall = time.wall else { return }
        let isLate = wall > instant
        let due = DurableInstant(wall: instant, boot: time.boot + (instant - wall))
        let ring = Ring(
            occurrence: entry.occurrence, label: entry.alarm.label, style: entry.alarm.ring,
            speaks: entry.alarm.speaks,
            countsFrom: entry.alarm.schedule.countsFrom,
            windowSeconds: Int(entry.alarm.misfire.window.secondsWithFraction),
            phase: .ringing(since: isLate ? DurableInstant(wall: wall, boot: time.boot) : due), dueAt: due)
        spend(entry.alarm, &node)
        enter(ring, time, at: now, &node)
    }

    private mutating func miss(
        _ entry: AgendaEntry, late: Duration, wasBlind: Bool, at now: Now, _ node: inout NodeContext
    ) {
        let reason: RingReason
        let detail: String
        switch entry.alarm.misfire {
        case .reportOnly:
            reason = .reportOnly
            detail = "\(spelled(late)) late, and the alarm is not to ring late"
        case .ring(let minutes):
            reason = wasBlind ? .untrusted : .late
            let cause = wasBlind ? "the clock was not trusted until " : "the node got to it "
            detail = "\(cause)\(spelled(late)) after it was due; it may ring up to \(minutes) min late"
        }
        finish(entry, .missed, reason, detail, entry.scheduled.due + late, at: now, &node)
    }

    /// Ends an occurrence that does not ring.
    private mutating func finish(
        _ entry: AgendaEntry, _ outcome: RingOutcome, _ reason: RingReason, _ detail: String?, _ wall: WallTime,
        at now: Now, _ node: inout NodeContext
    ) {
        spend(entry.alarm, &node)
        record(
            RingRecord(
                occurrence: entry.occurrence, label: entry.alarm.label, outcome: outcome, reason: reason,
                detail: detail, endedAt: wall.truncatedToMilliseconds.clampedToValid),
            at: now, &node)
    }

    /// An alarm that rings once has had its time, whatever the node's later zone.
    private mutating func spend(_ alarm: Alarm, _ node: inout NodeContext) {
        guard alarm.schedule.isOnce, !node.memory.alarms.spent.contains(SpentAlarm(alarm)) else { return }
        node.memory.alarms.spent.append(SpentAlarm(alarm))
    }

    // MARK: The next occurrence

    private mutating func arm(_ wall: WallTime, at now: Now, _ node: inout NodeContext) {
        let horizon = wall + node.book.advance
        // The rest before the horizon is skipped, and has its line when it is due.
        let first = nextUnhandled(after: wall, &node) { _ in true }
        let later =
            first.map { $0.scheduled.due > horizon } ?? true
            ? first : nextUnhandled(after: wall, &node) { $0.scheduled.due > horizon }
        let looks = [
            first.flatMap { $0.scheduled.due <= horizon ? $0.scheduled.due : nil },
            later.map { $0.scheduled.due - node.book.advance },
        ]
        let memory = node.memory.alarms
        let ringing = nextUnhandled(after: wall, &node) {
            $0.scheduled.silence == nil && !memory.isStopped($0.occurrence)
        }
        node.nextAlarm = ringing?.scheduled.due
        let belief = leaps.leap.map { wall + ($0.until - now.boot) }
        guard let look = (looks + [belief]).compactMap(\.self).min() else { return setTimer(nil, &node) }
        setTimer(wall == now.wall ? .wall(look) : .boot(now.boot + (look - wall)), &node)
    }

    private mutating func nextUnhandled(
        after wall: WallTime, _ node: inout NodeContext, where predicate: (AgendaEntry) -> Bool
    ) -> AgendaEntry? {
        let book = node.book
        let decided = node.memory.alarms.decided
        return agenda?.upcoming(after: wall, count: 1) {
            predicate($0) && !book.contains($0.occurrence) && !decided.contains($0.occurrence)
        }.first
    }

    private mutating func setTimer(_ deadline: Deadline?, _ node: inout NodeContext) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        if let deadline { node.set(.alarm, deadline) } else { node.cancel(.alarm) }
    }

    /// An occurrence due at `instant` is no longer on order: it may have to ring, or lack its line.
    mutating func lookAgain(at instant: WallTime, at now: Now, _ node: inout NodeContext) {
        agenda = nil
        node.memory.alarms.derivedThrough = node.memory.alarms.derivedThrough.map { min($0, instant - .nanoseconds(1)) }
        setTimer(.boot(now.boot), &node)
    }

    /// Returns the next occurrences that will ring.
    mutating func upcoming(_ node: inout NodeContext) -> [UpcomingRing] {
        if let knownUpcoming { return knownUpcoming }
        let upcoming = deriveUpcoming(&node)
        knownUpcoming = upcoming
        return upcoming
    }

    private mutating func forgetUpcoming(_ node: inout NodeContext) {
        knownUpcoming = nil
        node.reporter.isDue = true
    }

    private mutating func deriveUpcoming(_ node: inout NodeContext) -> [UpcomingRing] {
        // Without the time there is no agenda. An instant before that of the last derivation would make the agenda
        // again.
        guard let wall = node.memory.alarms.derivedThrough, node.nextAlarm != nil else { return [] }
        let book = node.book
        let decided = node.memory.alarms.decided
        let entries = agenda?.upcoming(after: leaps.leap?.to ?? wall, count: Reported.maximumUpcoming) {
            $0.scheduled.silence == nil && !book.contains($0.occurrence) && !decided.contains($0.occurrence)
        }
        return (entries ?? []).map { UpcomingRing(occurrence: $0.occurrence, label: $0.alarm.label) }
    }

    // MARK: The document

    /// The alarms have changed.
    private mutating func changed(at now: Now, _ node: inout NodeContext) {
        agenda = nil
        let alarms = node.shadow.desired?.alarms ?? []
        let counting = Dictionary(
            alarms.lazy.filter(\.isEnabled).map { ($0.id, $0.schedule.countsFrom) }, uniquingKeysWith: { $1 })
        forgetSpent(known: alarms, &node)
        withdraw(at: now, &node) { ring in
            guard case .alarm(let id) = ring.occurrence.source else { return false }
            return counting[id] == nil || counting[id] != ring.countsFrom
        }
        leaveOut(at: now, &node)
    }

    /// An alarm that counts from another instant may ring again. A removed alarm may come back unchanged, to a room
    /// that leaves a group and joins it again: by then the room may be in another zone, where its time is yet to come.
    private func forgetSpent(known alarms: [Alarm], _ node: inout NodeContext) {
        guard !node.memory.alarms.spent.isEmpty else { return }
        let known = Dictionary(alarms.lazy.map { ($0.id, $0.schedule.countsFrom) }, uniquingKeysWith: { $1 })
        node.memory.alarms.spent.removeAll { spent in known[spent.id].map { $0 != spent.countsFrom } ?? false }
        var spare = node.memory.alarms.spent.count { known[$0.id] == nil } - NodeState.maximumGoneSpent
        // The list is in the order of spending: the first is least likely to be due in any zone.
        node.memory.alarms.spent.removeAll { spent in
            guard spare > 0, known[spent.id] == nil else { return false }
            spare -= 1
            return true
        }
    }

    // MARK: Rings

    /// An occurrence begins. Somebody may have stopped or snoozed it already in a room where it rang earlier.
    mutating func enter(_ ring: Ring, _ time: RingTime, at now: Now, _ node: inout NodeContext) {
        var ring = ring
        if let index = node.memory.alarms.actions.lastIndex(where: { $0.occurrence == ring.occurrence }) {
            let action = node.memory.alarms.actions.remove(at: index)
            ring.remember(action)
            switch action.kind {
            case .stop:
                return record(
                    RingRecord(
                        occurrence: ring.occurrence, label: ring.label, outcome: .skipped, reason: .stoppedElsewhere,
                        endedAt: (time.wall ?? now.wall).truncatedToMilliseconds.clampedToValid, by: action.by),
                    at: now, &node)
            case .snooze where ring.style.snoozeMinutes > 0:
                ring.snoozes = 1
                ring.phase = .snoozed(until: snoozeEnd(of: ring, action, time))
            case .snooze: break
            }
        }
        node.log(.notice, "\(ring.occurrence.source) is due at \(ring.occurrence.due)")
        node.book.begin(ring)
    }

    /// Returns the end of a snooze from before the occurrence began here: counted from the action, if the clocks allow
    /// it.
    private func snoozeEnd(of ring: Ring, _ action: RingAction, _ time: RingTime) -> DurableInstant {
        let slack: Duration = .seconds(10)
        guard let wall = time.wall, action.at >= ring.occurrence.due - slack, action.at <= wall + slack else {
            return RingBook.snoozeEnd(of: ring.style, action, at: time)
        }
        let end = (action.at + action.snoozeLength(ownMinutes: ring.style.snoozeMinutes)).roundedUpToSecond
        let until = DurableInstant(wall: end, boot: time.boot + (end - wall))
        // A timer that this node counts to a later instant: its snooze is over by then, and it rings no sooner.
        if case .ringing(let since) = ring.phase, let begins = since.boot, let over = until.boot, over < begins {
            return since
        }
        return until
    }

    /// Somebody stops or snoozes.
    ///
    /// - Returns: true when the caller must tend the rings.
    mutating func receive(_ action: RingAction, at now: Now, _ node: inout NodeContext) -> Bool {
        let time = node.clock.ringTime(at: now)
        var steps: [RingBook.Step] = []
        if let index = node.book.index(of: action.occurrence) {
            guard action.kind == .stop || node.book.entries[index].ring.style.snoozeMinutes > 0 else {
                node.log(.notice, "ignored a snooze of \(action.occurrence.source): it cannot be snoozed")
                return false
            }
            node.book.act(action, at: time, &node.output, &steps)
            carryOut(steps, at: now, &node)
            return true
        }
        guard !node.memory.alarms.decided.contains(action.occurrence) else { return false }
        // The broker keeps an action for a day. After that nobody means it for a coming occurrence.
        if let wall = time.wall, (wall - action.at).magnitude > .hours(24) { return false }
        remember(action, at: now, &node)
        // The announcement of a quarter hour no longer gives way to this ring.
        if action.kind == .stop { derive(at: now, &node) }
        return false
    }

    /// Stores an action that may be meant for an occurrence yet to begin here, if it counts as it would where that
    /// rings.
    private mutating func remember(_ action: RingAction, at now: Now, _ node: inout NodeContext) {
        if let index = node.memory.alarms.actions.firstIndex(where: { $0.occurrence == action.occurrence }) {
            let known = node.memory.alarms.actions[index]
            let alarm = node.shadow.desired?.alarms.first { .alarm($0.id) == action.occurrence.source }
            guard action.overrides(known, ownMinutes: (alarm?.ring ?? .alarm).snoozeMinutes) else { return }
            node.memory.alarms.actions.remove(at: index)
        }
        node.memory.alarms.actions.append(action)
        if node.memory.alarms.actions.count > NodeState.maximumRingActions {
            // The occurrence that was due first is least likely to begin.
            let dues = node.memory.alarms.actions.map(\.occurrence.due)
            let first = dues.indices.min { dues[$0] < dues[$1] }
            if let first { node.memory.alarms.actions.remove(at: first) }
        }
        // The broker sends a day's actions again on every connection: one save for them all, not one each.
        node.saveSoon(at: now)
    }

    /// The output reports the outcome of a ring's sound.
    ///
    /// - Returns: true when the caller must tend the rings.
    mutating func heard(_ id: Int, _ result: RingResult, at now: Now, _ node: inout NodeContext) -> Bool {
        let time = node.clock.ringTime(at: now)
        switch result {
        case .started(let onsetError, let missing):
            guard
                node.book.started(
                    id: id, onsetErrorNanoseconds: onsetError, missingSound: missing, at: time, &node.output)
            else { return false }
            node.output.record(.ok, nil)
            if let missing { node.log(.warning, missing) }
        case .silent(let nanoseconds):
            guard node.book.wasSilent(id: id, for: .nanoseconds(nanoseconds), node.output) else { return false }
        case .failed(let failure, let message):
            // The node tries once a second, until the ring's limit.
            let isNews = node.book.isNews(failure, of: id, node.output)
            guard node.book.failed(id: id, failure, message: message, at: time, &node.output) else { return false }
            if isNews { node.log(.warning, "cannot ring: \(message); the node tries again every second") }
            node.output.record(AudioReport.State(failure), message)
        case .ended:
            var steps: [RingBook.Step] = []
            if node.book.played(id: id, at: time, &node.output, &steps) {
                carryOut(steps, at: now, &node)
                return true
            }
            // A sound that was heard before its stop is forgotten already.
            guard
                node.book.stopped(id: id, &node.output)
                    || node.book.failed(
                        id: id, .deviceFailed, message: "the output ended the sound", at: time, &node.output)
            else { return false }
        }
        return true
    }

    mutating func withdraw(at now: Now, _ node: inout NodeContext, where isWithdrawn: (Ring) -> Bool) {
        guard !node.book.isEmpty else { return }
        var steps: [RingBook.Step] = []
        node.book.withdraw(at: node.clock.ringTime(at: now), &node.output, &steps, where: isWithdrawn)
        carryOut(steps, at: now, &node)
    }

    /// Ends the rings that the current alarms leave out, unless they were heard already.
    private mutating func leaveOut(at now: Now, _ node: inout NodeContext) {
        guard !node.book.isEmpty else { return }
        let time = node.clock.ringTime(at: now)
        var steps: [RingBook.Step] = []
        for ring in node.book.rings {
            guard let scheduled = leftOut(ring, &node), let reason = scheduled.silence else { continue }
            agenda = nil
            guard node.book.takeBack(ring.occurrence, at: time, &node.output, &steps) else { continue }
            if scheduled.due <= time.wall ?? now.wall {
                record(
                    RingRecord(
                        occurrence: ring.occurrence, label: ring.label, outcome: .skipped, reason: reason,
                        detail: "left out while it waited to be heard",
                        endedAt: (time.wall ?? now.wall).truncatedToMilliseconds.clampedToValid),
                    at: now, &node)
            } else {
                // The occurrence gets its line when it is due.
                restore(ring, &node)
            }
        }
        carryOut(steps, at: now, &node)
    }

    /// Returns the due time of a ring by an alarm that leaves it out, if nobody has heard it yet.
    private func leftOut(_ ring: Ring, _ node: inout NodeContext) -> ScheduledOccurrence? {
        guard ring.isUnheardAlarm,
            let alarm = node.shadow.desired?.alarms.first(where: { .alarm($0.id) == ring.occurrence.source }),
            let rules = alarm.schedule.zone.map({ namedZones[$0] ?? nil }) ?? node.zone
        else { return nil }
        let due = ring.occurrence.due
        return alarm.schedule.occurrences(after: due - .nanoseconds(1), through: due, zone: rules)
            .first { $0.silence != nil }
    }

    /// The clock was set: a ring about to begin may be due at another moment, or not yet.
    private mutating func reconsider(at now: Now, _ node: inout NodeContext) {
        guard !node.book.isEmpty else { return }
        var steps: [RingBook.Step] = []
        let taken = node.book.reconsider(at: node.clock.ringTime(at: now), &node.output, &steps)
        for ring in taken {
            restore(ring, &node)
            node.memory.alarms.derive(after: ring.occurrence.due - .nanoseconds(1))
        }
        if !taken.isEmpty { agenda = nil }
        carryOut(steps, at: now, &node)
    }

    /// Lets a cancelled ring be due again.
    private mutating func restore(_ ring: Ring, _ node: inout NodeContext) {
        node.memory.alarms.spent.removeAll {
            .alarm($0.id) == ring.occurrence.source && $0.countsFrom == ring.countsFrom
        }
    }

    mutating func shutdown(at now: Now, _ node: inout NodeContext) {
        var steps: [RingBook.Step] = []
        node.book.silenceAll(at: node.clock.ringTime(at: now), &node.output, &steps)
        for case .stop(let id) in steps { node.emit(.stopRing(id: id)) }
        node.cancel(.ring)
        ringDeadline = nil
    }

    /// Does everything due for rings, and sets the timer for the next step of rings, timers and their words.
    ///
    /// - Parameter nextLook: of timers and words.
    mutating func tend(_ time: RingTime, nextLook: BootTime?, at now: Now, _ node: inout NodeContext) {
        var steps: [RingBook.Step] = []
        if !node.book.isEmpty { node.book.tend(at: time, &node.output, &steps) }
        carryOut(steps, at: now, &node)
        let next = [node.book.isEmpty ? nil : node.book.nextLook(after: time, node.output), nextLook].compactMap(
            \.self
        ).min()
        guard next != ringDeadline else { return }
        ringDeadline = next
        if let next { node.set(.ring, .boot(next)) } else { node.cancel(.ring) }
    }

    private mutating func carryOut(_ steps: [RingBook.Step], at now: Now, _ node: inout NodeContext) {
        for case .stop(let id) in steps { node.emit(.stopRing(id: id)) }
        for case .ended(let ended) in steps { record(ended, at: now, &node) }
        for case .forgotten(let ring) in steps {
            restore(ring, &node)
            lookAgain(at: ring.occurrence.due, at: now, &node)
        }
        if node.book.takeChange() { node.save(at: now) }
        for case .start(let start) in steps {
            let target = now.wall(at: start.audibleAt)
            node.emit(
                .startRing(
                    RingOrder(
                        id: start.id, occurrence: start.occurrence, sound: start.style.sound(saying: start.label),
                        audibleAt: node.clock.running(from: now).boot(at: target), target: target,
                        volume: node.settings.ringVolume(start.style.volume), rampSeconds: start.style.rampSeconds,
                        floor: node.settings.volumeFloor, trimMicroseconds: node.settings.trimMicroseconds,
                        plays: start.style.plays)))
        }
    }

    /// Writes an occurrence's one line. The caller saves the state.
    mutating func record(_ record: RingRecord, at now: Now, _ node: inout NodeContext) {
        var record = record
        record.label = record.label.line(maximumBytes: Label.maximumBytes)
        node.memory.alarms.decided.insert(record.occurrence, forgettingBefore: now.wall - Alarms.lookBack - .hours(24))
        node.memory.alarms.actions.removeAll { $0.occurrence == record.occurrence }
        node.write(.ring(record), at: now)
        node.log(record.outcome.logLevel, record.sentence)
    }

    // MARK: Zones

    /// The time between two loads of the zones from the tz database.
    private static let zoneInterval: Duration = .hours(1)

    /// Loads the node's own zone and those that alarms name.
    mutating func loadZones(at now: Now, _ node: inout NodeContext) {
        node.emit(.loadZone(name: nil))
        loadNamedZones(&node)
        node.set(.zones, .boot(now.boot + Alarms.zoneInterval))
    }

    /// Loads the zones that a change may affect.
    mutating func loadZones(after change: NodeCore.Change, at now: Now, _ node: inout NodeContext) {
        switch change {
        case .clockSet: loadZones(at: now, &node)
        case .document: loadNamedZones(&node)
        case .started, .trustWon, .trustLost, .zone, .leadIn: break
        }
    }

    private mutating func loadNamedZones(_ node: inout NodeContext) {
        let wanted = wantedZones(&node)
        namedZones = namedZones.filter { wanted.contains($0.key) }
        node.out.effects += wanted.sorted().map { .loadZone(name: $0) }
    }

    private func wantedZones(_ node: inout NodeContext) -> Set<String> {
        Set((node.shadow.desired?.alarms ?? []).lazy.filter(\.isEnabled).compactMap(\.schedule.zone))
    }

    /// True when the rules of a zone that an alarm names have not come yet.
    private func namedZonesAreAwaited(_ node: inout NodeContext) -> Bool {
        (node.shadow.desired?.alarms ?? []).contains { alarm in
            guard alarm.isEnabled, let name = alarm.schedule.zone else { return false }
            return namedZones[name] == nil
        }
    }

    /// The tz database has reported a zone.
    ///
    /// - Returns: true when its rules differ from the known ones.
    mutating func receive(zone name: String?, _ rules: TimeZoneRules?, at now: Now, _ node: inout NodeContext) -> Bool {
        guard let name else {
            guard let rules, rules != node.zone else { return false }
            derive(at: now, &node)
            let isAnother = rules.name != node.zone.name
            node.log(.notice, isAnother ? "the node's zone is now \(rules.name)" : "zone \(rules.name) has new rules")
            node.zone = rules
            zonesChanged(&node)
            return true
        }
        let known = namedZones[name]
        // While somebody replaces the database a file may be missing for a moment.
        let better = rules ?? known.flatMap(\.self)
        guard known != .some(better) else { return false }
        derive(at: now, &node)
        namedZones[name] = .some(better)
        if better == nil { node.log(.error, "the tz database has no zone \(name); alarms that name it cannot ring") }
        zonesChanged(&node)
        return true
    }

    private mutating func zonesChanged(_ node: inout NodeContext) {
        agenda = nil
        node.reporter.isDue = true
    }

    /// The problem that keeps alarms from ringing and that a person must mend.
    var zoneProblem: String? {
        guard let first = namedZones.lazy.filter({ $0.value == nil }).map(\.key).min() else { return nil }
        return
            "alarms in the time zone \(first.line(maximumBytes: 64)) cannot ring: this node's tz database has no such zone; "
            + "install tzdata, or name another zone"
    }
}

/// `12 s`, `5 min`, `3 h`: for sentences.
func spelled(_ duration: Duration) -> String {
    let seconds = Int(duration.secondsWithFraction)
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
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
