import BenchmarkSupport
import ClockDomain
import ClockMQTT
import ClockWire
import Glibc

/// The three measurements, on connections that are made once.
struct Bench {
    private static let patience = 30

    private let nodes: [FakeNode]
    private let alone: FakeNode
    private let returning: FakeNode
    private let bare: BareSubscriber
    private let file: SyncedFile

    /// Connects all nodes and the bare subscriber.
    ///
    /// - Parameter folder: on the disk of the coordinator's store.
    init(broker: Broker, nodes count: Int, folder: String) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let newest = QuarterHour.atOrBefore(WallTime(seconds: Int64(now.tv_sec)))
        let ready = Countdown(count + 3)
        func node(_ name: String) throws -> FakeNode {
            guard let id = NodeID(name) else { preconditionFailure("\(name) is not a node's id") }
            return try FakeNode(id, broker: broker, newest: newest, ready: ready)
        }
        alone = try node("alone")
        returning = try node("returning")
        nodes = try (1...count).map { try node("fleet-\($0)") }
        bare = try BareSubscriber(broker: broker, ready: ready)
        file = try SyncedFile(in: folder)
        _ = try ready.wait(seconds: Self.patience, for: "subscriptions")
    }

    var entries: Int { (nodes + [alone, returning]).reduce(0) { $0 + $1.lastSequence } }

    /// Makes every node known to the coordinator, so that no measurement includes that.
    func warmUp() throws {
        for _ in 1...3 {
            _ = try timeReports((nodes + [alone, returning]).map { ($0, $0.letters(count: 1, perMessage: 1)) })
            _ = try file.append()
        }
    }

    /// One report, one bare message and one fsync at a time, in turns, so that all meet the same load.
    func single(count: Int) throws -> Results.Single {
        var acked: [Int64] = []
        var delivered: [Int64] = []
        var synced: [Int64] = []
        for _ in 0..<count {
            let letters = alone.letters(count: 1, perMessage: 1)
            acked.append(try timeReports([(alone, letters)]))
            rest()
            delivered.append(try timeBare([(alone, letters)]))
            rest()
            synced.append(try file.append())
            rest()
        }
        return Results.Single(
            acked: Spread(nanoseconds: acked), bare: Spread(nanoseconds: delivered), fsync: Spread(nanoseconds: synced))
    }

    /// Every node sends `perNode` messages of one entry, all at once.
    func fleet(perNode: Int, rounds: Int) throws -> Results.Burst {
        try burst(nodes, entries: perNode, perMessage: 1, rounds: rounds)
    }

    /// One node sends its whole backlog.
    func backlog(entries: Int, rounds: Int) throws -> Results.Burst {
        try burst([returning], entries: entries, perMessage: LedgerBatch.maximumEntries, rounds: rounds)
    }

    private func burst(
        _ senders: [FakeNode], entries: Int, perMessage: Int, rounds: Int
    ) throws -> Results.Burst {
        var acked: [Int64] = []
        var delivered: [Int64] = []
        var messages = 0
        for _ in 0..<rounds {
            let posts = senders.map { ($0, $0.letters(count: entries, perMessage: perMessage)) }
            messages = posts.reduce(0) { $0 + $1.1.count }
            acked.append(try timeReports(posts))
            usleep(300_000)
            delivered.append(try timeBare(posts))
            usleep(300_000)
        }
        return Results.Burst(
            nodes: senders.count, messages: messages, entries: senders.count * entries,
            acked: Spread(nanoseconds: acked), bare: Spread(nanoseconds: delivered))
    }

    /// From the first publish until the last acknowledgement arrives, in nanoseconds.
    private func timeReports(_ posts: [(FakeNode, [FakeNode.Letter])]) throws -> Int64 {
        let all = Countdown(posts.count)
        for (node, _) in posts { node.expect(node.lastSequence, all) }
        let start = bootNanoseconds()
        for (node, letters) in posts { try node.send(letters) }
        return try all.wait(seconds: Self.patience, for: "acknowledgements") - start
    }

    /// From the first publish until a bare subscriber has the last of the same messages, in nanoseconds.
    private func timeBare(_ posts: [(FakeNode, [FakeNode.Letter])]) throws -> Int64 {
        let all = Countdown(posts.reduce(0) { $0 + $1.1.count })
        bare.expect(all)
        let start = bootNanoseconds()
        for (node, letters) in posts { try node.publish(letters.map(\.message.payload), to: BareSubscriber.topic) }
        return try all.wait(seconds: Self.patience, for: "messages at the bare subscriber") - start
    }

    /// Long enough for the system to be idle again, and random, so as not to fall into step.
    private func rest() {
        usleep(UInt32.random(in: 5_000...15_000))
    }
}
