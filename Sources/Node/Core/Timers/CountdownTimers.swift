// Countdown timers. The document names the end of each, an instant of the coordinator's clock. A node that trusts its
// own clock rings when that clock shows the instant, as it rings an alarm: so all rooms ring at once. If its clock
// differs from the coordinator's, the node translates the instant by an exchange, made since the coordinator's clock
// got the setting that the document names. Until there is one, the node counts down the rest as of the sending, from
// the arrival of the document. Such a timer rings late by the transit time of the document, and never early.
//
// The node counts on its boot clock, so that nobody who sets a clock makes a timer longer. The disk stores the count:
// within the same boot it goes on by the boot clock, after a reboot by the wall clock.

internal import ClockDomain
internal import ClockWire

/// The progress of timers, which must survive a crash.
struct TimerMemory: Sendable {
    /// As ``NodeState/timers``.
    fileprivate(set) var progress: [TimerProgress]

    init(_ state: NodeState) { progress = state.timers }
}

/// Counts the timers of the document down, and makes expired ones ring.
struct CountdownTimers: Sendable {
    /// A timer that ran out longer ago does not ring any more.
    private static let windowSeconds = Alarms.longestWindowSeconds
    private static let window = Duration.seconds(windowSeconds)

    private struct Arrival: Sendable {
        var revision: Int
        var at: BootTime
        var isRetained: Bool
    }

    /// A retained document may be old. Its timers wait so long for an exchange before they go by this node's clock.
    private static let grace: Duration = .seconds(5)
    /// A timer follows a correction of a trusted clock by less than this; a larger one counts as somebody's setting.
    private static let leastStep: Duration = .milliseconds(750)
    /// A boot clock may stray from the node's clock by one part of this many: by 200 ppm.
    private static let strayParts: Int64 = 5_000
    /// A timer that goes by a clock is compared with it this often: by then the two are apart by less than people hear.
    private static let comparison: Duration = .minutes(10)

    private var arrival: Arrival?

    /// Adapts the timers to a change.
    mutating func apply(_ change: NodeCore.Change, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) {
        takeBackWords(at: now, &node)
        if change.movesInstants { follow(at: now, &node) }
        switch change {
        case .started, .document, .trustWon, .trustLost: adopt(at: now, &alarms, &node)
        // A followed clock has stepped to the measured clock of the coordinator.
        case .clockSet: _ = adoptRest(at: now, &alarms, &node)
        case .zone, .leadIn: break
        }
    }

    /// A document has come that the node will obey.
    mutating func arrived(_ document: Desired, isRetained: Bool, at now: Now) {
        arrival = Arrival(revision: document.revision, at: now.boot, isRetained: isRetained)
    }

    /// Translates the document's timers that wait for an exchange.
    ///
    /// - Returns: true when there were any.
    mutating func adoptRest(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) -> Bool {
        guard let timers = node.shadow.desired?.timers, !timers.isEmpty else { return false }
        let progress = node.memory.timers.progress
        let isAnyLeft = timers.contains { timer in
            !progress.contains { $0.id == timer.id && $0.revision >= timer.revision && !$0.isProvisional }
        }
        if isAnyLeft { adopt(at: now, &alarms, &node) }
        return isAnyLeft
    }

    /// Follows the document's timers.
    private mutating func adopt(at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) {
        let timers = node.shadow.desired?.timers ?? []
        guard !timers.isEmpty || !node.memory.timers.progress.isEmpty else { return }
        let time = node.clock.ringTime(at: now)
        if let document = node.shadow.desired, arrival?.revision != document.revision {
            // From the disk: it came some time ago.
            arrived(document, isRetained: true, at: now)
        }
        var progress: [TimerProgress] = []
        for timer in timers {
            let known = node.memory.timers.progress.first { $0.id == timer.id }
            if let known, known.revision >= timer.revision, !known.isProvisional {
                progress.append(known)
                continue
            }
            var new = translated(timer, time, at: now, &node)
            if let known { new?.keepSaid(by: known, at: time) }
            if let known, known.revision >= timer.revision, new?.isProvisional ?? true {
                progress.append(known)
            } else if let kept = new ?? known {
                // Also one that ran out here and has got more time: if that has passed by now as well, it rings late.
                progress.append(kept)
            }
        }
        guard progress != node.memory.timers.progress else { return }
        let counted = progress
        // A timer that has more time, or is gone, does not ring any more.
        alarms.withdraw(at: now, &node) { ring in
            guard case .timer(let id) = ring.occurrence.source else { return false }
            return counted.first { $0.id == id }?.phase != .over
        }
        node.memory.timers.progress = progress
        node.save(at: now)
    }

