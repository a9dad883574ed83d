import ClockCoordinatorCore
import ClockDomain
import ClockRuntime
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// The coordinator on a real broker with a real store.
@Suite(.serialized) struct DaemonTests {
    @Test func aReportIsAcknowledgedWhenItIsInTheDatabase() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(3))
        try await waitUntil("the report is acknowledged") {
            try client.acked(kitchen) == ackedThrough(3)
        }
        #expect(try coordinator.sqlite("SELECT count(*) FROM ledger") == "3")
        #expect(try coordinator.sqlite("SELECT count(*) FROM quarter WHERE outcome = 'announced'") == "3")
        let desired: Desired? = try client.message(client.topics.desired(kitchen))
        #expect(desired?.revision == 1)
        await coordinator.stop()
        try await waitUntil("the coordinator says goodbye") {
            client.received(client.topics.coordinatorAvailability)?.payload == Availability.offline.payload
        }
        await client.stop()
    }

    @Test func aThousandReportsAtOnceAreAllAcknowledgedAndStored() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let nodes = (0..<1_000).map { NodeID("room-\($0)")! }
        for node in nodes { try client.publish(node, batch(1)) }
        let acked = ackedThrough(1)
        var waiting = nodes[...]
        try await waitUntil("every report is acknowledged", timeout: .seconds(60)) {
            while let node = waiting.first, try client.acked(node) == acked { waiting.removeFirst() }
            return waiting.isEmpty
        }
        #expect(try coordinator.sqlite("SELECT count(DISTINCT node) FROM quarter") == "1000")
        #expect(try coordinator.sqlite("SELECT count(*) FROM ledger") == "1000")
        await coordinator.stop()
        await client.stop()
    }

    @Test func aNodeThatFloodsItsLedgerGetsItsPartOfTheDiskAndNoMore() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let target = WallTime(rfc3339: "2199-01-01T00:00:00Z")!
        func flood(from first: Int, through last: Int) throws {
            for start in stride(from: first, through: last, by: 100) {
                let entries = (start..<(start + 100)).map {
                    LedgerEntry(
                        sequence: $0, at: target,
                        event: .quarter(QuarterRecord(target: target + .minutes(15 * $0), outcome: .announced)))
                }
                try client.publish(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: entries))
            }
        }
        for first in stride(from: 1, to: 20_000, by: 2_000) {
            try flood(from: first, through: first + 1_999)
            try await waitUntil("\(first + 1_999) lines are taken", timeout: .seconds(60)) {
                try client.acked(kitchen)?.sequence == first + 1_999
            }
        }
        try flood(from: 20_001, through: 24_000)
        try await waitUntil("the flood is told", timeout: .seconds(60)) {
            coordinator.log.lines.contains { $0.contains("node kitchen sends more lines than a node writes") }
        }
        // Others are not held up by it, and come after all of it.
        try client.publish(NodeID("bedroom")!, batch(1))
        try await waitUntil("another node's line is stored", timeout: .seconds(60)) {
            try client.acked(NodeID("bedroom")!) == ackedThrough(1)
        }
        // One more every half minute, and then the rest of its message.
        let count = try #require(Int(try coordinator.sqlite("SELECT count(*) FROM ledger WHERE node = 'kitchen'")))
        #expect((20_000...20_500).contains(count))
        let doctor = try await client.request(DoctorRequest())
        #expect(doctor.result?.checks.contains { $0.subject == "kitchen ledger" && $0.verdict == .failed } == true)
        await coordinator.stop()
        await client.stop()
    }

    @Test func peopleSeeAndSteerTheSite() async throws {
        let broker = try TestBroker()
        var coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(5))
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }

        let change = SetRequest(nodes: [kitchen], change: SettingsPatch(volume: Volume(percent: 35)))
        let set = try await client.request(change)
        #expect(set.result?.nodes.map(\.revision) == [2])
        // The document is published before the answer.
        let desired: Desired? = try client.message(client.topics.desired(kitchen))
        #expect(desired?.settings.volume.percent == 35)

        let history = try await client.request(HistoryRequest(node: kitchen, limit: 2))
        #expect(history.result?.lines.count == 2 && history.result?.next != nil)

        let unknown = try await client.request(ForgetRequest(node: NodeID("attic")!))
        #expect(unknown.error?.code == .unknownNode)

        let doctor = try await client.request(DoctorRequest())
        #expect(doctor.result?.checks.first { $0.subject == "store" }?.verdict == .ok)
        #expect(doctor.result?.checks.first { $0.subject == "kitchen" }?.verdict == .failed, "it never reported")

        // All of it survives the coordinator.
        await coordinator.stop()
        client.forgetReceived()
        coordinator = try RunningCoordinator(port: broker.port, folder: coordinator.folder)
        try await client.awaitCoordinator()
        let node = try #require(try await client.status().nodes.first)
        #expect(node.volume == 35 && node.revision.desired == 2)
        #expect(
            node.last
                == batch(5).entries.last.flatMap { if case .quarter(let record) = $0.event { record } else { nil } })

        // Gone from the broker, and from the store.
        try client.publish(kitchen, .offline)
        try await waitUntil("the node is offline") { try await client.status().nodes.first?.availability == .offline }
        let forgotten = try await client.request(ForgetRequest(node: kitchen))
        #expect(forgotten.result?.node == kitchen)
        try await waitUntil("the node's retained topics are cleared") {
            client.received(client.topics.availability(kitchen))?.payload.isEmpty == true
                && client.received(client.topics.desired(kitchen))?.payload.isEmpty == true
        }
        #expect(try await client.status().nodes.isEmpty)
        #expect(try coordinator.sqlite("SELECT count(*) FROM quarter") == "0")
        await coordinator.stop()
        await client.stop()
    }

    @Test func noiseOnEveryTopicChangesNothingAndIsLoggedOnceASender() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let topics = client.topics
        let leaves = [
            topics.availability(kitchen), topics.reported(kitchen), topics.ledger(kitchen), topics.time(kitchen),
        ]
        let requests =
            CoordinatorCore.requests.map { topics.request($0.request.verb) } + ["clock/v1/home/request/nonsense"]
        let strange = ["clock/v1/home/node/Not A Node/ledger", "clock/v1/home/node/kitchen/ledger/more"]
        let noises: [[UInt8]] = [
            [UInt8](repeating: 0xFF, count: 1 << 20), [UInt8](repeating: UInt8(ascii: "["), count: 60_000),
            Array(("{\"v\":1,\"epoch\":" + String(repeating: "{\"a\":", count: 10_000)).utf8), Array("{\"v\":1}".utf8),
            Array("{\"v\":99}".utf8), [],
        ]
        for topic in leaves + requests + strange {
            for noise in noises {
                try client.publish(topic, noise)
                try client.publish(topic, noise, responseTopic: topics.reply(client: "noise"))
                try client.publish(topic, noise, responseTopic: topics.command(kitchen))
            }
            // Answered after all of it: the client's own queue is empty again.
            _ = try await client.status()
        }
        let status = try await client.status()
        #expect(status.nodes.isEmpty && status.coordinator.state == .running)
        // Nobody can make the coordinator write to a node's topics.
        #expect(client.received(topics.command(kitchen)) == nil)
        let refusals = coordinator.log.lines.filter { $0.contains("refused a message") }
        for topic in leaves { #expect(refusals.count { $0.contains(topic) } == 1, "\(topic)") }
        #expect(refusals.count <= leaves.count + requests.count + strange.count)
        // A client that asks for an answer reads the error.
        try client.publish(requests[0], noises[1], responseTopic: topics.reply(client: "asker"))
        try await waitUntil("an answer") { client.received(topics.reply(client: "asker")) != nil }
        let reply: Reply<ForgetResult>? = try client.message(topics.reply(client: "asker"))
        #expect(reply?.error?.code == .invalid)
        await coordinator.stop()
        await client.stop()
    }

    @Test func aRestartedBrokerGetsEverythingAgain() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(2))
        try await waitUntil("acknowledged") { try client.acked(kitchen)?.sequence == 2 }
        client.forgetReceived()
        broker.kill()
        try broker.restart()
        // It had no persistence, so messages now come from the coordinator.
        try await waitUntil("the coordinator is back", timeout: .seconds(30)) {
            client.received(client.topics.coordinatorAvailability)?.payload == Availability.online.payload
        }
        try await waitUntil("everything is published again") {
            let desired: Desired? = try client.message(client.topics.desired(kitchen))
            return try desired?.revision == 1 && client.acked(kitchen) == ackedThrough(2)
        }
        await coordinator.stop()
        await client.stop()
    }

    @Test(.enabled(if: geteuid() == 0, "mounts a file system of its own"))
    func onAFullDiskPeopleReadWhyAndNothingIsLost() async throws {
        let broker = try TestBroker()
        let folder = try TemporaryFolder("coordinator")
        let disk = try SmallFileSystem(folder.file("state"), megabytes: 2)
        let coordinator = try RunningCoordinator(port: broker.port, folder: folder)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(1))
        try await waitUntil("acknowledged") { try client.acked(kitchen)?.sequence == 1 }
        try disk.fill()
        // A few commits may still fit in the rest of the last page.
        var failure: RequestError?
        for percent in 0...100 where failure == nil {
            let change = SetRequest(nodes: [kitchen], change: SettingsPatch(volume: Volume(percent: percent)))
            failure = try await client.request(change).error
        }
        #expect(failure?.code == .storeFailed)
        #expect(failure?.message.contains("no space is left") == true)
        try client.publish(kitchen, batch(2))
        let status = try await client.status()
        #expect(status.coordinator.state == .degraded && status.coordinator.problem == failure?.message)
        #expect(try client.acked(kitchen)?.sequence == 1)
        disk.empty()
        // The kernel may take a moment to have the space back.
        let change = SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on))
        try await waitUntil("a change is taken again") {
            try await client.request(change).error == nil
        }
        #expect(try await client.status().coordinator.state == .running)
        try client.publish(kitchen, batch(2))
        try await waitUntil("acknowledged when there is room again") { try client.acked(kitchen)?.sequence == 2 }
        await coordinator.stop()
        await client.stop()
    }

    @Test func aCoordinatorWithoutABrokerWaitsForOne() async throws {
        let broker = try TestBroker()
        broker.stop()
        let coordinator = try RunningCoordinator(port: broker.port)
        try await waitUntil("the log says that there is no broker") {
            coordinator.log.lines.contains { $0.contains("no connection to the broker") }
        }
        try broker.restart()
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        await coordinator.stop()
        await client.stop()
    }

    @Test func aWakeIsRetainedWithAnExpiry() async throws {
        let broker = try TestBroker()
        // The clock is moved so that the next quarter hour is ten seconds away, inside the lead.
        let now = SystemClock().now().wall
        let shift = (QuarterHour.after(now) - now - .seconds(10)).secondsWithFraction
        let coordinator = try RunningCoordinator(
            port: broker.port, settings: ["clock.offset_seconds": "\(shift)"])
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try await waitUntil("a wake") { client.received(client.topics.wake) != nil }
        let wake: Wake = try #require(try client.message(client.topics.wake))
        #expect(wake.target == QuarterHour.after(now))
        #expect((1...12).contains(try #require(client.received(client.topics.wake)?.expirySeconds)))
        let late = try await SiteClient(port: broker.port, name: "late")
        try await waitUntil("who joins late gets it too") { late.received(late.topics.wake) != nil }
        await coordinator.stop()
        await client.stop()
        await late.stop()
    }
}
