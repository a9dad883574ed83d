import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Synchronization
import Testing

/// Everybody else's matters go on, whatever a client with a name sends as fast as it can.
@Suite(.ownThreads) struct FloodTests {
    private static let topics = Topics(site: SiteID(Site.name)!)

    /// Publishes for some seconds as fast as the broker takes it.
    private static func flood(
        _ client: MQTTClient, for duration: Duration, _ message: (Int) -> MQTTMessage
    ) async throws -> Int {
        let end = ContinuousClock.now + duration
        var count = 0
        while ContinuousClock.now < end {
            do throws(MQTTError) {
                try client.publish(message(count))
                count += 1
            } catch {
                guard error.code == .queueFull || error.code == .notConnected else { throw error }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        return count
    }

    @Test("a member who floods an alarm's topic keeps no setting from the rooms, and no clock from being measured")
    func rings() async throws {
        let guarded = try GuardedSite([Site.Room("kitchen"), Site.Room("bedroom")])
        try await withSite(guarded.site) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            let member = try await guarded.client("member")
            let due = site.now.truncatedToMilliseconds
            async let flooded = Self.flood(member, for: .seconds(12)) { count in
                let source = RingSource("a7")!
                return MQTTMessage(
                    topic: Self.topics.ring(.people),
                    payload: WireCodec.encode(
                        RingActionList([
                            RingAction(
                                id: "flood-\(count)", occurrence: Occurrence(source: source, due: due), kind: .snooze,
                                at: due)
                        ])), qos: .atMostOnce)
            }
            for volume in 41...48 {
                for room in ["kitchen", "bedroom"] {
                    let result = try await site.clockctl(["set", room, "volume", "\(volume)"])
                    try #require(result.code == 0, "\(result.output)")
                }
            }
            let count = try await flooded
            try await waitUntil("the last setting in both rooms", timeout: .seconds(10)) {
                try await site.status().nodes.allSatisfy {
                    $0.volume == 48 && $0.revision.applied == $0.revision.desired
                }
            }
            for room in ["kitchen", "bedroom"] {
                let log = site.node(room).log
                try #require(log.contains("too many of its kind"), "\(count) actions did no harm to \(room)")
                try #require(!log.contains("mailbox is full"), "\(room) lost an event of its own")
            }
            await member.stop()
        }
    }

    @Test("a timer is stopped while a member floods the topic of stops with well-formed ones of other occurrences")
    func stopsOfOthers() async throws {
        let guarded = try GuardedSite([Site.Room("kitchen")])
        try await withSite(guarded.site) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            let start = try await site.clockctl(["timer", "start", "2s", "pasta", "--room", "kitchen"])
            try #require(start.code == 0, "\(start.output)")
            try await waitUntil("the timer rings", timeout: .seconds(30)) {
                try await site.status().nodes.contains { $0.rings.contains { $0.state == .ringing } }
            }
            let ring = try #require(try await site.status().nodes.first?.rings.first)
            let member = try await guarded.client("member")
            async let flooded = Self.flood(member, for: .seconds(8)) { count in
                let due = ring.occurrence.due + .seconds(Int64(count) + 1)
                return MQTTMessage(
                    topic: Self.topics.ring(.people),
                    payload: WireCodec.encode(
                        RingActionList([
                            RingAction(
                                id: "flood-\(count)",
                                occurrence: Occurrence(source: ring.occurrence.source, due: due), kind: .stop, at: due)
                        ])), retain: true, messageExpirySeconds: 600)
            }
            try await Task.sleep(for: .seconds(1))
            let stop = try await site.clockctl(["timer", "stop"])
            #expect(stop.code == 0, "\(stop.output)")
            let count = try await flooded
            print("a timer was stopped while \(count) other stops came")
            await member.stop()
        }
    }

