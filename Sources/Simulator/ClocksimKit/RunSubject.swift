internal import ClockRuntime
internal import ClockSimulator

/// The subject of a run: a random plan, a scenario or a plan from a file, perhaps without most of its parts.
struct RunSubject: Sendable {
    enum Source: Sendable {
        case random(RandomPlan)
        case scenario(Scenario)
        case file(path: String, PlanFile)
    }

    var source: Source
    /// `nil`: all parts.
    var kept: KeptParts?

    func plan() -> SimulationPlan {
        let plan =
            switch source {
            case .random(let random): random.make()
            case .scenario(let scenario): scenario.plan
            case .file(_, let file): file.plan
            }
        return kept.map { plan.keeping($0.parts) } ?? plan
    }

    /// `seed 17`, `scenario leap-day`, `plan found.json`
    var name: String {
        switch source {
        case .random(let random): "seed \(random.seed)"
        case .scenario(let scenario): "scenario \(scenario.name)"
        case .file(let path, _): "plan \(path)"
        }
    }

    /// The command line that runs exactly this, without options for its output.
    var command: String {
        let subject =
            switch source {
            case .random(let random):
                "--seed \(random.seed) --days \(random.days) --nodes \(random.nodes)"
                    + (random.classes == FaultList.all.classes ? "" : " --faults \(FaultList(classes: random.classes))")
            case .scenario(let scenario): "--scenario \(scenario.name)"
            case .file(let path, _): "--plan \(path)"
            }
        return "clocksim \(subject)" + (kept.map { " --keep \($0)" } ?? "")
    }

    /// `7 days, 5 nodes, faults all`
    func circumstances(_ plan: SimulationPlan) -> String {
        let version = "clocksim \(ClockVersion.current)"
        return switch source {
        case .random(let random):
            "\(version), \(random.days) days, \(random.nodes) nodes, faults \(FaultList(classes: random.classes)): "
                + "\(plan.faults.count) faults and \(plan.people.count) requests from \(plan.start)"
        case .scenario: "\(version), \(plan.nodes.count) nodes, \(plan.faults.count) faults from \(plan.start)"
        case .file(_, let file): "\(version), \(file.about)"
        }
    }
}
