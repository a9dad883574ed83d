import ArgumentParser
import ClockDomain
import FoundationEssentials

/// Sends ledger reports to a running coordinator and measures the time to their acknowledgement.
@main
struct ReportBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report-bench",
        abstract: "Measures how long the coordinator takes to store and acknowledge reports.",
        discussion: """
            Plays nodes towards a coordinator: one report at a time, many nodes at once, one node with a long backlog. \
            The same bytes go to a bare subscriber of the same broker, and 4 KiB are written and synced in the given \
            folder, which should be on the disk of the coordinator's store. Prints JSON; times are in milliseconds. \
            Use a coordinator that serves nothing else: its store keeps the reports.
            """)

    @Option(help: "The broker's host.") var host = "127.0.0.1"
    @Option(help: "The broker's port.") var port: Int
    @Option(help: "The coordinator's site.", transform: Self.site) var site: SiteID
    @Option(help: "Folder to write and sync in.", completion: .directory) var folder: String
    @Option(help: "Reports sent one at a time.") var count = 300
    @Option(help: "Nodes that report at once.") var nodes = 100
    @Option(help: "Reports of each of them, each in a message of its own.") var perNode = 10
    @Option(help: "Reports of the one node with a backlog, in messages of at most 100.") var backlog = 1_000
    @Option(help: "Measurements of each burst.") var rounds = 10

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be 1 to 65535") }
        guard (1...1_000).contains(nodes) else { throw ValidationError("--nodes must be 1 to 1000") }
        guard (1...1_000).contains(count) else { throw ValidationError("--count must be 1 to 1000") }
        guard (1...500).contains(perNode) else { throw ValidationError("--per-node must be 1 to 500") }
        guard (1...5_000).contains(backlog) else { throw ValidationError("--backlog must be 1 to 5000") }
        guard (1...100).contains(rounds) else { throw ValidationError("--rounds must be 1 to 100") }
    }

    func run() throws {
        let bench = try Bench(broker: Broker(host: host, port: port, site: site), nodes: nodes, folder: folder)
        try bench.warmUp()
        let results = Results(
            single: try bench.single(count: count), fleet: try bench.fleet(perNode: perNode, rounds: rounds),
            backlog: try bench.backlog(entries: backlog, rounds: rounds), entries: bench.entries)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    @Sendable private static func site(_ name: String) throws -> SiteID {
        guard let site = SiteID(name) else { throw ValidationError("\"\(name)\" is not a site: \(NodeID.rule)") }
        return site
    }
}
