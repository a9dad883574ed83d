import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

/// A coordinator whose store is in a real PostgreSQL.
@Suite(.serialized, .timeLimit(.minutes(3))) struct PostgresDaemonTests {
    @Test("without its database it is degraded and wakes, then comes back, and nothing that was acknowledged is lost")
    func outage() async throws {
        let broker = try TestBroker()
        let server = try TestDatabase()
        let address = try server.makeDatabase("clocks")
        let settings = RunningCoordinator.nearAQuarterHour.merging(["store": address]) { $1 }
        var coordinator = try RunningCoordinator(port: broker.port, settings: settings)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }
        try client.publish(kitchen, batch(3))
        try await waitUntil("it is acknowledged") { try client.acked(kitchen) == ackedThrough(3) }

        server.kill()
        try client.publish(kitchen, batch(6))
        try await waitUntil("it is degraded", timeout: .seconds(60)) {
            try await client.status().coordinator.state == .degraded
        }
        _ = try await client.request(WakeRequest())
        try await waitUntil("a wake goes out all the same") { client.received(client.topics.wake) != nil }
        #expect(try client.acked(kitchen) == ackedThrough(3))
        try server.start()
        try await waitUntil("it is back", timeout: .seconds(60)) {
            try await client.status().coordinator.state == .running
        }
        // As a node does that is not acknowledged.
        try await waitUntil("the rest is acknowledged", timeout: .seconds(60)) {
            try client.publish(kitchen, batch(6))
            try await Task.sleep(for: .milliseconds(200))
            return try client.acked(kitchen) == ackedThrough(6)
        }
        #expect(try server.query("SELECT count(*) FROM ledger", in: "clocks") == "6")

        // A new coordinator goes on with the database.
        let folder = coordinator.folder
        await coordinator.stop()
        client.forgetReceived()
        coordinator = try RunningCoordinator(port: broker.port, folder: folder, settings: settings)
        try await waitUntil("it acknowledges what it has", timeout: .seconds(60)) {
            try client.acked(kitchen) == ackedThrough(6)
        }
        let report = try await client.request(DoctorRequest()).result
        let check = try #require(report?.checks.first { $0.subject == "store" })
        #expect(check.verdict == .ok && check.finding.hasPrefix("postgresql://"))
        await coordinator.stop()
        await client.stop()
    }

    @Test("with one database two coordinators take turns: the second works when the first has ended")
    func takingTurns() async throws {
        let broker = try TestBroker()
        let server = try TestDatabase()
        let address = try server.makeDatabase("clocks")
        let first = try RunningCoordinator(port: broker.port, settings: ["store": address])
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let second = try RunningCoordinator(port: broker.port, settings: ["store": address])
        try await waitUntil("the second stands by", timeout: .seconds(60)) {
            try await client.status().coordinator.lease?.standbys.count == 1
        }
        let report = try await client.request(DoctorRequest()).result
        let check = try #require(report?.checks.first { $0.subject == LeaseStatus.subject })
        #expect(check.verdict == .ok && check.finding.hasSuffix("stands by"), "\(check)")
        let before = try #require(try await client.status().coordinator.lease?.machine)
        await first.stop()
        try await waitUntil("the second works", timeout: .seconds(60)) {
            try await client.ask(StatusRequest(), timeout: .seconds(60)).coordinator.lease?.machine != before
        }
        #expect(try await client.status().coordinator.lease?.standbys == [])
        await second.stop()
        await client.stop()
    }

    @Test("a coordinator whose database another one has taken over ends and says so")
    func takenOver() async throws {
        let broker = try TestBroker()
        let server = try TestDatabase()
        let address = try server.makeDatabase("clocks")
        let first = try RunningCoordinator(port: broker.port, settings: ["store": address])
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try server.query(
            "UPDATE lease SET holder = 'another', machine = 'elsewhere', generation = generation + 1", in: "clocks")
        try client.publish(kitchen, .online)
        let end = await first.end()
        #expect("\(end)".contains("another coordinator") && "\(end)".contains("has taken over"))
        // The other's data stays.
        #expect(try server.query("SELECT holder FROM lease", in: "clocks") == "another")
        #expect(try server.query("SELECT count(*) FROM node", in: "clocks") == "0")
        await client.stop()
    }
}
