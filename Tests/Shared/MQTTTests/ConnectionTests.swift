import ClockTestSupport
import Glibc
import Testing

@testable import ClockMQTT

@Suite struct ConnectionTests {
    @Test func refusedConnectionIsRetriedUntilTheBrokerIsUp() async throws {
        let broker = try TestBroker()
        broker.stop()
        let probe = try ClientProbe("probe", port: broker.port, subscribing: ["t"])
        try probe.client.publish(MQTTMessage("t", "queued while offline"))
        let disconnect = try await probe.waitDisconnect(.unreachable)
        #expect(disconnect.message.contains("127.0.0.1:\(broker.port)"))
        #expect(disconnect.message.contains("connection refused"))
        #expect(disconnect.retryAfter != nil && !disconnect.isRepetition)
        try await waitUntil("a second attempt") { probe.disconnects.count >= 2 }
        #expect(probe.disconnects[1].isRepetition && probe.disconnects[1].consecutiveFailures == 2)
        try broker.restart()
        try await probe.waitMessages(1)
        #expect(probe.messages.map(\.text) == ["queued while offline"])
    }

    @Test func hostWithSeveralAddressesIsTriedThroughThemAll() async throws {
        // localhost is ::1 as well on most systems; the broker listens on 127.0.0.1 only.
        let broker = try TestBroker()
        let probe = try ClientProbe("probe", port: broker.port) { $0.host = "localhost" }
        try await probe.waitConnected()
        #expect(probe.disconnects.isEmpty)
    }

