// Invariant 9, after a forward step of the clock: the skipped time has the node's own lines.
//
// Claimed: when a time service that has vouched for a clock for two minutes sets it forward, the node's disk has a
// decision on every skipped quarter hour of the last 22 hours within a minute and a half.
//
// Not claimed: for a node that follows the coordinator's clock; if the machine slept, the program ended, the clock was
// set again or lost its voucher, or the disk held the program up or refused something meanwhile.

internal import ClockDomain
internal import ClockNodeCore

struct SteppedOverChecker: Checker {
    private struct Jump {
        /// Quarter hours, wall time.
        var first: Int64
        var last: Int64
        /// The true time of the step, and of the deadline for all decisions.
        var at: Int64
        var until: Int64
    }

    private let isFollower: [Bool]
    private var jumps: [Jump?]
    /// By node: the last state on its disk.
    private var states: [Boxed<NodeState>?]
    /// The true time of the next judgement.
    private(set) var nextJudgement = Int64.max

    private static let quarter: Int64 = 900_000_000_000
    private static let calm: Int64 = 120_000_000_000
    private static let patience: Int64 = 90_000_000_000
    /// Around a jump, announcements may still be under way.
    private static let margin: Int64 = 5_000_000_000
    private static let reach: Int64 = 79_200_000_000_000

    init(plan: SimulationPlan) {
        isFollower = plan.nodes.map { $0.clockSource == .coordinator }
        jumps = plan.nodes.map { _ in nil }
        states = plan.nodes.map { _ in nil }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        if time >= nextJudgement { check(at: time, facts, &findings) }
        guard case .node(let index) = observation.host else { return }
        switch observation.what {
        case .clockSet(let step): record(step.nanoseconds, of: index, at: time, facts.nodes[index])
        case .stateStored(let state, _): states[index] = state
        case .nodeStarted(let state, _, _): states[index] = Boxed(wrappedValue: state)
        default: break
        }
    }

    private mutating func record(_ step: Int64, of index: Int, at time: Int64, _ machine: NodeFacts) {
        jumps[index] = nil
        let after = machine.clock.wall(at: time)
        let from = max(after &- step + Self.margin, after - Self.reach)
        let first = from - from.flooredRemainder(by: Self.quarter) + Self.quarter
        let through = after - Self.margin
        let last = through - through.flooredRemainder(by: Self.quarter)
        guard step > 0, first <= last, !isFollower[index], machine.clock.isVouched, machine.isRunning,
            !machine.isAsleep,
            max(machine.clock.vouchingChangedAt, machine.startedAt, machine.wokeAt).clampedSpan < time - Self.calm
        else { return }
        jumps[index] = Jump(first: first, last: last, at: time, until: time + Self.patience)
        nextJudgement = min(nextJudgement, time + Self.patience)
    }

    private mutating func check(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        for index in jumps.indices {
            guard let jump = jumps[index], jump.until <= time else { continue }
            jumps[index] = nil
            let machine = facts.nodes[index]
            guard machine.isRunning, !machine.isAsleep, machine.clock.isVouched, !machine.isHeldUp(at: time),
                !machine.disk.lastSaveFailed, machine.disk.worksSince.clampedSpan < jump.at,
                max(machine.startedAt, machine.wokeAt, machine.clock.vouchingChangedAt, machine.disk.forgotAt) < jump.at
            else { continue }
            let decided = Set(states[index]?.wrappedValue.quarters.decided.map(\.nanoseconds) ?? [])
            guard
                let missing = stride(from: jump.first, through: jump.last, by: Int(Self.quarter))
                    .first(where: { !decided.contains($0) })
            else { continue }
            findings.add(9, at: time, .node(index)) {
                "the clock was set over \(WallTime(nanoseconds: missing)) at \(TrueTime(nanoseconds: jump.at)), and the "
                    + "node has no line for it"
            }
        }
        nextJudgement = jumps.lazy.compactMap { $0?.until }.min() ?? .max
    }
}
