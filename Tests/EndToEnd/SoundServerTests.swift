import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// Rings on a sound server that people have, and that is restarted under them.
@Suite(.ownThreads) struct SoundServerTests {
    private static let aways: [Duration] = [.milliseconds(200), .seconds(12)]

    @Test(
        "a ring goes on within two seconds of the return of a PulseAudio that was restarted in its middle",
        .enabled(if: PulseAudio.obstacle == nil, Comment(rawValue: PulseAudio.obstacle ?? "")), arguments: aways)
    func restartedPulseAudio(away: Duration) async throws { try await ringsOn(PulseAudio(), away: away) }

    @Test(
        "a ring goes on within two seconds of the return of a PipeWire that was restarted in its middle",
        .enabled(if: PipeWire.obstacle == nil, Comment(rawValue: PipeWire.obstacle ?? "")), arguments: aways)
    func restartedPipeWire(away: Duration) async throws { try await ringsOn(PipeWire(), away: away) }

    private func ringsOn(_ server: any SoundServer, away: Duration) async throws {
        try await server.start()
        var room = Site.Room("kitchen")
        room.device = "server"
        room.alsaLines = [server.alsa("server")]
        try await withSite(Site([room])) { site in
            let due = try WallTime("2027-03-01T15:20:00Z")
            site.setClock(to: due, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let client = try SiteClient(site)
            let event = try #require(
                try await client.change([AlarmTests.alarm(at: due, in: ["kitchen"])]).events.first)
            guard case .alarm(let definition) = event.new else { throw TestFailure("\(event) is no new alarm") }
            let before = try server.listen()
            try await waitUntil("the ring", timeout: .seconds(90)) { try before.firstSound() != nil }

            server.kill()
            try await waitUntil("the failure in the log") { site.node("kitchen").log.contains("cannot ring") }
            try await Task.sleep(for: away)
            try await server.start()
            let after = try server.listen()
            try await waitUntil("the ring after the restart", timeout: .seconds(30)) { try after.firstSound() != nil }
            let wait = try #require(try after.firstSound())
            #expect(wait < .seconds(2), "it went on \(wait) after the server's return")

            let stop = try await site.clockctl(["alarm", "stop", "\(definition.alarm.id)"])
            try #require(stop.code == 0, "\(stop.output)")
            // However often it was tried, there is one line until something else is wrong.
            #expect(site.node("kitchen").log.ranges(of: "cannot ring").count <= 3)
        }
    }
}
