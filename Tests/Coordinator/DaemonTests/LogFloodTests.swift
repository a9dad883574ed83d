import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

/// The log stays readable, whatever a node sends without end.
@Suite(.serialized) struct LogFloodTests {
    @Test("fresh epochs, gaps, flips of availability and bad response topics are told once a minute each")
    func flood() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(1))
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }
        let before = coordinator.log.lines.count
        let end = ContinuousClock.now + .seconds(5)
        var rounds = 0
        while ContinuousClock.now < end {
            rounds += 1
            // The coordinator reports that the node no longer has the entries that the store lacks.
            var lost = batch(3, epoch: "fresh\(rounds)")
            lost.oldest = 3
            lost.entries.removeFirst(2)
            try client.publish(kitchen, lost)
            var gap = batch(3, epoch: "gap\(rounds)")
            gap.entries.removeFirst(2)
            try client.publish(kitchen, gap)
            try client.publish(kitchen, rounds.isMultiple(of: 2) ? .online : .offline)
            try client.publish(
                client.topics.request(StatusRequest.verb), WireCodec.encode(StatusRequest()), expirySeconds: 5,
                responseTopic: "elsewhere/\(rounds)")
            // No faster than all of it is read.
            try await Task.sleep(for: .milliseconds(20))
        }
        _ = try await client.status()
        let lines = coordinator.log.lines.dropFirst(before)
        #expect(lines.count < 12, "\(rounds) rounds: \(lines.joined(separator: "\n"))")
        for word in ["no longer has", "kitchen is offline", "response topic"] {
            #expect(lines.count { $0.contains(word) } == 1, "\(word)")
        }
        await coordinator.stop()
        await client.stop()
    }
}
