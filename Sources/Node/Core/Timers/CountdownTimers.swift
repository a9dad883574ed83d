// Countdown timers. The document says when one runs out by the coordinator's clock; the node translates that once into
// its own boot clock and counts there, so that nobody who sets a clock makes a timer longer. What it has counted to is
// on the disk: within the same boot it goes on by the boot clock, after a reboot by the wall clock.

internal import ClockDomain
internal import ClockWire

/// How far timers have counted; not to be forgotten over a crash.
struct TimerMemory: Sendable {
    /// As ``NodeState/timers``.
    fileprivate(set) var progress: [TimerProgress]

    init(_ state: NodeState) { progress = state.timers }
}

/// Counts the timers of the document down, and has alarms ring what has run out.
struct CountdownTimers: Sendable {
    /// A timer that ran out longer ago does not ring any more.
    private static let windowSeconds = Alarms.longestWindowSeconds

    /// Timers follow a change.
    mutating func settle(
        _ change: NodeCore.Change, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext
    ) {
        switch change {
        case .started, .document, .trustWon, .trustLost: adopt(at: now, &alarms, &node)
        case .clockSet, .zone, .leadIn: break
        }
        if change.movesInstants { follow(at: now, &node) }
    }

    /// Translates the document's timers that could not be translated before.
    ///
    /// - Returns: whether there were any.
    mutating func adoptRest(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) -> Bool {
        guard let timers = node.shadow.desired?.timers, !timers.isEmpty else { return false }
        let progress = node.memory.timers.progress
        let isAnyLeft = timers.contains { timer in
            !progress.contains { $0.id == timer.id && $0.revision >= timer.revision }
        }
        if isAnyLeft { adopt(at: now, &alarms, &node) }
        return isAnyLeft
    }

    /// Follows the document's timers. What is new is translated, as soon as it is known what time it is for the
    /// coordinator.
    private mutating func adopt(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) {
        let timers = node.shadow.desired?.timers ?? []
        guard !timers.isEmpty || !node.memory.timers.progress.isEmpty else { return }
        let time = node.clock.ringTime(at: now)
        let theirs = node.clock.coordinatorTime(at: now, else: time.wall)
        var progress: [TimerProgress] = []
        for timer in timers {
            let known = node.memory.timers.progress.first { $0.id == timer.id }
            if let known, known.revision >= timer.revision {
                progress.append(known)
            } else if let phase = translated(timer, time, theirs) {
                // Also one that ran out here and has got more time: if that is over as well by now, it rings late.
                progress.append(TimerProgress(id: timer.id, revision: timer.revision, phase: phase))
            } else if let known {
                progress.append(known)
            }
        }
        guard progress != node.memory.timers.progress else { return }
        let counted = progress
        // A timer that has more time, or has gone, does not ring any more.
        alarms.withdraw(at: now, &node) { ring in
            guard case .timer(let id) = ring.occurrence.source else { return false }
            return counted.first { $0.id == id }?.phase != .over
        }
        node.memory.timers.progress = progress
        node.save(at: now)
    }

    private func translated(_ timer: CountdownTimer, _ time: RingTime, _ theirs: WallTime?) -> TimerProgress.Phase? {
        switch timer.state {
        case .paused(let remaining): return .paused(remainingMilliseconds: remaining)
        case .running(let ends):
            guard let theirs else { return nil }
            let window = Duration.seconds(CountdownTimers.windowSeconds)
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
    mutating func tend(
        _ time: RingTime, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext
    ) {
        var hasChanged = false
        for index in node.memory.timers.progress.indices {
            guard case .running(var ends, let due) = node.memory.timers.progress[index].phase, ends.anchor(at: time),
                let end = ends.boot
            else { continue }
            guard end - node.book.advance <= time.boot else {
                if node.memory.timers.progress[index].phase != .running(ends: ends, due: due) {
                    node.memory.timers.progress[index].phase = .running(ends: ends, due: due)
                    hasChanged = true
                }
                continue
            }
            hasChanged = true
            node.memory.timers.progress[index].phase = .over
            ring(node.memory.timers.progress[index].id, due: due, end, time, at: now, &alarms, &node)
        }
        if hasChanged { node.save(at: now) }
    }

    private mutating func ring(
        _ id: TimerID, due: WallTime, _ end: BootTime, _ time: RingTime, at now: Now, _ alarms: inout Alarms,
        _ node: inout NodeContext
    ) {
        let occurrence = Occurrence(source: .timer(id), due: due)
        guard !node.isHandled(occurrence), let timer = node.shadow.desired?.timers.first(where: { $0.id == id }) else {
            return
        }
        let late = time.boot - end
        let wall = time.wall ?? now.wall
        guard late <= .seconds(CountdownTimers.windowSeconds) else {
            return alarms.record(
                RingRecord(
                    occurrence: occurrence, label: timer.name, outcome: .missed, reason: .late,
                    detail: "it ran out over 24 h before the node could ring",
                    endedAt: wall.truncatedToMilliseconds.clampedToValid),
                at: now, &node)
        }
        let isLate = late > .zero
        alarms.enter(
            Ring(
                occurrence: occurrence, label: timer.name, style: timer.ring, countsFrom: nil,
                windowSeconds: CountdownTimers.windowSeconds,
                phase: .ringing(
                    since: DurableInstant(
                        wall: isLate ? wall : wall - late, boot: isLate ? time.boot : end)),
                detail: late > .seconds(2) ? "rang \(spelled(late)) late" : nil),
            time, at: now, &node)
    }

    func nextLook(_ node: inout NodeContext) -> BootTime? {
        var next: BootTime?
        for timer in node.memory.timers.progress {
            guard case .running(let ends, _) = timer.phase, let end = ends.boot else { continue }
            next = min(next ?? end, end)
        }
        return next.map { $0 - node.book.advance }
    }

    /// The clock was set: what it shows when a timer runs out has changed.
    private mutating func follow(at now: Now, _ node: inout NodeContext) {
        let time = node.clock.ringTime(at: now)
        let before = node.memory.timers.progress
        for index in node.memory.timers.progress.indices { node.memory.timers.progress[index].follow(time) }
        if node.memory.timers.progress != before { node.save(at: now) }
    }

    /// As the node counts them, by its own wall clock whatever that is worth.
    func reports(_ time: RingTime, at now: Now, _ node: inout NodeContext) -> [TimerReport] {
        let timers = node.shadow.desired?.timers ?? []
        return node.memory.timers.progress.compactMap { progress in
            guard let timer = timers.first(where: { $0.id == progress.id }) else { return nil }
            let counts: CountdownState
            switch progress.phase {
            case .over:
                // Its ring is in the book already, and told of from its instant on.
                guard let ends = node.book.beginning(of: .timer(progress.id), after: time) else { return nil }
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
        let instant = now.wall(at: boot) + .milliseconds(50)
        return (instant - .nanoseconds(instant.nanoseconds.flooredRemainder(by: 100_000_000))).clampedToValid
    }
}
