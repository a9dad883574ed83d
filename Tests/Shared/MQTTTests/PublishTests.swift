import ClockMQTT
import ClockTestSupport
import Glibc
import Testing

@Suite struct PublishTests {
    @Test(arguments: [MQTTQoS.atMostOnce, .atLeastOnce])
    func arrivesWithItsPropertiesAndTheTimeOfReceipt(qos: MQTTQoS) async throws {
        let broker = try TestBroker()
        let receiver = try ClientProbe("receiver", port: broker.port, subscribing: ["t/#"])
        try await receiver.waitConnected(subscriptions: 1)
        let sender = try ClientProbe("sender", port: broker.port)
        try await sender.waitConnected()
        let message = MQTTMessage(
            topic: "t/ü", payload: [0, 1, 255], qos: qos, messageExpirySeconds: 60, responseTopic: "r",
            correlationData: [9, 0, 9], contentType: "text/plain")
        let before = now()
        try sender.client.publish(message)
        try await receiver.waitMessages(1)
        let after = now()
        #expect(receiver.messages == [message])
        guard case .message(_, let receipt)? = receiver.events.last else { throw TestFailure("no message") }
        #expect(receipt.bootNanoseconds >= before.boot && receipt.bootNanoseconds <= after.boot)
        #expect(receipt.realtimeNanoseconds >= before.realtime && receipt.realtimeNanoseconds <= after.realtime)
    }

    @Test func retainedMessageComesWithTheSecondsThatAreLeft() async throws {
        let broker = try TestBroker()
        let sender = try ClientProbe("sender", port: broker.port)
        let published = now().boot
        try await sender.client.publishAcknowledged(MQTTMessage("wake", "x", retain: true, expiry: 100))
        try await sender.client.publishAcknowledged(MQTTMessage("brief", "x", retain: true, expiry: 1))
        try await Task.sleep(for: .milliseconds(2_100))
        let receiver = try ClientProbe("receiver", port: broker.port, subscribing: ["wake", "brief"])
        try await receiver.waitMessages(1)
        try await receiver.waitConnected(subscriptions: 2)
        let message = try #require(receiver.messages.first)
        #expect(message.topic == "wake" && message.retain)
        // The broker counts whole seconds.
        let elapsed = Int((now().boot - published) / 1_000_000_000)
        #expect((100 - elapsed - 2...98).contains(Int(message.messageExpirySeconds ?? 0)))
        // The broker would have sent the other subscription's message before this answer.
        try await receiver.client.publishAcknowledged(MQTTMessage("end", "x"))
        #expect(receiver.messages.count == 1, "an expired retained message is not delivered")
    }

    @Test func thousandsGoThroughInOrderWithASmallQueue() async throws {
        let broker = try TestBroker { $0.lines = ["max_queued_messages 0"] }
        let receiver = try ClientProbe("receiver", port: broker.port, subscribing: ["n"])
        try await receiver.waitConnected(subscriptions: 1)
        let sender = try ClientProbe("sender", port: broker.port) { $0.queue.messages = 50 }
        var sent = 0
        while sent < 3_000 {
            do {
                try sender.client.publish(MQTTMessage("n", "\(sent)"))
                sent += 1
            } catch {
                #expect(error.code == .queueFull)
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        try await receiver.waitMessages(3_000)
        #expect(receiver.messages.map(\.text) == (0..<3_000).map(String.init))
        try await waitUntil("all acknowledged") { sender.client.counters.published == 3_000 }
        #expect(sender.client.counters.queuedMessages == 0 && sender.client.counters.queuedBytes == 0)
    }

    @Test func queueIsBoundedWhileOffline() async throws {
        let port = try LoopbackPort.unused()
        let sender = try ClientProbe("sender", port: port) {
            $0.queue.messages = 3
            $0.queue.bytes = 1_000
        }
        let offline = #expect(throws: MQTTError.self) {
            try sender.client.publish(MQTTMessage("t", "x", qos: .atMostOnce))
        }
        #expect(offline?.code == .notConnected)
        for _ in 0..<3 { try sender.client.publish(MQTTMessage("t", "x")) }
        let full = #expect(throws: MQTTError.self) { try sender.client.publish(MQTTMessage("t", "x")) }
        #expect(full?.code == .queueFull)
        #expect(sender.client.counters.queuedMessages == 3)
        await sender.client.stop()
        #expect(sender.client.counters.outgoingDropped == 3)
        let stopped = #expect(throws: MQTTError.self) { try sender.client.publish(MQTTMessage("t", "x")) }
        #expect(stopped?.code == .notRunning)
    }

    @Test func awaitedMessageExpiresOffline() async throws {
        let sender = try ClientProbe("sender", port: try LoopbackPort.unused())
        let error = await #expect(throws: MQTTError.self) {
            try await sender.client.publishAcknowledged(MQTTMessage("t", "x", expiry: 1))
        }
        #expect(error?.code == .expired)
        #expect(sender.client.counters.queuedMessages == 0)
    }

    @Test func cancelledCallTakesTheMessageBack() async throws {
        let sender = try ClientProbe("sender", port: try LoopbackPort.unused())
        let call = Task { try await sender.client.publishAcknowledged(MQTTMessage("t", "x")) }
        try await waitUntil("message queued") { sender.client.counters.queuedMessages == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(sender.client.counters.queuedMessages == 0)
    }

    @Test func refusalOfTheBrokerIsReported() async throws {
        let broker = try TestBroker {
            $0.accessRules = ["topic readwrite open/#"]
        }
        let probe = try ClientProbe("probe", port: broker.port)
        let error = await #expect(throws: MQTTError.self) {
            try await probe.client.publishAcknowledged(MQTTMessage("closed", "x"))
        }
        #expect(error?.code == .refused && error?.reasonCode == 0x87)
        #expect(error?.message.contains("closed") == true)
        try probe.client.publish(MQTTMessage("closed", "y"))
        try await waitUntil("refusal event") {
            probe.events.contains { if case .publishRefused("closed", _) = $0 { true } else { false } }
        }
        try await probe.client.publishAcknowledged(MQTTMessage("open/t", "x"))
    }

    @Test func messageLargerThanTheBrokerTakesIsRefusedByName() async throws {
        let broker = try TestBroker { $0.lines = ["max_packet_size 2000"] }
        let probe = try ClientProbe("probe", port: broker.port)
        let error = await #expect(throws: MQTTError.self) {
            try await probe.client.publishAcknowledged(MQTTMessage("big", String(repeating: "x", count: 3_000)))
        }
        #expect(error?.code == .refused && error?.reasonCode == 0x95)
        try await probe.client.publishAcknowledged(MQTTMessage("small", "x"))
    }

    @Test func noiseLargerThanTheLimitDoesNotReachTheSubscriber() async throws {
        let broker = try TestBroker()
        let receiver = try ClientProbe("receiver", port: broker.port, subscribing: ["n"]) {
            $0.maximumPacketSize = 64 << 10
        }
        try await receiver.waitConnected(subscriptions: 1)
        let sender = try ClientProbe("sender", port: broker.port)
        try await sender.client.publishAcknowledged(MQTTMessage("n", String(repeating: "x", count: 1 << 20)))
        try await sender.client.publishAcknowledged(MQTTMessage("n", "after"))
        try await receiver.waitMessages(1)
        #expect(receiver.messages.map(\.text) == ["after"])
        #expect(receiver.connections == 1)
    }

    private func now() -> (boot: Int64, realtime: Int64) {
        func read(_ clock: clockid_t) -> Int64 {
            var time = timespec()
            clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
        return (read(CLOCK_BOOTTIME), read(CLOCK_REALTIME))
    }
}
