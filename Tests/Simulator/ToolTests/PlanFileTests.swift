import ClockDomain
import ClockTestSupport
import Foundation
import Testing

@testable import ClockSimulator
@testable import ClocksimKit

/// Plans in files: they read back as written, run as before, and are refused in one line.
struct PlanFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("plan")
    }

    @Test func aPlanIsReadAsItWasWritten() throws {
        for seed in UInt64(1)...40 {
            let subject = RunSubject(source: .random(RandomPlan(seed: seed, days: 2, nodes: 3)))
            try write(subject.plan(), about: "seed \(seed)")
            #expect(try PlanFile(path: path).plan == subject.plan(), "seed \(seed)")
        }
    }

    @Test func everyScenarioFitsIntoAFile() throws {
        for scenario in Scenario.all {
            try write(scenario.plan, about: scenario.summary)
            #expect(try PlanFile(path: path).plan == scenario.plan, "\(scenario.name)")
        }
    }

    @Test func aRunFromAFileIsTheRunThatWasWritten() async throws {
        let screen = Screen()
        let arguments = ["--seed", "4", "--days", "1", "--nodes", "2", "--trace"]
        #expect(await ClocksimTool.run(arguments + ["--write-plan", path], on: screen.console) == 0)
        let again = Screen()
        #expect(await ClocksimTool.run(["--plan", path, "--trace"], on: again.console) == 0)
        // Equal except for the names of the runs.
        #expect(Self.timeline(screen) == Self.timeline(again))
    }

    @Test func whatIsKeptOfAPlanIsWritten() async throws {
        let random = RandomPlan(seed: 4, days: 1, nodes: 2)
        let whole = random.make()
        let arguments = ["--seed", "4", "--days", "1", "--nodes", "2", "--keep", "f1,p0", "--write-plan", path]
        #expect(await ClocksimTool.run(arguments, on: Screen().console) == 0)
        let plan = try PlanFile(path: path).plan
        #expect(plan.faults == [whole.faults[1]] && plan.people == [whole.people[0]])
    }

    /// Each with the text that its line must contain.
    @Test(arguments: [
        ("\"seed\" : 1,", "", "\"seed\" is missing at plan"),
        ("\"v\" : 1", "\"v\" : 2", "version 2 is not supported"),
        ("\"length\" : \"86400 s\"", "\"length\" : \"a day\"", "\"a day\" is not a number of seconds"),
        ("\"length\" : \"86400 s\"", "\"length\" : \"-1 s\"", "plan.length is -1 s, and must be"),
        ("\"zone\" : 0", "\"zone\" : 7", "plan.nodes[0].zone is 7, and must be 0 to 0"),
        ("\"name\" : \"UTC\"", "\"name\" : \"UTC\", \"rule\" : \"tea\"", "zone \"UTC\" with the rule \"tea\""),
        ("\"name\" : \"UTC\"", "\"name\" : \"Europe/Berlin\"", "\"Europe/Berlin\" needs its rule"),
        ("\"node 0\"", "\"node 3\"", "plan.faults[0].hosts: node is 3, and must be 0 to 0"),
        ("\"node 0\"", "\"kitchen\"", "\"kitchen\" is no host"),
        ("\"crash\" : {", "\"thunder\" : {", "plan.faults[0].kind"),
        ("{", "", "not valid JSON"),
    ]) func aFileThatIsWrongIsSaidToBeInOneLine(right: String, wrong: String, line: String) async throws {
        let node = NodePlan(id: try #require(NodeID("kitchen")))
        let start = TrueTime(try #require(WallTime(rfc3339: "2027-05-01T00:00:00Z")))
        let crash = PlannedFault(start: start, hosts: [.node(0)], kind: .crash)
        let plan = SimulationPlan(seed: 1, start: start, length: .hours(24), nodes: [node], faults: [crash])
        try write(plan, about: "a day")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let range = try #require(text.range(of: right))
        try text.replacingCharacters(in: range, with: wrong).write(toFile: path, atomically: true, encoding: .utf8)
        let screen = Screen()
        #expect(await ClocksimTool.run(["--plan", path], on: screen.console) == 65)
        #expect(screen.errors.hasPrefix("clocksim: \(path): ") && screen.errors.contains(line), "\(screen.errors)")
        #expect(screen.output.isEmpty && screen.errors.count(where: \.isNewline) == 1)
    }

    @Test func aFileThatIsNotThereOrCannotBeWrittenIsNamed() async {
        let missing = Screen()
        #expect(await ClocksimTool.run(["--plan", "/nowhere/plan.json"], on: missing.console) == 66)
        #expect(missing.errors.contains("/nowhere/plan.json"))
        let screen = Screen()
        let arguments = ["--seed", "1", "--days", "1", "--nodes", "1", "--faults", "none"]
        #expect(
            await ClocksimTool.run(arguments + ["--write-plan", "/nowhere/plan.json"], on: screen.console) == 73)
        #expect(screen.errors.contains("/nowhere/plan.json"))
    }

    @Test(arguments: [
        (Duration.zero, "0 s"), (.seconds(90) + .milliseconds(500), "90.5 s"), (.nanoseconds(-13_000), "-0.000013 s"),
        (.nanoseconds(Int64.max), "9223372036.854775807 s"), (.seconds(-86_400), "-86400 s"),
    ]) func aDurationIsSecondsToTheNanosecond(duration: Duration, text: String) throws {
        let plan = try JSONEncoder().encode(DiskPlan(shortestWrite: duration, longestWrite: .zero))
        #expect(String(decoding: plan, as: UTF8.self).contains("\"shortestWrite\":\"\(text)\""))
        #expect(try JSONDecoder().decode(DiskPlan.self, from: plan).shortestWrite == duration)
    }

    @Test(arguments: [
        "5", "5s", " s", "1. s", ".5 s", "1.0000000001 s", "99999999999 s", "+1 s", "--1 s", "1,5 s", "1.5.1 s",
    ])
    func whatIsNoDurationIsRefused(text: String) {
        let json = Data("{\"shortestWrite\": \"\(text)\", \"longestWrite\": \"0 s\"}".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DiskPlan.self, from: json) }
    }

    /// The events, without the names of the runs.
    private static func timeline(_ screen: Screen) -> [Substring] {
        Array(screen.output.split(separator: "\n").dropFirst().dropLast())
    }

    private var path: String { folder.path + "/plan.json" }

    private func write(_ plan: SimulationPlan, about: String) throws {
        try PlanFile(about: about, plan: plan).write(to: path)
    }
}
