import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// An older copy of the coordinator's disk is put back; all with the real programs.
@Suite(.ownThreads) struct TurnedBackStoreTests {
    private struct AlarmList: Decodable {
        var alarms: [AlarmDefinition]
    }

    @Test("a store that was turned back takes nothing away, says so, and gives no id twice")
    func turnedBack() async throws {
        let due = try WallTime("2027-03-01T15:18:00Z")
        let rooms = ["kitchen", "office"]
        try await withSite(Site(rooms.map { Site.Room($0, zone: "UTC") })) { site in
            func run(_ words: [String]) async throws {
                let result = try await site.clockctl(words)
                try #require(result.code == 0, "\(words): \(result)")
            }
            func add(_ label: String, _ room: String) async throws -> AlarmID {
                try await run(["alarm", "add", "15:18", "--label", label, "--days", "daily", "--node", room])
                let list: AlarmList = try await site.ask(["alarm", "list"])
                return try #require(list.alarms.first { $0.alarm.label == label }).alarm.id
            }
            func shell(_ command: String) throws { _ = try TestProcess.run("sh", ["-c", command]) }
            let state = site.folder.file("state/coordinator")
            let copy = site.folder.file("copy")

            site.setClock(to: due, in: .minutes(30))
            try site.start()
            try await site.waitUntilReady()
            let gone = try await add("Gone", "kitchen")
            try await site.waitUntilReady()
            site.coordinator.kill()
            try shell("cp -a '\(state)' '\(copy)'")

            try site.coordinator.start()
            try await site.waitUntilReady()
            try await run(["alarm", "rm", "a\(gone.number)"])
            let flight = try await add("FLIGHT", "kitchen")
            try await site.waitUntilReady()
            site.coordinator.kill()
            try shell("rm -rf '\(state)' && cp -a '\(copy)' '\(state)'")

            try site.coordinator.start()
            try await waitUntil("the kitchen told as ahead", timeout: .seconds(30)) {
                guard let status = try? await site.status() else { return false }
                return status.foreign.map { $0.nodes.map(\.rawValue) } == [["kitchen"]]
            }
            let status = try await site.status()
            try #require(status.foreign[0].store == status.coordinator.store)
            try #require(try await Set(site.status(of: "kitchen").alarms.map(\.label)) == ["FLIGHT"])
            let words = try await site.clockctl(["status"])
            try #require(words.output.contains("turned back to an older copy"), "\(words)")
            let doctor = try await site.clockctl(["doctor"])
            try #require(doctor.code == 1 && doctor.output.contains("turned back"), "\(doctor)")
            let preflight = try await site.clockctl(["preflight"])
            try #require(preflight.code == 1 && preflight.output.contains("a later state"), "\(preflight)")

            let other = try await add("Other", "office")
            try #require(other != flight && other.number == flight.number)
            let asked = try await site.clockctl(["adopt"])
            try #require(asked.code != 0 && asked.output.contains("FLIGHT"), "\(asked)")
            try await run(["adopt", "--yes"])
            try await site.waitUntilReady()
            let list: AlarmList = try await site.ask(["alarm", "list"])
            try #require(Set(list.alarms.map(\.alarm.label)) == ["FLIGHT", "Other"])
            try #require(list.alarms.first { $0.alarm.label == "FLIGHT" }?.alarm.id == flight)
            try #require(try await site.status().foreign.isEmpty)
        }
    }

    /// No room's document names a group. The broker keeps how far the store had come.
    @Test("a store that was turned back and lost a group says so; a second coordinator with a copy is told at once")
    func groupsAndClones() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            func shell(_ command: String) throws { _ = try TestProcess.run("sh", ["-c", command]) }
            let state = site.folder.file("state/coordinator")
            let copy = site.folder.file("copy")
            site.setClock(to: try WallTime("2027-03-01T15:18:00Z"), in: .seconds(5))
            try site.start()
            try await site.waitUntilReady()
            site.coordinator.kill()
            try shell("cp -a '\(state)' '\(copy)'")
            try site.coordinator.start()
            try await site.waitUntilReady()
            let group = try await site.clockctl(["node", "group", "add", "upstairs", "kitchen"])
            try #require(group.code == 0, "\(group)")
            site.coordinator.kill()
            try shell("rm -rf '\(state)' && cp -a '\(copy)' '\(state)'")

            try site.coordinator.start()
            try await waitUntil("the later store's state", timeout: .seconds(30)) {
                (try? await site.status())?.coordinator.later?.changes == 1
            }
            let words = try await site.clockctl(["status"])
            #expect(words.output.contains("it lacks 1 change made until"), "\(words)")
            let doctor = try await site.clockctl(["doctor"])
            #expect(doctor.code == 1 && doctor.output.contains("was turned back"), "\(doctor)")
            #expect(site.coordinator.log.contains("was turned back to an older copy"))

            // The copy starts beside it, under a name of its own, on a machine whose clock is a minute behind.
            try shell("cp -a '\(state)' '\(copy)-2' && rm -f '\(copy)-2'/*.lock")
            let name = try site.folder.write("clone", to: "clone.id")
            let file = try site.folder.write(
                "site: \(Site.name)\nbroker:\n  port: \(site.broker.port)\n  client_id_file: \(name)\n"
                    + "state_directory: \(copy)-2\n", to: "clone.yaml")
            let clone = Daemon(
                name: "clone", command: [try BuiltPrograms.path("clock-coordinator"), "--config", file],
                logFile: site.folder.file("logs/clone.log"))
            clone.configure(environment: [
                "CLOCKSMITH_CLOCK_OFFSET_SECONDS": String((site.clockOffset - .minutes(1)).secondsWithFraction)
            ])
            try clone.start()
            for daemon in [site.coordinator, clone] {
                try await waitUntil("the line of \(daemon.name)", timeout: .seconds(20)) {
                    daemon.log.contains("serves this site with a copy of this one's")
                }
            }
            clone.kill()
            let both = try await site.clockctl(["doctor"])
            #expect(both.code == 1 && both.output.contains("another coordinator"), "\(both)")
        }
    }
}