    /// The remaining time of a timer, and its basis.
    private struct Count {
        var left: Duration
        /// The coordinator's time, as well as the node knows it.
        var theirs: WallTime
        var basis: TimerProgress.Basis
    }

    private func translated(
        _ timer: CountdownTimer, _ time: RingTime, at now: Now, _ node: inout NodeContext
    ) -> TimerProgress? {
        let progress = TimerProgress(id: timer.id, revision: timer.revision, phase: .over)
        switch timer.state {
        case .paused(let remaining): return progress.counting(.paused(remainingMilliseconds: remaining))
        case .running(let ends):
            guard let count = count(to: ends, isVouched: timer.isVouched, time, at: now, &node) else { return nil }
            let due = (timer.due ?? ends).truncatedToMilliseconds
            let all = Duration.seconds(timer.seconds)
            if count.basis == .ownClock, count.left <= all + TrustGate.keepBound, count.left > .zero - Self.window {
                let end = DurableInstant(wall: ends, boot: time.boot + count.left)
                return progress.counting(.running(ends: end, due: due), by: .ownClock, comparedAt: time.boot)
            }
            // A timer over by more than a day never rings; and no clock makes a timer longer than its setting.
            let left = min(max(count.left, .zero - Self.window - .seconds(1)), all)
            let end = DurableInstant(wall: (time.wall ?? count.theirs) + left, boot: time.boot + left)
            return progress.counting(.running(ends: end, due: due), by: count.basis == .arrival ? .arrival : .exchange)
        }
    }

    private func count(
        to ends: WallTime, isVouched: Bool, _ time: RingTime, at now: Now, _ node: inout NodeContext
    ) -> Count? {
        let stamp = node.shadow.desired?.clock
        switch node.clock.standing(of: stamp, isVouched: isVouched, at: now) {
        case .agrees: return Count(left: ends - now.wall, theirs: now.wall, basis: .ownClock)
        case .ahead(let ahead):
            return Count(left: ends - (now.wall + ahead), theirs: now.wall + ahead, basis: .exchange)
        case .unknown: break
        }
        guard let stamp, let arrival else {
            let basis: TimerProgress.Basis = node.clock.isTrusted(at: now) ? .ownClock : .exchange
            return time.wall.map { Count(left: ends - $0, theirs: $0, basis: basis) }
        }
        let elapsed = time.boot - arrival.at
        let left = ends - stamp.sent - elapsed
        guard arrival.isRetained, let wall = time.wall else {
            return Count(left: left, theirs: stamp.sent + elapsed, basis: .arrival)
        }
        return Count(left: max(ends - wall, min(left, Self.grace - elapsed)), theirs: wall, basis: .arrival)
    }

    /// Returns the boot clock's instant at which the trusted clock shows the end of a timer that goes by that clock;
    /// `nil` for any other, and when somebody has set the clock since.
    private func exactEnd(
        _ progress: TimerProgress, _ ends: DurableInstant, _ time: RingTime, at now: Now, _ node: inout NodeContext
    ) -> BootTime? {
        guard progress.basis == .ownClock, let counted = ends.boot, let wall = time.wall, node.clock.isTrusted(at: now)
        else { return nil }
        let exact = time.boot + (ends.wall - wall)
        // From the last comparison on: over the whole of a long timer the two may be apart by what somebody sets.
        let apart = progress.comparedAt.map { (time.boot - $0).nanoseconds } ?? 0
        let stray = Duration.nanoseconds(apart / Self.strayParts)
        return (exact - counted).magnitude <= Self.leastStep + stray ? exact : nil
    }

