// Invariant 1, for a person in the room: a stopped sound is silent.
//
// Claimed: a ring is silent within a second after the node has ordered its output to stop it, or has its line on the
// disk, or after a stuck output works again; and a sound that was stopped before it began never sounds, however long
// the output was stuck in between. And within seconds after a stop or snooze of a sound has arrived at the node, the
// sound is silent, unless the node's disk holds it up.
//
// And claimed: a ring goes on. A node orders its output to stop a ring only because a new action stopped or snoozed it,
// because it has rung for its limit, or because another document, the clock, the disk or the output gave a reason
// within a minute.
//
// Not claimed: anything while the output is stuck. No program can silence a device that ignores its orders.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct StoppedRingChecker: Checker {
    private struct Sound {
        var id: Int
        var occurrence: Occurrence
        var isHeard = false
        /// The true time at which a stop or snooze of it arrived.
        var actedAt: Int64?
        /// The true time of the last event that may end it.
        var reasonAt = Int64.min
        /// The true time at which the node stopped it or had its line.
        var stoppedAt: Int64?
    }

    /// By node: the ordered rings, until they end.
    private var sounds: [[Sound]]
    /// Rings that a node silenced; judged a little later, when the other events of that moment are known.
    private var silenced: [(node: Int, occurrence: Occurrence, at: Int64)] = []
    /// The true time before which there is nothing to judge.
    private(set) var nextJudgement = Int64.max

    private static let rememberedSounds = 64
    /// An output fades a ring out in 50 ms, in 250 ms beside others.
    private static let patience: Int64 = 1_000_000_000
    /// An event may be the reason of a node's action for this long.
    private static let calm: Int64 = 60_000_000_000
    /// For the way through the mailbox.
    private static let reaction: Int64 = 5_000_000_000

    init(plan: SimulationPlan) { sounds = plan.nodes.map { _ in [] } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        if time > nextJudgement { check(at: time, facts, &findings) }
        guard case .node(let node) = observation.host else { return }
        switch observation.what {
        case .ringOrdered(let order):
            sounds[node].append(Sound(id: order.id, occurrence: order.occurrence), keeping: Self.rememberedSounds)
        case .ringHeard(let order): check(order, of: node, at: time, &findings)
        case .delivered(let message):
            guard case .ringActions(let list) = message.payload else { return }
            for action in list.actions { act(action, on: node, at: time, facts.nodes[node]) }
        case .ringStopped(let id):
            record(id, of: node, observation, facts.nodes[node])
            stop(node, at: time) { $0.id == id }
        case .stateStored:
            for entry in facts.freshEntries {
                guard case .ring(let record) = entry.event else { continue }
                stop(node, at: time) { $0.occurrence == record.occurrence }
            }
        case .silenced(let id, _): sounds[node].removeAll { $0.id == id }
        case .ringAnswered(let id, .failed): sounds[node].removeAll { $0.id == id }
        case .crashed, .stopped, .nodeStarted: sounds[node].removeAll()
        default: break
        }
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        check(at: end.at, facts, &findings)
    }

    private mutating func check(_ order: RingOrder, of node: Int, at time: Int64, _ findings: inout Findings) {
        guard let place = sounds[node].firstIndex(where: { $0.id == order.id }) else { return }
        sounds[node][place].isHeard = true
        guard let stoppedAt = sounds[node][place].stoppedAt else { return }
        findings.add(1, at: time, .node(node)) {
            "\(order.occurrence.source) of \(order.occurrence.due) is heard, and its sound was stopped at "
                + "\(TrueTime(nanoseconds: stoppedAt))"
        }
    }

    /// Records an action: a stop or a snooze must silence the sound. A repeated action has no effect.
    private mutating func act(_ action: RingAction, on node: Int, at time: Int64, _ machine: NodeFacts) {
        let known = machine.rings.first { $0.occurrence == action.occurrence }
        if known?.actions.contains(action.id) != true {
            for place in sounds[node].indices where sounds[node][place].occurrence == action.occurrence {
                sounds[node][place].reasonAt = time
            }
        }
        guard let ring = known, !ring.actions.contains(action.id), !machine.disk.lastSaveFailed,
            action.kind == .stop || ring.style.snoozeMinutes > 0, case .ringing = ring.phase
        else { return }
        for place in sounds[node].indices
        where sounds[node][place].occurrence == action.occurrence && sounds[node][place].isHeard
            && sounds[node][place].actedAt == nil
        {
            sounds[node][place].actedAt = time
            nextJudgement = min(nextJudgement, time + Self.reaction)
        }
    }

    /// Records a stop for which the node may have no reason.
    private mutating func record(_ id: Int, of node: Int, _ observation: borrowing Observation, _ machine: NodeFacts) {
        let time = observation.at.nanoseconds
        guard let sound = sounds[node].first(where: { $0.id == id }), sound.isHeard, sound.stoppedAt == nil,
            let boot = observation.clock?.boot, !machine.disk.lastSaveFailed, !machine.isHeldUp(at: time),
            machine.output.troubles == 0, let ring = machine.rings.first(where: { $0.occurrence == sound.occurrence }),
            case .ringing(let since) = ring.phase, let began = since.boot,
            boot - began < .minutes(ring.style.limitMinutes) - .seconds(2)
        else { return }
        guard sound.reasonAt.clampedSpan < time - Self.calm else { return }
        silenced.append((node, sound.occurrence, time))
        nextJudgement = min(nextJudgement, time + Self.reaction)
    }

    /// Judges the recorded stops later, because a document silences a ring before it is on the disk.
    private mutating func judgeReasons(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        for (node, occurrence, at) in silenced where at + Self.reaction < time {
            let machine = facts.nodes[node]
            let reasons = [
                machine.documentChangedAt, machine.clock.setAt, machine.clock.vouchingChangedAt, machine.disturbedAt,
                machine.wokeAt, machine.startedAt, machine.output.unstuckAt,
            ]
            guard reasons.allSatisfy({ $0.clampedSpan < at - Self.calm }), machine.isRunning, !machine.isAsleep,
                machine.output.troubles == 0, !machine.disk.lastSaveFailed, !machine.isHeldUp(at: time)
            else { continue }
            findings.add(1, at: at, .node(node)) {
                "\(occurrence.source) of \(occurrence.due) was silenced, and nobody asked for that"
            }
        }
        silenced.removeAll { $0.at + Self.reaction < time }
        if let next = silenced.lazy.map(\.at).min() { nextJudgement = min(nextJudgement, next + Self.reaction) }
    }

    private mutating func stop(_ node: Int, at time: Int64, where isStopped: (Sound) -> Bool) {
        for place in sounds[node].indices where sounds[node][place].stoppedAt == nil && isStopped(sounds[node][place]) {
            sounds[node][place].stoppedAt = time
            nextJudgement = min(nextJudgement, time + Self.patience)
        }
    }

    private mutating func check(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        nextJudgement = .max
        judgeReasons(at: time, facts, &findings)
        for node in sounds.indices {
            for place in sounds[node].indices.reversed() {
                let sound = sounds[node][place]
                let machine = facts.nodes[node]
                guard sound.isHeard, let since = sound.stoppedAt ?? sound.actedAt else { continue }
                let (isStopped, free) = (sound.stoppedAt != nil, max(since, machine.output.unstuckAt))
                let limit = isStopped ? free + Self.patience : max(free, machine.wokeAt) + Self.reaction
                let isExcused = !isStopped && (machine.isAsleep || machine.isHeldUp(at: time))
                guard !machine.output.isStuck, !isExcused, limit < time else {
                    nextJudgement = min(nextJudgement, max(limit, time))
                    continue
                }
                findings.add(1, at: time, .node(node)) {
                    "\(sound.occurrence.source) of \(sound.occurrence.due) goes on, and "
                        + (isStopped ? "was stopped" : "somebody stopped or snoozed it")
                        + " at \(TrueTime(nanoseconds: since))"
                }
                sounds[node].remove(at: place)
            }
        }
    }
}
