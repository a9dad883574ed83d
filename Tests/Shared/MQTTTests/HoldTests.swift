import ClockMQTT
import ClockTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HoldTests {
    private func publish(_ count: Int, by sender: ClientProbe) async throws {
        // All at once, as a hold lasts ten seconds. The last one's acknowledgement stands for all.
        for number in 1..<count { try sender.client.publish(MQTTMessage("t", "\(number)")) }
        try await sender.client.publishAcknowledged(MQTTMessage("t", "\(count)"))
    }

    @Test("what comes while reading is held waits at the broker, and all of it comes afterwards")
    func holding() async throws {
        let broker = try TestBroker()
        let reader = try ClientProbe("reader", port: broker.port, subscribing: ["t"]) { $0.keepAliveSeconds = 30 }
        let sender = try ClientProbe("sender", port: broker.port)
        try await reader.waitConnected(subscriptions: 1)
        try await sender.waitConnected()
        reader.client.holdReading()
        try await publish(500, by: sender)
        // The client still reads the rest of a turn from the socket when the hold begins.
        #expect(reader.messages.count <= 64)
        // It goes on sending meanwhile.
        try reader.client.publish(MQTTMessage("t", "own", qos: .atMostOnce))
        reader.client.resumeReading()
        try await reader.waitMessages(501)
        #expect(reader.connections == 1)
        await reader.client.stop()
        await sender.client.stop()
    }

    @Test("a hold that nobody ends ends by itself, before the connection is taken for dead")
    func forgotten() async throws {
        let broker = try TestBroker()
        let reader = try ClientProbe("reader", port: broker.port, subscribing: ["t"]) { $0.keepAliveSeconds = 6 }
        let sender = try ClientProbe("sender", port: broker.port)
        try await reader.waitConnected(subscriptions: 1)
        try await sender.waitConnected()
        for round in 1...4 {
            reader.client.holdReading()
            try await publish(100, by: sender)
            try await reader.waitMessages(100 * round)
        }
        #expect(reader.connections == 1 && reader.disconnects.isEmpty)
        await reader.client.stop()
        await sender.client.stop()
    }
}
