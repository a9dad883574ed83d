internal import ClockDomain
internal import ClockSimulator

/// Removes from a failing run all faults and requests that the failure does not need.
struct PlanShrinker {
    /// With all of its parts.
    let subject: RunSubject
    /// The number of the invariant that the run must go on violating.
    let invariant: Int
    /// The time of its first violation.
    let seenAt: TrueTime
    /// True if a run of this plan, ended at the limit, violates the invariant.
    var fails: (_ plan: SimulationPlan, _ invariant: Int, _ limit: TrueTime) -> Bool = PlanShrinker.violates
    /// See ``Shrinker/beforeTrial``.
    var beforeTrial: (_ trials: Int, _ left: Int) -> Void = { _, _ in }

    /// After this many trials the shrinker stops with its best result.
    private static let maximumTrials = 3_000
    /// The greatest delay of the failure, compared with the whole plan.
    private static let patience: Duration = .hours(24)

    /// - Returns: the remaining parts, and the number of runs.
    func minimise() -> (parts: KeptParts, trials: Int) {
        let plan = subject.plan()
        // A violation seen after healing is one of the very end.
        let limit = seenAt < plan.healsAt ? seenAt + Self.patience : plan.end
        func isFailing(_ parts: [KeptParts.Part]) -> Bool {
            TrapNote.during(RunSubject(source: subject.source, kept: KeptParts(parts: parts))) {
                fails(plan.keeping(parts), invariant, limit)
            }
        }
        var parts = KeptParts.all(of: plan)
        // Parts that began after the violation did not cause it; a trial confirms that.
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
