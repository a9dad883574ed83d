import ClockMQTT
import ClockTestSupport
import Glibc
import Testing

@Suite struct StopTests {
    private func elapsed(_ body: () async throws -> Void) async rethrows -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        try await body()
        return clock.now - start
    }

    @Test func flushesWhatIsQueued() async throws {
        let broker = try TestBroker()
        let receiver = try ClientProbe("receiver", port: broker.port, subscribing: ["t"])
        try await receiver.waitConnected(subscriptions: 1)
        let sender = try ClientProbe("sender", port: broker.port)
        try await sender.waitConnected()
        for number in 0..<500 { try sender.client.publish(MQTTMessage("t", "\(number)")) }
        await sender.client.stop(timeout: .seconds(10))
        #expect(sender.client.counters.published == 500)
        #expect(sender.disconnects.last?.reason == .stopped && sender.disconnects.last?.retryAfter == nil)
        try await receiver.waitMessages(500)
    }

    @Test func doesNotHangOnAnAddressThatNeverAnswers() async throws {
        let listener = try SilentListener()
        let probe = try ClientProbe("probe", port: listener.port)
        try await Task.sleep(for: .milliseconds(100))
        #expect(await elapsed { await probe.client.stop() } < .seconds(10))
        // 192.0.2.0/24 is reserved for documentation (RFC 5737): nothing answers, or the kernel has no route.
        let nowhere = try ClientProbe("nowhere", port: 1883) { $0.host = "192.0.2.1" }
        try await Task.sleep(for: .milliseconds(100))
        #expect(await elapsed { await nowhere.client.stop() } < .seconds(10))
    }

    @Test func silentPeerIsReportedAfterTheConnectTimeout() async throws {
        let listener = try SilentListener()
        let probe = try ClientProbe("probe", port: listener.port) { $0.connectTimeout = .milliseconds(300) }
        #expect(try await probe.waitDisconnect(.unreachable).message.contains("did not answer within 0.3 s"))
        let tls = try ClientProbe("tls", port: listener.port) {
            $0.connectTimeout = .milliseconds(300)
            $0.tls = .init()
        }
        #expect(try await tls.waitDisconnect(.unreachable).message.contains("did not answer within 0.3 s"))
    }

    @Test func doesNotHangOnABrokerThatStandsStill() async throws {
        let broker = try TestBroker()
        let probe = try ClientProbe("probe", port: broker.port)
        try await probe.waitConnected()
        broker.pause()
        // More than the socket takes, so that even the goodbye cannot be written.
        for _ in 0..<30 {
            try probe.client.publish(MQTTMessage(topic: "t", payload: [UInt8](repeating: 1, count: 100_000)))
        }
        #expect(await elapsed { await probe.client.stop() } < .seconds(10))
        try await waitUntil("stopped event") { probe.disconnects.last?.reason == .stopped }
        broker.resume()
    }

    @Test func silentBrokerIsNoticedByKeepAlive() async throws {
        let broker = try TestBroker()
        let probe = try ClientProbe("probe", port: broker.port) { $0.keepAliveSeconds = 5 }
        try await probe.waitConnected()
        broker.pause()
        try await waitUntil("keep-alive timeout", timeout: .seconds(30)) { !probe.disconnects.isEmpty }
        #expect(probe.disconnects.first?.reason == .keepAliveTimeout)
        broker.resume()
    }

    @Test func leavesNoThreadBehind() async throws {
        let broker = try TestBroker()
        func cycle(_ number: Int) async throws {
            let probe = try ClientProbe("leak-\(number)", port: broker.port) { $0.host = "localhost" }
            if number % 2 == 0 { try await probe.waitConnected() }
            await probe.client.stop()
        }
        let first = try ClientProbe("leak-first", port: broker.port)
        try await first.waitConnected()
        #expect(Self.threads(named: "mqtt leak") == 1)
        await first.client.stop()
        for number in 1...50 { try await cycle(number) }
        try await waitUntil("network threads ended") { Self.threads(named: "mqtt leak") == 0 }
        // A client that is let go without stop ends as well.
        do {
            let client = try MQTTClient(
                MQTTConfiguration(host: "127.0.0.1", port: broker.port, clientID: "leak-dropped")
            )
            try client.start { _ in }
        }
        try await waitUntil("thread of the dropped client ended") { Self.threads(named: "mqtt leak") == 0 }
    }

    @Test func startsOnce() async throws {
        let probe = try ClientProbe("probe", port: try LoopbackPort.unused())
        #expect(throws: MQTTError.self) { try probe.client.start { _ in } }
        await probe.client.stop()
        await probe.client.stop()
        #expect(throws: MQTTError.self) { try probe.client.start { _ in } }
        let idle = try MQTTClient(MQTTConfiguration(host: "127.0.0.1", clientID: "idle"))
        await idle.stop()
    }

    private static func entries(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    private static func threads(named name: String) -> Int {
        entries("/proc/self/task").count { readText("/proc/self/task/\($0)/comm")?.hasPrefix(name) == true }
    }
}