    @Test("large retained messages throw no room out; the coordinator clears them, and doctor names them")
    func largeWords() async throws {
        let guarded = try GuardedSite([Site.Room("kitchen"), Site.Room("bedroom")])
        try await withSite(guarded.site) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            let member = try await guarded.client("member")
            let large = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
            // The rules have one topic for it, and refuse the others.
            for number in 0..<140 {
                let topic = "clock/v1/\(Site.name)/ring/a\(number)"
                _ = try? await member.publishAcknowledged(
                    MQTTMessage(topic: topic, payload: large, retain: true, messageExpirySeconds: 600))
            }
            _ = try? await member.publishAcknowledged(
                MQTTMessage(topic: Self.topics.ring(.people), payload: large, retain: true, messageExpirySeconds: 600))
            site.node("bedroom").kill()
            try site.node("bedroom").start()
            try await site.waitUntilReady()
            let before = site.node("kitchen").log
            #expect(!before.contains("takes over") && !before.contains("without a reason"), "\(before.suffix(2_000))")
            let doctor = try await site.clockctl(["doctor"])
            #expect(
                doctor.output.contains("stray messages") && doctor.output.contains("ring/people"), "\(doctor.output)")
            await member.stop()
        }
    }

    /// Has somebody send without end from five seconds before a wake to three seconds after it, and holds the wake and
    /// what became of it against the clock.
    private static func flooded(
        _ rooms: [Site.Room], by intruder: String, awaiting room: String, saying words: String,
        _ message: @Sendable (Int) -> MQTTMessage, meanwhile: (Site) async throws -> Void
    ) async throws {
        let guarded = try GuardedSite(rooms)
        try await withSite(guarded.site) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            let due = target - .seconds(15)
            site.setClock(to: target, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let heard = Mutex<WallTime?>(nil)
            let listener = try await guarded.client("member") { event in
                guard case .message(let message, _) = event, !message.payload.isEmpty else { return }
                heard.withLock { $0 = $0 ?? site.now }
            }
            try listener.subscribe([MQTTSubscription(Self.topics.wake, takesRetained: false)])
            let client = try await guarded.client(intruder)
            try await site.sleep(until: due - .seconds(5))
            async let flooded = Self.flood(client, for: .seconds(8), message)
            try await site.sleep(until: due - .seconds(2))
            try await meanwhile(site)
            let count = try await flooded
            let wake = try #require(heard.withLock { $0 }, "no wake beside \(count) messages")
            try #require(
                (wake - due).magnitude < .milliseconds(500), "the wake came at \(wake) beside \(count) messages")
            try #require(site.coordinator.log.contains(words), "\(count) messages were all taken")
            let record = try #require(try await site.records(of: target, rooms: [room])[room])
            try #require(record.outcome == .announced && record.source == .wake, "\(record.sentence)")
            for client in [listener, client] { await client.stop() }
        }
    }

    @Test("a viewer who asks as fast as it can keeps no wake from going out in time, and no answer from somebody else")
    func requests() async throws {
        try await Self.flooded(
            [Site.Room("kitchen")], by: "viewer", awaiting: "kitchen", saying: "it turns some away"
        ) { _ in
            MQTTMessage(
                topic: Self.topics.request(StatusRequest.verb), payload: WireCodec.encode(StatusRequest()),
                qos: .atMostOnce,
                messageExpirySeconds: 5, responseTopic: Self.topics.reply(client: "intruder-viewer"))
        } meanwhile: { site in
            let answered = try await site.clockctl(["status"])
            try #require(answered.code == 0, "\(answered.output)")
        }
    }

    @Test("a node that reports, asks for the time and says nonsense without end keeps no wake from another room")
    func reports() async throws {
        let study = NodeID("study")!
        let big = [UInt8](repeating: UInt8(ascii: "["), count: 60_000)
        try await Self.flooded(
            [Site.Room("kitchen"), Site.Room("study")], by: "study", awaiting: "kitchen",
            saying: "study says more than can be read"
        ) { count in
            switch count % 4 {
            case 0: MQTTMessage(topic: Self.topics.ledger(study), payload: big, qos: .atMostOnce)
            case 1: MQTTMessage(topic: Self.topics.reported(study), payload: big, qos: .atMostOnce)
            case 2:
                MQTTMessage(
                    topic: Self.topics.time(study), payload: WireCodec.encode(TimeRequest(originNanoseconds: 1)),
                    qos: .atMostOnce)
            default:
                MQTTMessage(
                    topic: Self.topics.availability(study),
                    payload: (count % 8 == 3 ? Availability.offline : .online).payload, qos: .atMostOnce)
            }
        } meanwhile: { site in
            try #require(try await site.status(of: "kitchen").availability == .online)
        }
    }
}
