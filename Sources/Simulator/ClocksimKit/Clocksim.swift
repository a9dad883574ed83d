internal import ArgumentParser
internal import ClockRuntime
internal import ClockSimulator

/// The command line.
struct Clocksim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clocksim",
        abstract: "Simulates whole sites through years of faults, and reports broken promises.",
        discussion: """
            A seed decides everything about a run: the site, its machines, its faults and people's requests. The \
            same seed gives the same run on every machine. Without a seed, a scenario or a plan, a seed is drawn and \
            printed.

            Exit codes: 0 all promises were kept, 1 one was broken, 64 the command line is wrong, 65 a plan's file is \
            wrong, 66 it cannot be read, 73 it cannot be written.
            """, version: ClockVersion.current)

    @Option(help: ArgumentHelp("Run this seed.", valueName: "number")) var seed: UInt64?

    @Option(help: ArgumentHelp("Run all of these seeds.", valueName: "first..last")) var seeds: SeedRange?

    @Option(help: ArgumentHelp("Run a scenario; \"list\" lists them, \"all\" runs them all.", valueName: "name"))
    var scenario: String?

    @Option(help: ArgumentHelp("Run the plan in this file.", valueName: "file")) var plan: String?

    @Option(help: ArgumentHelp("Days of a random run, 1 to \(RandomPlan.maximumDays).", valueName: "number"))
    var days: Int?

    @Option(help: ArgumentHelp("Nodes of a random run, 1 to \(RandomPlan.maximumNodes).", valueName: "number"))
    var nodes: Int?

    @Option(
        help: ArgumentHelp(
            "Faults of random runs: all, none or some of " + FaultClass.allCases.map(\.rawValue).joined(separator: ", ")
                + ".", valueName: "list")) var faults: FaultList?

    @Option(
        help: ArgumentHelp("Only these faults and requests of the plan, as --shrink names them.", valueName: "list"))
    var keep: KeptParts?

    @Flag(help: "Print all events as a timeline.") var trace = false

    @Flag(help: "Remove from a failing run all parts that the failure does not need.") var shrink = false

    @Option(help: ArgumentHelp("Write the run's plan to this file; with --shrink, the shrunk plan.", valueName: "file"))
    var writePlan: String?

    @Option(help: ArgumentHelp("Runs at a time; by default one for each processor.", valueName: "number"))
    var jobs: Int?

    @Flag(help: "Show the progress, even if the error output is no terminal.") var progress = false

    @Flag(help: "Print JSON instead of text.") var json = false

    static let defaultDays = 7
    static let defaultNodes = 5

    func validate() throws {
        guard [seed != nil, seeds != nil, scenario != nil, plan != nil].count(where: \.self) <= 1 else {
            throw ValidationError("--seed, --seeds, --scenario and --plan exclude each other.")
        }
        try check(days, in: 1...RandomPlan.maximumDays, "--days")
        try check(nodes, in: 1...RandomPlan.maximumNodes, "--nodes")
        try check(jobs, in: 1...1_024, "--jobs")
        if scenario != nil || plan != nil, days != nil || nodes != nil || faults != nil {
            throw ValidationError(
                "A scenario or a plan has its own days, nodes and faults: leave --days, --nodes and --faults out.")
        }
        let isOne = seeds == nil && scenario != "all"
        if trace, json { throw ValidationError("--trace is text; leave --json out.") }
        if trace || keep != nil || writePlan != nil, !isOne {
            throw ValidationError(
                "--trace, --keep and --write-plan are about one run: use --seed, --scenario NAME or --plan.")
        }
        if let name = scenario, !["list", "all"].contains(name), Scenario.named(name) == nil {
            throw ValidationError("There is no scenario \"\(name)\"; --scenario list shows them all.")
        }
    }

    private func check(_ value: Int?, in range: ClosedRange<Int>, _ option: String) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError("\(option) \(value) is not in \(range.lowerBound) to \(range.upperBound).")
    }

    /// - Returns: true if the run kept every promise.
    mutating func run(on console: Console) async throws -> Bool {
        if scenario == "list" {
            console.write(ReportText.list(Scenario.all))
            return true
        }
        let subjects = try subjects(console)
        if let keep, let missing = keep.missing(in: RunSubject(source: subjects[0].source, kept: nil).plan()) {
            throw ValidationError("--keep: the plan has no \(KeptParts(parts: [missing])).")
        }
        return trace ? try runTraced(subjects[0], console) : try await runAll(subjects, console)
    }

    private func subjects(_ console: Console) throws(FatalError) -> [RunSubject] {
        if let plan { return [RunSubject(source: .file(path: plan, try PlanFile(path: plan)), kept: keep)] }
        if let scenario {
            return Scenario.all.filter { scenario == "all" || $0.name == scenario }
                .map { RunSubject(source: .scenario($0), kept: keep) }
        }
        let range = seeds?.seeds ?? { $0...$0 }(seed ?? console.freshSeed())
        return range.map { seed in
            RunSubject(
                source: .random(
                    RandomPlan(
                        seed: seed, days: days ?? Self.defaultDays, nodes: nodes ?? Self.defaultNodes,
                        classes: (faults ?? .all).classes)), kept: keep)
        }
    }

    private func runTraced(_ subject: RunSubject, _ console: Console) throws(FatalError) -> Bool {
        let plan = subject.plan()
        console.write(ReportText.heading(subject, plan))
        let result = Trace.write(subject, plan, coloured: console.coloured, to: console.write)
        console.write(ReportText(coloured: console.coloured).summary(result))
        if let writePlan { try PlanFile(result, shrunk: nil).write(to: writePlan) }
        return result.isKept
    }

    private func runAll(_ subjects: [RunSubject], _ console: Console) async throws(FatalError) -> Bool {
        let report = ReportText(coloured: console.coloured)
        let shown = progress || console.showsProgress ? console.writeError : nil
        let meter = Progress(runs: subjects.count, nodeDays: totalNodeDays(subjects), write: shown ?? { _ in })
        var totals = CampaignTotals()
        var results: [RunResult] = []
        var shrunk: [Int: KeptParts] = [:]
        var written: PlanFile?
        await Campaign(jobs: jobs ?? console.processors, progress: meter).perform(subjects) { result in
            totals.add(result)
            meter.clear()
            if !result.isKept, shrink, result.subject.kept == nil, let first = result.violations.first {
                var shrinker = PlanShrinker(subject: result.subject, invariant: first.invariant, seenAt: first.at)
                shrinker.beforeTrial = { trials, left in
                    meter.show("shrinking \(result.subject.name): \(trials) runs tried, \(left) parts left")
                }
                shrunk[results.count] = shrinker.minimise().parts
            }
            if writePlan != nil { written = PlanFile(result, shrunk: shrunk[results.count]) }
            if json {
                results.append(result)
            } else if !result.isKept || subjects.count == 1 || scenario != nil {
                console.write(report.summary(result))
                if let parts = shrunk[results.count] { console.write(report.shrunk(result, to: parts)) }
                shrunk = [:]
            }
        }
        meter.clear()
        let elapsed = meter.elapsed
        if json {
            console.write(ReportJSON.text(results, shrunk, totals, elapsed))
        } else {
            console.write(report.totals(totals, elapsed))
        }
        if let writePlan { try written?.write(to: writePlan) }
        return totals.failures == 0
    }

    private func totalNodeDays(_ subjects: [RunSubject]) -> Double {
        subjects.reduce(0) { sum, subject in
            switch subject.source {
            case .random(let plan): sum + Double(plan.nodes) * (Double(plan.days) + 30.0 / 1_440)
            case .scenario(let scenario):
                sum + RunResult.nodeDays(scenario.plan, scenario.plan.length + scenario.plan.convergence)
            case .file(_, let file): sum + RunResult.nodeDays(file.plan, file.plan.length + file.plan.convergence)
            }
        }
    }
}
