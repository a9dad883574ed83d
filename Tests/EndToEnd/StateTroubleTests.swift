import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// Disks and files that let a program down: it says so, loses nothing that was safe, and speaks.
@Suite(.ownThreads) struct StateTroubleTests {
    @Test(
        "with full disks under node and coordinator the quarter hour is spoken, and told when there is room again",
        .enabled(if: StateDisk.isPermitted, "mounting a small disk needs root or user name spaces"))
    func fullDisks() async throws {
        let disks = ["kitchen": StateDisk.small(kibibytes: 256), "coordinator": .small(kibibytes: 2048)]
        try await withSite(Site([Site.Room("kitchen"), Site.Room("office")], disks: disks)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let folders = [
                (site.folder.file("state/kitchen"), site.node("kitchen")),
                (site.folder.file("state/coordinator"), site.coordinator),
            ]
            for (folder, daemon) in folders { try StateDisk.fill(folder, of: daemon) }

            try await site.sleep(until: target + .seconds(5))
            for room in ["kitchen", "office"] {
                let heard = try site.announcement(in: room, around: target, beginningWith: "three")
                try #require(heard.words == ["three", "fifteen", "PM"], "\(room)")
            }
            try await waitUntil("word of the full disks", timeout: .seconds(20)) {
                let status = try await site.status()
                return status.coordinator.state == .degraded && status.coordinator.problem != nil
                    && status.nodes.contains { $0.id.rawValue == "kitchen" && $0.problem != nil }
            }
            let refused = try await site.clockctl(["set", "office", "volume", "11"])
            try #require(refused.code == 74, "\(refused)")

            for (folder, daemon) in folders { try StateDisk.free(folder, of: daemon) }
            let records = try await site.records(of: target, timeout: .seconds(90))
            for (room, record) in records { try #require(record.outcome == .announced, "\(room): \(record.sentence)") }
            try await waitUntil("no word of full disks any more", timeout: .seconds(90)) {
                let status = try await site.status()
                return status.coordinator.state == .running && status.nodes.allSatisfy { $0.problem == nil }
            }
            try #require(try await site.clockctl(["set", "office", "volume", "11"]).code == 0)
        }
    }

    @Test(
        "a timer that a full disk does not take rings on time, and everybody is told that a crash would lose it",
        .enabled(if: StateDisk.isPermitted, "mounting a small disk needs root or user name spaces"))
    func timerOnFullDisk() async throws {
        let disks = ["kitchen": StateDisk.small(kibibytes: 256)]
        try await withSite(Site([Site.Room("kitchen")], disks: disks)) { site in
            site.setClock(to: try WallTime("2027-03-01T15:17:00Z"), in: .seconds(5))
            try site.start()
            try await site.waitUntilReady()
            let folder = site.folder.file("state/kitchen")
            try StateDisk.fill(folder, of: site.node("kitchen"))
            let started = try await site.clockctl(["timer", "start", "8s", "eggs", "--node", "kitchen"])
            try #require(started.code == 0, "\(started.output)")
            #expect(started.output.contains("kitchen goes by it and cannot save it: a crash would lose it"))
            let timer = try #require(try await site.status(of: "kitchen").timers.first)
            guard case .running(let ends) = timer.state else { throw TestFailure("\(timer) does not count") }
            let doctor = try await site.clockctl(["doctor"])
            #expect(doctor.output.contains("is on its disk: a crash would lose the rest"), "\(doctor.output)")
            try await site.sleep(until: ends + .seconds(2))
            let sounds = try site.sounds(in: "kitchen", from: ends - .seconds(1), to: ends + .seconds(2))
            let first = try #require(sounds.first, "nothing rang at \(ends)")
            #expect((first.start - ends).magnitude < .milliseconds(5))
            _ = try await site.clockctl(["timer", "stop", "eggs"])

            try StateDisk.free(folder, of: site.node("kitchen"))
            let waited = try await site.clockctl(
                ["timer", "start", "2h", "roast", "--node", "kitchen", "--wait", "--timeout", "90"])
            #expect(waited.code == 0 && waited.output.hasSuffix("on disk in kitchen\n"), "\(waited.output)")
        }
    }

    @Test("a damaged state file is put aside and the node speaks as a new one; its settings come back")
    func damagedNodeState() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(30))
            try site.start()
            try await site.waitUntilReady()
            let set = try await site.clockctl(["set", "kitchen", "volume", "55"])
            try #require(set.code == 0, "\(set)")
            try await site.waitUntilReady()
            site.node("kitchen").kill()
            try site.folder.write("{\"v\":1,\"instance\":", to: "state/kitchen/state.json")
            try site.node("kitchen").start()
            try await site.waitUntilReady()
            try #require(try await site.status(of: "kitchen").volume == 55)
            let damage = site.node("kitchen").log.split(separator: "\n").filter { $0.contains("damaged") }
            try #require(damage.count == 1 && damage[0].contains("state.json"), "\(damage)")
            try #require(site.folder.read("state/kitchen/state.json.damaged") == "{\"v\":1,\"instance\":")
            let record = try #require(try await site.records(of: target)["kitchen"])
            try #require(record.outcome == .announced, "\(record.sentence)")
        }
    }

    @Test("a store that is no database is refused with the file's name and left as it is")
    func noStore() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            let garbage = String(repeating: "this is no database ", count: 500)
            try site.folder.write(garbage, to: "state/coordinator/coordinator.sqlite")
            try site.coordinator.start()
            try #require(try await site.coordinator.exitCode(within: .seconds(10)) == 65, "\(site.coordinator.log)")
            let lines = site.coordinator.log.split(separator: "\n").filter { $0.hasPrefix("clock-coordinator: ") }
            try #require(lines.count == 1 && lines[0].contains("coordinator.sqlite"), "\(site.coordinator.log)")
            try #require(site.folder.read("state/coordinator/coordinator.sqlite") == garbage)
        }
    }

    @Test("a store that is damaged inside is refused with the file's name")
    func damagedStore() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            _ = try await site.coordinator.stop()
            // After a clean end all is in the one file.
            for suffix in ["-wal", "-shm"] {
                unlink(site.folder.file("state/coordinator/coordinator.sqlite\(suffix)"))
            }
            // All but the first page, which says that it is a database.
            let path = site.folder.file("state/coordinator/coordinator.sqlite")
            let size = try FileDamage.overwrite(path, from: 4096)
            try #require(size > 8192, "\(size) bytes")
            try site.coordinator.start()
            let code = try await site.coordinator.exitCode(within: .seconds(10))
            try #require(code == 65, "\(code): \(site.coordinator.log)")
            let lines = site.coordinator.log.split(separator: "\n").filter { $0.hasPrefix("clock-coordinator: ") }
            try #require(lines.count == 1 && lines[0].contains(path), "\(site.coordinator.log)")
        }
    }

    @Test(
        "a store that cannot be written is refused with the file's name",
        .enabled(if: StateDisk.isPermitted, "mounting read-only needs root or user name spaces"))
    func readOnlyStore() async throws {
        let target = try WallTime("2027-03-01T15:15:00Z")
        let site = try Site([Site.Room("kitchen")], disks: ["coordinator": .readOnly])
        try await withSite(site) { site in
            site.setClock(to: target, in: .seconds(600))
            try site.coordinator.start()
            let code = try await site.coordinator.exitCode(within: .seconds(10))
            try #require([73, 74, 77].contains(code), "\(code): \(site.coordinator.log)")
            let lines = site.coordinator.log.split(separator: "\n").filter { $0.hasPrefix("clock-coordinator: ") }
            try #require(lines.count == 1 && lines[0].contains("state/coordinator"), "\(site.coordinator.log)")
        }
    }
}
