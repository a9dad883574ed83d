import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Synchronization

/// A client that speaks the protocol itself, for requests that must go faster than a program starts.
///
/// It lives through the broker's deaths, as any client does, and remembers what each node last reported.
final class SiteClient: Sendable {
    private let site: Site
    private let topics = Topics(site: SiteID(Site.name)!)
    private let client: MQTTClient
    private let inbox = Inbox()
    private let name: String
    private let count = Mutex(0)

    private final class Inbox: Sendable {
        let reported = Mutex<[NodeID: Reported]>([:])
    }

    /// - Parameter name: its MQTT client id.
    init(_ site: Site, name: String = "tester") throws {
        self.site = site
        self.name = name
        let topics = topics
        let inbox = inbox
        let configuration = MQTTConfiguration(host: "127.0.0.1", port: site.broker.port, clientID: name)
        client = try MQTTClient(configuration)
        try client.subscribe([MQTTSubscription("clock/v1/\(Site.name)/node/+/reported")])
        try client.start { event in
            guard case .message(let message, _) = event, case .node(let node, .reported) = topics.parse(message.topic)
            else { return }
            // The programs' own tests check their messages; here an empty payload clears the topic.
            guard let reported = try? WireCodec.decode(Reported.self, from: message.payload) else { return }
            inbox.reported.withLock { $0[node] = reported }
        }
    }

    func end() async { await client.stop() }

    /// Has the changes made.
    ///
    /// - Throws: ``RequestError`` when the coordinator refuses them, something else when no answer came: then they may
    ///   have been made or not.
    @discardableResult
    func change(_ changes: [Change], timeout: Duration = .seconds(10)) async throws -> ChangeResult {
        try await ask(ChangeRequest(changes: changes), timeout: timeout)
    }

    func schedule() async throws -> SchedulePage { try await ask(ScheduleRequest()) }

    private func ask<Request: SiteRequest>(
        _ request: Request, timeout: Duration = .seconds(10)
    ) async throws -> Request.Result {
        let answer = try await client.request(
            topic: topics.request(Request.verb),
            payload: WireCodec.encode(StampedRequest(request, RequestStamp(sent: site.now, wait: timeout))),
            responseTopic: topics.reply(client: name),
            timeout: timeout)
        let reply = try WireCodec.decode(Reply<Request.Result>.self, from: answer.payload)
        if let error = reply.error { throw error }
        guard let result = reply.result else { throw TestFailure("\(Request.verb) was answered with nothing") }
        return result
    }

    /// Stops or snoozes an occurrence everywhere, past the coordinator.
    func act(_ kind: RingAction.Kind, on occurrence: Occurrence) throws {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let action = RingAction(
            id: "\(name)-\(number)", occurrence: occurrence, kind: kind, at: site.now.truncatedToMilliseconds, by: name)
        try client.publish(
            MQTTMessage(
                topic: topics.ring(.people), payload: WireCodec.encode(RingActionList([action])), retain: true,
                messageExpirySeconds: 3600))
    }

    /// The last report of the room's node.
    func reported(_ room: String) -> Reported? { inbox.reported.withLock { $0[NodeID(room)!] } }

    /// The rings that sound or are snoozed in a room, as far as this client knows.
    func rings(in room: String) -> [RingReport] { reported(room)?.rings ?? [] }
}
