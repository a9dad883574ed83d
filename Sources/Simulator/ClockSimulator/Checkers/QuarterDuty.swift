// The quarter hours that a room must hear.
//
// A running node with a trusted clock and a working output has no excuse: with broker and coordinator dead it wakes
// itself. So for each node this type counts off the quarter hours by the node's own clock, as last read, and shortly
// after each checks that nothing disturbed the node from a minute before until then. If so, and if the settings on its
// disk call for an announcement, its room must have heard it. The facts are those before the present observation, so
// that a fault that begins after the quarter hour excuses nothing.
//
// No duty arises
// - while the node does not run, sleeps, or its clock was set or it was started within the minute;
// - unless a time service has vouched for the clock for a minute, or the node itself has reported trust by the
//   coordinator's clock and within the last hour had an answer that put the two clocks within half a second of each
//   other: it keeps its trust for hours after that, but nearer to the second that it allows, drift alone may soon end
//   it. Its crystal must be as good as nodes assume. A node that follows the coordinator's clock knows its rate the
//   less well the shorter it has measured it: half of that time without an answer excuses it;
// - while a fault keeps the output from playing, or the disk is slow: the program waits for each write; nor on a
//   machine whose output takes longer to open than the lead-in lasts;
// - while an alarm or a timer rings, is snoozed, or is due within the announcement's time;
// - for a quarter hour that the settings silence, or silence without a wake;
// - for a quarter hour that the clock has passed or jumped over before: it had its line then; nor for one that had its
//   line when the clock was over a minute from it, because a coordinator with another clock had woken the untrusted
//   node for it.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct QuarterDuty {
    /// A quarter hour that the room should have heard.
    struct Failure {
        var node: Int
        var target: WallTime
        /// The true time since which nothing could have kept it from being heard.
        var undisturbedSince: Int64
        /// The true time of the last clock change.
        var clockSetAt: Int64
        var startedAt: Int64
    }

    private struct Node {
        /// The next quarter hour by its clock.
        var target: Int64 = .max
        /// The true time of its judgement.
        var judgement: Int64 = .max
        /// The last two that were heard.
        var heard: (Int64, Int64) = (.min, .min)
        /// The time since which the node has reported only trust by the coordinator's clock; `.min` after any other
        /// report.
        var reportedTrustAt = Int64.min
        /// The last answer of a coordinator, unless that put the two clocks further apart than ``nearEnough``.
        var answeredAt = Int64.min
        /// True if it follows the coordinator's clock, and measures that by its boot clock.
        let isFollower: Bool
        /// Quarter hours that had their line far from their time, by wakes of a coordinator with another clock.
        var settled: [Int64] = []
        /// The last time at which a ring began or ended, or left the disk, true time.
        var lastRinging = Int64.min
        /// True if a ring was on the disk.
        var hadRings = false
        /// True if its crystal was never worse than nodes assume.
        var hasGoodCrystal: Bool
    }

    private var nodes: [Node]
    private let zones: [TimeZoneRules]
    /// The true time before which there is nothing to judge.
    private(set) var nextJudgement = Int64.max

    private static let quarter: Int64 = 900_000_000_000
    /// The time for which nothing may have disturbed the node before.
    private static let calm: Int64 = 60_000_000_000
    /// The time from the quarter hour to its judgement.
    private static let patience: Int64 = 5_000_000_000
    private static let rememberedSettled = 64
    /// No announcement with its stroke takes longer.
    private static let announcement: Int64 = 10_000_000_000
    /// The longest limit and snooze.
    private static let ringLength: Int64 = 14_400_000_000_000
    private static let trustReach: Int64 = 3_600_000_000_000
    private static let nearEnough: Int64 = 500_000_000
    /// Settings that changed this shortly before may or may not apply, with the lead-in and the longest melody.
    private static let settling: Int64 = 30_000_000_000
    private static let zoneSettling: Int64 = 7_200_000_000_000
    private static let assumedDrift = 50_000
    /// The time within which a node may not know that its time service stopped vouching.
    private static let renewal: Int64 = 12_000_000_000

    init(plan: SimulationPlan) {
        zones = plan.zones
        nodes = plan.nodes.map {
            Node(
                isFollower: $0.clockSource == .coordinator, hasGoodCrystal: abs($0.clock.driftPPB) <= Self.assumedDrift)
        }
        for fault in plan.faults {
            guard case .drift(let rate) = fault.kind, abs(rate) > Self.assumedDrift else { continue }
            for host in fault.hosts { if case .node(let node) = host { nodes[node].hasGoodCrystal = false } }
        }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .heard(let sound): nodes[index].heard = (nodes[index].heard.1, sound.target.nanoseconds)
        case .stateStored:
            record(facts.freshEntries, of: index, at: time, facts)
            let hasRings = !facts.nodes[index].rings.isEmpty || facts.nodes[index].emergency.current != nil
            if nodes[index].hadRings, !hasRings { nodes[index].lastRinging = time }
            nodes[index].hadRings = hasRings
        case .ringHeard, .ringStopped, .ringOrdered, .alertHeard: nodes[index].lastRinging = time
        case .published(let message):
            switch message.payload {
            case .reported(let report):
                let machine = facts.nodes[index]
                let isByCoordinator =
                    report.wrappedValue.clock.trusted && !machine.clock.isVouched
                    && time - machine.clock.vouchingChangedAt.clampedSpan > Self.renewal
                if !isByCoordinator {
                    nodes[index].reportedTrustAt = .min
                } else if nodes[index].reportedTrustAt == .min {
                    nodes[index].reportedTrustAt = time
                }
            case .ledger(let batch):
                // A node whose disk refuses writes sends its lines all the same.
                if facts.nodes[index].disk.lastSaveFailed { record(batch.entries[...], of: index, at: time, facts) }
            default: break
            }
        case .delivered(let message):
            if case .timeReply(let reply, _) = message.payload { record(reply, to: index, at: time, facts) }
        case .nodeStarted, .clockSet:
            nodes[index].reportedTrustAt = .min
            nodes[index].answeredAt = .min
            arm(index, after: facts.nodes[index].clock.wall(at: time), facts)
        case .crashed, .stopped:
            nodes[index].target = .max
            nodes[index].judgement = .max
            nextJudgement = nodes.lazy.map(\.judgement).min() ?? .max
        default: break
        }
    }

    /// Remembers lines that are far from their quarter hours, and those of quarter hours that a clock just skipped.
    private mutating func record(_ entries: ArraySlice<LedgerEntry>, of index: Int, at time: Int64, _ facts: RunFacts) {
        let wall = facts.nodes[index].clock.wall(at: time)
        let hasLeapt = time - facts.nodes[index].clock.setAt.clampedSpan < Self.calm
        let near = wall - Self.calm...(hasLeapt ? wall - Self.calm : wall + Self.calm)
        for entry in entries {
            guard case .quarter(let record) = entry.event, !near.contains(record.target.nanoseconds) else { continue }
            nodes[index].settled.append(record.target.nanoseconds, keeping: Self.rememberedSettled)
        }
    }

    private mutating func record(_ reply: TimeReply, to index: Int, at time: Int64, _ facts: RunFacts) {
        let isFollower = nodes[index].isFollower
        // These include the travel times of request and answer: a small difference means a quick answer as well.
        let outward = isFollower ? 0 : (reply.receivedNanoseconds &- reply.originNanoseconds).magnitude
        let homeward = (facts.nodes[index].clock.wall(at: time) &- reply.transmittedNanoseconds).magnitude
        let isNear = max(outward, homeward) <= UInt64(Self.nearEnough) && (reply.isVouched || !isFollower)
        nodes[index].answeredAt = isNear ? time : .min
    }

    /// The quarter hours that came due until `time` and were not heard.
    mutating func failures(until time: Int64, _ facts: RunFacts) -> [Failure] {
        var failures: [Failure] = []
        for index in nodes.indices {
            while nodes[index].judgement <= time {
                if let failure = failure(of: index, facts) { failures.append(failure) }
                arm(index, after: nodes[index].target, facts)
            }
        }
        return failures
    }

    private mutating func arm(_ index: Int, after wall: Int64, _ facts: RunFacts) {
        guard facts.nodes[index].isRunning else { return }
        let target = wall - wall.flooredRemainder(by: Self.quarter) + Self.quarter
        nodes[index].target = target
        nodes[index].judgement = target - facts.nodes[index].clock.ahead + Self.patience
        nextJudgement = nodes.lazy.map(\.judgement).min() ?? .max
    }

    private func failure(of index: Int, _ facts: RunFacts) -> Failure? {
        let node = nodes[index]
        let machine = facts.nodes[index]
        let target = WallTime(nanoseconds: node.target)
        let due = node.target - machine.clock.ahead
        guard node.heard.0 != node.target, node.heard.1 != node.target,
            machine.isUndisturbed(for: Self.calm, until: due), isTrusted(index, at: due, machine),
            isToBeHeard(target, at: due, machine), !machine.clock.hasLivedThrough(target.seconds, early: 60),
            !node.settled.contains(node.target),
            !isRingInTheWay(of: node.target, machine, ringing: node.lastRinging, due: due)
        else { return nil }
        return Failure(
            node: index, target: target, undisturbedSince: machine.disturbedAt, clockSetAt: machine.clock.setAt,
            startedAt: machine.startedAt)
    }

    private func isRingInTheWay(of target: Int64, _ machine: NodeFacts, ringing: Int64, due: Int64) -> Bool {
        if !machine.rings.isEmpty || machine.emergency.current != nil || due - ringing.clampedSpan < Self.calm {
            return true
        }
        // A disk that refuses writes may lack the rings.
        if machine.disk.lastSaveFailed, due - ringing.clampedSpan < Self.ringLength { return true }
        let end = target + Self.announcement
        for timer in machine.timers {
            if case .running(let ends, _) = timer.phase, ends.wall.nanoseconds < end { return true }
        }
        for alarm in machine.document?.alarms ?? [] where alarm.isEnabled {
            let possible = alarm.schedule.zone.map { name in zones.filter { $0.name == name } } ?? [machine.zone]
            for zone in possible {
                let next = AlarmReference.next(
                    alarm.schedule, after: WallTime(nanoseconds: target - Self.calm), in: zone)
                if let next, next.due.nanoseconds < end { return true }
            }
        }
        return false
    }

    private func isTrusted(_ index: Int, at due: Int64, _ machine: NodeFacts) -> Bool {
        if machine.clock.isVouched { return machine.clock.vouchingChangedAt <= due - Self.calm }
        let (reportedAt, answeredAt) = (nodes[index].reportedTrustAt, nodes[index].answeredAt)
        guard nodes[index].hasGoodCrystal, reportedAt > .min, reportedAt <= due - Self.calm,
            answeredAt >= due - Self.trustReach, machine.clock.vouchingChangedAt <= reportedAt
        else { return false }
        let measured = answeredAt - max(machine.clock.setAt, machine.startedAt)
        return !nodes[index].isFollower || due - answeredAt <= measured / 2
    }

    private func isToBeHeard(_ target: WallTime, at due: Int64, _ machine: NodeFacts) -> Bool {
        for former in machine.formerSettings where former.until > due - machine.leadIn - Self.settling {
            guard isToBeHeard(target, at: due, former.settings, machine) else { return false }
        }
        return isToBeHeard(target, at: due, machine.settings, machine)
    }

    private func isToBeHeard(_ target: WallTime, at due: Int64, _ settings: NodeSettings, _ machine: NodeFacts) -> Bool
    {
        guard !settings.mute.silences(target), settings.selfWake, settings.every != .off else { return false }
        if settings.quiet.isEmpty, settings.every == .quarterHour { return true }
        // The program may use either set of rules for a while.
        if machine.zones.changedAt > due - Self.zoneSettling { return false }
        let local = machine.zone.localTime(at: target)
        return settings.every.includes(local.time) && !settings.quiet.contains { $0.contains(local) }
    }
}
