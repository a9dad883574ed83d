import ClockDomain
import ClockMQTT
import ClockRuntime
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

/// Two coordinators with one database and one identity at the shipped broker: whichever works, it may all that it needs.
@Suite(.serialized, .timeLimit(.minutes(3))) struct StandbyRulesTests {
    private static let topics = Topics(site: SiteID("home")!)
    private static let kitchen = NodeID("kitchen")!

    private func client(_ user: String, at broker: ShippedBroker, subscribing filters: String...) async throws
        -> SiteClient
    {
        try await SiteClient(
            try broker.client(user, id: "client-\(user.filter { $0 != "." })"), subscribing: filters)
    }

    private let folder: TemporaryFolder
    private let server: TestDatabase
    private let address: String
    /// By the coordinators' clocks it is five minutes before a quarter hour, when a wake may be asked for.
    private let offsetSeconds: String

    init() throws {
        folder = try TemporaryFolder("standby")
        server = try TestDatabase.common()
        address = try server.makeDatabase("d\(UInt64.random(in: .min ... .max))")
        let now = SystemClock().now().wall
        offsetSeconds = "\((QuarterHour.after(now) - now - .minutes(5)).secondsWithFraction)"
    }

    /// Both machines have the same certificate or password, and the same client identifier.
    private func start(_ name: String, at broker: ShippedBroker) throws -> TestProcess {
        let user = "home.coordinator"
        let identifier = try folder.write("5d6c1c2b9f0e4a77\n", to: "identifier")
        var words = [
            "--broker-port", "\(broker.port)", "--broker-tls-ca", broker.site.authority, "--broker-client-id-file",
            identifier, "--store", address, "--state-directory", folder.file(name), "--home-assistant-enabled", "true",
            "--log-level", "debug", "--clock-offset-seconds", "\(offsetSeconds)",
        ]
        switch broker.proof {
        case .password:
            let password = try folder.write("\(ShippedBroker.password(of: user))\n", to: "password")
            words += ["--broker-username", user, "--broker-password-file", password]
        case .certificate:
            words += [
                "--broker-tls-certificate", broker.site.certificate(of: user), "--broker-tls-key",
                broker.site.key(of: user),
            ]
        }
        return try TestProcess(
            try BuiltProgram.path("clock-coordinator"), words, outputFile: folder.file("\(name).log"))
    }

    /// Everything that a coordinator is for, with whichever works.
    ///
    /// - Parameter round: from 1; decides what is changed, and how many lines the node has.
    private func use(_ round: Int, member: SiteClient, node: SiteClient) async throws {
        // The first of it may have been asked while nobody worked: then it waits at the broker.
        let change = SettingsPatch(volume: Volume(percent: 20 + round))
        let set = try await member.ask(SetRequest(nodes: [Self.kitchen], change: change), timeout: .seconds(60))
        #expect(set.nodes.map(\.node) == [Self.kitchen])
        try await waitUntil("the node is told", timeout: .seconds(30)) {
            try node.message(Self.topics.desired(Self.kitchen), Desired.self)?.settings.volume.percent == 20 + round
        }
        let target = WallTime(rfc3339: "2026-11-21T18:00:00Z")! + QuarterHour.length * round
        let entry = LedgerEntry(
            sequence: round, at: target,
            event: .quarter(QuarterRecord(target: target, outcome: .announced, source: .wake, trips: 3)))
        let batch = LedgerBatch(epoch: "e1", oldest: round, entries: [entry])
        try await waitUntil("what the node reports is acknowledged", timeout: .seconds(30)) {
            try node.publish(Self.kitchen, batch)
            return try node.acked(Self.kitchen)?.sequence == round
        }
        member.forget(Self.topics.change)
        _ = try await member.ask(ChangeRequest(changes: [.startStopwatch(name: "\(round)")], by: "anna"))
        try await waitUntil("people are told of the change", timeout: .seconds(30)) {
            member.received(Self.topics.change) != nil
        }
        node.forget(Self.topics.command(Self.kitchen), Self.topics.wake)
        _ = try await member.ask(AnnounceRequest(nodes: [Self.kitchen]))
        _ = try await member.ask(WakeRequest())
        try await waitUntil("the node is commanded and woken", timeout: .seconds(30)) {
            node.received(Self.topics.command(Self.kitchen)) != nil && node.received(Self.topics.wake) != nil
        }
    }

    /// Returns the lease as status reports it; it names the machine of the coordinator that works.
    private func machine(_ member: SiteClient) async throws -> LeaseStatus? {
        try await member.ask(StatusRequest(), timeout: .seconds(60)).coordinator.lease
    }

    @Test(
        "whichever works may all that it needs: after a death, and after a change of place",
        arguments: ShippedBroker.Proof.allCases)
    func takingOver(proof: ShippedBroker.Proof) async throws {
        let broker = try ShippedBroker(proof)
        let first = try start("first", at: broker)
        let node = try await client(
            "kitchen", at: broker, subscribing: Self.topics.wake, Self.topics.desired(Self.kitchen),
            Self.topics.acked(Self.kitchen), Self.topics.command(Self.kitchen))
        let member = try await client(
            "home.member", at: broker, subscribing: Self.topics.change, Self.topics.coordinatorAvailability)
        let house = try await client(
            "home.homeassistant", at: broker, subscribing: "homeassistant/#", Self.topics.coordinatorAvailability)
        func awaitAvailability(_ availability: Availability) async throws {
            try await waitUntil("people see that it is \(availability)", timeout: .seconds(60)) {
                member.received(Self.topics.coordinatorAvailability)?.payload == availability.payload
            }
        }
        try await awaitAvailability(.online)
        try node.publish(Self.kitchen, .online)
        try await waitUntil("the node is known", timeout: .seconds(30)) {
            try await member.ask(StatusRequest()).nodes.map(\.id) == [Self.kitchen]
        }
        try await use(1, member: member, node: node)
        let second = try start("second", at: broker)
        try await waitUntil("the second stands by", timeout: .seconds(60)) {
            try await machine(member)?.standbys.count == 1
        }

        first.kill()
        try await use(2, member: member, node: node)
        #expect(try await machine(member)?.machine.hasSuffix("/second") == true)
        try await awaitAvailability(.online)

        let third = try start("third", at: broker)
        try await waitUntil("the third stands by", timeout: .seconds(60)) {
            try await machine(member)?.standbys.count == 1
        }
        #expect(second.stop(timeout: .seconds(20)) == 0, "\(second.output)")
        try await use(3, member: member, node: node)
        #expect(try await machine(member)?.machine.hasSuffix("/third") == true)
        // The coordinator that works shows Home Assistant the room; Home Assistant asks again after an absence.
        let volume = Self.topics.discovery("homeassistant", "number", "kitchen", "volume")
        house.forget(volume)
        try house.publish("homeassistant/status", Array("online".utf8))
        try await waitUntil("Home Assistant is shown the room", timeout: .seconds(30)) { house.received(volume) != nil }
        try house.publish(Self.topics.homeAssistantCommand("kitchen", "volume"), Array("61".utf8))
        try await waitUntil("the node is told what Home Assistant sets", timeout: .seconds(30)) {
            try node.message(Self.topics.desired(Self.kitchen), Desired.self)?.settings.volume.percent == 61
        }
        #expect(third.stop(timeout: .seconds(20)) == 0, "\(third.output)")
        try await awaitAvailability(.offline)

        for process in [first, second, third] {
            #expect(!process.output.contains("the broker refuses"), "\(process.output)")
        }
        #expect(!broker.log.contains("Denied PUBLISH"), "\(broker.log)")
        for client in [node, member, house] { await client.stop() }
    }
}
