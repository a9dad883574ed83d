import ClockDomain
import ClockMQTT
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Foundation
import Testing

/// More at once than the store takes, on a broker that is set up as the shipped configuration says.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BackPressureTests {
    private static let perNode = 200
    private let nodes = (1...100).map { NodeID("room-\($0)")! }

    /// The lines of the shipped configuration that size its queues.
    private func queueLines() throws -> [String] {
        let file = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let text = try String(contentsOfFile: "/\(file)/deploy/mosquitto/clocksmith.conf", encoding: .utf8)
        return text.split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("max_queued") || $0.hasPrefix("max_inflight")
        }
    }

    private func line(_ number: Int) -> LedgerBatch {
        let target = WallTime(rfc3339: "2026-11-21T18:00:00Z")! + QuarterHour.length * number
        let record = QuarterRecord(target: target, outcome: .announced, source: .wake, trips: 3)
        return LedgerBatch(
            epoch: "e1", oldest: 1, entries: [LedgerEntry(sequence: number, at: target, event: .quarter(record))])
    }

    /// Keeps the store from taking anything until the returned file is removed.
    private func lockStore(of coordinator: RunningCoordinator) async throws -> (TestProcess, file: String) {
        let file = try coordinator.folder.write("", to: "locked")
        let script = """
            { echo "BEGIN IMMEDIATE; SELECT 'it is locked';"; while [ -e '\(file)' ]; do sleep 0.02; done; echo 'COMMIT;'; } \
                | stdbuf -oL sqlite3 '\(coordinator.database)'
            """
        let process = try TestProcess("sh", ["-c", script], outputFile: coordinator.folder.file("locking"))
        try await waitUntil("the store is locked") { process.output.contains("it is locked") }
        return (process, file)
    }

    @Test("20,000 lines of many nodes at once are stored without a drop, and a wake and an answer pass them by")
    func flood() async throws {
        let lines = try queueLines()
        #expect(lines.count == 3)
        let broker = try TestBroker { $0.lines = lines }
        let coordinator = try RunningCoordinator(port: broker.port, settings: RunningCoordinator.nearAQuarterHour)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        for node in nodes { try client.publish(node, .online) }
        try await waitUntil("all nodes are known") { try await client.status().nodes.count == nodes.count }

        let senders = try (1...4).map { number in
            var configuration = MQTTConfiguration(host: "127.0.0.1", port: broker.port, clientID: "sender-\(number)")
            configuration.queue.messages = 10_000
            configuration.queue.bytes = 64 << 20
            return try MQTTClient(configuration)
        }
        for sender in senders { try sender.start { _ in } }
        try await waitUntil("the senders are connected") { senders.allSatisfy(\.isConnected) }
        let (locking, file) = try await lockStore(of: coordinator)
        // The store's patience with a lock is five seconds.
        let end = ContinuousClock.now + .seconds(2)
        for number in 1...Self.perNode {
            let payload = WireCodec.encode(line(number))
            for (index, node) in nodes.enumerated() {
                try senders[index % senders.count].publish(
                    MQTTMessage(topic: client.topics.ledger(node), payload: payload))
            }
        }
        // All of them are at the broker or further, as far as that patience goes.
        while ContinuousClock.now < end, senders.contains(where: { $0.counters.queuedMessages > 0 }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        client.forgetReceived()
        _ = try await client.request(WakeRequest())
        try await waitUntil("the wake is there") { client.received(client.topics.wake) != nil }
        #expect(try await client.status().nodes.count == nodes.count)
        // That all of them waited meanwhile.
        #expect(try nodes.allSatisfy { try client.acked($0) == nil })
        try FileManager.default.removeItem(atPath: file)
        locking.wait(timeout: .seconds(10))

        try await waitUntil("everything is acknowledged", timeout: .seconds(120)) {
            try nodes.allSatisfy { try client.acked($0)?.sequence == Self.perNode }
        }
        #expect(try coordinator.sqlite("SELECT count(*) FROM ledger") == "20000")
        #expect(try await client.status().coordinator.intake == nil)
        // The coordinator's clock is set by the test, so the first request is stamped by another one.
        let complaints = coordinator.log.lines.filter {
            ($0.hasPrefix("warning") || $0.hasPrefix("error")) && !$0.contains("came outside its time")
        }
        #expect(complaints.isEmpty, "\(complaints.prefix(5))")
        for sender in senders { await sender.stop() }
        await coordinator.stop()
        await client.stop()
    }

    @Test("what a broker with small queues drops is counted, told, and shown by doctor")
    func smallQueues() async throws {
        let broker = try TestBroker { $0.lines = ["max_queued_messages 100", "sys_interval 1"] }
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        // A client that reads nothing, with a queue that is soon full.
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: broker.port, clientID: "deaf")
        configuration.receiveMaximum = 1
        let deaf = try MQTTClient(configuration)
        try deaf.subscribe([MQTTSubscription("elsewhere")])
        try deaf.start { _ in }
        try await waitUntil("it is connected") { deaf.isConnected }
        var count = 0
        try await waitUntil("the coordinator has heard of it", timeout: .seconds(60)) {
            deaf.holdReading()
            for _ in 0..<500 {
                count += 1
                try client.publish("elsewhere", Array(repeating: 0, count: 10_000))
            }
            return (try await client.status().coordinator.intake?.brokerDropped ?? 0) > 0
        }
        let report = try await client.request(DoctorRequest()).result
        #expect(report?.checks.contains { $0.subject == "broker queues" && $0.verdict == .warning } == true)
        #expect(coordinator.log.lines.contains { $0.contains("queue was full") })
        await deaf.stop()
        await coordinator.stop()
        await client.stop()
    }
}
