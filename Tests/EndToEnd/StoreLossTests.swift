import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// The coordinator comes back with an empty disk; all with the real programs.
@Suite(.ownThreads) struct StoreLossTests {
    private struct AlarmList: Decodable {
        var alarms: [AlarmDefinition]
    }

    @Test(
        "a coordinator with an empty disk takes nothing away, and takes over what the rooms hold when somebody says so")
    func emptyDisk() async throws {
        let due = try WallTime("2027-03-01T15:18:00Z")
        let rooms = ["kitchen", "office"]
        try await withSite(Site(rooms.map { Site.Room($0, zone: "UTC") })) { site in
            site.setClock(to: due, in: .minutes(30))
            try site.start()
            try await site.waitUntilReady()
            for words in [
                ["set", "kitchen", "volume", "77"],
                ["alarm", "add", "15:18", "--label", "Kept", "--days", "daily", "--node", "kitchen,office"],
            ] {
                let result = try await site.clockctl(words)
                try #require(result.code == 0, "\(result)")
            }
            try await site.waitUntilReady()

            site.coordinator.kill()
            let folder = site.folder.file("state/coordinator")
            _ = try TestProcess.run("sh", ["-c", "rm -rf '\(folder)'/*"])
            try site.coordinator.start()
            try await waitUntil("the rooms told as another store's", timeout: .seconds(30)) {
                guard let status = try? await site.status() else { return false }
                return status.foreign.map { $0.nodes.map(\.rawValue) } == [rooms]
            }
            let status = try await site.status()
            try #require(
                status.nodes.allSatisfy {
                    $0.alarms.first?.label == "Kept" && $0.foreignStore != status.coordinator.store
                })
            let words = try await site.clockctl(["status"])
            try #require(words.output.contains("clockctl adopt") && words.output.contains("(2 alarms)"), "\(words)")
            try #require(try await site.clockctl(["doctor"]).code == 1)
            let refused = try await site.clockctl(["set", "kitchen", "volume", "10"])
            try #require(refused.code != 0 && refused.output.contains("adopt"), "\(refused)")

            let adopted = try await site.clockctl(["adopt", "--yes"])
            try #require(adopted.code == 0, "\(adopted)")
            try #require(adopted.output.contains("alarms 1, timers 0, rooms 2"), "\(adopted)")
            try await site.waitUntilReady()
            let list: AlarmList = try await site.ask(["alarm", "list"])
            try #require(list.alarms.map(\.alarm.label) == ["Kept"])
            try #require(list.alarms[0].targets.nodes.map(\.rawValue) == rooms)
            try #require(try await site.status(of: "kitchen").volume == 77)
            try #require(try await site.status().foreign.isEmpty)
            try #require(try await site.status(of: "office").alarms.first?.label == "Kept")
        }
    }
}
