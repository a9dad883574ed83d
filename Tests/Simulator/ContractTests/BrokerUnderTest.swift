/// A broker, real or modelled, in the form that the contract suite needs.
///
/// Clients have small numbers. Each acknowledges a message at once, and keeps it until the test asks for it.
protocol BrokerUnderTest: AnyObject {
    /// Connects a client and returns when it is connected and its subscriptions hold.
    ///
    /// - Parameter sessionSeconds: the time by which the session outlives the connection.
    func connect(
        _ client: Int, _ filters: [String], isClean: Bool, sessionSeconds: UInt32, will: TestMessage?
    ) async throws
    /// The client disconnects properly.
    func leave(_ client: Int) async throws
    /// The client vanishes, and the broker publishes its last will.
    func vanish(_ client: Int) async throws
    /// Resumes the client's session, acknowledges nothing, and breaks off after this many messages.
    func takeUnacknowledged(_ client: Int, count: Int) async throws -> [Repetition]
    /// A separate client publishes; returns when the broker has the message.
    func publish(_ message: TestMessage) async throws
    /// A client's messages since the last call, in order; earlier publications have all arrived.
    func received(_ client: Int) async throws -> [TestMessage]
    /// Lets this many seconds pass.
    func wait(seconds: Int) async throws
    /// Stops and starts again. Clients lose their connections without a goodbye.
    func restart(remembering: Bool) async throws
}

/// A message, and true if the broker sent it before.
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

    /// `topic=text` of each message, sorted: messages of different topics come in any order.
    func words(_ client: Int) async throws -> [String] { try await received(client).map(\.description).sorted() }
}

/// The settings of a broker of the suite.
struct BrokerLimits: Sendable {
    /// Messages that wait for one client.
    var queued = 1_000
}
