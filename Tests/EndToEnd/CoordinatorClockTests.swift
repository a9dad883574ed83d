import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// Rooms whose own clocks nobody keeps, on a network whose messages wait.
@Suite(.ownThreads) struct CoordinatorClockTests {
    @Test("two rooms with clocks 50 ms apart, behind 5 ms of jitter, go by the coordinator's and speak as one")
    func jitter() async throws {
        let rooms = ["kitchen", "office"].map { id in
            var room = Site.Room(id)
            room.lines = ["clock.source: coordinator"]
            return room
        }
        try await withSite(Site(rooms)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(40))
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": seconds(site.clockOffset), "CLOCKSMITH_CLOCK_VOUCHED": "true",
            ])
            var proxies: [TestProcess] = []
            for (index, room) in rooms.enumerated() {
                let port = try LoopbackPort.unused()
                proxies.append(
                    try TestProcess(
                        BuiltPrograms.path("jitter-proxy"),
                        [
                            "--listen", String(port), "--connect", String(site.broker.port), "--jitter-ms", "5",
                            "--seed",
                            String(index + 1),
                        ], outputFile: site.folder.file("logs/proxy-\(room.id).log")))
                site.node(room.id).configure(environment: [
                    "CLOCKSMITH_CLOCK_OFFSET_SECONDS": seconds(site.clockOffset + .milliseconds(index * 50 - 25)),
                    "CLOCKSMITH_BROKER_PORT": String(port),
                ])
            }
            try site.start()
            try await site.waitUntilReady()
            let status = try await site.status()
            for node in status.nodes {
                let clock = try #require(node.clock)
                #expect(clock.source == .coordinator)
                #expect(clock.reason == "follows the coordinator's clock")
                #expect(try #require(clock.errorMilliseconds) < 10)
            }
            _ = try await site.records(of: target)
            let heard = try rooms.map { room in
                try site.announcement(in: room.id, around: target, beginningWith: "three").onset
            }
            let bound: Duration = .milliseconds(1)
            #expect((heard[0] - heard[1]).magnitude < bound, "heard at \(heard[0]) and \(heard[1])")
            for onset in heard { #expect((onset - target).magnitude < bound, "heard at \(onset)") }
            withExtendedLifetime(proxies) {}
        }
    }

    @Test("a coordinator that was ten minutes fast is put right: a timer rings at its end, and its line says so")
    func putRight() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            // No quarter hour sounds meanwhile, by either clock.
            site.setClock(to: try WallTime("2027-03-01T15:17:00Z"), in: .seconds(5))
            site.coordinator.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": seconds(site.clockOffset + .minutes(10))
            ])
            try site.start()
            let client = try SiteClient(site)
            try await waitUntil("the kitchen's measure of the fast clock", timeout: .seconds(30)) {
                guard let offset = client.reported("kitchen")?.clock.offsetMilliseconds else { return false }
                return abs(offset - 600_000) < 1_000
            }
            site.coordinator.kill()
            site.coordinator.configure(environment: ["CLOCKSMITH_CLOCK_OFFSET_SECONDS": seconds(site.clockOffset)])
            try site.coordinator.start()
            let started = site.now
            try await waitUntil("a timer", timeout: .seconds(30)) {
                try await site.clockctl(["timer", "start", "15s", "pasta", "--node", "kitchen"]).code == 0
            }
            var ends = started
            try await waitUntil("the timer's end in the room's report", timeout: .seconds(10)) {
                guard case .running(let told)? = client.reported("kitchen")?.timers.first?.state else { return false }
                ends = told
                return true
            }
            #expect(ends >= started + .seconds(15))
            try await site.sleep(until: ends + .seconds(4))
            let heard = try site.sounds(in: "kitchen", from: started, to: ends + .seconds(3))
            let first = try #require(heard.first, "the kitchen is silent at \(ends)")
            #expect((first.start - ends).magnitude < .milliseconds(200), "heard at \(first.start), due \(ends)")
            try #require(try await site.clockctl(["timer", "stop", "pasta"]).code == 0)
            var record: RingRecord?
            try await waitUntil("the timer's line", timeout: .seconds(30)) {
                for line in try await site.history() { if case .ring(let ring) = line.event { record = ring } }
                return record != nil
            }
            let line = try #require(record)
            #expect(line.outcome == .rang && line.reason == .stopped, "\(line)")
            #expect((line.occurrence.due - ends).magnitude < .milliseconds(100), "\(line)")
            let rang = try #require(line.rangAt)
            #expect((rang - line.occurrence.due).magnitude < .milliseconds(200), "\(line)")
            let words = try await site.clockctl(["history", "--limit", "1000"])
            #expect(words.code == 0 && !words.output.contains("late"), "\(words.output)")
            await client.end()
        }
    }

    private func seconds(_ offset: Duration) -> String { String(offset.secondsWithFraction) }
}
