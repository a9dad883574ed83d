// Invariant 1: an occurrence rings at most once per node; a quarter hour is announced at most once per node.
//
// Claimed: for each quarter hour, by its name, a room hears at most one announcement, in spite of crashes, clocks,
// brokers and coordinators; a clock that is set back repeats no announcement.
//
// Not claimed: for a machine whose disk was restored, damaged or refused its last write, and which started again after
// the announcement: it cannot know. Nor for a quarter hour that returns after the room has heard as many others as this
// checker remembers (two days' worth, like the node): a clock that was once far ahead must not silence true quarter
// hours.
//
// Claimed of orders to the output: the node's disk already records them, or has refused to; otherwise a crash between
// the two would repeat the sound.
//
// Claimed of an occurrence: it never sounds twice at the same time; once the node has silenced it, it does not sound
// again unless somebody snoozed it (or the program restarted, or the output lost the sound); once its line is on the
// node's disk, it never sounds again; and once a stop of it has arrived at the node, it does not begin, unless the stop
// still waits behind the writes of a slow disk. A ring that continues after a crash, a snooze or a lost device is the
// same ring; so is one that the node begins again because a slow disk, a sleep or a stuck output kept it from receiving
// the output's answer.
//
// Claimed of alarms: one that rings once rings for one instant only, as long as it counts from the same one, unless two
// coordinators have given its id; an occurrence that was due before the program started, by a vouched clock, waits
// three seconds for a stop; and of an alarm that was due several times meanwhile, one occurrence begins to ring.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct AtMostOnceChecker: Checker {
    private struct Hearing {
        var target: Int64
        var at: Int64
        /// The number of lines that the node had written by then.
        var lines: Int
    }

    private struct Ringing {
        var occurrence: Occurrence
        /// The sound that plays now.
        var sound: Int?
        var heardAt = Int64.min
        /// The start of its alarm's count then, by the document on the disk; `nil` unless the alarm rings once.
        var countsFrom: WallTime?
        /// The true time at which the node itself silenced it.
        var stoppedAt = Int64.min
        var snoozedAt = Int64.min
        /// The true time at which the first stop of it arrived.
        var forbiddenAt = Int64.max
        /// The true time at which its line came to the disk.
        var lineAt = Int64.max
    }

    /// By node: the rings that rang or ended lately, the newest last.
    private var rings: [[Ringing]]
    /// By node: the ringing and snoozed occurrences of its last state.
    private var begun: [[Occurrence]]
    /// By node, as a ring.
    private var hearings: [[Hearing]]
    private var next: [Int]
    /// By node: lines of quarter hours that came to its disk.
    private var lines: [Int]
    /// True if one id names one alarm: with two coordinators, copies of one store take turns.
    private let idsHold: Bool

    /// With the snoozes of a day, which a broker sends again on every connection.
    private static let rememberedRings = 256
    /// A snooze may arrive before its sound plays, and be handled after it.
    private static let handling: Int64 = 60_000_000_000
    /// An occurrence already due at a start waits for three seconds, or a little less by a slewed clock.
    private static let hold: Int64 = 2_900_000_000
    /// A stop arrives while the sound is on its way to the output.
    private static let stopping: Int64 = 5_000_000_000
    /// A node ignores a stop that is a day from its own clock.
    private static let actionLife: UInt64 = 82_800_000_000_000
    /// A line or two may not have been on the disk yet.
    private static let remembered = NodeState.maximumDecided - 8

    init(plan: SimulationPlan) {
        rings = plan.nodes.map { _ in [] }
        begun = plan.nodes.map { _ in [] }
        hearings = plan.nodes.map { _ in [] }
        next = plan.nodes.map { _ in 0 }
        lines = plan.nodes.map { _ in 0 }
        idsHold = plan.coordinators.count == 1
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let node) = observation.host else { return }
        lines[node] += facts.freshEntries.count
        switch observation.what {
        case .playOrdered(let order):
            guard facts.isQuarterHour(order.target), facts.nodes[node].playing != order.target else { return }
            reportUnstored("the quarter hour \(order.target)", of: node, observation, facts, &findings)
        case .ringOrdered(let order):
            guard !facts.nodes[node].rings.contains(where: { $0.occurrence == order.occurrence }) else { return }
            reportUnstored(
                "\(order.occurrence.source) of \(order.occurrence.due)", of: node, observation, facts, &findings)
        case .soundOrdered(let order):
            let isStored = facts.nodes[node].carried.contains {
                $0.isPlaying && $0.order.sound?.id == order.sound && $0.order.target == order.target
            }
            guard !isStored else { return }
            reportUnstored("the sound for \(order.target)", of: node, observation, facts, &findings)
        case .heard(let sound):
            if facts.isQuarterHour(sound.target) { check(sound, of: node, observation, facts, &findings) }
        case .ringHeard(let order): check(order, of: node, at: observation.at.nanoseconds, facts, &findings)
        case .ringStopped(let id):
            if let place = rings[node].lastIndex(where: { $0.sound == id }) {
                rings[node][place].stoppedAt = observation.at.nanoseconds
            }
        case .silenced(let id, _):
            if let place = rings[node].lastIndex(where: { $0.sound == id }) { rings[node][place].sound = nil }
        case .delivered(let message):
            guard case .ringActions(let list) = message.payload else { return }
            for action in list.actions {
                act(action, on: node, at: observation.at.nanoseconds, facts.nodes[node].clock)
            }
        case .nodeStarted(let state, _, _): begun[node] = state.rings.map(\.occurrence)
        case .stateNotStored(let state, _, _): begun[node] = state.wrappedValue.rings.map(\.occurrence)
        case .stateStored:
            begin(facts.nodes[node].rings, of: node, at: observation.at.nanoseconds, &findings)
            for entry in facts.freshEntries {
                guard case .ring(let record) = entry.event else { continue }
                let place = self.place(of: record.occurrence, on: node)
                rings[node][place].lineAt = min(rings[node][place].lineAt, observation.at.nanoseconds)
            }
        default: break
        }
    }

    /// Reports an order of which the disk knows nothing.
    private func reportUnstored(
        _ what: String, of node: Int, _ observation: borrowing Observation, _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        guard !facts.nodes[node].disk.lastSaveFailed else { return }
        findings.add(1, at: observation.at.nanoseconds, .node(node)) {
            "\(what) was ordered from the output before it was on the disk"
        }
    }

    /// Checks the occurrences that the disk newly records as ringing.
    private mutating func begin(_ now: [Ring], of node: Int, at time: Int64, _ findings: inout Findings) {
        if now.isEmpty, begun[node].isEmpty { return }
        var sources: [RingSource] = []
        for ring in now where !begun[node].contains(ring.occurrence) {
            guard case .ringing = ring.phase, case .alarm = ring.occurrence.source else { continue }
            if sources.contains(ring.occurrence.source) {
                findings.add(1, at: time, .node(node)) {
                    "\(ring.occurrence.source) was due several times, and begins to ring for \(ring.occurrence.due) and for "
                        + "another"
                }
            }
            sources.append(ring.occurrence.source)
        }
        begun[node] = now.map(\.occurrence)
    }

    private mutating func place(of occurrence: Occurrence, on node: Int) -> Int {
        if let place = rings[node].lastIndex(where: { $0.occurrence == occurrence }) { return place }
        rings[node].append(Ringing(occurrence: occurrence))
        if rings[node].count > Self.rememberedRings {
            let place = rings[node].firstIndex { $0.sound == nil } ?? 0
            rings[node].remove(at: place)
        }
        return rings[node].count - 1
    }

    private mutating func act(_ action: RingAction, on node: Int, at time: Int64, _ clock: ClockFacts) {
        let place = place(of: action.occurrence, on: node)
        switch action.kind {
        case .stop:
            if (clock.wall(at: time) - action.at.nanoseconds).magnitude < Self.actionLife {
                rings[node][place].forbiddenAt = min(rings[node][place].forbiddenAt, time)
            }
        // It may arrive before the sound that it is meant for.
        case .snooze: rings[node][place].snoozedAt = time
        }
    }

    private mutating func check(
        _ order: RingOrder, of node: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let place = place(of: order.occurrence, on: node)
        let ring = rings[node][place]
        let machine = facts.nodes[node]
        if ring.lineAt < time, ring.lineAt > machine.disk.forgotAt {
            findings.add(1, at: time, .node(node)) {
                "\(order.occurrence.source) of \(order.occurrence.due) rings, and had its line on the disk at "
                    + "\(TrueTime(nanoseconds: ring.lineAt))"
            }
        } else if ring.sound != nil, ring.stoppedAt < ring.heardAt {
            findings.add(1, at: time, .node(node)) {
                "\(order.occurrence.source) of \(order.occurrence.due) sounds twice at the same time"
            }
        } else if ring.stoppedAt > ring.heardAt, ring.heardAt > .min,
            ring.snoozedAt.clampedSpan < ring.heardAt - Self.handling, machine.startedAt < ring.heardAt,
            max(machine.wokeAt, machine.output.unstuckAt).clampedSpan < ring.heardAt - Self.handling,
            !machine.isHeldUp(at: time)
        {
            findings.add(1, at: time, .node(node)) {
                "\(order.occurrence.source) of \(order.occurrence.due) rings again, and was silenced at "
                    + "\(TrueTime(nanoseconds: ring.stoppedAt)) without a snooze"
            }
        } else if ring.forbiddenAt > max(machine.startedAt, machine.disk.forgotAt),
            ring.forbiddenAt < time - (machine.isHeldUp(at: time) ? Self.handling : Self.stopping),
            ring.forbiddenAt < machine.disk.writesSince || !machine.isHeldUp(at: time),
            machine.wokeAt.clampedSpan < time - Self.handling, !machine.output.isStuck,
            machine.output.unstuckAt.clampedSpan < time - Self.handling
        {
            findings.add(1, at: time, .node(node)) {
                "\(order.occurrence.source) of \(order.occurrence.due) rings, and was stopped at "
                    + "\(TrueTime(nanoseconds: ring.forbiddenAt))"
            }
        }
        rings[node][place].sound = order.id
        rings[node][place].heardAt = time
        guard case .alarm(let id) = order.occurrence.source else { return }
        checkHold(order, of: node, at: time, machine, &findings)
        guard let alarm = machine.document?.alarms.first(where: { $0.id == id }) else { return }
        guard alarm.schedule.isOnce else { return }
        checkSingle(order.occurrence, alarm, of: node, at: time, machine, &findings)
        rings[node][place].countsFrom = alarm.schedule.countsFrom
    }

    private func checkHold(
        _ order: RingOrder, of node: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        // An occurrence snoozed until after the start need not wait.
        let isSnoozed = machine.rings.contains { $0.occurrence == order.occurrence && $0.snoozes > 0 }
        // By a clock without a voucher it is not due yet: the node uses its last trusted reading.
        guard !isSnoozed, machine.clock.isVouched, time < machine.startedAt + Self.hold,
            max(machine.clock.setAt, machine.clock.vouchingChangedAt) < machine.startedAt,
            order.occurrence.due.nanoseconds < machine.clock.wall(at: machine.startedAt),
            machine.clock.former.allSatisfy({ order.occurrence.due.nanoseconds < machine.startedAt + $0.ahead })
        else { return }
        findings.add(1, at: time, .node(node)) {
            "\(order.occurrence.source) of \(order.occurrence.due) rings \(Duration.nanoseconds(time - machine.startedAt)) "
                + "after a start, before a stop of it can have come"
        }
    }

    /// Checks that a one-time alarm rings once, even if the node has changed its zone since.
    private func checkSingle(
        _ occurrence: Occurrence, _ alarm: Alarm, of node: Int, at time: Int64, _ machine: NodeFacts,
        _ findings: inout Findings
    ) {
        guard idsHold else { return }
        let other = rings[node].first { ring in
            ring.occurrence.source == occurrence.source && ring.occurrence.due != occurrence.due
                && ring.heardAt > machine.disk.forgotAt && ring.countsFrom == alarm.schedule.countsFrom
        }
        guard let other else { return }
        findings.add(1, at: time, .node(node)) {
            "\(alarm.id) rings once, rang for \(other.occurrence.due), and now rings for \(occurrence.due)"
        }
    }

    private mutating func check(
        _ sound: HeardSound, of node: Int, _ observation: borrowing Observation, _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        let time = observation.at.nanoseconds
        let target = sound.target.nanoseconds
        let forgotAt = facts.nodes[node].disk.forgotAt
        if let earlier = hearings[node].last(where: { $0.target == target }), earlier.at > forgotAt,
            lines[node] - earlier.lines < Self.remembered
        {
            findings.add(1, at: time, .node(node)) {
                "the quarter hour \(sound.target) was announced at \(TrueTime(nanoseconds: earlier.at)) and is now "
                    + "announced again"
            }
        }
        let hearing = Hearing(target: target, at: time, lines: lines[node])
        if hearings[node].count < Self.remembered {
            hearings[node].append(hearing)
        } else {
            hearings[node][next[node]] = hearing
            next[node] = (next[node] + 1) % Self.remembered
        }
    }
}
