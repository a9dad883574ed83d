import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Synchronization
import Testing

/// A new room joins a site by its number, at a real broker with certificates.
@Suite(.ownThreads) struct PairingTests {
    @Test("a room without an id says its number, is accepted, and works as a node of its site", .timeLimit(.minutes(8)))
    func join() async throws {
        let stage = try PairingSite()
        let site = stage.site
        try site.coordinator.start()
        try stage.door.start()
        try stage.room.start()
        try await waitUntil("a closed door", timeout: .minutes(1)) {
            stage.room.log.contains("does not take new rooms now: clockctl node pair opens the door")
        }
        let start = site.now
        let opened = try await site.clockctl(["node", "pair"])
        #expect(opened.code == 0, "\(opened.output)")
        let number = try await stage.number()
        try await waitUntil("the number for people beside the machine") {
            // The file is replaced with each state.
            (try? stage.shownState().contains(number)) ?? false
        }
        let list = try await site.clockctl(["node", "list"])
        #expect(list.output.contains("a new room wants to join: \(number.prefix(3)) \(number.suffix(3))"))
        try await waitUntil("the number from the loudspeaker", timeout: .minutes(1)) {
            // The recording begins with the first sound.
            (try? !site.sounds(in: "kitchen", from: start, to: site.now).isEmpty) ?? false
        }

        let accepted = try await site.clockctl(["node", "accept", number, "kitchen"])
        #expect(accepted.code == 0, "\(accepted.output)\n\(stage.logs)")
        #expect(accepted.output.contains("the room is kitchen"))
        #expect(accepted.output.contains("kitchen is here, and says "), "\(accepted.output)")
        let history = try await site.clockctl(["history", "kitchen"])
        // Without a speech engine it says the time alone.
        #expect(
            history.output.contains("I am the kitchen.") || accepted.output.contains("but not its name"),
            "\(history.output)\n\(accepted.output)")
        try await site.waitUntilReady(["kitchen"], timeout: .minutes(2))
        #expect(stage.room.isRunning)

        // Its certificate lasts over a restart.
        try stage.room.start()
        try await waitUntil("the node after its restart", timeout: .minutes(1)) {
            stage.room.log.ranges(of: "node kitchen of site test").count > 1
        }
        try await site.waitUntilReady(["kitchen"], timeout: .minutes(2))

        // A room that is forgotten loses it.
        let before = readText(stage.revokedByDoor)
        _ = try await stage.room.stop()
        try await waitUntil("the room offline", timeout: .minutes(1)) {
            // The coordinator may be busy for a moment.
            (try? await site.status(of: "kitchen").availability) == .offline
        }
        let removed = try await site.clockctl(["node", "rm", "kitchen", "--yes"])
        #expect(removed.code == 0, "\(removed.output)")
        #expect(readText(stage.revokedByDoor) != before)
    }

    @Test("a wrong number lets nobody in, and costs a minute", .timeLimit(.minutes(5)))
    func wrongNumber() async throws {
        let stage = try PairingSite(isOpen: true)
        let site = stage.site
        try site.coordinator.start()
        try stage.door.start()
        try stage.room.start()
        let number = try await stage.number()
        let wrong = number == "000000" ? "000001" : "000000"
        let refused = try await site.clockctl(["node", "accept", wrong, "kitchen"])
        #expect(refused.code != 0)
        #expect(refused.output.contains("no room with the number \(wrong)"), "\(refused.output)")
        let held = try await site.clockctl(["node", "accept", number, "kitchen"])
        #expect(held.code != 0)
        #expect(held.output.contains("a number was wrong a moment ago"), "\(held.output)")
        #expect(try await site.status().nodes.isEmpty)
        #expect(!stage.room.log.contains("is accepted"))
    }

    /// The constraints of the authority hold at the broker, and not only in the door's own program.
    @Test("a thief of the door's key is a node at the broker, and nobody else", .timeLimit(.minutes(3)))
    func stolenKey() async throws {
        let stage = try PairingSite()
        for (name, isLetIn) in [
            ("attic", true), ("test.admin", false), ("test.coordinator", false), ("test.door", false),
        ] {
            let forged = try stage.forged(name)
            var configuration = MQTTConfiguration(
                host: "127.0.0.1", port: stage.site.broker.port, clientID: "thief-\(name)")
            configuration.tls = .init(
                caFile: stage.authority, certificateFile: forged.certificate, keyFile: forged.key)
            let client = try MQTTClient(configuration)
            let outcome = Mutex<Bool?>(nil)
            try client.start { event in
                outcome.withLock { outcome in
                    switch event {
                    case .connected: outcome = true
                    case .disconnected: outcome = outcome ?? false
                    case .message, .subscribed, .subscriptionRefused, .publishRefused: break
                    }
                }
            }
            try await waitUntil("the broker's answer to \(name)") { outcome.withLock { $0 } != nil }
            #expect(outcome.withLock { $0 } == isLetIn, "\(name): \(stage.site.broker.log)")
            await client.stop()
        }
    }
}
