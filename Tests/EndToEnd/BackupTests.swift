import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// A copy of the store, the loss of the store, and the copy in its place: all with the real programs.
@Suite(.ownThreads) struct BackupTests {
    private struct AlarmList: Decodable {
        var alarms: [AlarmDefinition]

        var labels: [String] { alarms.map(\.alarm.label) }
    }

    @Test("after the store is lost and restored, alarms and settings are as they were copied, and nodes obey them")
    func lossAndRestore() async throws {
        let due = try WallTime("2027-03-01T15:18:00Z")
        try await withSite(Site(["kitchen", "office"].map { Site.Room($0, zone: "UTC") })) { site in
            site.setClock(to: due, in: .minutes(30))
            try site.start()
            try await site.waitUntilReady()
            try await Self.run(site, ["set", "kitchen", "volume", "20"])
            try await Self.run(site, ["set", "office", "trim=7ms"])
            try await Self.run(
                site, ["alarm", "add", "15:18", "--label", "Copied", "--days", "daily", "--node", "kitchen,office"])
            try await site.waitUntilReady()

            let copy = site.folder.file("copy.sqlite")
            let made = try await Self.runOnStore(site, "backup", copy)
            try #require(made.code == 0 && made.output.contains("2 rooms, 1 alarm"), "\(made)")

            // Changes that the copy lacks, and that the nodes have stored.
            try await Self.run(site, ["set", "kitchen", "volume", "77"])
            try await Self.run(site, ["alarm", "rm", "a1"])
            try await Self.run(
                site, ["alarm", "add", "15:18", "--label", "Later", "--days", "daily", "--node", "kitchen"])
            try await site.waitUntilReady()
            try await Self.expectAlarms("Later", at: ["kitchen"], site)

            let early = try await Self.runOnStore(site, "restore", copy)
            try #require(early.code != 0 && early.output.contains("stop it first"), "under a coordinator: \(early)")
            site.coordinator.kill()
            for end in ["", "-wal", "-shm"] { unlink(site.folder.file("state/coordinator/coordinator.sqlite" + end)) }
            let restored = try await Self.runOnStore(site, "restore", copy)
            try #require(restored.code == 0 && restored.output.contains("2 rooms, 1 alarm"), "\(restored)")
            try site.coordinator.start()
            try await site.waitUntilReady()

            let list: AlarmList = try await site.ask(["alarm", "list"])
            try #require(list.labels == ["Copied"])
            try await Self.expectAlarms("Copied", at: ["kitchen", "office"], site)
            try #require(try await site.status(of: "kitchen").volume == 20)
            try #require(try await site.status(of: "office").settings.trimMicroseconds == 7_000)

            // The nodes have it on their own disks: it rings without the coordinator, in both rooms.
            site.killAll()
            site.setClock(to: due, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            try await site.sleep(until: due - .seconds(2))
            site.coordinator.kill()
            try await site.sleep(until: due + .seconds(2))
            for room in ["kitchen", "office"] {
                let sounds = try site.sounds(in: room, from: due - .seconds(1), to: due + .seconds(2))
                try #require(sounds.count == 1, "\(room): \(sounds)")
            }
            try site.coordinator.start()
            try await waitUntil("both rooms told as ringing", timeout: .seconds(30)) {
                guard let status = try? await site.status() else { return false }
                return status.nodes.allSatisfy { $0.rings.map(\.label) == ["Copied"] }
            }
            try await Self.run(site, ["alarm", "stop", "--all"])
            try await waitUntil("lines of both rooms", timeout: .seconds(30)) {
                let rings = try await site.history().compactMap { line -> RingRecord? in
                    if case .ring(let record) = line.event { record } else { nil }
                }
                return rings.count == 2
                    && rings.allSatisfy { ($0.label, $0.outcome, $0.occurrence.due) == ("Copied", .rang, due) }
            }
            // Numbers that were given out after the copy are not given out again.
            try await Self.run(
                site, ["alarm", "add", "16:00", "--label", "New", "--days", "daily", "--node", "kitchen"])
            let after: AlarmList = try await site.ask(["alarm", "list"])
            try #require(after.alarms.map(\.alarm.id.number).max() ?? 0 > 100_000)
        }
    }

    @Test(
        "a store that root restores stays its owner's, and the owner's coordinator runs with it",
        .enabled(if: geteuid() == 0 && isForOthers, "needs root, setpriv, and a build that others may run"))
    func restoredByRoot() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .minutes(10))
            try site.start()
            try await site.waitUntilReady()
            try await Self.run(site, ["set", "kitchen", "volume", "20"])
            let copy = site.folder.file("copy.sqlite")
            try #require(try await Self.runOnStore(site, "backup", copy).code == 0)
            site.coordinator.kill()

