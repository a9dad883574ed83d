import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Synchronization

/// Home Assistant's part at the broker: it reads discovery messages, shows states, and sends people's wishes, all of it
/// by the topics that the discovery messages name.
final class HomeAssistantClient: Sendable {
    private let client: MQTTClient
    private let inbox = Inbox()

    private struct Seen {
        /// The last message of each topic that was not empty.
        var last: [String: String] = [:]
        /// The types of each event topic's events.
        var events: [String: [String]] = [:]
        /// The changed payloads of each topic since the test last forgot them.
        var changes: [String: [String]] = [:]
        /// Topics of events that the broker kept.
        var keptEvents: [String] = []
    }

    private final class Inbox: Sendable {
        let seen = Mutex(Seen())
    }

    /// The fields of a discovery message that these tests need.
    struct Announcement: Codable, Sendable {
        struct Availability: Codable, Sendable { var topic: String }

        var name: String
        var uniqueId: String
        var stateTopic: String?
        var commandTopic: String?
        var jsonAttributesTopic: String?
        var availability: [Availability]?
        var options: [String]?
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private struct Detail: Codable { var state: String? }
    private struct Event: Codable { var eventType: String }

    init(_ site: Site) async throws {
        let configuration = MQTTConfiguration(host: "127.0.0.1", port: site.broker.port, clientID: "home-assistant")
        let inbox = inbox
        client = try MQTTClient(configuration)
        let own = ["ha/+/+", "coordinator/availability", "node/+/availability"].map { "clock/v1/\(Site.name)/\($0)" }
        try client.subscribe((["homeassistant/+/+/+/config"] + own).map { MQTTSubscription($0) })
        try client.start { event in
            guard case .message(let message, _) = event else { return }
            let text = String(decoding: message.payload, as: UTF8.self)
            inbox.seen.withLock { seen in
                if seen.last[message.topic, default: ""] != text {
                    seen.changes[message.topic, default: []].append(text)
                }
                seen.last[message.topic] = text.isEmpty ? nil : text
                guard message.topic.hasSuffix("/ring"),
                    let event = try? Self.decoder.decode(Event.self, from: Data(message.payload))
                else { return }
                seen.events[message.topic, default: []].append(event.eventType)
                if message.retain { seen.keptEvents.append(message.topic) }
            }
        }
        try await waitUntil("Home Assistant is connected") { client.isConnected }
    }

    func end() async { await client.stop() }

    /// As at its start.
    func tellBirth() throws {
        try client.publish(MQTTMessage(topic: "homeassistant/status", payload: Array("online".utf8)))
    }

    /// The announced entities, by the end of their topic: `number kitchen_volume`.
    func entities() throws -> [String: Announcement] {
        var entities: [String: Announcement] = [:]
        for (topic, payload) in inbox.seen.withLock({ $0.last }) where topic.hasSuffix("/config") {
            let levels = topic.split(separator: "/")
            entities["\(levels[1]) \(levels[3])"] = try Self.decoder.decode(
                Announcement.self, from: Data(payload.utf8))
        }
        return entities
    }

    func entity(_ name: String) throws -> Announcement {
        guard let entity = try entities()[name] else { throw TestFailure("no entity \(name) is announced") }
        return entity
    }

    /// Returns the state that an entity shows.
    func state(_ name: String) throws -> String? {
        guard let entity = try entities()[name], let topic = entity.stateTopic,
            let payload = inbox.seen.withLock({ $0.last[topic] })
        else { return nil }
        guard entity.jsonAttributesTopic != nil else { return payload }
        return try Self.decoder.decode(Detail.self, from: Data(payload.utf8)).state ?? "None"
    }

    func events(_ name: String) throws -> [String] {
        guard let topic = try entity(name).stateTopic else { return [] }
        return inbox.seen.withLock { $0.events[topic] ?? [] }
    }

    func forgetChanges() { inbox.seen.withLock { $0.changes = [:] } }

    /// The changed states of entities, in order, by the end of their topic: `kitchen/volume`.
    var changes: [String: [String]] {
        let states = "clock/v1/\(Site.name)/ha/"
        return inbox.seen.withLock { seen in
            Dictionary(
                uniqueKeysWithValues: seen.changes.filter { $0.key.hasPrefix(states) }.map {
                    (String($0.key.dropFirst(states.count)), $0.value)
                })
        }
    }

    var keptEvents: [String] { inbox.seen.withLock { $0.keptEvents } }

    /// True when an entity can be used: all of its availabilities are online.
    func isAvailable(_ name: String) throws -> Bool {
        try entity(name).availability?.allSatisfy { availability in
            inbox.seen.withLock { $0.last[availability.topic] } == "online"
        } ?? true
    }

    func command(_ name: String, _ payload: String = "PRESS") throws {
        guard let topic = try entity(name).commandTopic else { throw TestFailure("\(name) takes no command") }
        try client.publish(MQTTMessage(topic: topic, payload: Array(payload.utf8)))
    }

    /// Sends a wish, and waits until the entity shows it.
    func set(_ name: String, _ payload: String) async throws {
        try command(name, payload)
        try await wait("\(name) shows \(payload)") { try state(name) == payload }
    }

    func wait(_ what: String, _ isTrue: () async throws -> Bool) async throws {
        try await waitUntil(what, timeout: .seconds(30), isTrue)
    }
}
