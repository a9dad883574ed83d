import ClockMQTT
import Testing

@Suite struct ValidationTests {
    private func client(_ configure: (inout MQTTConfiguration) -> Void = { _ in }) throws -> MQTTClient {
        var configuration = MQTTConfiguration(host: "127.0.0.1", clientID: "test")
        configure(&configuration)
        return try MQTTClient(configuration)
    }

    @Test(
        arguments: [
            ("", "topic is empty"), ("a/+/b", "wildcard"), ("a/#", "wildcard"), ("a\0b", "U+0"), ("a\u{7F}", "U+7F"),
            (String(repeating: "a", count: 65_536), "65536 bytes"), (String(repeating: "/", count: 201), "levels"),
        ]) func namesTheTopicThatMayNotBePublishedTo(topic: String, part: String) throws
    {
        let client = try client()
        let error = #expect(throws: MQTTError.self) { try client.publish(MQTTMessage(topic: topic, payload: [])) }
        #expect(error?.code == .invalidTopic)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect((error?.message.utf8.count ?? 0) < 500)
    }

    @Test(arguments: ["a+", "+a/b", "#/a", "a#", "a/#/b", "a/b#", ""])
    func namesTheFilterThatMayNotBeSubscribedTo(filter: String) throws {
        let client = try client()
        let error = #expect(throws: MQTTError.self) { try client.subscribe([MQTTSubscription(filter)]) }
        #expect(error?.code == .invalidTopic)
    }

    @Test(arguments: ["#", "+", "a/+/b/#", "/+/", "$SYS/#"])
    func takesEveryFilterThatIsAllowed(filter: String) throws {
        try client().subscribe([MQTTSubscription(filter)])
    }

    @Test func refusesExpiryZeroAndAcknowledgementOfAtMostOnce() async throws {
        let client = try client()
        let expiry = #expect(throws: MQTTError.self) { try client.publish(MQTTMessage("t", "x", expiry: 0)) }
        #expect(expiry?.code == .invalidMessage)
        await #expect(throws: MQTTError.self) {
            try await client.publishAcknowledged(MQTTMessage("t", "x", qos: .atMostOnce))
        }
    }

    @Test func namesTheSettingThatIsOutOfRange() throws {
        func message(_ configure: (inout MQTTConfiguration) -> Void) -> String {
            do {
                _ = try client(configure)
                return "no error"
            } catch {
                return "\(error)"
            }
        }
        #expect(message { $0.port = 0 }.contains("broker port is 0"))
        #expect(message { $0.keepAliveSeconds = 4 }.contains("keep-alive in seconds is 4"))
        #expect(message { $0.clientID = "" }.contains("client identifier is empty"))
        #expect(message { $0.maximumPacketSize = 1 }.contains("maximum packet size in bytes is 1"))
        #expect(message { $0.tls = .init(certificateFile: "/c.pem") }.contains("key missing"))
        #expect(message { $0.will = .init(MQTTMessage("w/#", "x")) }.contains("w/#"))
        let secret = message { $0.login = .init(username: "anna", password: "hunter2\0") }
        #expect(secret.contains("no NUL character") && !secret.contains("hunter2"))
    }
}
