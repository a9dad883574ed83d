// Countdown timers. The document says when one runs out by the coordinator's clock; the node translates that once into
// its own boot clock and counts there, so that nobody who sets a clock makes a timer longer. What it has counted to is
// on the disk: within the same boot it goes on by the boot clock, after a reboot by the wall clock.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// A timer that ran out longer ago does not ring any more.
    static let timerWindowSeconds = longestWindowSeconds

    /// Follows the document's timers. What is new is translated, as soon as it is known what time it is for the
    /// coordinator.
    mutating func adoptTimers(at now: Now, _ effects: inout [Effect]) {
        let timers = state.desired?.timers ?? []
        guard !timers.isEmpty || !state.timers.isEmpty else { return }
        let time = ringTime(at: now)
        let theirs = coordinatorTime(time, at: now)
        var progress: [TimerProgress] = []
        for timer in timers {
            let known = state.timers.first { $0.id == timer.id }
            if let known, known.revision >= timer.revision {
                progress.append(known)
            } else if let phase = translated(timer, time, theirs) {
                // Also one that ran out here and has got more time: if that is over as well by now, it rings late.
                progress.append(TimerProgress(id: timer.id, revision: timer.revision, phase: phase))
            } else if let known {
                progress.append(known)
            }
        }
        guard progress != state.timers else { return }
        let counted = progress
        // A timer that has more time, or has gone, does not ring any more.
        withdraw(at: now, &effects) { ring in
            guard case .timer(let id) = ring.occurrence.source else { return false }
            return counted.first { $0.id == id }?.phase != .over
        }
        state.timers = progress
        save(at: now, &effects)
    }

    private func coordinatorTime(_ time: RingTime, at now: Now) -> WallTime? {
        trust.current.map { now.wall + .nanoseconds($0.offset) } ?? time.wall
    }

    private func translated(_ timer: CountdownTimer, _ time: RingTime, _ theirs: WallTime?) -> TimerProgress.Phase? {
        switch timer.state {
        case .paused(let remaining): return .paused(remainingMilliseconds: remaining)
        case .running(let ends):
            guard let theirs else { return nil }
            let window = Duration.seconds(NodeCore.timerWindowSeconds)
            // The last exchange may be older than the clock by which the coordinator set the timer: it may just have been set
            // back by days. Then this node's own time decides, as a timer that rings is better than one that is lost.
            let reference = ends - theirs < .zero - window ? time.wall ?? theirs : theirs
            // Over a day ago is over for good; and no clock makes a timer longer than it was set.
            let left = min(max(ends - reference, .zero - window - .seconds(1)), .seconds(timer.seconds))
            let end = DurableInstant(wall: (time.wall ?? theirs) + left, boot: time.boot + left)
            return .running(ends: end, due: ends.truncatedToMilliseconds)
        }
    }

    /// What has run out, or is about to, rings.
    mutating func tendTimers(_ time: RingTime, at now: Now, _ effects: inout [Effect]) {
        var hasChanged = false
        for index in state.timers.indices {
            guard case .running(var ends, let due) = state.timers[index].phase, ends.anchor(at: time),
                let end = ends.boot
            else { continue }
            guard end - book.advance <= time.boot else {
                if state.timers[index].phase != .running(ends: ends, due: due) {
                    state.timers[index].phase = .running(ends: ends, due: due)
                    hasChanged = true
                }
                continue
            }
            hasChanged = true
            state.timers[index].phase = .over
            ring(state.timers[index].id, due: due, end, time, at: now, &effects)
        }
        if hasChanged { save(at: now, &effects) }
    }

    private mutating func ring(
        _ id: TimerID, due: WallTime, _ end: BootTime, _ time: RingTime, at now: Now, _ effects: inout [Effect]
    ) {
        let occurrence = Occurrence(source: .timer(id), due: due)
        guard !isHandled(occurrence), let timer = state.desired?.timers.first(where: { $0.id == id }) else { return }
        let late = time.boot - end
        let wall = time.wall ?? now.wall
        guard late <= .seconds(NodeCore.timerWindowSeconds) else {
            return record(
                RingRecord(
                    occurrence: occurrence, label: timer.name, outcome: .missed, reason: .late,
                    detail: "it ran out over 24 h before the node could ring",
                    endedAt: wall.truncatedToMilliseconds.clampedToValid),
                at: now, &effects)
        }
        let isLate = late > .zero
        enter(
            Ring(
                occurrence: occurrence, label: timer.name, style: timer.ring, countsFrom: nil,
                windowSeconds: NodeCore.timerWindowSeconds,
                phase: .ringing(
                    since: DurableInstant(
                        wall: isLate ? wall : wall - late, boot: isLate ? time.boot : end)),
                detail: late > .seconds(2) ? "rang \(spelled(late)) late" : nil),
            time, at: now, &effects)
    }

    func nextTimerLook() -> BootTime? {
        var next: BootTime?
        for timer in state.timers {
            guard case .running(let ends, _) = timer.phase, let end = ends.boot else { continue }
            next = min(next ?? end, end)
        }
        return next.map { $0 - book.advance }
    }

    /// The clock was set: what it shows when a timer runs out has changed.
    mutating func followTimers(at now: Now, _ effects: inout [Effect]) {
        let time = ringTime(at: now)
        let before = state.timers
        for index in state.timers.indices { state.timers[index].follow(time) }
        if state.timers != before { save(at: now, &effects) }
    }

    /// As the node counts them, by its own wall clock whatever that is worth.
    func timerReports(_ time: RingTime, at now: Now) -> [TimerReport] {
        let timers = state.desired?.timers ?? []
        return state.timers.compactMap { progress in
            guard let timer = timers.first(where: { $0.id == progress.id }) else { return nil }
            let counts: CountdownState
            switch progress.phase {
            case .over:
                // Its ring is in the book already, and told of from its instant on.
                guard let ends = book.beginning(of: .timer(progress.id), after: time) else { return nil }
                counts = .running(ends: shown(ends, time, now))
            case .paused(let remaining): counts = .paused(remainingMilliseconds: remaining)
            case .running(let ends, _): counts = .running(ends: shown(ends, time, now))
            }
            return TimerReport(id: progress.id, revision: progress.revision, name: timer.name, state: counts)
        }
    }

    private func shown(_ ends: DurableInstant, _ time: RingTime, _ now: Now) -> WallTime {
        guard time.wall != now.wall, let boot = ends.boot else { return ends.wall }
        // To the tenth of a second: the two clocks are never read at the very same moment.
        let instant = now.wall + (boot - now.boot) + .milliseconds(50)
        return (instant - .nanoseconds(instant.nanoseconds.flooredRemainder(by: 100_000_000))).clampedToValid
    }
}

extension NodeState {
    /// Whether some of the document's timers could not be translated yet.
    var hasUntranslatedTimers: Bool {
        (desired?.timers ?? []).contains { timer in
            !timers.contains { $0.id == timer.id && $0.revision >= timer.revision }
        }
    }
}
