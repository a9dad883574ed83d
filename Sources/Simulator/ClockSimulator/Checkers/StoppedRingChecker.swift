// Invariant 1, as a person in the room has it: what was stopped is silent.
//
// Claimed: within a second after the node has told its output to stop a ring, or has its line on the disk, or after the
// output works again if it was stuck then, that sound is silent; and a sound that was stopped before it began is not
// heard at all, however long the output was stuck in between. And within seconds after somebody's stop or snooze of what
// sounds has come to the node, that is silent, unless its disk holds it up.
//
// And claimed: what rings goes on. A node that has told its output to stop it was told to stop or snooze it, by an action
// that it had not had, or it has rung for its limit, or another document, the clock, the disk or the output has given it a
// reason within a minute.
//
// Not claimed: anything while the output is stuck. No program can silence a device that does nothing it is told.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct StoppedRingChecker: Checker {
    private struct Sound {
        var id: Int
        var occurrence: Occurrence
        var isHeard = false
        /// When somebody's stop or snooze of it came, true time.
        var actedAt: Int64?
        /// When anything last came that may end it, true time.
        var reasonAt = Int64.min
        /// When the node stopped it or had its line, true time.
        var stoppedAt: Int64?
    }

    /// By node: what was ordered, until it has ended.
    private var sounds: [[Sound]]
    /// Rings that a node has silenced, to be judged when it is known what else happened then.
    private var silenced: [(node: Int, occurrence: Occurrence, at: Int64)] = []
    /// Nothing is to be judged before, true time.
    private(set) var nextJudgement = Int64.max

    private static let rememberedSounds = 64
    /// An output fades a ring out in 50 ms, in 250 ms beside others.
    private static let patience: Int64 = 1_000_000_000
    /// How long something may be the reason for what a node does.
    private static let calm: Int64 = 60_000_000_000
    /// For the way through the mailbox.
    private static let reaction: Int64 = 5_000_000_000

    init(plan: SimulationPlan) {
        sounds = plan.nodes.map { _ in [] }
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        if time > nextJudgement { judge(at: time, facts, &findings) }
        guard case .node(let node) = observation.host else { return }
        switch observation.what {
        case .ringOrdered(let order):
            sounds[node].append(Sound(id: order.id, occurrence: order.occurrence))
            if sounds[node].count > Self.rememberedSounds { sounds[node].removeFirst() }
        case .ringHeard(let order): hear(order, of: node, at: time, &findings)
        case .delivered(let message):
            guard case .ringActions(let list) = message.payload else { return }
            for action in list.actions { act(action, on: node, at: time, facts.nodes[node]) }
        case .ringStopped(let id):
            note(id, of: node, observation, facts.nodes[node])
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
        judge(at: end.at, facts, &findings)
    }

    private mutating func hear(_ order: RingOrder, of node: Int, at time: Int64, _ findings: inout Findings) {
        guard let place = sounds[node].firstIndex(where: { $0.id == order.id }) else { return }
        sounds[node][place].isHeard = true
        guard let stoppedAt = sounds[node][place].stoppedAt else { return }
        findings.add(1, at: time, .node(node)) {
            "\(order.occurrence.source) of \(order.occurrence.due) is heard, and its sound was stopped at "
                + "\(TrueTime(nanoseconds: stoppedAt))"
        }
    }

    /// Whoever stops or snoozes what sounds wants it silent. What was done before is not done again.
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

    /// It may have no reason to silence this.
    private mutating func note(_ id: Int, of node: Int, _ observation: borrowing Observation, _ machine: NodeFacts) {
        let time = observation.at.nanoseconds
        guard let sound = sounds[node].first(where: { $0.id == id }), sound.isHeard, sound.stoppedAt == nil,
            let boot = observation.clock?.boot, !machine.disk.lastSaveFailed, !machine.isHeldUp(at: time),
            machine.output.troubles == 0,
            let ring = machine.rings.first(where: { $0.occurrence == sound.occurrence }),
            case .ringing(let since) = ring.phase, let began = since.boot,
            boot - began < .minutes(ring.style.limitMinutes) - .seconds(2)
        else { return }
        guard sound.reasonAt.clampedSpan < time - Self.calm else { return }
        silenced.append((node, sound.occurrence, time))
        nextJudgement = min(nextJudgement, time + Self.reaction)
    }

    /// A document silences before it is on the disk.
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

    private mutating func judge(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        nextJudgement = .max
        judgeReasons(at: time, facts, &findings)
        for node in sounds.indices {
            for place in sounds[node].indices.reversed() {
                let sound = sounds[node][place]
                let machine = facts.nodes[node]
                if sound.isHeard, sound.stoppedAt == nil, let actedAt = sound.actedAt {
                    let limit = max(actedAt, machine.output.unstuckAt, machine.wokeAt) + Self.reaction
                    guard !machine.output.isStuck, !machine.isAsleep, !machine.isHeldUp(at: time), limit < time else {
                        nextJudgement = min(nextJudgement, max(limit, time))
                        continue
                    }
                    findings.add(1, at: time, .node(node)) {
                        "\(sound.occurrence.source) of \(sound.occurrence.due) goes on, and somebody stopped or snoozed it "
                            + "at \(TrueTime(nanoseconds: actedAt))"
                    }
                    sounds[node].remove(at: place)
                    continue
                }
                guard sound.isHeard, let stoppedAt = sound.stoppedAt else { continue }
                let limit = max(stoppedAt, machine.output.unstuckAt) + Self.patience
                guard !machine.output.isStuck, limit < time else {
                    nextJudgement = min(nextJudgement, max(limit, time))
                    continue
                }
                findings.add(1, at: time, .node(node)) {
                    "\(sound.occurrence.source) of \(sound.occurrence.due) goes on, and was stopped at "
                        + "\(TrueTime(nanoseconds: stoppedAt))"
                }
                sounds[node].remove(at: place)
            }
        }
    }
}
