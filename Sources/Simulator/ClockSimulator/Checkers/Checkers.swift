/// Holds a run against all sixteen invariants, in one pass and in bounded memory.
///
///     let checkers = Checkers(plan: plan)
///     simulation.run(observer: checkers)
///     let violations = checkers.finish(simulation)
///
/// What is judged is what happened (what was heard in rooms, what disks hold, what was acknowledged and answered), never
/// what a core thinks. What each invariant claims, and where it cannot hold, stands at the top of its checker's file.
public final class Checkers: SimulationObserver {
    /// Without the check of exclusive access at each observation: the simulation tells one thing after the other.
    @exclusivity(unchecked) private var checkers: CheckerSet

    public init(plan: SimulationPlan) {
        checkers = CheckerSet(plan: plan)
    }

    public var interests: Interests { .outcomes }

    /// What was found so far, a bounded number for each invariant, in the order in which it was noticed.
    public var violations: [Violation] { checkers.findings.violations }

    public func observe(_ observation: borrowing Observation) { checkers.observe(observation) }

    /// Judges what is only known at the end. To be called once, when the run is over.
    ///
    /// - Returns: all that was found, in the order of ``Violation/at``.
    public func finish(_ simulation: borrowing Simulation) -> [Violation] {
        checkers.finish(RunEnd(of: simulation))
    }
}
