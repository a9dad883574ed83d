import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// Rooms whose own clocks nobody keeps, on a network whose messages wait.
struct CoordinatorClockTests {
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

    private func seconds(_ offset: Duration) -> String { String(offset.secondsWithFraction) }
}
