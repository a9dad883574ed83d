internal import ClockDomain
internal import ClockSimulator

struct RunResult: Sendable {
    var subject: RunSubject
    /// `7 days, 5 nodes, …`
    var circumstances: String
    var nodeDays: Double
    var counts: Simulation.Counts
    /// In order of time.
    var violations: [Violation]
    /// The unmet expectations of a scenario.
    var disappointments: [String]

    var isKept: Bool { violations.isEmpty && disappointments.isEmpty }
}

/// One run under the checkers, a piece at a time.
struct PlanRun {
    let plan: SimulationPlan
    /// Further observers, after the checkers.
    var observers: [any SimulationObserver] = []
    /// Length of a piece.
    var piece: Duration = .hours(6)
    /// Called after each piece with its length, the simulation and the violations so far; returns `false` to end the
    /// run.
    var afterPiece: (_ length: Duration, borrowing Simulation, [Violation]) -> Bool = { _, _, _ in true }

    init(_ plan: SimulationPlan) { self.plan = plan }

    /// - Returns: the violations, in order of time; without those judged at the end if the run was ended before.
    func perform(atEnd: (borrowing Simulation) -> Void = { _ in }) -> (violations: [Violation], Simulation.Counts) {
        var simulation = Simulation(plan: plan)
        let checkers = Checkers(plan: plan)
        let group: any SimulationObserver = observers.isEmpty ? checkers : ObserverGroup([checkers] + observers)
        var reached = plan.start
        while reached < plan.end {
            let next = min(plan.end, reached + piece)
            simulation.run(observer: group, until: next)
            guard afterPiece(next - reached, simulation, checkers.violations) else {
                return (checkers.violations, simulation.counts)
            }
            reached = next
        }
        let violations = checkers.finish(simulation)
        atEnd(simulation)
        return (violations, simulation.counts)
    }
}
