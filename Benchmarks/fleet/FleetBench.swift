import ArgumentParser
import BenchmarkSupport
import CLinux
import ClockDomain
import ClockWire
import Foundation
import Glibc

/// Plays thousands of nodes towards a coordinator, and towards the least program that could accept their reports.
@main
struct FleetBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet-bench",
        abstract: "Measures how a coordinator serves thousands of nodes.",
        discussion: """
            Connects the nodes to a broker, each on a connection of its own. They belong to two sites: the coordinator's, \
            and one where raw-intake stores and acknowledges. Both get the same reports in turns. Wakes of the \
            coordinator are measured beside those of a bare publisher. Prints JSON; times are in milliseconds. Use a \
            coordinator that serves nothing else: its store keeps the reports.
            """)

    @Option(help: "The broker's port.") var port: Int
    @Option(help: "The coordinator's site.", transform: Self.site) var site: SiteID
    @Option(help: "The site of raw-intake.", transform: Self.site) var rawSite: SiteID
    @Option(help: "Seconds by which the coordinator's clock is ahead.") var offset = 0
    @Option(help: "A program that makes the coordinator send a wake.") var wakeProgram: String
    @Option(help: "Nodes.") var nodes = 10_000
    @Option(help: "Nodes that report many lines at once.") var burstNodes = 1_000
    @Option(help: "Lines of each of them, each in a message of its own.") var perNode = 20
    @Option(help: "Reports sent one at a time.") var count = 100
    @Option(help: "Measurements of the bursts and of the wakes.") var rounds = 5

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be 1 to 65535") }
        guard (1...20_000).contains(nodes) else { throw ValidationError("--nodes must be 1 to 20000") }
        guard (1...nodes).contains(burstNodes) else { throw ValidationError("--burst-nodes must be 1 to --nodes") }
        guard (1...500).contains(perNode) else { throw ValidationError("--per-node must be 1 to 500") }
        guard (1...1_000).contains(count) else { throw ValidationError("--count must be 1 to 1000") }
        guard (1...100).contains(rounds) else { throw ValidationError("--rounds must be 1 to 100") }
    }

    func run() throws {
        let fleet = try Fleet(sites: [site, rawSite], port: port)
        let newest = QuarterHour.atOrBefore(WallTime(seconds: Fleet.now() / 1_000_000_000 + Int64(offset)))
        let ids = (0..<nodes).compactMap { NodeID("room-\($0)") }
        try fleet.connect(ids, newest: newest)
        progress("\(nodes) connections")

        var results = Results(nodes: nodes, burstNodes: burstNodes, lines: burstNodes * perNode)
        results.join = try join(fleet)
        progress("joined")
        _ = try fleet.report(fleet.members[...], perMember: 1, site: 1)
        try fleet.rest(milliseconds: 3_000)
        for index in 0..<count {
            let place = index % nodes
            results.single.append(try fleet.report(fleet.members[place...place], perMember: 1, site: 0))
            try fleet.rest(milliseconds: .random(in: 5...15))
        }
        progress("one at a time")
        for _ in 0..<rounds {
            for site in [0, 1] {
                results.burst[site].append(
                    try fleet.report(fleet.members[..<burstNodes], perMember: perNode, site: site))
                try fleet.rest(milliseconds: 1_000)
            }
        }
        progress("bursts")
        for _ in 0..<rounds {
            for answering in [false, true] {
                for site in [0, 1] {
                    let (delivery, total) = try wake(fleet, site: site, answering: answering)
                    if answering {
                        results.answered[site].append(total)
                    } else {
                        results.delivered[site].append(delivery)
                    }
                    try fleet.rest(milliseconds: 1_000)
                }
            }
        }
        results.entries = fleet.members.reduce(0) { $0 + $1.sent[0] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    /// Every node announces itself and reports once. Returns the time that the coordinator needs for all of them.
    private func join(_ fleet: Fleet) throws(Unmeasured) -> Int64 {
        let topics = fleet.sites[0].topics
        let start = Fleet.now()
        for member in fleet.members {
            member.publish(Availability.online.payload, to: topics.availability(member.id), retain: true)
            member.publish(WireCodec.encode(member.played.reported), to: topics.reported(member.id), retain: true)
        }
        _ = try fleet.report(fleet.members[...], perMember: 1, site: 0)
        return Fleet.now() - start
    }

    /// From the sending of a wake until the last member has it, and until the last answer is acknowledged, in
    /// nanoseconds.
    private func wake(
        _ fleet: Fleet, site: Int, answering: Bool
    ) throws(Unmeasured) -> (delivery: Int64, total: Int64) {
        var start: Int64 = 0
        let payload = fleet.wake
        try fleet.awaitWake(site: site, answering: answering) { () throws(Unmeasured) in
            guard site == 1 else { return try spawn(wakeProgram) }
            start = Fleet.now()
            fleet.members[0].publish(payload, to: fleet.sites[1].topics.wake, retain: true)
        }
        if site == 0 {
            guard let wake = try? WireCodec.decode(Wake.self, from: fleet.wake) else {
                throw Unmeasured("the coordinator's wake cannot be read")
            }
            start = wake.sent.nanoseconds - Int64(offset) * 1_000_000_000
        }
        return (fleet.lastWake - start, fleet.lastAcknowledgement - start)
    }

    private func spawn(_ program: String) throws(Unmeasured) {
        var child: pid_t = 0
        let arguments = [strdup(program), strdup("wake"), nil]
        defer { for argument in arguments { free(argument) } }
        // Its output does not belong into the results.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        let result = posix_spawn(&child, program, &actions, nil, arguments, environ)
        guard result == 0 else { throw Unmeasured("\(program): \(String(cString: strerror(result)))") }
        signal(SIGCHLD, SIG_IGN)
    }

    private func progress(_ what: String) {
        FileHandle.standardError.write(Data("\(what)\n".utf8))
    }

    @Sendable private static func site(_ name: String) throws -> SiteID {
        guard let site = SiteID(name) else { throw ValidationError("\"\(name)\" is not a site: \(NodeID.rule)") }
        return site
    }
}

/// The printed results. Pairs are the coordinator's and raw-intake's.
struct Results {
    var nodes: Int
    /// Nodes that report at once, and their lines together.
    var burstNodes: Int
    var lines: Int
    /// The time until every node is known and its first report acknowledged.
    var join: Int64 = 0
    var single: [Int64] = []
    var burst: [[Int64]] = [[], []]
    /// From the wake's sending until the last node has it; nodes do not answer.
    var delivered: [[Int64]] = [[], []]
    /// From the wake's sending until the last node's answer is acknowledged.
    var answered: [[Int64]] = [[], []]
    var entries = 0

    init(nodes: Int, burstNodes: Int, lines: Int) {
        self.nodes = nodes
        self.burstNodes = burstNodes
        self.lines = lines
    }
}

extension Results: Encodable {
    private enum Key: String, CodingKey {
        case nodes, burstNodes, lines, join, single, burst, delivered, answered, entries
    }

    private struct Pair: Encodable {
        var coordinator: Spread
        var raw: Spread

        init(_ nanoseconds: [[Int64]]) {
            coordinator = Spread(nanoseconds: nanoseconds[0])
            raw = Spread(nanoseconds: nanoseconds[1])
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(nodes, forKey: .nodes)
        try container.encode(burstNodes, forKey: .burstNodes)
        try container.encode(lines, forKey: .lines)
        try container.encode(Double(join) / 1e6, forKey: .join)
        try container.encode(Spread(nanoseconds: single), forKey: .single)
        try container.encode(Pair(burst), forKey: .burst)
        try container.encode(Pair(delivered), forKey: .delivered)
        try container.encode(Pair(answered), forKey: .answered)
        try container.encode(entries, forKey: .entries)
    }
}