    /// Rings timers that have run out, or are about to.
    mutating func tend(_ time: RingTime, at now: Now, _ alarms: inout Alarms, _ node: inout NodeContext) {
        var hasChanged = false
        for index in node.memory.timers.progress.indices {
            let progress = node.memory.timers.progress[index]
            guard case .running(var ends, let due) = progress.phase, ends.anchor(at: time), let counted = ends.boot
            else { continue }
            let exact = exactEnd(progress, ends, time, at: now, &node)
            if exact != nil { node.memory.timers.progress[index].comparedAt = time.boot }
            if let exact, (exact - counted).magnitude > .milliseconds(20) { ends.boot = exact }
            let end = exact ?? counted
            guard end - node.book.advance <= time.boot else {
                if progress.phase != .running(ends: ends, due: due) {
                    node.memory.timers.progress[index].phase = .running(ends: ends, due: due)
                    hasChanged = true
                }
                continue
            }
            hasChanged = true
            node.memory.timers.progress[index] = progress.counting(.over)
            ring(progress, due: due, end, time, at: now, &alarms, &node)
        }
        if hasChanged { node.save(at: now) }
    }

    private mutating func ring(
        _ progress: TimerProgress, due: WallTime, _ end: BootTime, _ time: RingTime, at now: Now,
        _ alarms: inout Alarms, _ node: inout NodeContext
    ) {
        let id = progress.id
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
        let dueAt = DurableInstant(wall: wall - late, boot: end)
        alarms.enter(
            Ring(
                occurrence: occurrence, label: timer.name, style: timer.ring, speaks: timer.speaks, countsFrom: nil,
                windowSeconds: CountdownTimers.windowSeconds,
                phase: .ringing(since: isLate ? DurableInstant(wall: wall, boot: time.boot) : dueAt), dueAt: dueAt,
                isTranslated: progress.basis != .ownClock),
            time, at: now, &node)
    }

    /// Returns the end of a running timer, on the boot clock.
    private func end(of timer: TimerProgress, _ time: RingTime, at now: Now, _ node: inout NodeContext) -> BootTime? {
        guard case .running(let ends, _) = timer.phase, let counted = ends.boot else { return nil }
        return exactEnd(timer, ends, time, at: now, &node) ?? counted
    }

    /// Returns the next instant at which ``tend(_:at:_:_:)`` or ``speak(_:at:_:_:)`` has something to do. It goes by
    /// the same end as they do: a look that comes too soon would be followed by the same look at once, without end.
    func nextLook(_ time: RingTime, at now: Now, _ node: inout NodeContext) -> BootTime? {
        var next: BootTime?
        let interval = Self.comparison.nanoseconds
        let comparison = BootTime(nanoseconds: (now.boot.nanoseconds / interval + 1) * interval)
        let speaks = isAnySpeaking(node)
        for timer in node.memory.timers.progress {
            guard let end = end(of: timer, time, at: now, &node) else { continue }
            let point = speaks ? nextPoint(timer, time, at: now, &node).map { $0.at - node.output.leadIn } : nil
            let look = min(point ?? end, end - node.book.advance)
            next = min(next ?? look, timer.basis == .ownClock ? min(look, comparison) : look)
        }
        return next
    }

    // MARK: Words

    /// False on nearly every node, at each event.
    private func isAnySpeaking(_ node: NodeContext) -> Bool {
        node.shadow.desired?.timers.contains(where: \.speaks) ?? false
    }

    /// Returns the next point at which a timer says how long is left, in seconds, and its instant; `nil` without one. A
    /// point for which it is too late is left out.
    private func nextPoint(
        _ progress: TimerProgress, _ time: RingTime, at now: Now, _ node: inout NodeContext
    ) -> (left: Int, at: BootTime)? {
        guard let timer = node.shadow.desired?.timers.first(where: { $0.id == progress.id }), timer.speaks,
            let end = end(of: progress, time, at: now, &node)
        else { return nil }
        let earliest = time.boot + node.output.openingTime
        return CountdownTimer.spokenPoints(of: timer.seconds)
            .first { $0 < progress.said ?? .max && earliest <= end - .seconds($0) }
            .map { ($0, end - .seconds($0)) }
    }

    /// At the lead-in of a point, says how long is left, unless the room is to be silent or something else sounds. The
    /// point is on the disk before its sound, so no crash repeats it.
    mutating func speak(_ time: RingTime, at now: Now, _ quarters: inout QuarterHours, _ node: inout NodeContext) {
        guard isAnySpeaking(node) else { return }
        for index in node.memory.timers.progress.indices {
            let progress = node.memory.timers.progress[index]
            guard let point = nextPoint(progress, time, at: now, &node), point.at - node.output.leadIn <= time.boot
            else { continue }
            node.memory.timers.progress[index].said = point.left
            let target = now.wall + (point.at - now.boot)
            let words = "that \(point.left) s of \(progress.id) are left"
            if let obstacle = obstacle(to: target, at: now, &quarters, &node) {
                node.log(.info, "did not say \(words): \(obstacle)")
                continue
            }
            let sound = node.output.place(
                .timer(progress.id), audibleAt: point.at, answerBy: point.at + QuarterHours.playbackPatience)
            node.save(at: now)
            node.emit(
                .play(
                    PlayOrder(
                        id: sound.id, plan: AnnouncementPlan(clips: [.duration(seconds: point.left)]), target: target,
                        audibleAt: point.at, volume: node.settings.announcementVolume,
                        trimMicroseconds: node.settings.trimMicroseconds)))
            node.log(.info, "says \(words)")
        }
    }

