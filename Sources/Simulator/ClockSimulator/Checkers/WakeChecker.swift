// Invariant 3, as the coordinator keeps it: it wakes a node that does not wake itself.
//
// Claimed: by each quarter hour of its clock, a running coordinator has published a wake for it over its present
// connection, as the broker may have lost earlier ones; and that wake's budget reaches beyond the instant by the
// reserve that nodes keep.
//
// Not claimed: if it was started or connected, or its clock was set, in the last two seconds before; while it sleeps;
// for a plan whose budget is shorter than its lead and the reserve.

internal import ClockDomain
internal import ClockWire

struct WakeChecker: Checker {
    private struct Coordinator {
        var isRunning = false
        var isAsleep = false
        var connectedAt = Int64.max
        /// The true time of its last start, clock change or wake.
        var disturbedAt = Int64.min
        /// Wall clock minus true time.
        var ahead: Int64 = 0
        var target = Int64.max
        /// The true time of `target`.
        var judgement = Int64.max
        /// The last wakes.
        var wakes: [(target: Int64, at: Int64, left: Int64, budget: Int64)] = []
        let hasBudget: Bool
    }

    private var coordinators: [Coordinator]
    private var nextJudgement = Int64.max

    private static let quarter: Int64 = 900_000_000_000
    private static let reaction: Int64 = 2_000_000_000
    private static let reserve: Int64 = 5_000_000_000
    private static let rememberedWakes = 4

    init(plan: SimulationPlan) {
        coordinators = plan.coordinators.map { Coordinator(hasBudget: $0.budget >= $0.lead + .seconds(10)) }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        if time > nextJudgement { check(at: time, &findings) }
        guard case .coordinator(let index) = observation.host else { return }
        if let clock = observation.clock { coordinators[index].ahead = clock.wall.nanoseconds &- time }
        switch observation.what {
        case .coordinatorStarted:
            coordinators[index].isRunning = true
            disturb(index, at: time)
        case .crashed, .stopped:
            coordinators[index].isRunning = false
            coordinators[index].isAsleep = false
            coordinators[index].connectedAt = .max
        case .suspended: coordinators[index].isAsleep = true
        case .resumed:
            coordinators[index].isAsleep = false
            disturb(index, at: time)
        case .clockSet: disturb(index, at: time)
        case .connected: coordinators[index].connectedAt = time
        case .disconnected: coordinators[index].connectedAt = .max
        case .published(let message):
            guard case .wake(let wake) = message.payload else { return }
            coordinators[index].wakes.append(
                (
                    wake.target.nanoseconds, time, wake.target.nanoseconds - coordinators[index].ahead - time,
                    Int64(wake.budgetMilliseconds) * 1_000_000
                ), keeping: Self.rememberedWakes)
        default: break
        }
    }

    private mutating func disturb(_ index: Int, at time: Int64) {
        coordinators[index].disturbedAt = time
        arm(index, after: time &+ coordinators[index].ahead)
    }

    private mutating func arm(_ index: Int, after wall: Int64) {
        let target = wall - wall.flooredRemainder(by: Self.quarter) + Self.quarter
        coordinators[index].target = target
        coordinators[index].judgement = target &- coordinators[index].ahead
        nextJudgement = coordinators.lazy.map(\.judgement).min() ?? .max
    }

    private mutating func check(at time: Int64, _ findings: inout Findings) {
        for index in coordinators.indices where coordinators[index].judgement < time {
            let coordinator = coordinators[index]
            let instant = coordinator.judgement
            arm(index, after: max(coordinator.target, time &+ coordinator.ahead))
            guard coordinator.isRunning, !coordinator.isAsleep, coordinator.hasBudget,
                max(coordinator.disturbedAt, coordinator.connectedAt) < instant - Self.reaction
            else { continue }
            let wakes = coordinator.wakes.filter { $0.target == coordinator.target && $0.at >= coordinator.connectedAt }
            guard let last = wakes.last else {
                findings.add(3, at: time, .coordinator(index)) {
                    "no wake was published for the quarter hour \(WallTime(nanoseconds: coordinator.target))"
                }
                continue
            }
            guard last.budget < last.left + Self.reserve else { continue }
            findings.add(3, at: time, .coordinator(index)) {
                "the wake for \(WallTime(nanoseconds: coordinator.target)) has a budget of "
                    + "\(Duration.nanoseconds(last.budget)), and goes out \(Duration.nanoseconds(last.left)) ahead"
            }
        }
    }
}
