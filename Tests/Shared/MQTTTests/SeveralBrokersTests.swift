import ClockMQTT
import ClockTestSupport
import Synchronization
import Testing

@Suite struct SeveralBrokersTests {
    /// A client of several brokers that returns within a second.
    private func client(
        _ id: String, of brokers: [TestBroker], subscribing filters: [String] = [],
        _ configure: (inout MQTTConfiguration) -> Void = { _ in }
    ) throws -> ClientProbe {
        try ClientProbe(id, port: brokers[0].port, subscribing: filters) {
            $0.alternatives.addresses = brokers.dropFirst().map { .init(host: "127.0.0.1", port: $0.port) }
            $0.alternatives.lookInterval = .milliseconds(100)...(.milliseconds(200))
            configure(&$0)
        }
    }

    @Test func whileTheFirstIsAwayTheSecondIsUsedAndLeftWhenTheFirstIsBack() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        let watcher = try ClientProbe("watcher", port: brokers[1].port, subscribing: ["will"])
        try await watcher.waitConnected(subscriptions: 1)
        let probe = try client("probe", of: brokers, subscribing: ["t"]) {
            $0.will = .init(MQTTMessage("will", "gone"))
        }
        try await probe.waitConnected(subscriptions: 1)
        #expect(probe.client.place == 0)

        brokers[0].kill()
        try await probe.waitConnected(2, subscriptions: 1)
        #expect(probe.client.place == 1)
        let failed = probe.disconnects
        #expect(!failed.contains { !$0.triesAnother })
        try probe.client.publish(MQTTMessage("t", "at the second"))
        try await probe.waitMessages(1)

        try brokers[0].restart()
        try await probe.waitConnected(3, subscriptions: 1)
        #expect(probe.client.place == 0)
        // A look under the client's own identifier would end its connection where both are members of one cluster.
        #expect(brokers[0].log.contains(" as probe-look (") && brokers[0].log.contains(" as probe ("))
        let returning = try await probe.waitDisconnect(.returning)
        #expect(
            returning.message
                == "broker 127.0.0.1:\(brokers[0].port) is back; leaving 127.0.0.1:\(brokers[1].port) for it")
        // Those who are still there learn that it has gone.
        try await watcher.waitMessages(1)
        #expect(watcher.messages.map(\.text) == ["gone"])
        try probe.client.publish(MQTTMessage("t", "at the first"))
        try await probe.waitMessages(2)
        #expect(probe.messages.map(\.text) == ["at the second", "at the first"])
    }

    @Test func whatTheFirstDidNotAcknowledgeIsSentToTheSecond() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        let receiver = try ClientProbe("receiver", port: brokers[1].port, subscribing: ["t"])
        try await receiver.waitConnected(subscriptions: 1)
        let sender = try client("sender", of: brokers)
        try await sender.waitConnected()
        // The standing broker takes the bytes into its socket and never answers.
        brokers[0].pause()
        for number in 0..<20 { try sender.client.publish(MQTTMessage("t", "\(number)")) }
        try await waitUntil("all queued") { sender.client.counters.queuedMessages == 20 }
        brokers[0].kill()
        try await receiver.waitMessages(20)
        #expect(receiver.messages.map(\.text) == (0..<20).map(String.init))
    }

    @Test func aMomentThatIsNotWelcomeIsWaitedOut() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        brokers[0].stop()
        let gate = Gate()
        let probe = try client("probe", of: brokers) { $0.alternatives.isReturnWelcome = { gate.ask() } }
        try await probe.waitConnected()
        #expect(probe.client.place == 1)
        try brokers[0].restart()
        // Three answers make it ready to return; it looks on meanwhile.
        let before = gate.asked
        try await waitUntil("looks at the first") { gate.asked >= before + 6 }
        #expect(probe.client.place == 1 && probe.connections == 1)
        gate.open()
        try await probe.waitConnected(2)
        #expect(probe.client.place == 0)
    }

    @Test func aClientThatStaysAtOneBrokerUsesThisAlone() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        let probe = try client("probe", of: brokers)
        try await probe.waitConnected()
        probe.client.stay(at: 1)
        try await probe.waitConnected(2)
        #expect(probe.client.place == 1)
        brokers[1].kill()
        try await probe.waitFor("two attempts") { _ in probe.disconnects.count >= 3 }
        #expect(probe.client.place == nil)
        #expect(probe.disconnects.dropFirst().allSatisfy { $0.message.contains("127.0.0.1:\(brokers[1].port)") })
        try brokers[1].restart()
        try await probe.waitConnected(3)
        #expect(probe.client.place == 1)
    }

    private final class Gate: Sendable {
        private let state = Mutex((isOpen: false, asked: 0))

        var asked: Int { state.withLock { $0.asked } }

        func open() { state.withLock { $0.isOpen = true } }

        func ask() -> Bool {
            state.withLock { state in
                state.asked += 1
                return state.isOpen
            }
        }
    }

    @Test func whereNoneAnswersTheLastFailureTellsOfAll() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        for broker in brokers { broker.stop() }
        let probe = try client("probe", of: brokers)
        try await probe.waitFor("two rounds of attempts") { _ in probe.disconnects.count >= 4 }
        let attempts = Array(probe.disconnects.prefix(4))
        #expect(attempts.map(\.triesAnother) == [true, false, true, false])
        #expect(attempts.map(\.isRepetition) == [false, false, true, true])
        #expect(attempts[0].retryAfter == .zero && attempts[1].retryAfter != .zero)
        for broker in brokers { #expect(attempts[1].message.contains("127.0.0.1:\(broker.port)")) }
        try brokers[1].restart()
        try await probe.waitConnected()
        #expect(probe.client.place == 1)
    }

    @Test func withTLSTheReturnIsMadeAsWell() async throws {
        let certificates = try TestCertificates()
        let brokers = [
            try TestBroker { $0.certificates = certificates }, try TestBroker { $0.certificates = certificates },
        ]
        brokers[0].stop()
        let probe = try client("probe", of: brokers) {
            $0.tls = MQTTConfiguration.TLS(caFile: certificates.authority)
        }
        try await probe.waitConnected()
        #expect(probe.client.place == 1)
        try brokers[0].restart()
        try await probe.waitConnected(2)
        #expect(probe.client.place == 0)
    }
}
