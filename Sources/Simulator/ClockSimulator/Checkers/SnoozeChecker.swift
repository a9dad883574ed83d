// Invariant 2, of snoozes: a power cut does not restart one, and of two people's snoozes the longer one counts.
//
// Claimed: a snooze has no more time left in the first stored state after a power cut than in the last one before it,
// to within a second. So a clock that comes back behind makes no snooze longer.
//
// And claimed: a second snooze does not make the first end sooner.
//
// Not claimed: for a snooze that somebody added since the power cut; for a disk that was restored, or that holds the
// program up; nor for two people's snoozes if the clock was set in between.

internal import ClockDomain
internal import ClockNodeCore

struct SnoozeChecker: Checker {
    private struct Left {
        /// The actions that had snoozed it by then.
        var actions: [String]
        var span: Int64
    }

    private struct Node {
        /// The snoozes in the last state on the disk: their actions, and their ends by the boot clock.
        var ends: [Occurrence: (actions: [String], end: Int64)] = [:]
        /// By the last state on the disk, and by the last one before the power went.
        var left: [Occurrence: Left] = [:]
        var kept: [Occurrence: Left] = [:]
        var power = PowerWatch()
    }

    private var nodes: [Node]

    private static let tolerance: Int64 = 1_000_000_000

    init(plan: SimulationPlan) { nodes = plan.nodes.map { _ in Node() } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        if nodes[index].power.hasGone(observation) { losePower(index) }
        switch observation.what {
        case .clockSet, .crashed, .stopped: nodes[index].ends = [:]
        case .stateTurnedBack:
            nodes[index].left = [:]
            nodes[index].kept = [:]
        case .stateStored:
            guard let boot = observation.clock?.boot.nanoseconds else { return }
            compare(index, at: time, boot: boot, facts.nodes[index], &findings)
        default: break
        }
    }

    private mutating func losePower(_ index: Int) {
        nodes[index].kept.merge(nodes[index].left) { $1 }
        nodes[index].left = [:]
    }

    private mutating func compare(
        _ index: Int, at time: Int64, boot: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        if machine.rings.isEmpty, nodes[index].left.isEmpty, nodes[index].kept.isEmpty, nodes[index].ends.isEmpty {
            return
        }
        nodes[index].left = [:]
        compareEnds(index, at: time, machine, &findings)
        for ring in machine.rings {
            guard case .snoozed(let until) = ring.phase, let end = until.boot else { continue }
            let span = end.nanoseconds - boot
            // A state from a slow disk is older than this.
            if !machine.isHeldUp(at: time) {
                nodes[index].left[ring.occurrence] = Left(actions: ring.actions, span: span)
            }
            guard let kept = nodes[index].kept.removeValue(forKey: ring.occurrence), kept.actions == ring.actions,
                span > kept.span + Self.tolerance
            else { continue }
            findings.add(2, at: time, .node(index)) {
                "\(ring.occurrence.source) of \(ring.occurrence.due) had \(Duration.nanoseconds(kept.span)) of its snooze "
                    + "left at most when the power went, and now has \(Duration.nanoseconds(span))"
            }
        }
        nodes[index].kept = nodes[index].kept.filter { kept in machine.rings.contains { $0.occurrence == kept.key } }
    }

    private mutating func compareEnds(_ index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings) {
        let before = nodes[index].ends
        nodes[index].ends = [:]
        guard !machine.isHeldUp(at: time) else { return }
        for ring in machine.rings {
            guard case .snoozed(let until) = ring.phase, let end = until.boot?.nanoseconds else { continue }
            nodes[index].ends[ring.occurrence] = (ring.actions, end)
            guard let known = before[ring.occurrence], known.actions != ring.actions,
                end < known.end - Self.tolerance / 2
            else { continue }
            findings.add(2, at: time, .node(index)) {
                "\(ring.occurrence.source) of \(ring.occurrence.due) was snoozed once more, and rings "
                    + "\(Duration.nanoseconds(known.end - end)) sooner for it"
            }
        }
    }
}
