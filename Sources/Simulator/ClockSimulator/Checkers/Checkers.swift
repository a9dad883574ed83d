/// Checks a run against all seventeen invariants, in one pass and in bounded memory.
///
///     let checkers = Checkers(plan: plan)
///     simulation.run(observer: checkers)
///     let violations = checkers.finish(simulation)
///
/// The checkers judge events (sounds in rooms, states on disks, acknowledgements and answers), never a core's inner
/// state. The head of each checker's file states its claims, and the cases in which they cannot hold.
public final class Checkers: SimulationObserver {
    /// Without the check of exclusive access per observation: the simulation reports them one at a time.
    @exclusivity(unchecked) private var checkers: CheckerSet

    public init(plan: SimulationPlan) { checkers = CheckerSet(plan: plan) }

    public var interests: Interests { .outcomes }

    /// The violations so far, a bounded number for each invariant, in the order in which the checkers found them.
    public var violations: [Violation] { checkers.findings.violations }

    public func observe(_ observation: borrowing Observation) { checkers.observe(observation) }

    /// Judges the claims that are open until the end. Call this once, when the run is over.
    ///
    /// - Returns: all violations, in the order of ``Violation/at``.
    public func finish(_ simulation: borrowing Simulation) -> [Violation] { checkers.finish(RunEnd(of: simulation)) }
}
