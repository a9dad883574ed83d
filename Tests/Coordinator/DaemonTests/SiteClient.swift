import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Synchronization

/// A raw client of the broker that plays nodes and people, and remembers the last message of each topic.
final class SiteClient: Sendable {
    struct Received: Sendable {
        var payload: [UInt8]
        var bootNanoseconds: Int64
        var expirySeconds: UInt32?
    }

    /// What the network thread writes to.
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

    let topics = Topics(site: SiteID("home")!)
    private let client: MQTTClient
    private let inbox = Inbox()
    private let replyTopic: String

    init(port: Int, name: String = "tester", username: String? = nil, password: String? = nil) async throws {
        replyTopic = topics.reply(client: name)
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: port, clientID: name)
        configuration.username = username
        configuration.password = password
        configuration.maxQueuedMessages = 20_000
        configuration.maxQueuedBytes = 64 << 20
        configuration.receiveMaximum = 1_000
        configuration.maximumPacketSize = 2 << 20
        let inbox = inbox
        client = try MQTTClient(configuration)
        try client.subscribe([MQTTSubscription("clock/v1/home/#")])
        try client.start { inbox.take($0) }
        try await waitUntil("the test client is connected") { client.isConnected }
    }

    func stop() async { await client.stop() }

    func publish(
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

    func publish(_ node: NodeID, _ availability: Availability) throws {
        try report(node)
        try publish(topics.availability(node), availability.payload, retain: true)
    }

    func publish(_ node: NodeID, _ batch: LedgerBatch) throws {
        try report(node)
        try publish(topics.ledger(node), WireCodec.encode(batch))
    }

    func received(_ topic: String) -> Received? { inbox.last.withLock { $0[topic] } }

    func forgetReceived() { inbox.last.withLock { $0 = [:] } }

    func message<Message: WireMessage>(_ topic: String, _ type: Message.Type = Message.self) throws -> Message? {
        guard let payload = received(topic)?.payload, !payload.isEmpty else { return nil }
        return try WireCodec.decode(from: payload)
    }

    /// The last acknowledgement that the node was sent.
    func acked(_ node: NodeID) throws -> Acked? { try message(topics.acked(node)) }

    func request<Result: Codable & Sendable>(
        _ verb: RequestVerb, _ request: some WireMessage, _ type: Result.Type = Result.self
    ) async throws -> Reply<Result> {
        let answer = try await client.request(
            topic: topics.request(verb), payload: WireCodec.encode(request), responseTopic: replyTopic,
            timeout: .seconds(10))
        return try WireCodec.decode(from: answer.payload)
    }

    func status() async throws -> SiteStatus {
        let reply = try await request(.status, StatusRequest(), SiteStatus.self)
        guard let status = reply.result else { throw TestFailure("no status: \(String(describing: reply.error))") }
        return status
    }

    /// Waits until the coordinator answers.
    func awaitCoordinator() async throws {
        try await waitUntil("the coordinator is online") {
            received(topics.coordinatorAvailability)?.payload == Availability.online.payload
        }
        _ = try await status()
    }
}

/// A node's batch of quarter hours up to `count`.
func batch(_ count: Int, epoch: String = "e1") -> LedgerBatch {
    let first = WallTime(rfc3339: "2026-11-21T18:00:00Z")!
    return LedgerBatch(
        epoch: epoch, oldest: 1,
        entries: (1...count).map { number in
            let target = first + QuarterHour.length * number
            return LedgerEntry(
                sequence: number, at: target,
                event: .quarter(QuarterRecord(target: target, outcome: .announced, source: .wake, trips: 3)))
        })
}

/// The acknowledgement of such a batch.
func ackedThrough(_ count: Int) -> Acked {
    Acked(epoch: "e1", sequence: count, at: batch(count).entries.last?.at)
}

let kitchen = NodeID("kitchen")!
