// Invariant 2: nothing sounds early, or later than its window.
//
// Claimed: an announcement is for a quarter hour, or for an instant that somebody requested. The anchor of every
// announcement leaves the output when the node's own clock shows its target, to within the output model's own error
// (its missing trim and its jitter) and a millisecond; late by no more than the grace of two seconds within which a
// node may still decide on an announcement. Invariant 8 covers the clock's trust.
//
// An alarm's first sound comes no earlier than its due time and no later than its misfire window allows, by the node's
// present clock or, after a clock change, by the clock before it, with an allowance for the drift since: without trust,
// a node uses its last trusted reading. A clock that was set while a time service vouched for it loses its former
// reading, except for rings begun by that: they sound within seconds, or at the end of a snooze that somebody requested
// elsewhere. A snoozed ring is silent until the snooze is over. A snooze counts from its arrival; but if the node's
// disk does not record the ring (it was off, or the disk forgot), it counts from the request.
//
// Not claimed:
// - for an alarm whose output or disk was in trouble: its window without the ring limit, as the node retries it for
//   that long from its beginning;
// - for an alarm that was snoozed elsewhere before it sounded here: any window. The person who snoozed it knew that it
//   was due, so a clock without a voucher need not show its time, nor any clock while the disk refuses writes;
// - for a timer, see invariant 6;
// - for a sound whose clock was set within the last second before its onset, or while the disk held up the program: the
//   node cannot cancel a sound before it learns of the change;
// - for a machine that slept between order and onset: a second after it woke, and a minute if a slow disk held the
//   order up over the sleep.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct OnTimeChecker: Checker {
    private static let grace: Int64 = 2_000_000_000
    private static let reaction: Int64 = 1_000_000_000
    private static let heldUp: Int64 = 60_000_000_000

    private struct Ring {
        var occurrence: Occurrence
        var snooze: Int64
        /// The first snooze that arrived since it last sounded.
        var snoozedAt: Int64?
        /// The wall time of that request, if the snooze counts from it.
        var askedAt: Int64?
    }

    private struct Acted {
        var actions: [(id: String, occurrence: Occurrence)] = []
        /// The true time at which the last one arrived.
        var at: Int64
    }

    /// By node: its recent rings.
    private var rings: [[Ring]]
    /// By node and source: the last received actions; a repetition changes nothing. The broker keeps one of each source
    /// and sends it again on every connection.
    private var actions: [[RingSource: Acted]]
    /// By node: the ringing occurrences on its disk at, or a moment after, the last clock change, too late to cancel.
    private var begun: [[Occurrence]]
    /// By node: its clock's reading before the last change.
    private var wallBefore: [Int64]

    /// 500 parts per million.
    private static let driftDivisor: Int64 = 2_000
    private static let rememberedRings = 32
    private static let rememberedActions = 4
    /// Beyond this many sources, the checker forgets those without a recent action: the broker keeps an action for a
    /// day.
    private static let rememberedSources = 128
    private static let actionMemory: Int64 = 7 * 86_400_000_000_000
    /// A second until the program learns of the clock change, and the output's buffer by then.
    private static let reach: Int64 = 1_500_000_000
    /// The hold after a start, a second of advance, retries of the output.
    private static let hurry: Int64 = 15_000_000_000
    /// An action's own instant counts when it is no further than this from the node's clock, and ends at a whole
    /// second.
    private static let actionSlack: Int64 = 11_000_000_000

    init(plan: SimulationPlan) {
        rings = plan.nodes.map { _ in [] }
        actions = plan.nodes.map { _ in [:] }
        begun = plan.nodes.map { _ in [] }
        wallBefore = plan.nodes.map { _ in 0 }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        switch observation.what {
        case .playOrdered(let order): check(order, of: index, at: observation.at.nanoseconds, facts, &findings)
        case .heard(let sound): check(sound, of: index, at: observation.at.nanoseconds, facts, &findings)
        case .ringHeard(let order): check(order, of: index, at: observation.at.nanoseconds, facts, &findings)
        case .delivered(let message):
            guard case .ringActions(let list) = message.payload else { return }
            for action in list.actions { act(action, on: index, at: observation.at.nanoseconds, facts.nodes[index]) }
        case .clockSet(let step):
            let node = facts.nodes[index]
            wallBefore[index] = node.clock.wall(at: observation.at.nanoseconds) &- step.nanoseconds
            begun[index] = begun(of: index, node)
        case .stateStored:
            // The program was handling it when the clock was set, or the disk still writes one state after the other.
            let node = facts.nodes[index]
            guard
                observation.at.nanoseconds - node.clock.setAt.clampedSpan < Self.reaction
                    || node.disk.writesSince < node.clock.setAt
            else { return }
            begun[index] = begun(of: index, node)
        default: break
        }
    }

    private mutating func act(_ action: RingAction, on index: Int, at time: Int64, _ facts: NodeFacts) {
        var known = actions[index][action.occurrence.source] ?? Acted(at: time)
        if known.actions.contains(where: { $0.id == action.id }) { return }
        known.actions.append((action.id, action.occurrence), keeping: Self.rememberedActions)
        known.at = time
        actions[index][action.occurrence.source] = known
        if actions[index].count > Self.rememberedSources {
            actions[index] = actions[index].filter { time - $0.value.at < Self.actionMemory }
        }
        guard action.kind == .snooze,
            let place = rings[index].firstIndex(where: { $0.occurrence == action.occurrence }),
            rings[index][place].snoozedAt == nil
        else { return }
        rings[index][place].snoozedAt = time
        rings[index][place].askedAt = instant(of: action, facts)
    }

    /// A node cancels later occurrences when the clock is set.
    private func begun(of index: Int, _ node: NodeFacts) -> [Occurrence] {
        let latest = wallBefore[index] &+ Self.reach
        return node.rings.map(\.occurrence).filter { $0.due.nanoseconds <= latest }
    }

    /// The instant of a snooze's request, if it counts from then: the node's disk does not record the ring.
    private func instant(of snooze: RingAction, _ node: NodeFacts) -> Int64? {
        guard !node.rings.contains(where: { $0.occurrence == snooze.occurrence }) else { return nil }
        // Nobody can have snoozed it before it was due: that instant is by another clock.
        let isOfItsTime = snooze.at.nanoseconds >= snooze.occurrence.due.nanoseconds - Self.actionSlack
        return isOfItsTime ? snooze.at.nanoseconds : nil
    }

    private mutating func check(
        _ order: RingOrder, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        if let place = rings[index].firstIndex(where: { $0.occurrence == order.occurrence }) {
            let ring = rings[index][place]
            rings[index][place].snoozedAt = nil
            rings[index][place].askedAt = nil
            guard let snoozedAt = ring.snoozedAt, ring.snooze > 0, node.startedAt < snoozedAt,
                time < min(snoozedAt, ring.askedAt.map { $0 &- node.clock.ahead } ?? .max) + ring.snooze
                    - Self.actionSlack, !node.isHeldUp(at: time)
            else { return }
            return findings.add(2, at: time, .node(index)) {
                "\(order.occurrence.source) of \(order.occurrence.due) rings \(Duration.nanoseconds(time - snoozedAt)) "
                    + "after it was snoozed for \(Duration.nanoseconds(ring.snooze))"
            }
        }
        let alarm = node.document?.alarms.first { .alarm($0.id) == order.occurrence.source }
        let minutes = alarm?.ring.snoozeMinutes ?? 0
        rings[index].append(
            Ring(occurrence: order.occurrence, snooze: Int64(minutes) * 60_000_000_000, snoozedAt: nil),
            keeping: Self.rememberedRings)
        if let alarm { check(order, alarm, of: index, at: time, node, &findings) }
    }

    private func check(
        _ order: RingOrder, _ alarm: Alarm, of index: Int, at time: Int64, _ node: NodeFacts, _ findings: inout Findings
    ) {
        let due = order.occurrence.due.nanoseconds
        // A former clock's reading has the crystal's drift since the change.
        var clocks: [(wall: Int64, drift: Int64)] = [(node.clock.wall(at: time), 0)]
        for former in node.clock.former {
            clocks.append((time + former.ahead, (time - former.since) / Self.driftDivisor))
        }
        let actions = actions[index][order.occurrence.source]?.actions ?? []
        let wasSnoozed = actions.contains { $0.occurrence == order.occurrence }
        // A clock change under a voucher gives the true time, and the node learns it at once. The node retries an
        // output in trouble for as long as the alarm would ring.
        let limit = Int64(alarm.ring.limitMinutes) * 60_000_000_000
        let isBegun = begun[index].contains(order.occurrence)
        let snooze = wasSnoozed ? Int64(alarm.ring.snoozeMinutes) * 60_000_000_000 : 0
        let isTried =
            node.output.troubles > 0 || node.disturbedAt > node.clock.setAt
            || time - node.disturbedAt.clampedSpan < Self.hurry
        let reaction =
            node.isHeldUp(at: time)
            ? Self.heldUp : isBegun ? Self.hurry + snooze + (isTried ? limit : 0) : Self.reaction
        let isFollowed =
            node.clock.isVouched && node.clock.vouchingChangedAt < node.clock.setAt && clocks.count > 1
            && max(node.clock.setAt, node.wokeAt).clampedSpan < time - reaction
        let shown = isFollowed ? clocks.dropLast() : clocks[...]
        // A snoozed ring has begun. A node whose disk refuses writes cannot know that.
        let isTimeShown = !wasSnoozed || (node.clock.isVouched && !node.disk.lastSaveFailed)
        if isTimeShown, shown.allSatisfy({ $0.wall < due - node.output.onsetTolerance - $0.drift }) {
            findings.add(2, at: time, .node(index)) {
                "\(alarm.id), due at \(order.occurrence.due), rings when the node's clock shows "
                    + "\(WallTime(nanoseconds: node.clock.wall(at: time)))"
            }
        }
        // A sound ordered before a sleep begins as the machine wakes, before its program knows. So does an order that a
        // slow disk still held up when the machine fell asleep.
        let waking = node.isHeldUp(at: time) ? Self.heldUp : Self.reaction
        if wasSnoozed || time - node.wokeAt.clampedSpan < waking { return }
        var window = alarm.misfire.window.nanoseconds
        if node.output.troubles > 0 || node.disk.troubles > 0
            || time - node.disturbedAt.clampedSpan < window + 600_000_000_000
        {
            window += limit
        }
        if clocks.allSatisfy({ $0.wall > due + window + Self.hurry + $0.drift }) {
            findings.add(2, at: time, .node(index)) {
                "\(alarm.id), due at \(order.occurrence.due), rings when the node's clock shows "
                    + "\(WallTime(nanoseconds: node.clock.wall(at: time))), beyond its misfire window"
            }
        }
    }

    /// Checks that a node does not even order an announcement past its grace.
    private func check(_ order: PlayOrder, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings)
    {
        let node = facts.nodes[index]
        let late = node.clock.wall(at: time) - order.target.nanoseconds
        guard late > Self.grace + Self.reaction, !node.isHeldUp(at: time),
            max(node.clock.setAt, node.wokeAt).clampedSpan < time - Self.reaction
        else { return }
        findings.add(2, at: time, .node(index)) {
            "the announcement for \(order.target) was ordered \(Duration.nanoseconds(late)) after it"
        }
    }

    private func check(
        _ sound: HeardSound, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        if !QuarterHour.isQuarterHour(sound.target), !facts.isAsked(sound.target) {
            findings.add(2, at: time, .node(index)) {
                "the time was said for \(sound.target), which is no quarter hour and which nobody asked for"
            }
        }
        let wall = node.clock.wall(at: time)
        let late = wall - sound.target.nanoseconds
        guard late < -node.output.onsetTolerance || late > Self.grace + node.output.onsetTolerance else { return }
        let reaction = node.isHeldUp(at: time) ? Self.heldUp : Self.reaction
        if time - node.clock.setAt.clampedSpan < reaction { return }
        findings.add(2, at: time, .node(index)) {
            "the announcement for \(sound.target) was heard when the node's clock showed "
                + "\(WallTime(nanoseconds: wall)), \(Duration.nanoseconds(late)) after its target"
        }
    }
}

extension Int64 {
    /// Far enough in the past that a difference to any instant of a run does not overflow.
    var clampedSpan: Int64 { Swift.max(self, -4_000_000_000_000_000_000) }
}
