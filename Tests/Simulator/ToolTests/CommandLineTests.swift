import FoundationEssentials
import Synchronization
import Testing

@testable import ClocksimKit

struct CommandLineTests {
    @Test(arguments: [
        ["--seed", "1", "--seeds", "1..2"], ["--seed", "-1"], ["--seeds", "9..2"], ["--seeds", "1.2"],
        ["--seeds", "1..2", "--trace"], ["--seeds", "1..2", "--keep", "f1"], ["--seed", "1", "--days", "0"],
        ["--seed", "1", "--nodes", "1001"], ["--faults", "weather"], ["--faults", "disk,"], ["--scenario", "doomsday"],
        ["--scenario", "leap-day", "--days", "2"], ["--seed", "1", "--keep", "x1"], ["--jobs", "0"],
        ["--seed", "1", "--trace", "--json"], ["--seed", "1", "--days", "1", "--nodes", "1", "--keep", "f99999"],
        ["now"],
    ])
    func aWrongCommandLineIsSaidToBe(arguments: [String]) async {
        let screen = Screen()
        #expect(await ClocksimTool.run(arguments, on: screen.console) == 64)
        #expect(screen.output.isEmpty && !screen.errors.isEmpty)
    }

    @Test func aRunSaysWhatItWasAndHowItWent() async {
        let screen = Screen()
        let code = await ClocksimTool.run(
            ["--seed", "7", "--days", "1", "--nodes", "1", "--faults", "none"], on: screen.console)
        #expect(code == 0)
        let lines = screen.output.split(separator: "\n")
        #expect(lines.first == "kept    seed 7")
        #expect(lines.last?.hasSuffix("node-days/s: every promise kept") == true)
        #expect(screen.errors.isEmpty)
    }

    @Test func withoutASeedOneIsDrawnAndNamed() async {
        let screen = Screen(freshSeed: 4_711)
        _ = await ClocksimTool.run(["--days", "1", "--nodes", "1", "--faults", "none"], on: screen.console)
        #expect(screen.output.hasPrefix("kept    seed 4711\n"))
    }

    @Test func runsOfManyJobsAreToldInTheirOrder() async throws {
        let screen = Screen()
        let arguments = ["--seeds", "3..9", "--days", "1", "--nodes", "1", "--faults", "none", "--jobs", "3", "--json"]
        #expect(await ClocksimTool.run(arguments, on: screen.console) == 0)
        let report = try JSONDecoder().decode(Report.self, from: Data(screen.output.utf8))
        #expect(report.runs.map(\.run) == (3...9).map { "seed \($0)" })
        #expect(report.runs.map(\.command) == (3...9).map { "clocksim --seed \($0) --days 1 --nodes 1 --faults none" })
        #expect(report.failures == 0 && report.runs.allSatisfy { $0.kept && $0.events > 1_000 })
    }

    @Test func everyScenarioIsListedWithWhatItIsAbout() async {
        let screen = Screen()
        #expect(await ClocksimTool.run(["--scenario", "list"], on: screen.console) == 0)
        let lines = screen.output.split(separator: "\n")
        #expect(lines.count > 20)
        #expect(lines.contains { $0.hasPrefix("leap-day ") && $0.hasSuffix("in two zones") })
    }

    @Test func progressIsShownOnRequestAndTakenAway() async {
        let screen = Screen()
        let arguments = ["--seed", "1", "--days", "1", "--nodes", "1", "--faults", "none", "--progress"]
        _ = await ClocksimTool.run(arguments, on: screen.console)
        #expect(screen.errors.contains("0 of 1 runs, "))
        #expect(screen.errors.hasSuffix("\r\u{1B}[K"))
    }

    @Test func whatWasTypedIsWrittenTheSameWay() {
        for text in ["all", "none", "network,disk", "people"] {
            #expect(FaultList(argument: text)?.description == text)
        }
        for text in ["none", "f3,f17,p2", "p0"] { #expect(KeptParts(argument: text)?.description == text) }
        #expect(SeedRange(argument: "1..2000")?.seeds == 1...2_000)
        #expect(SeedRange(argument: "0..18446744073709551615") == nil)
    }

    private struct Report: Decodable {
        struct Run: Decodable {
            var run: String
            var command: String
            var kept: Bool
            var events: Int
        }

        var runs: [Run]
        var failures: Int
    }
}

/// A console that keeps its output.
final class Screen: Sendable {
    private let written = Mutex(("", ""))
    private let freshSeed: UInt64

    init(freshSeed: UInt64 = 1) {
        self.freshSeed = freshSeed
    }

    var output: String { written.withLock { $0.0 } }
    var errors: String { written.withLock { $0.1 } }

    var console: Console {
        Console(
            coloured: false, showsProgress: false, processors: 1, freshSeed: { self.freshSeed },
            write: { text in self.written.withLock { $0.0 += text } },
            writeError: { text in self.written.withLock { $0.1 += text } })
    }
}
