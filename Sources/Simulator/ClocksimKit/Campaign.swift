internal import ClockDomain
internal import ClockSimulator

/// Many runs, as many at a time as there are jobs, reported in their order.
struct Campaign: Sendable {
    var jobs: Int
    var progress: Progress?

    /// The most finished runs per job that may wait for an earlier run.
    private static let lookAhead = 64

    func perform(_ subjects: some Collection<RunSubject>, tell: (RunResult) -> Void) async {
        var waiting: [Int: RunResult] = [:]
        var told = 0
        await withTaskGroup(of: (Int, RunResult).self) { group in
            var rest = subjects.enumerated().makeIterator()
            var running = 0
            func startMore() {
                while running < jobs, waiting.count < jobs * Self.lookAhead, let (number, subject) = rest.next() {
                    running += 1
                    group.addTask { (number, run(subject)) }
                }
            }
            startMore()
            while let (number, result) = await group.next() {
                running -= 1
                waiting[number] = result
                while let next = waiting.removeValue(forKey: told) {
                    told += 1
                    tell(next)
                }
                startMore()
            }
        }
    }

    /// Performs one run from its subject to its result, independent of other runs.
    func run(_ subject: RunSubject) -> RunResult {
        TrapNote.during(subject) {
            let plan = subject.plan()
            var run = PlanRun(plan)
            run.afterPiece = { length, _, violations in
                progress?.add(nodeDays: RunResult.nodeDays(plan, length))
                return true
            }
            let result = run.result(of: subject)
            progress?.finishRun(isKept: result.isKept)
            return result
        }
    }
}

extension RunResult {
    static func nodeDays(_ plan: SimulationPlan, _ length: Duration) -> Double {
        Double(plan.nodes.count) * Double(length.nanoseconds) / 86_400e9
    }
}

extension PlanRun {
    /// Runs to the end and judges the claims that are open until then.
    func result(of subject: RunSubject) -> RunResult {
        var run = self
        var disappointments: [String] = []
        var judge: (scenario: Scenario, outcome: ScenarioOutcome)?
        // A scenario's expectations do not fit a scenario without some of its parts.
        if case .scenario(let scenario) = subject.source, subject.kept == nil {
            let outcome = ScenarioOutcome(plan: plan)
            run.observers.append(outcome)
            judge = (scenario, outcome)
        }
        let (violations, counts) = run.perform { simulation in
            guard let judge else { return }
            judge.outcome.finish(simulation)
            disappointments = judge.scenario.disappointments(in: judge.outcome)
        }
        return RunResult(
            subject: subject, circumstances: subject.circumstances(plan),
            nodeDays: RunResult.nodeDays(plan, plan.length + plan.convergence), counts: counts, violations: violations,
            disappointments: disappointments)
    }
}