    /// Returns the reason, in words, for which the room says nothing at `target`.
    private func obstacle(
        to target: WallTime, at now: Now, _ quarters: inout QuarterHours, _ node: inout NodeContext
    ) -> String? {
        let verdict = node.clock.verdict(at: now)
        guard verdict.isTrusted else { return verdict.finding }
        guard node.reporter.voice.saysDurations else { return "the voice \(node.settings.voice) has no durations" }
        if let silence = node.silence(at: target) { return silence.detail }
        let end = target + QuarterHours.spokenLength
        if let ring = node.ringInTheWay(until: end) { return ring }
        if let quarter = quarters.quarterInTheWay(of: target, &node) { return "\(quarter) is announced" }
        let isNear = node.memory.carried.orders.contains { $0.order.target < end }
        return isNear || node.output.isTaken(at: now) ? "something else is played" : nil
    }

    /// The time left, or the room's settings, may be others now: cancels words that nobody has heard.
    private func takeBackWords(at now: Now, _ node: inout NodeContext) {
        for index in node.memory.timers.progress.indices {
            let words = SoundOutput.Owner.timer(node.memory.timers.progress[index].id)
            if node.output.takeBackUnheard(words, at: now, &node.out) { node.memory.timers.progress[index].said = nil }
        }
    }

    /// The clock was set, or is trusted: a timer follows a small correction, and counts on by its own after a larger
    /// one.
    private mutating func follow(at now: Now, _ node: inout NodeContext) {
        let time = node.clock.ringTime(at: now)
        let before = node.memory.timers.progress
        for index in before.indices {
            let progress = before[index]
            guard case .running(var ends, let due) = progress.phase else { continue }
            var (basis, comparedAt) = (progress.basis, progress.comparedAt)
            if let exact = exactEnd(progress, ends, time, at: now, &node) {
                (ends.boot, comparedAt) = (exact, time.boot)
            } else if let own = ownEnd(progress, ends, time, at: now, &node) {
                (ends, basis, comparedAt) = (own, .ownClock, time.boot)
            } else if basis != .ownClock || node.clock.isTrusted(at: now) {
                if basis == .ownClock, ends.boot != nil { basis = .exchange }
                ends.follow(time)
            }
            node.memory.timers.progress[index] = progress.counting(
                .running(ends: ends, due: due), by: basis, comparedAt: comparedAt)
        }
        if node.memory.timers.progress != before { node.save(at: now) }
    }

    /// Returns the end of a timer, once translated by an exchange, by this node's clock, if that is now trusted and
    /// agrees with the coordinator's.
    private func ownEnd(
        _ progress: TimerProgress, _ ends: DurableInstant, _ time: RingTime, at now: Now, _ node: inout NodeContext
    ) -> DurableInstant? {
        guard progress.basis == .exchange, let counted = ends.boot, node.clock.isTrusted(at: now),
            let timer = node.shadow.desired?.timers.first(where: { $0.id == progress.id }),
            timer.revision == progress.revision, case .running(let instant) = timer.state
        else { return nil }
        let exact = time.boot + (instant - now.wall)
        guard (exact - counted).magnitude <= TrustGate.winBound else { return nil }
        return DurableInstant(wall: instant, boot: exact)
    }

    /// Returns the timers as the node counts them, by its own wall clock even if untrusted.
    func reports(_ time: RingTime, at now: Now, _ node: inout NodeContext) -> [TimerReport] {
        let timers = node.shadow.desired?.timers ?? []
        return node.memory.timers.progress.compactMap { progress in
            guard let timer = timers.first(where: { $0.id == progress.id }) else { return nil }
            let counts: CountdownState
            switch progress.phase {
            case .over:
                // Its ring is in the book already, which reports it from its instant on.
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
