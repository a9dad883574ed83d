internal import ClockDomain
internal import ClockSimulator

/// Leaves out of a failing run all faults and requests that the failure does not need.
struct PlanShrinker {
    /// With all of its parts.
    let subject: RunSubject
    /// What has to go on being violated: one of the design's invariants.
    let invariant: Int
    /// When that was first seen.
    let seenAt: TrueTime
    /// Whether a run of this plan violates the invariant, looking no further than this.
    var fails: (_ plan: SimulationPlan, _ invariant: Int, _ limit: TrueTime) -> Bool = PlanShrinker.violates
    /// See ``Shrinker/beforeTrial``.
    var beforeTrial: (_ trials: Int, _ left: Int) -> Void = { _, _ in }

    /// Then it is content with what there is.
    private static let maximumTrials = 3_000
    /// How much later than in the whole plan the failure may be seen.
    private static let patience: Duration = .hours(24)

    /// - Returns: the parts that are left, and how many runs it took.
    func minimise() -> (parts: KeptParts, trials: Int) {
        let plan = subject.plan()
        // What is only seen once everything has healed is seen at the very end.
        let limit = seenAt < plan.healsAt ? seenAt + Self.patience : plan.end
        func isFailing(_ parts: [KeptParts.Part]) -> Bool {
            TrapNote.during(RunSubject(source: subject.source, kept: KeptParts(parts: parts))) {
                fails(plan.keeping(parts), invariant, limit)
            }
        }
        var parts = KeptParts.all(of: plan)
        // What had not begun when it was seen did not cause it; believed only when it was tried.
        let begun = parts.filter { part in
            switch part {
            case .fault(let index): plan.faults[index].start <= seenAt
            case .request(let index): plan.people[index].at <= seenAt
            }
        }
        if isFailing(begun) { parts = begun }
        var shrinker = Shrinker<KeptParts.Part>(maximumTrials: Self.maximumTrials, fails: isFailing)
        shrinker.beforeTrial = beforeTrial
        let left = shrinker.minimise(parts)
        return (KeptParts(parts: left), shrinker.trials + 1)
    }

    static func violates(_ plan: SimulationPlan, _ invariant: Int, _ limit: TrueTime) -> Bool {
        var run = PlanRun(plan)
        run.afterPiece = { _, simulation, violations in
            simulation.now < limit && !violations.contains { $0.invariant == invariant }
        }
        return run.perform().violations.contains { $0.invariant == invariant }
    }
}
