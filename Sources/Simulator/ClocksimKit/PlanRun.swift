internal import ClockDomain
internal import ClockSimulator

/// What came of one run.
struct RunResult: Sendable {
    var subject: RunSubject
    /// `7 days, 5 nodes, …`
    var circumstances: String
    var nodeDays: Double
    var counts: Simulation.Counts
    /// In order of time.
    var violations: [Violation]
    /// What a scenario expected in vain.
    var disappointments: [String]

    var isKept: Bool { violations.isEmpty && disappointments.isEmpty }
}

/// One run under the checkers, a piece at a time.
struct PlanRun {
    let plan: SimulationPlan
    /// Watch as well, after the checkers.
    var observers: [any SimulationObserver] = []
    /// Length of a piece.
    var piece: Duration = .hours(6)
    /// Is told after each piece how long it was, how far the run is and what was violated until then; ends the run by
    /// returning `false`.
    var afterPiece: (_ length: Duration, borrowing Simulation, [Violation]) -> Bool = { _, _, _ in true }

    init(_ plan: SimulationPlan) {
        self.plan = plan
    }

    /// - Returns: what was violated, in order of time; without what only shows at the end if the run was ended before.
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
