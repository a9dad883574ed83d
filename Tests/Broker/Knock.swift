import ClockMQTT
import ClockTestSupport
import Synchronization

/// One attempt to connect.
final class Knock: Sendable {
    private let client: MQTTClient
    private let outcome: Outcome

    private final class Outcome: Sendable {
        let isLetIn = Mutex<Bool?>(nil)
    }

    /// Returns when the broker has answered, or has hung up.
    init(_ configuration: MQTTConfiguration) async throws {
        let outcome = Outcome()
        self.outcome = outcome
        client = try MQTTClient(configuration)
        try client.start { event in
            switch event {
            case .connected: outcome.isLetIn.withLock { $0 = true }
            case .disconnected: outcome.isLetIn.withLock { $0 = $0 ?? false }
            default: break
            }
        }
        try await waitUntil("the broker's answer") { outcome.isLetIn.withLock { $0 != nil } }
    }

    var isLetIn: Bool { outcome.isLetIn.withLock { $0 } ?? false }

    func end() async { await client.stop() }
}