            let folder = site.folder.file("state/coordinator")
            let owner = Self.owner
            try TestProcess.run("chown", ["-R", "\(owner):\(owner)", folder])
            // On the way there it must be let through.
            chmod(site.folder.path, 0o755)
            chmod(site.folder.file("coordinator.yaml"), 0o644)
            let restored = try await Self.runOnStore(site, "restore", copy)
            try #require(restored.code == 0, "\(restored)")
            let foreign = try TestProcess.run("find", [folder, "!", "-uid", "\(owner)"])
            try #require(foreign.isEmpty, "not the owner's any more: \(foreign)")
            let readable = try TestProcess.run("find", [folder, "-name", "coordinator.sqlite", "-perm", "/077"])
            try #require(readable.isEmpty, "others may read it")

            let coordinator = Daemon(
                name: "coordinator of its user",
                command: try Self.asOwner([
                    try BuiltPrograms.path("clock-coordinator"), "--config", site.folder.file("coordinator.yaml"),
                ]), logFile: site.folder.file("logs/owner.log"))
            coordinator.configure(
                environment: ["CLOCKSMITH_CLOCK_OFFSET_SECONDS": String(site.clockOffset.nanoseconds / 1_000_000_000)])
            try coordinator.start()
            defer { coordinator.kill() }
            do {
                try await site.waitUntilReady()
            } catch {
                throw TestFailure("\(error): \(coordinator.log)")
            }
            try #require(try await site.status(of: "kitchen").volume == 20)
            try await Self.run(site, ["set", "kitchen", "volume", "21"])
        }
    }

    /// Waits for the alarms that the nodes themselves will ring.
    private static func expectAlarms(_ label: String, at rooms: [String], _ site: Site) async throws {
        var labels: [[String]] = []
        do {
            try await waitUntil("alarm \(label) at \(rooms.joined(separator: ", "))", timeout: .seconds(20)) {
                labels = []
                for room in rooms { labels.append(try await site.status(of: room).alarms.map(\.label)) }
                return labels.allSatisfy { !$0.isEmpty && Set($0) == [label] }
            }
        } catch {
            throw TestFailure("\(error): they have \(labels)")
        }
    }

    private static let owner: uid_t = 65_534

    private static func asOwner(_ command: [String]) throws -> [String] {
        [try TestProcess.find("setpriv"), "--reuid", "\(owner)", "--regid", "\(owner)", "--clear-groups"] + command
    }

    private static var isForOthers: Bool {
        // Without setpriv or the build there is nobody to ask.
        guard let words = try? asOwner(["test", "-x", try BuiltPrograms.path("clock-coordinator")]) else {
            return false
        }
        return (try? TestProcess.run(words[0], Array(words.dropFirst()))) != nil
    }

    private static func run(_ site: Site, _ words: [String]) async throws {
        let result = try await site.clockctl(words)
        guard result.code == 0 else { throw TestFailure("clockctl \(words.joined(separator: " ")): \(result)") }
    }

    /// clockctl on the coordinator's machine, which needs no broker.
    private static func runOnStore(
        _ site: Site, _ command: String, _ file: String
    ) async throws -> Site.CommandResult {
        let output = try TemporaryFolder("clockctl")
        let process = try TestProcess(
            try BuiltPrograms.path("clockctl"), [command, file, "--config", site.folder.file("coordinator.yaml")],
            environment: ["TZ": "UTC", "NO_COLOR": "1"], outputFile: output.file("output"))
        try await waitUntil("clockctl \(command)", timeout: .minutes(2)) { !process.isRunning }
        return Site.CommandResult(code: process.wait(timeout: .zero), output: process.output)
    }
}
