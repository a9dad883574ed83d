import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// Every entity there and back: a client that knows only the discovery messages, a real broker, a real coordinator and
/// a real node.
@Suite(.ownThreads) struct HomeAssistantTests {
    /// Far from any quarter hour.
    private static let quarter = WallTime(rfc3339: "2027-03-01T15:15:00Z")!

    private func start(_ site: Site, toQuarterIn lead: Duration) async throws -> HomeAssistantClient {
        site.setClock(to: Self.quarter, in: lead)
        site.coordinator.configure(environment: [
            "CLOCKSMITH_CLOCK_OFFSET_SECONDS": String(site.clockOffset.components.seconds),
            "CLOCKSMITH_HOME_ASSISTANT_ENABLED": "true",
        ])
        try site.start()
        try await site.waitUntilReady()
        let home = try await HomeAssistantClient(site)
        try await home.wait("the kitchen is announced and has reported") {
            try home.state("number kitchen_volume") == "80"
                && home.state("binary_sensor kitchen_clock_problem") == "OFF"
        }
        return home
    }

    @Test("settings go to the node and come back, and what is refused shows as it is")
    func settings() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let home = try await start(site, toQuarterIn: .seconds(400))
            try await home.set("number kitchen_volume", "35")
            try await home.set("switch kitchen_mute", "ON")
            try await home.set("select kitchen_chime", "westminster")
            try await home.set("select kitchen_interval", "every hour")
            let voices = try #require(try home.entity("select kitchen_voice").options)
            try await home.set("select kitchen_voice", try #require(voices.last))
            try await home.wait("the node goes by all of it") {
                let node = try await site.status(of: "kitchen")
                return node.revision.applied == node.revision.desired && node.settings.volume.percent == 35
                    && node.settings.mute == .on && node.settings.chime == .westminster && node.settings.every == .hour
            }
            try home.command("number kitchen_volume", "200")
            try await home.set("switch kitchen_mute", "OFF")
            #expect(try home.state("number kitchen_volume") == "35")
            // And what somebody else sets is shown as well.
            #expect(try await site.clockctl(["set", "kitchen", "volume", "20"]).code == 0)
            try await home.wait("what clockctl sets is shown") { try home.state("number kitchen_volume") == "20" }
            // The names in the list of entities do not change with the room's.
            #expect(try await site.clockctl(["node", "rename", "kitchen", "Galley"]).code == 0)
            site.node("kitchen").kill()
            try await home.wait("the node is offline") { try !home.isAvailable("number kitchen_volume") }
            #expect(try home.isAvailable("binary_sensor kitchen_connectivity"))
            #expect(try home.state("binary_sensor kitchen_connectivity") == "offline")
            await home.end()
        }
    }

    @Test("over starts of coordinator and room no entity shows what it did not show before, and refusals are events")
    func starts() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let home = try await start(site, toQuarterIn: .seconds(400))
            #expect(
                try await site.clockctl([
                    "alarm", "add", "7:00", "--label", "School", "--days", "daily", "--node", "kitchen",
                ]).code == 0)
            try await site.waitUntilReady()
            home.forgetChanges()
            site.coordinator.kill()
            try site.coordinator.start()
            try await site.waitUntilReady()
            // Longer than a room may be held back.
            try await Task.sleep(for: .seconds(12))
            // The room measures the coordinator again, and finds another offset.
            let offsets = home.changes["kitchen/clock_offset"] ?? []
            #expect(offsets.allSatisfy { Double($0) != nil }, "\(offsets)")
            #expect(home.changes.filter { $0.key != "kitchen/clock_offset" } == [:])

            site.node("kitchen").kill()
            try site.node("kitchen").start()
            try await site.waitUntilReady()
            try await Task.sleep(for: .seconds(3))
            #expect(home.changes["kitchen/clock_problem"] == nil, "\(home.changes)")

            home.forgetChanges()
            try home.command("number kitchen_volume", "200")
            try await home.wait("the refusal") { home.changes["kitchen/command"] != nil }
            let told = try #require(home.changes["kitchen/command"]?.first)
            #expect(told.contains("\"event_type\":\"refused\"") && told.contains("200"), "\(told)")
            await home.end()
        }
    }

    @Test("a room speaks, rings, snoozes and stops by its buttons, and its event tells so")
    func ringing() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let home = try await start(site, toQuarterIn: .seconds(400))
            let client = try SiteClient(site)
            try home.command("button kitchen_announce")
            try await home.wait("the time is heard") {
                try !site.sounds(in: "kitchen", from: site.clockSet, to: site.now).isEmpty
            }
            if (try? TestProcess.find("espeak-ng")) != nil {
                for name in ["text kitchen_say", "notify kitchen_speak"] {
                    try home.command(name, "Dinner is ready")
                    try await home.wait("\(name) is played") {
                        try await site.history().contains { line in
                            if case .sound(let record) = line.event { record.label == "Dinner is ready" } else { false }
                        }
                    }
                }
            }
            // The next whole minute that leaves time to tell the node.
            let due = WallTime(seconds: (site.now.seconds / 60 + (site.now.seconds % 60 < 50 ? 1 : 2)) * 60)
            let event = try #require(
                try await client.change([AlarmTests.alarm(at: due, in: ["kitchen"])]).events.first)
            guard case .alarm(let definition) = event.new else { throw TestFailure("\(event) is no new alarm") }
            let alarm = "alarm_\(definition.alarm.id)"
            try await home.wait("the alarm is shown") {
                try home.state("switch \(alarm)_enabled") == "ON"
                    && home.state("sensor kitchen_next_alarm") == due.rfc3339
            }
            try await waitUntil("it rings", timeout: .minutes(3)) {
                try home.state("binary_sensor kitchen_ringing") == "ON"
            }
            try home.command("button kitchen_snooze")
            try await home.wait("it is snoozed") { client.rings(in: "kitchen").map(\.state) == [.snoozed] }
            try home.command("button kitchen_stop")
            try await home.wait("its events are told") {
                try home.events("event kitchen_ring") == ["ringing", "snoozed", "stopped"]
            }
            #expect(try home.state("binary_sensor kitchen_ringing") == "OFF")
            #expect(home.keptEvents == [])
            await client.end()
            await home.end()
        }
    }

    @Test("alarms and timers are steered, and go from the list with their last message")
    func definitions() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let home = try await start(site, toQuarterIn: .seconds(400))
            let client = try SiteClient(site)
            let before = try home.entities().keys.sorted()
            try await client.change([
                AlarmTests.alarm(at: Self.quarter + .hours(5), in: ["kitchen"]),
                .startTimer(
                    name: "pasta", seconds: 600, targets: RingTargets(nodes: [NodeID("kitchen")!]), ring: .timer),
            ])
            let schedule = try await client.schedule()
            let alarm = try #require(schedule.alarms.first).alarm.id
            let timer = try #require(schedule.timers.first).timer.id
            try await home.wait("both are announced") {
                try home.entities()["time alarm_\(alarm)_time"] != nil
                    && home.entities()["button timer_\(timer)_cancel"] != nil
            }
            try await home.set("switch alarm_\(alarm)_enabled", "OFF")
            try await home.set("switch alarm_\(alarm)_enabled", "ON")
            try await home.set("time alarm_\(alarm)_time", "21:30:00")
            #expect(try await client.schedule().alarms.first?.alarm.schedule.time.hourAndMinute == "21:30")
            try home.command("button timer_\(timer)_pause")
            try await home.wait("it can be resumed") { try home.entities()["button timer_\(timer)_resume"] != nil }
            #expect(try home.state("sensor timer_\(timer)_ends") == "None")
            try home.command("button timer_\(timer)_resume")
            try await home.wait("it runs") { try home.state("sensor timer_\(timer)_ends") != "None" }
            try home.command("button timer_\(timer)_cancel")
            try await client.change([.removeAlarm(alarm)])
            try await home.wait("nothing is left of them") { try home.entities().keys.sorted() == before }
            // A Home Assistant that starts is told everything again; it is all there already.
            try home.tellBirth()
            try await home.set("number kitchen_volume", "41")
            #expect(try home.entities().keys.sorted() == before)
            // Dead, nobody notices: a room is set and speaks without it.
            await home.end()
            #expect(try await site.clockctl(["set", "kitchen", "volume", "30"]).code == 0)
            await client.end()
        }
    }

    @Test("a quarter hour is shown with its outcome and its onset error")
    func quarters() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let home = try await start(site, toQuarterIn: .seconds(25))
            _ = try await site.records(of: Self.quarter)
            try await home.wait("it is shown") {
                try home.state("sensor kitchen_last_quarter") == "announced"
                    && home.state("sensor kitchen_onset_error").flatMap { Double($0) } != nil
            }
            #expect(try home.state("sensor site_\(Site.name)_health") == "running")
            #expect(
                try home.state("sensor site_\(Site.name)_next_wake")
                    == (Self.quarter + .minutes(15) - .seconds(15)).rfc3339)
            await home.end()
        }
    }
}
