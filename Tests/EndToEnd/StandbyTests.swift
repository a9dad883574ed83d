import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization
import Testing

/// Two coordinators with one database, as programs: the one works and the other stands by.
@Suite(.ownThreads, .serialized, .timeLimit(.minutes(5))) struct StandbyTests {
    private let broker: TestBroker
    private let server: TestDatabase
    private let address: String
    private let folder: TemporaryFolder
    private let topics = Topics(site: SiteID("home")!)

    init() throws {
        broker = try TestBroker()
        server = try TestDatabase()
        address = try server.makeDatabase("clocks")
        folder = try TemporaryFolder("standby")
    }

    private func start(_ name: String) throws -> TestProcess {
        try TestProcess(
            try BuiltPrograms.path("clock-coordinator"),
            [
                "--broker-port", "\(broker.port)", "--store", address, "--state-directory", folder.file(name),
            ], outputFile: folder.file("\(name).log"))
    }

    private func clockctl(_ words: [String]) async throws -> (code: Int32, output: String) {
        let run = try TemporaryFolder("clockctl")
        let process = try TestProcess(
            try BuiltPrograms.path("clockctl"), words + ["--broker", "127.0.0.1:\(broker.port)", "--site", "home"],
            environment: ["HOME": run.path, "XDG_CONFIG_HOME": run.path], outputFile: run.file("output"))
        try await waitUntil("clockctl \(words) has ended", timeout: .seconds(60)) { !process.isRunning }
        return (process.wait(timeout: .seconds(1)), process.output)
    }

    /// The state folder of who has the lease.
    private func leader() throws -> String { try server.query("SELECT machine FROM lease", in: "clocks") }

    private func awaitLeader(_ name: String) async throws {
        try await waitUntil("\(name) has the lease", timeout: .seconds(60)) {
            try leader().hasSuffix(folder.file(name))
        }
    }

    private func awaitStandby(_ process: TestProcess) async throws {
        try await waitUntil("it stands by", timeout: .seconds(60)) {
            process.output.contains("this one stands by")
        }
    }

    /// Somebody who asks for changes one after the other, and notes which were done.
    private final class Asker: Sendable {
        let client: MQTTClient
        private let topics: Topics
        private let isOver = Mutex(false)
        private let isOnline = Flag()

        private final class Flag: Sendable {
            let isSet = Mutex(false)
        }

        init(_ port: Int, _ topics: Topics) async throws {
            self.topics = topics
            client = try MQTTClient(MQTTConfiguration(host: "127.0.0.1", port: port, clientID: "asker"))
            try client.subscribe([MQTTSubscription(topics.coordinatorAvailability)])
            try client.start { [isOnline] event in
                guard case .message(let message, _) = event, message.topic == topics.coordinatorAvailability else {
                    return
                }
                isOnline.isSet.withLock { $0 = message.payload == Availability.online.payload }
            }
            // Before the first one there is no session at the broker that would keep what is asked.
            try await waitUntil("a coordinator is there", timeout: .seconds(60)) { [isOnline] in
                isOnline.isSet.withLock { $0 }
            }
        }

        func ask(_ change: Change, timeout: Duration = .seconds(60)) async throws {
            let answer = try await client.request(
                topic: topics.request(ChangeRequest.verb),
                payload: WireCodec.encode(
                    StampedRequest(
                        ChangeRequest(changes: [change], by: "asker"),
                        RequestStamp(sent: Site.systemNow(), wait: timeout))),
                responseTopic: topics.reply(client: "asker"), timeout: timeout)
            let reply: Reply<ChangeResult> = try WireCodec.decode(from: answer.payload)
            #expect(reply.error == nil, "\(change): \(String(describing: reply.error))")
        }

        /// Ends ``askOn(from:)``.
        func end() { isOver.withLock { $0 = true } }

        /// Starts stopwatches and removes each until ``end()``.
        ///
        /// - Parameter first: the number of the first one.
        func askOn(from first: Int) async throws -> (started: Int, longest: Duration) {
            var started = 0
            var longest = Duration.zero
            while !isOver.withLock({ $0 }) {
                for change in [
                    Change.startStopwatch(name: "Number \(started)"),
                    .removeStopwatch(StopwatchID(uncheckedNumber: first + started)),
                ] {
                    let start = ContinuousClock.now
                    try await ask(change, timeout: .seconds(30))
                    longest = max(longest, ContinuousClock.now - start)
                }
                started += 1
            }
            return (started, longest)
        }
    }

    private func stopwatches() throws -> String {
        try server.query("SELECT count(*) || ' of ' || (SELECT last_stopwatch FROM site) FROM stopwatch", in: "clocks")
    }

    @Test("when the first is killed the second works within ten seconds, with what was acknowledged before")
    func killed() async throws {
        let first = try start("first")
        let asker = try await Asker(broker.port, topics)
        try await asker.ask(.startStopwatch(name: "before"))
        let second = try start("second")
        try await awaitStandby(second)
        // The one that works hears of it with its next renewal.
        try await waitUntil("clockctl shows who stands by", timeout: .seconds(60)) {
            try await clockctl(["status"]).output.contains("stands by")
        }
        let examined = try await clockctl(["doctor"])
        #expect(examined.output.contains("stands by"), "\(examined)")

        first.signal(SIGKILL)
        let death = ContinuousClock.now
        // It waits at the broker until somebody takes it up.
        try await asker.ask(.startStopwatch(name: "after"))
        let took = ContinuousClock.now - death
        // Ten seconds on a machine with nothing else to do.
        #expect(took < .seconds(30))
        #expect(try leader().hasSuffix(folder.file("second")))
        #expect(try stopwatches() == "2 of 2")
        await asker.client.stop()
        #expect(second.stop(timeout: .seconds(20)) == 0)
        #expect(try leader() == "")
    }

    @Test(
        "one that was paused finds the other at work, changes nothing and ends, and stands by when it is started again")
    func paused() async throws {
        var first = try start("first")
        let asker = try await Asker(broker.port, topics)
        try await asker.ask(.startStopwatch(name: "before"))
        let second = try start("second")
        try await awaitStandby(second)

        first.pause()
        try await asker.ask(.startStopwatch(name: "meanwhile"))
        first.signal(SIGCONT)
        let code = first.wait(timeout: .seconds(60))
        #expect(code == 75, "\(first.output)")
        #expect(first.output.contains("another coordinator"), "\(first.output)")
        try await asker.ask(.startStopwatch(name: "afterwards"))
        #expect(try leader().hasSuffix(folder.file("second")))
        #expect(try stopwatches() == "3 of 3")
        first = try start("first")
        try await waitUntil("the first stands by", timeout: .seconds(60)) {
            try server.query("SELECT machine FROM standby", in: "clocks").hasSuffix(folder.file("first"))
        }
        await asker.client.stop()
        first.stop(timeout: .seconds(20))
        second.stop(timeout: .seconds(20))
    }

    @Test("a planned change of place loses no request: each is answered, and what was changed is there")
    func planned() async throws {
        var working = try start("first")
        let asker = try await Asker(broker.port, topics)
        try await asker.ask(.startStopwatch(name: "before"))
        var standby = try start("second")
        try await awaitStandby(standby)
        async let asking = asker.askOn(from: 2)
        for next in ["first", "second", "first"] {
            let before = try leader()
            let code = working.stop(timeout: .seconds(20))
            #expect(code == 0, "\(working.output)")
            try await waitUntil("the other has the lease", timeout: .seconds(60)) {
                let now = try leader()
                return now != before && !now.isEmpty
            }
            working = standby
            standby = try start(next)
            try await waitUntil("the next stands by", timeout: .seconds(60)) {
                try server.query("SELECT count(*) FROM standby", in: "clocks") == "1"
            }
        }
        asker.end()
        let (started, longest) = try await asking
        #expect(longest < .seconds(30))
        #expect(try stopwatches() == "1 of \(started + 1)")
        await asker.client.stop()
        working.stop(timeout: .seconds(20))
        standby.stop(timeout: .seconds(20))
    }
}
