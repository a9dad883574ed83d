import ClockDomain
import ClockRuntime
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import CoordinatorDaemon
import Foundation
import Testing

/// Backup and restore around a coordinator on a real broker.
@Suite(.serialized) struct BackupDaemonTests {
    private func act(
        _ flag: String, _ file: String, _ coordinator: RunningCoordinator, store: [String: String] = [:]
    ) throws -> String {
        let values = try ProgramConfiguration.load(
            schema: CoordinatorConfiguration.schema, environment: [:],
            flags: ["state_directory": coordinator.folder.file("state")].merging(store) { $1 })
        let action = try #require(StoreActions.all.first { $0.flag == flag })
        return try action.perform(values, file)
    }

    private func set(_ volume: Int, _ client: SiteClient) async throws -> SetResult.NodeRevision? {
        let change = SetRequest(nodes: [kitchen], change: SettingsPatch(volume: Volume(percent: volume)))
        return try await client.request(change).result?.nodes.first
    }

    @Test("a copy that follows is made anew when the store has changed, and says when")
    func following() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let copy = coordinator.folder.file("copy.sqlite")
        let follower = try TestProcess(
            try BuiltProgram.path("clock-coordinator"),
            ["--backup-follow", copy, "--state-directory", coordinator.folder.file("state")],
            outputFile: coordinator.folder.file("follower.log"))
        try await waitUntil("the first copy", timeout: .seconds(60)) { follower.output.contains("0 rooms") }
        try client.publish(kitchen, .online)
        try await waitUntil("the next copy", timeout: .seconds(60)) { follower.output.contains("1 room,") }
        #expect(follower.output.split(separator: "\n").allSatisfy { $0.contains("Z \(copy): ") }, "\(follower.output)")
        #expect(try TestProcess.run("sqlite3", [copy, "SELECT id FROM node"]).hasPrefix("kitchen"))
        follower.stop()
        await coordinator.stop()
        await client.stop()
    }

    @Test("a copy that follows ends at once where there is nothing to follow")
    func followingNothing() throws {
        let folder = try TemporaryFolder("follow")
        let follower = try TestProcess(
            try BuiltProgram.path("clock-coordinator"),
            ["--backup-follow", folder.file("copy"), "--state-directory", folder.path],
            outputFile: folder.file("log"))
        #expect(follower.wait(timeout: .seconds(60)) == 74, "\(follower.output)")
        #expect(follower.output.contains("there is no store"))
    }

    @Test func aRestoredStoreIsObeyedThoughNodesHaveSeenNewerRevisionsOfItsPast() async throws {
        let broker = try TestBroker()
        var coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(3))
        try await waitUntil("the report is acknowledged") { try client.acked(kitchen) == ackedThrough(3) }
        #expect(try await set(20, client)?.revision == 2)

        let copy = coordinator.folder.file("copy.sqlite")
        #expect(try act("--backup", copy, coordinator).contains("1 room"), "while it runs")
        #expect(throws: FatalError.self, "there is one already") { try act("--backup", copy, coordinator) }
        #expect(try act("--backup-over", copy, coordinator).contains("1 room"))

        // After the copy: two more revisions, and lines that the lost store has acknowledged.
        _ = try await set(30, client)
        #expect(try await set(40, client)?.revision == 4)
        try client.publish(kitchen, batch(5))
        try await waitUntil("the report is acknowledged") { try client.acked(kitchen) == ackedThrough(5) }
        let old = try #require(try client.message(client.topics.desired(kitchen), Desired.self))
        do {
            _ = try act("--restore", copy, coordinator)
            Issue.record("it was restored under a running coordinator")
        } catch let error as FatalError {
            #expect(error.exitCode == .temporaryFailure)
            #expect(error.message.contains("stop it first: systemctl stop clock-coordinator"))
        }
        await coordinator.stop()
        #expect(try act("--restore", copy, coordinator).contains("before-restore-"))

        client.forgetReceived()
        coordinator = try RunningCoordinator(port: broker.port, folder: coordinator.folder)
        try await client.awaitCoordinator()
        try await waitUntil("the node is told what the copy says") {
            guard let desired = try client.message(client.topics.desired(kitchen), Desired.self) else { return false }
            return desired.settings.volume.percent == 20 && desired.store != old.store
        }
        // The node dropped lines 4 and 5 when the lost store acknowledged them; what follows is taken all the same.
        let next = batch(7)
        try client.publish(
            kitchen, LedgerBatch(epoch: "e1", oldest: 6, entries: Array(next.entries.suffix(2))))
        try await waitUntil("what the node still has is acknowledged") {
            try client.acked(kitchen) == ackedThrough(7)
        }
        #expect(try coordinator.sqlite("SELECT count(*) FROM ledger") == "5")
        await coordinator.stop()
        await client.stop()
    }

    @Test("with a database the one that stands by takes up what was restored beside the other")
    func database() async throws {
        let broker = try TestBroker()
        let server = try TestDatabase()
        let store = ["store": try server.makeDatabase("clocks")]
        let first = try RunningCoordinator(port: broker.port, settings: store)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        var second = try RunningCoordinator(port: broker.port, settings: store)
        try await waitUntil("the second stands by", timeout: .seconds(60)) {
            try await client.status().coordinator.lease?.standbys.count == 1
        }
        try client.publish(kitchen, .online)
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }
        #expect(try await set(20, client)?.revision == 2)
        let copy = first.folder.file("copy.sqlite")
        #expect(try act("--backup", copy, first, store: store).contains("lines"), "while it runs")
        #expect(try await set(30, client)?.revision == 3)
        let old = try #require(try client.message(client.topics.desired(kitchen), Desired.self))

        func refusal(_ coordinator: RunningCoordinator) throws -> FatalError? {
            do { _ = try act("--restore", copy, coordinator, store: store) } catch { return error as? FatalError }
            return nil
        }
        #expect(try refusal(first)?.message.contains("stop it first") == true)
        await first.stop()
        try await waitUntil("the second works", timeout: .seconds(60)) {
            try await client.ask(StatusRequest(), timeout: .seconds(60)).coordinator.lease?.standbys == []
        }
        let lease = try #require(try refusal(first))
        #expect(lease.exitCode == .temporaryFailure && lease.message.contains("works with the store"), "\(lease)")
        await second.stop()
        // Ended without a word to the database, as here, it has its lease for some seconds more.
        try await waitUntil("it is restored", timeout: .seconds(60)) {
            guard let error = try refusal(first) else { return true }
            guard error.exitCode == .temporaryFailure else { throw error }
            return false
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: first.folder.file("state"))
            .filter { $0.hasPrefix("coordinator.postgresql.before-restore-") }
        #expect(kept.count == 1, "\(kept)")

        client.forgetReceived()
        second = try RunningCoordinator(port: broker.port, folder: second.folder, settings: store)
        try await waitUntil("the node is told what the copy says", timeout: .seconds(60)) {
            guard let desired = try client.message(client.topics.desired(kitchen), Desired.self) else { return false }
            return desired.settings.volume.percent == 20 && desired.store != old.store
                && desired.replaces == [old.store]
        }
        await second.stop()
        await client.stop()
    }
}
