import ArgumentParser
import ClockTestSupport
import FoundationEssentials
import Glibc

/// A house of real programs on hosts of their own, through everything that goes wrong in one.
@main
struct Chaos: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chaos",
        abstract: "Harms a house of real programs and holds what is left against what they promise.",
        discussion: "Is to be run by scripts/chaos, in network, mount and process name spaces of its own.")

    @Option(help: "How long, 1 to 1,440; a round takes about a minute.") var minutes = 10
    @Option(help: "Decides what goes wrong.") var seed: UInt64 = 1
    @Option(help: "Rooms, 2 to 20.") var nodes = 3
    @Option(help: "Folder of the built programs.") var programs: String
    @Option(help: "Folder of voices.") var voices: String
    @Option(help: "Folder for logs, recordings and states.") var output: String
    @Flag(help: "The store is in two databases, of which one fails in each round; two coordinators share it.")
    var postgres = false
    @Flag(help: "Print the figures as JSON.") var json = false
    @Flag(help: "Only print what would go wrong.") var plan = false

    func validate() throws {
        guard (1...1_440).contains(minutes) else { throw ValidationError("--minutes must be 1 to 1440") }
        guard (2...20).contains(nodes) else { throw ValidationError("--nodes must be 2 to 20") }
    }

    func run() async throws {
        let rooms = (1...nodes).map { "room\($0)" }
        let plan = Plan(seed: seed, rounds: minutes, nodes: rooms, hasDatabases: postgres)
        if self.plan { return plan.rounds.forEach { print(plan.words(of: $0)) } }
        let house = try House(
            folder: output, programs: programs, voices: voices, nodes: rooms, hasDatabases: postgres, seed: seed)
        // A file of one's own in place of the kernel's: another boot with every power cut.
        try Data("none\n".utf8).write(to: URL(filePath: "\(output)/boot_id"))
        try TestProcess.run("mount", ["--bind", "\(output)/boot_id", "/proc/sys/kernel/random/boot_id"])
        var run = Run(house: house, plan: plan, seed: seed)
        var failure: (any Error)?
        do { try await run.perform() } catch { failure = error }
        let figures = run.figures
        let left = try await run.leave()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(figures), as: UTF8.self))
        } else {
            print(figures.table)
        }
        for violation in figures.violations { tell("WRONG: \(violation)") }
        if let failure { tell("FAILED: \(failure)") }
        if failure != nil || !figures.violations.isEmpty {
            tell("seed \(seed); what people did, logs, recordings and states: \(left)")
            throw ExitCode.failure
        }
    }
}

/// Writes a line to standard error.
func tell(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // A reader that is gone misses the line.
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

extension Run {
    /// Writes down the material for a later look, and returns the folder.
    func leave() async throws -> String {
        house.cutPower()
        try Data(await book.diary.utf8).write(to: URL(filePath: "\(house.folder)/people.log"))
        // The states are in memory and go with the run.
        try TestProcess.run("cp", ["-a", "\(house.folder)/state", "\(house.folder)/state-left"])
        return house.folder
    }
}
