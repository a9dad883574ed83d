/// A broker, real or modelled, as the contract suite talks to it.
///
/// Clients have small numbers. Each acknowledges what it gets at once, and keeps it until it is asked.
protocol BrokerUnderTest: AnyObject {
    /// Connects a client and returns when it is connected and its subscriptions hold.
    ///
    /// - Parameter sessionSeconds: how long the session outlives the connection.
    func connect(
        _ client: Int, _ filters: [String], isClean: Bool, sessionSeconds: UInt32, will: TestMessage?
    ) async throws
    /// The client goes and takes leave.
    func leave(_ client: Int) async throws
    /// The client goes and its last will is told.
    func vanish(_ client: Int) async throws
    /// Goes on with the client's session, acknowledges nothing of what comes, and breaks off when so many messages have.
    func takeUnacknowledged(_ client: Int, count: Int) async throws -> [Repetition]
    /// A client of its own publishes; returns when the broker has the message.
    func publish(_ message: TestMessage) async throws
    /// What a connected client got since the last look, in order. Everything that was published before has arrived.
    func received(_ client: Int) async throws -> [TestMessage]
    /// Lets so many seconds pass.
    func wait(seconds: Int) async throws
    /// Stops and comes back. Clients are gone then, without leave.
    func restart(remembering: Bool) async throws
}

/// A message, and whether the client was sent it before.
struct Repetition: Hashable, Sendable {
    var text: String
    var isRepeated: Bool
}

struct TestMessage: Hashable, Sendable, CustomStringConvertible {
    var topic: String
    var text: String
    var isAtLeastOnce = true
    var isRetained = false
    var expirySeconds: UInt32?

    init(_ topic: String, _ text: String, atLeastOnce: Bool = true, retained: Bool = false, expiry: UInt32? = nil) {
        self.topic = topic
        self.text = text
        isAtLeastOnce = atLeastOnce
        isRetained = retained
        expirySeconds = expiry
    }

    var description: String { "\(topic)=\(text)" }
}

extension BrokerUnderTest {
    func connect(
        _ client: Int, _ filters: [String], isClean: Bool = true, sessionSeconds: UInt32 = 0, will: TestMessage? = nil
    ) async throws {
        try await connect(client, filters, isClean: isClean, sessionSeconds: sessionSeconds, will: will)
    }

    /// `topic=text` of what came, sorted: nothing is promised about the order of different topics.
    func words(_ client: Int) async throws -> [String] { try await received(client).map(\.description).sorted() }
}

/// How a broker of the suite is set up.
struct BrokerLimits: Sendable {
    /// Messages that wait for one client.
    var queued = 1_000
}
