import ClockMQTT
import ClockTestSupport
import Synchronization
import Testing

@Suite struct RequestTests {
    /// Answers every request with its payload doubled; those with "silent" get none.
    private func responder(_ broker: TestBroker) async throws -> ClientProbe {
        let probe = try ClientProbe("responder", port: broker.port, subscribing: ["request/#"])
        try await probe.waitConnected(subscriptions: 1)
        Task { [weak probe] in
            var answered = 0
            while let probe {
                for request in probe.messages.dropFirst(answered) {
                    answered += 1
                    guard request.text != "silent", let topic = request.responseTopic else { continue }
                    try probe.client.publish(
                        MQTTMessage(
                            topic: topic, payload: request.payload + request.payload,
                            correlationData: request.correlationData))
                }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        return probe
    }

    @Test func fiftyInFlightEachGetTheirOwnAnswer() async throws {
        let broker = try TestBroker()
        let responder = try await responder(broker)
        let caller = try ClientProbe("caller", port: broker.port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let answer = try await caller.client.request(
                        topic: "request/double", payload: Array("\(number);".utf8), responseTopic: "reply/caller",
                        timeout: .seconds(10))
                    #expect(answer.text == "\(number);\(number);")
                }
            }
            try await group.waitForAll()
        }
        #expect(caller.messages.isEmpty, "answers do not reach the event handler")
        await responder.client.stop()
    }

    @Test func silenceTimesOutInWordsAndALateAnswerIsOnlyCounted() async throws {
        let broker = try TestBroker()
        let responder = try ClientProbe("responder", port: broker.port, subscribing: ["request/#"])
        try await responder.waitConnected(subscriptions: 1)
        let caller = try ClientProbe("caller", port: broker.port)
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: MQTTError.self) {
            try await caller.client.request(
                topic: "request/late", payload: [1], responseTopic: "reply/caller", timeout: .milliseconds(300))
        }
        let elapsed = clock.now - start
        #expect(error?.code == .timedOut && error?.message.contains("request/late") == true)
        #expect(elapsed >= .milliseconds(300) && elapsed < .seconds(5))
        let request = try #require(responder.messages.first)
        #expect(request.messageExpirySeconds == 1)
        try await responder.client.publishAcknowledged(
            MQTTMessage(topic: "reply/caller", payload: [2], correlationData: request.correlationData))
        try await waitUntil("late answer counted") { caller.client.counters.lateReplies == 1 }
        #expect(caller.messages.isEmpty)
    }

    @Test func timesOutWithoutAConnectionAndSaysSo() async throws {
        let caller = try ClientProbe("caller", port: try LoopbackPort.unused())
        let error = await #expect(throws: MQTTError.self) {
            try await caller.client.request(
                topic: "request/x", payload: [], responseTopic: "reply/caller", timeout: .milliseconds(200))
        }
        #expect(error?.code == .timedOut && error?.message.contains("not connected to broker 127.0.0.1") == true)
        #expect(caller.client.counters.queuedMessages == 0)
    }

    @Test func cancellationAndStopEndTheWait() async throws {
        let broker = try TestBroker()
        let caller = try ClientProbe("caller", port: broker.port)
        @Sendable func call() async throws {
            _ = try await caller.client.request(
                topic: "request/x", payload: [], responseTopic: "reply/caller", timeout: .seconds(60))
        }
        let cancelled = Task { try await call() }
        try await waitUntil("request sent") { caller.client.counters.published == 1 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let early = Task { () async throws in
            withUnsafeCurrentTask { $0?.cancel() }
            try await call()
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        let stopped = Task { try await call() }
        try await waitUntil("request sent") { caller.client.counters.published >= 2 }
        await caller.client.stop()
        let error = await #expect(throws: MQTTError.self) { try await stopped.value }
        #expect(error?.code == .notRunning)
    }

    @Test func refusedRequestFailsAtOnce() async throws {
        let broker = try TestBroker { $0.accessRules = ["topic readwrite reply/#"] }
        let caller = try ClientProbe("caller", port: broker.port)
        let error = await #expect(throws: MQTTError.self) {
            try await caller.client.request(
                topic: "request/x", payload: [], responseTopic: "reply/caller", timeout: .seconds(30))
        }
        #expect(error?.code == .refused)
    }
}
