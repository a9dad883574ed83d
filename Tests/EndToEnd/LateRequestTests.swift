import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization
import Testing

/// Requests that reach the coordinator after their own time, with the real programs and broker.
@Suite(.ownThreads) struct LateRequestTests {
    /// A member's client: it publishes requests by hand and collects the refusals.
    private final class Member: Sendable {
        let client: MQTTClient
        let topics = Topics(site: SiteID(Site.name)!)
        let name: String
        private let refusals = Refusals()

        private final class Refusals: Sendable {
            let codes = Mutex<[RequestError.Code]>([])
        }

        /// True when it was refused for its lateness, and nothing else was. The broker may deliver a request twice.
        var isRefused: Bool { refusals.codes.withLock { $0.contains(.late) && $0.allSatisfy { $0 == .late } } }

        /// - Parameter will: published by the broker so long after the client is gone, in seconds.
        init(_ site: Site, _ name: String, will: (message: MQTTMessage, delaySeconds: UInt32)? = nil) throws {
            self.name = name
            var configuration = MQTTConfiguration(host: "127.0.0.1", port: site.broker.port, clientID: name)
            if let will {
                configuration.will = .init(will.message)
                configuration.will?.delaySeconds = will.delaySeconds
                configuration.session.isClean = false
                configuration.session.expirySeconds = 60
            }
            client = try MQTTClient(configuration)
            try client.subscribe([MQTTSubscription(topics.reply(client: "late"))])
            let refusals = refusals
            try client.start { event in
                guard case .message(let message, _) = event,
                    let reply = try? WireCodec.decode(Reply<ChangeResult>.self, from: message.payload),
                    let code = reply.error?.code
                else { return }
                refusals.codes.withLock { $0.append(code) }
            }
        }

        static func request(_ name: String, at sent: WallTime, wait: Duration) throws -> MQTTMessage {
            let change = Change.startTimer(
                name: name, seconds: 3_600, targets: RingTargets(nodes: [NodeID("kitchen")!]), ring: .timer)
            let topics = Topics(site: SiteID(Site.name)!)
            return MQTTMessage(
                topic: topics.request(ChangeRequest.verb),
                payload: WireCodec.encode(
                    StampedRequest(ChangeRequest(changes: [change]), RequestStamp(sent: sent, wait: wait))),
                messageExpirySeconds: 60, responseTopic: topics.reply(client: "late"))
        }
    }

    private func timers(_ site: Site) async throws -> [String] {
        let client = try SiteClient(site, name: "looker")
        let names = try await client.schedule().timers.map(\.timer.name)
        await client.end()
        return names
    }

    @Test("a coordinator that was stopped does not carry out a change whose asker has given up, and says so")
    func stopped() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:17:00Z"), in: .seconds(5))
            try site.start()
            try await site.waitUntilReady()
            let member = try Member(site, "member")
            try member.client.publish(Member.request("before", at: site.now, wait: .seconds(3)))
            try await waitUntil("a change in time") { try await timers(site) == ["before"] }
            site.coordinator.pause()
            // The broker has room for it in the coordinator's socket: its expiry ends with that.
            try member.client.publish(Member.request("late", at: site.now, wait: .seconds(3)))
            let waiting = try await site.clockctl(
                ["timer", "start", "1h", "given-up", "--room", "kitchen", "--timeout", "3"])
            #expect(waiting.code == 75, "\(waiting)")
            try await Task.sleep(for: .seconds(2))
            site.coordinator.signal(SIGCONT)
            try await waitUntil("the refusal", timeout: .seconds(30)) { member.isRefused }
            #expect(try await timers(site) == ["before"])
            await member.client.stop()
        }
    }

    @Test("a member's last will on the requests' topic is refused", arguments: [UInt32(0), 6])
    func will(delaySeconds: UInt32) async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:17:00Z"), in: .seconds(5))
            try site.start()
            try await site.waitUntilReady()
            // A will is written as its client connects.
            let will = try Member.request("haunting", at: site.now, wait: .seconds(3))
            let leaving = try Member(site, "leaving", will: (will, delaySeconds))
            let watching = try Member(site, "watching")
            try await waitUntil("both connected") { leaving.client.isConnected && watching.client.isConnected }
            try await Task.sleep(for: .seconds(5))
            await leaving.client.stop(sendingWill: true)
            try await waitUntil("the refusal", timeout: .seconds(30)) { watching.isRefused }
            #expect(try await timers(site).isEmpty)
            await watching.client.stop()
        }
    }
}
