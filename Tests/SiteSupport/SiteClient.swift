package import ClockDomain
package import ClockMQTT
internal import ClockTestSupport
package import ClockWire
internal import Glibc
internal import Synchronization

/// A raw client of the broker that plays nodes and people, and remembers the last message of each topic.
package final class SiteClient: Sendable {
    package struct Received: Sendable {
        package var payload: [UInt8]
        package var bootNanoseconds: Int64
        package var expirySeconds: UInt32?
    }

    /// The network thread writes here.
    private final class Inbox: Sendable {
        let last = Mutex<[String: Received]>([:])

        func take(_ event: MQTTEvent) {
            guard case .message(let message, let receipt) = event else { return }
            last.withLock {
                $0[message.topic] = Received(
                    payload: message.payload, bootNanoseconds: receipt.bootNanoseconds,
                    expirySeconds: message.messageExpirySeconds)
            }
        }
    }

    package let topics = Topics(site: SiteID("home")!)
    private let client: MQTTClient
    private let inbox = Inbox()
    private let replyTopic: String

    /// Of a broker that lets anybody in, or asks for a name; hears everything of the site.
    package convenience init(
        port: Int, name: String = "tester", username: String? = nil, password: String? = nil
    ) async throws {
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: port, clientID: name)
        configuration.login = username.map { .init(username: $0, password: password) }
        configuration.queue.messages = 20_000
        configuration.queue.bytes = 64 << 20
        configuration.receiveMaximum = 1_000
        configuration.maximumPacketSize = 2 << 20
        try await self.init(configuration, subscribing: ["clock/v1/home/#"])
    }

    package init(_ configuration: MQTTConfiguration, subscribing filters: [String]) async throws {
        replyTopic = topics.reply(client: configuration.clientID)
        let inbox = inbox
        client = try MQTTClient(configuration)
        try client.subscribe(filters.map { MQTTSubscription($0) })
        try client.start { inbox.take($0) }
        try await waitUntil("\(configuration.clientID) is connected") { client.isConnected }
    }

    package func stop() async { await client.stop() }

    package func publish(
        _ topic: String, _ payload: [UInt8], retain: Bool = false, expirySeconds: UInt32? = nil,
        responseTopic: String? = nil
    ) throws {
        try client.publish(
            MQTTMessage(
                topic: topic, payload: payload, retain: retain, messageExpirySeconds: expirySeconds,
                responseTopic: responseTopic))
    }

    /// As a node does at every connection, before anything else of it is taken in: it holds nothing yet.
    private func report(_ node: NodeID) throws {
        let report = Reported(
            instance: node.rawValue, version: "1.2.3", started: WallTime(nanoseconds: 0), zone: "UTC",
            clock: ClockReport(trusted: true, reason: "set", offsetMilliseconds: nil, delayMilliseconds: nil),
            store: nil, revision: 0, settings: .standard, audio: AudioReport(device: "default", state: .ok),
            voice: VoiceReport(name: "english", problems: []), next: nil, last: nil, ledgerPending: 0, problem: nil)
        try publish(topics.reported(node), WireCodec.encode(report), retain: true)
    }

    package func publish(_ node: NodeID, _ availability: Availability) throws {
        try report(node)
        try publish(topics.availability(node), availability.payload, retain: true)
    }

    package func publish(_ node: NodeID, _ batch: LedgerBatch) throws {
        try report(node)
        try publish(topics.ledger(node), WireCodec.encode(batch))
    }

    package func received(_ topic: String) -> Received? { inbox.last.withLock { $0[topic] } }

    package func forgetReceived() { inbox.last.withLock { $0 = [:] } }

    package func forget(_ topics: String...) {
        inbox.last.withLock { last in for topic in topics { last[topic] = nil } }
    }

    package func message<Message: WireMessage>(_ topic: String, _ type: Message.Type = Message.self) throws -> Message?
    {
        guard let payload = received(topic)?.payload, !payload.isEmpty else { return nil }
        return try WireCodec.decode(from: payload)
    }

    /// The last acknowledgement that the node was sent.
    package func acked(_ node: NodeID) throws -> Acked? { try message(topics.acked(node)) }

    /// Asks again by the coordinator's time when its clock is another one, as every client does.
    package func request<Request: SiteRequest>(
        _ request: Request, timeout: Duration = .seconds(10)
    ) async throws -> Reply<Request.Result> {
        func reply(sent: WallTime) async throws -> Reply<Request.Result> {
            let stamped = StampedRequest(request, RequestStamp(sent: sent, wait: timeout))
            let answer = try await client.request(
                topic: topics.request(Request.verb), payload: WireCodec.encode(stamped), responseTopic: replyTopic,
                timeout: timeout)
            return try WireCodec.decode(from: answer.payload)
        }
        let first = try await reply(sent: WallTime(seconds: Int64(time(nil))))
        guard first.error?.code == .late, let now = first.error?.now else { return first }
        return try await reply(sent: now)
    }

    /// The answer to a request; a refusal is a failure.
    package func ask<Request: SiteRequest>(
        _ request: Request, timeout: Duration = .seconds(10)
    ) async throws -> Request.Result {
        let reply = try await self.request(request, timeout: timeout)
        guard let result = reply.result else {
            throw TestFailure("no answer to \(Request.verb): \(String(describing: reply.error))")
        }
        return result
    }

    package func status() async throws -> SiteStatus { try await ask(StatusRequest()) }

    /// Waits until the coordinator answers.
    package func awaitCoordinator() async throws {
        try await waitUntil("the coordinator is online") {
            received(topics.coordinatorAvailability)?.payload == Availability.online.payload
        }
        _ = try await status()
    }
}
