internal import ClockDomain
internal import ClockSimulator

/// Many runs, as many at a time as there are jobs, told in their order.
struct Campaign: Sendable {
    var jobs: Int
    var progress: Progress?

    /// Runs that are done and wait for an earlier one are at most so many for each job.
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

    /// One run from its subject to its result, with nothing of other runs in it.
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
    /// Days of all nodes together.
    static func nodeDays(_ plan: SimulationPlan, _ length: Duration) -> Double {
        Double(plan.nodes.count) * Double(length.nanoseconds) / 86_400e9
    }
}

extension PlanRun {
    /// Runs to the end and judges what is only seen there.
    func result(of subject: RunSubject) -> RunResult {
        var run = self
        var disappointments: [String] = []
        var judge: (scenario: Scenario, outcome: ScenarioOutcome)?
        // What is left of a scenario without its parts is no longer what its expectations are about.
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
