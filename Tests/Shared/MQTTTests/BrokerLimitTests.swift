import ClockTestSupport
import Testing

@testable import ClockMQTT

/// Brokers that cannot serve a program: the log names the property of theirs that is in the way.
@Suite struct BrokerLimitTests {
    @Test(arguments: [
        ("max_qos 0", "Maximum QoS is 0"), ("retain_available false", "Retain Available is 0"),
        ("max_packet_size 100000", "Maximum Packet Size is 100000, and this program needs 1048576"),
    ])
    func thePropertyIsNamed(line: String, words: String) async throws {
        let broker = try TestBroker { $0.lines = [line] }
        let probe = try ClientProbe("probe", port: broker.port) {
            $0.needs = .init(wildcards: true, packetSize: 1 << 20)
        }
        let failure = try await probe.waitDisconnect(.refused)
        #expect(failure.message.hasPrefix("broker 127.0.0.1:\(broker.port) does not serve this program: its \(words)"))
        #expect(probe.connections == 0)
    }

    @Test func whatAClientDoesNotNeedIsNotInItsWay() async throws {
        let broker = try TestBroker { $0.lines = ["max_packet_size 100000"] }
        let probe = try ClientProbe("probe", port: broker.port) { $0.needs.packetSize = 100_000 }
        try await probe.waitConnected()
    }

    /// CONNACK as MQTT 3.1.1 has it: no properties, code 1.
    @Test func aBrokerOfMQTT3IsNamedAsOne() async throws {
        let listener = try SilentListener()
        let probe = try ClientProbe("probe", port: listener.port)
        try listener.answerOnce([0x20, 0x02, 0x00, 0x01])
        let failure = try await probe.waitDisconnect(.refused)
        #expect(failure.message.contains("does not speak MQTT 5"))
    }

    /// CONNACK of MQTT 5, accepted, with Wildcard Subscription Available = 0 (property 40).
    @Test func aBrokerWithoutWildcardsIsNamedToWhoeverNeedsThem() async throws {
        let listener = try SilentListener()
        let probe = try ClientProbe("probe", port: listener.port) { $0.needs.wildcards = true }
        try listener.answerOnce([0x20, 0x05, 0x00, 0x00, 0x02, 0x28, 0x00])
        let failure = try await probe.waitDisconnect(.refused)
        #expect(failure.message.contains("Wildcard Subscription Available is 0"))
    }
}