    @Test func aPathIsTheBrokersUnixSocket() async throws {
        let folder = try TemporaryFolder("socket")
        let socket = folder.file("broker.sock")
        let broker = try TestBroker { $0.lines = ["listener 0 \(socket)"] }
        let probe = try ClientProbe("probe", port: 0, subscribing: ["t"]) { $0.host = socket }
        try await probe.waitConnected(subscriptions: 1)
        try await probe.client.publishAcknowledged(MQTTMessage("t", "by the socket"))
        try await probe.waitMessages(1)
        #expect(probe.messages.map(\.text) == ["by the socket"])
        broker.kill()
        unlink(socket)
        let disconnect = try await probe.waitDisconnect(.unreachable)
        #expect(
            disconnect.message
                == "cannot reach broker \(socket): no such file or directory; is mosquitto running and is the path right?"
        )
        try broker.restart()
        try await probe.waitConnected(2, subscriptions: 1)
    }

    @Test func whoMayNotOpenTheSocketLearnsHow() {
        let configuration = MQTTConfiguration(host: "/run/broker.sock", port: 0, clientID: "probe")
        let address = HostAddress(text: "/run/broker.sock", family: AF_UNIX)
        #expect(
            MQTTFailure.unreachable(configuration, address, error: EACCES).message
                == "cannot reach broker /run/broker.sock: permission denied; use sudo, or join its group: "
                + "sudo adduser $USER clocksmith-admin, then log in again")
    }

    @Test func unknownHostIsNamed() async throws {
        let probe = try ClientProbe("probe", port: 1883) { $0.host = "no-such-host.invalid" }
        let disconnect = try await probe.waitDisconnect(.unknownHost)
        #expect(disconnect.message.contains("no-such-host.invalid"))
        await probe.client.stop()
    }

    @Test func resubscribesAndReportsAfterTheBrokerWasKilled() async throws {
        let broker = try TestBroker()
        let probe = try ClientProbe("probe", port: broker.port, subscribing: ["a", "b"])
        try await probe.waitConnected(subscriptions: 2)
        for round in 2...4 {
            broker.kill()
            _ = try await probe.waitDisconnect(.connectionLost)
            try broker.restart()
            try await probe.waitConnected(round, subscriptions: 2)
        }
        let sender = try ClientProbe("sender", port: broker.port)
        try await sender.client.publishAcknowledged(MQTTMessage("a", "1"))
        try await sender.client.publishAcknowledged(MQTTMessage("b", "2"))
        try await probe.waitMessages(2)
        #expect(probe.messages.map(\.text) == ["1", "2"])
        #expect(probe.client.counters.connections == 4)
    }

    @Test func unacknowledgedMessagesSurviveTheBrokersDeath() async throws {
        let broker = try TestBroker()
        let sender = try ClientProbe("sender", port: broker.port)
        try await sender.waitConnected()
        // The standing broker takes the bytes into its socket and never answers.
        broker.pause()
        for number in 0..<20 { try sender.client.publish(MQTTMessage("t", "\(number)")) }
        try await Task.sleep(for: .milliseconds(50))
        broker.kill()
        _ = try await sender.waitDisconnect(.connectionLost)
        #expect(sender.client.counters.queuedMessages == 20)
        try broker.restart()
        let receiver = try ClientProbe("receiver", port: broker.port, subscribing: ["t"])
        _ = receiver
        try await waitUntil("all acknowledged") { sender.client.counters.published == 20 }
        #expect(sender.client.counters.outgoingDropped == 0)
    }

    @Test func brokerShutDownIsReportedAsSuch() async throws {
        let broker = try TestBroker()
        let probe = try ClientProbe("probe", port: broker.port)
        try await probe.waitConnected()
        broker.stop()
        try await waitUntil("disconnect") { !probe.disconnects.isEmpty }
        let disconnect = try #require(probe.disconnects.first)
        #expect([.endedByBroker, .connectionLost].contains(disconnect.reason))
    }

    @Test func wrongPasswordIsOneClearLineAtTheLongEnd() async throws {
        let broker = try TestBroker { $0.passwords = ["kitchen": "right"] }
        let wrong = try ClientProbe("wrong", port: broker.port) {
            $0.login = .init(username: "kitchen", password: "wrong")
            $0.reconnectDelay = .milliseconds(50)...(.seconds(60))
        }
        let disconnect = try await wrong.waitDisconnect(.notAuthorized)
        #expect(disconnect.message.contains("password for user \"kitchen\""))
        #expect(!disconnect.message.contains("wrong"))
        #expect(disconnect.reasonCode == 0x87 || disconnect.reasonCode == 0x86)
        #expect(try #require(disconnect.retryAfter) >= .seconds(30))
        let anonymous = try ClientProbe("anonymous", port: broker.port)
        #expect(try await anonymous.waitDisconnect(.notAuthorized).message.contains("asks for a user name"))
        let right = try ClientProbe("right", port: broker.port) {
            $0.login = .init(username: "kitchen", password: "right")
        }
        try await right.waitConnected()
    }

    @Test func subscriptionTheBrokerRefusesIsNamed() async throws {
        // mosquitto 2.0.11 lets every subscription pass its ACL file; its security plugin refuses.
        let folder = try TemporaryFolder("dynsec")
        let state = folder.file("dynsec.json")
        try TestProcess.run("mosquitto_ctrl", ["dynsec", "init", state, "admin", "secret"])
        // The administrator may subscribe to "#"; leave a part of it.
        let rules = folder.read("dynsec.json").split(separator: "\"#\"", omittingEmptySubsequences: false)
        try folder.write(rules.joined(separator: "\"open/#\""), to: "dynsec.json")
        let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf"]
        let plugins = folders.map { "/usr/lib/\($0)/mosquitto_dynamic_security.so" }
        let plugin = try #require(plugins.first { readText($0) != nil })
        let broker = try TestBroker {
            $0.lines = ["plugin \(plugin)", "plugin_opt_config_file \(state)"]
        }
        let probe = try ClientProbe("probe", port: broker.port, subscribing: ["open/t", "closed/+"]) {
            $0.login = .init(username: "admin", password: "secret")
        }
        try await probe.waitConnected(subscriptions: 1)
        try await probe.waitFor("refusal") {
            $0.contains {
                guard case .subscriptionRefused(let subscription, let error) = $0 else { return false }
                return subscription.filter == "closed/+" && error.message.contains("closed/+")
                    && error.reasonCode == 0x87
            }
        }
    }

    @Test func takeoverByTheSameIdentifierIsItsOwnCase() async throws {
        let broker = try TestBroker()
        let first = try ClientProbe("twin", port: broker.port) {
            $0.reconnectDelay = .milliseconds(50)...(.seconds(60))
        }
        try await first.waitConnected()
        let second = try ClientProbe("twin", port: broker.port)
        // Newer brokers say so; mosquitto 2.0.11 only closes, which is recognised when it goes on.
        let disconnect = try await first.waitDisconnect(.sessionTakenOver)
        #expect(disconnect.message.contains("\"twin\""))
        #expect(disconnect.reasonCode == 0x8E || disconnect.message.contains("another client uses this identifier"))
        #expect(try #require(disconnect.retryAfter) >= .seconds(30), "twins must not throw each other out in a circle")
        try await second.waitConnected()
    }

    @Test func willIsPublishedWhenTheConnectionIsCutAndNotAtAGoodbye() async throws {
        let broker = try TestBroker()
        let watcher = try ClientProbe("watcher", port: broker.port, subscribing: ["will/#"])
        try await watcher.waitConnected(subscriptions: 1)
        func mortal(_ name: String) async throws -> ClientProbe {
            let probe = try ClientProbe(name, port: broker.port) {
                $0.will = .init(MQTTMessage("will/\(name)", "offline", retain: true, expiry: 100))
            }
            try await probe.waitConnected()
            return probe
        }
        await (try mortal("polite")).client.stop()
        await (try mortal("asked")).client.stop(sendingWill: true)
        try await watcher.waitMessages(1)
        #expect(watcher.messages.map(\.topic) == ["will/asked"])
        // A third party with the same identifier makes the broker cut the connection.
        let cut = try await mortal("cut")
        let usurper = try ClientProbe("cut", port: broker.port)
        try await watcher.waitMessages(2)
        #expect(watcher.messages.last?.topic == "will/cut" && watcher.messages.last?.text == "offline")
        await usurper.client.stop()
        await cut.client.stop()
    }

    @Test func sessionOfADurableClientKeepsMessagesWhileItIsAway() async throws {
        let broker = try TestBroker()
        func durable() throws -> ClientProbe {
            try ClientProbe("durable", port: broker.port, subscribing: ["t"]) {
                $0.session.isClean = false
                $0.session.expirySeconds = 300
            }
        }
        let first = try durable()
        try await first.waitConnected(subscriptions: 1)
        await first.client.stop()
        let sender = try ClientProbe("sender", port: broker.port)
        try await sender.client.publishAcknowledged(MQTTMessage("t", "kept"))
        let second = try durable()
        try await second.waitMessages(1)
        #expect(second.messages.map(\.text) == ["kept"])
        #expect(second.events.contains(.connected(sessionPresent: true)))
    }
}
