import ClockDomain
import ClockMQTT
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Synchronization
import Testing

/// The messages that a real broker keeps for Home Assistant, counted after each kind of removal.
@Suite(.serialized) struct HomeAssistantDaemonTests {
    private static let on = ["home_assistant.enabled": "true"]

    /// Returns the site's retained topics for a Home Assistant of any prefix, as a new client receives them.
    private func kept(_ broker: TestBroker) async throws -> [String] {
        final class Inbox: Sendable {
            let topics = Mutex<Set<String>>([])
        }
        let inbox = Inbox()
        let client = try MQTTClient(MQTTConfiguration(host: "127.0.0.1", port: broker.port, clientID: "counter"))
        try client.subscribe(["+/+/+/+/config", "clock/v1/home/ha/#"].map { MQTTSubscription($0) })
        try client.subscribe([MQTTSubscription("last")])
        try client.start {
            if case .message(let message, _) = $0 { _ = inbox.topics.withLock { $0.insert(message.topic) } }
        }
        try await waitUntil("the counter is connected") { client.isConnected }
        // The broker sends its retained messages before it answers a later request.
        try await waitUntil("the broker has sent what it keeps") {
            try client.publish(MQTTMessage(topic: "last", payload: [1]))
            return inbox.topics.withLock { $0.contains("last") }
        }
        await client.stop()
        return inbox.topics.withLock { $0 }.subtracting(["last"]).sorted()
    }

    private func wait(_ broker: TestBroker, _ what: String, _ isTrue: ([String]) -> Bool) async throws {
        var topics: [String] = []
        do {
            try await waitUntil(what, timeout: .seconds(20)) {
                topics = try await kept(broker)
                return isTrue(topics)
            }
        } catch {
            throw TestFailure("\(error); the broker keeps \(topics.prefix(12)) and \(max(0, topics.count - 12)) more")
        }
    }

    @Test func nothingIsLeftAfterEachWayOfRemoval() async throws {
        let broker = try TestBroker()
        var coordinator = try RunningCoordinator(port: broker.port, settings: Self.on)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(NodeID("attic")!, .online)
        try await wait(broker, "two rooms are announced") { topics in
            ["kitchen_volume", "attic_volume"].allSatisfy { name in topics.contains { $0.contains(name) } }
        }

        // An alarm and a timer.
        let alarm = AlarmDraft(
            label: "School", isEnabled: true,
            schedule: AlarmSchedule(
                time: LocalTime(hour: 7, minute: 0)!, repetition: .weekly(.everyDay),
                countsFrom: WallTime(nanoseconds: 0)), ring: .alarm, misfire: .standard,
            targets: RingTargets(nodes: [kitchen]), holidays: nil)
        let timer = Change.startTimer(
            name: "", seconds: 600, targets: RingTargets(nodes: [kitchen]), ring: .timer)
        func change(_ changes: [Change]) async throws {
            let reply = try await client.request(ChangeRequest(changes: changes))
            #expect(reply.error == nil)
        }
        try await change([.addAlarm(alarm), timer])
        try await wait(broker, "both are announced") { topics in
            ["alarm_a1", "timer_t1"].allSatisfy { name in topics.contains { $0.contains(name) } }
        }
        try await change([.removeAlarm(AlarmID(number: 1)!), .cancelTimer(TimerID(number: 1)!)])
        try await wait(broker, "nothing is left of them") { topics in
            !topics.contains { $0.contains("alarm_") || $0.contains("timer_") }
        }

        // A room that is forgotten.
        try client.publish(NodeID("attic")!, .offline)
        try await waitUntil("the attic is offline") {
            try await client.status().nodes.contains { $0.id.rawValue == "attic" && $0.availability == .offline }
        }
        let forgotten = try await client.request(ForgetRequest(node: NodeID("attic")!))
        #expect(forgotten.error == nil)
        try await wait(broker, "nothing is left of the attic") { topics in !topics.contains { $0.contains("attic") } }

        // Another prefix.
        let count = try await kept(broker).count
        await coordinator.stop()
        coordinator = try RunningCoordinator(
            port: broker.port, folder: coordinator.folder,
            settings: ["home_assistant.enabled": "true", "home_assistant.prefix": "ha2"])
        try await wait(broker, "all of it is under the other prefix") { topics in
            topics.count == count && !topics.contains { $0.hasPrefix("homeassistant/") }
        }

        // Switched off.
        await coordinator.stop()
        coordinator = try RunningCoordinator(port: broker.port, folder: coordinator.folder)
        try await wait(broker, "nothing is left at all") { $0.isEmpty }
        await coordinator.stop()
        await client.stop()
    }

    @Test func aWishThatTheBrokerKeepsIsNotObeyedAndNotKept() async throws {
        let broker = try TestBroker()
        let client = try await SiteClient(port: broker.port)
        let topic = client.topics.homeAssistantCommand("kitchen", "volume")
        let coordinator = try RunningCoordinator(port: broker.port, settings: Self.on)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(topic, Array("5".utf8), retain: true)
        try await wait(broker, "the wish is cleared") { !$0.contains(topic) && !$0.isEmpty }
        try client.publish(topic, Array("6".utf8))
        try await waitUntil("the next wish is obeyed") { try await client.status().nodes.first?.volume == 6 }
        let desired: Desired? = try client.message(client.topics.desired(kitchen))
        #expect(desired?.revision == 2, "only one wish was obeyed")
        await coordinator.stop()
        await client.stop()
    }

    @Test(arguments: [("home_assistant.prefix", "home/assistant"), ("home_assistant.since", "last year")])
    func aSettingThatIsNoneIsRefused(key: String, value: String) async throws {
        #expect { _ = try RunningCoordinator(port: 1, settings: [key: value]) } throws: { "\($0)".contains(key) }
    }
}
