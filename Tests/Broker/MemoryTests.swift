import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization
import Testing

/// The memory that a client can make mosquitto keep under the shipped configuration.
@Suite struct MemoryTests {
    private static let reported = Topics(site: SiteID("home")!).reported(NodeID("kitchen")!)

    /// A viewer who subscribes to the nodes' reports, and then reads no more.
    private final class SilentReader: Sendable {
        private let client: MQTTClient

        init(_ broker: ShippedBroker, _ number: Int, qos: MQTTQoS) async throws {
            let (isSubscribed, hasRead, released) = (Flag(), Flag(), Flag())
            self.released = released
            var configuration = try broker.client("home.viewer", id: "silent-\(number)")
            configuration.maximumPacketSize = 2 << 20
            client = try MQTTClient(configuration)
            self.hasRead = hasRead
            try client.subscribe([MQTTSubscription(MemoryTests.reported, qos: qos)])
            try client.start { event in
                if case .subscribed = event { isSubscribed.set() }
                guard case .message = event else { return }
                hasRead.set()
                // The network thread, which reads no more meanwhile.
                while !released.isSet { usleep(10_000) }
            }
            try await waitUntil("the reader's subscription") { isSubscribed.isSet }
        }

        private let hasRead: Flag
        private let released: Flag

        func awaitFirst() async throws { try await waitUntil("the reader's first message") { hasRead.isSet } }

        func end() async {
            released.set()
            await client.stop()
        }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    @Test(
        "a node that sends without end to people who do not read makes the broker keep no more than its limit",
        arguments: [MQTTQoS.atLeastOnce, .atMostOnce])
    func readers(qos: MQTTQoS) async throws {
        let broker = try ShippedBroker(.password)
        var readers: [SilentReader] = []
        for number in 0..<6 { readers.append(try await SilentReader(broker, number, qos: qos)) }
        let node = try MQTTClient(try broker.client("kitchen", id: "kitchen"))
        try node.start { _ in }
        let report = MQTTMessage(
            topic: Self.reported, payload: [UInt8](repeating: 7, count: 1 << 20), messageExpirySeconds: 60)
        try await node.publishAcknowledged(report)
        for reader in readers { try await reader.awaitFirst() }
        // Half a gigabyte that nobody reads, or as much of it as the broker takes in a while: the broker hangs up on a
        // client whose messages exceed its memory.
        let end = ContinuousClock.now + .seconds(15)
        while node.counters.published < 512, ContinuousClock.now < end {
            do throws(MQTTError) {
                try node.publish(report)
            } catch {
                guard error.code == .queueFull || error.code == .notConnected else { throw error }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        let most = try broker.mostResidentMegabytes
        #expect(most < 350, "the broker had \(most) MB")
        for reader in readers { await reader.end() }
        await node.stop()
        let knock = try await Knock(try broker.client("home.admin", id: "afterwards"))
        #expect(knock.isLetIn)
        await knock.end()
    }
}
