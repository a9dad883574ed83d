import ClockDomain
import ClockTestSupport
import ClockVoice
import ClockWire
import Glibc
import Testing

/// The answer of `clockctl announce --json`, as far as tests need it.
struct Announced: Decodable {
    var target: WallTime
    var nodes: [SoundOutcomes.NodeOutcome]
}

/// People's work with clockctl, against a live site.
@Suite(.ownThreads) struct ClockctlTests {
    @Test("set, rename, announce, mute, history, doctor and forget do what they say")
    func session() async throws {
        try await withSite(Site([Site.Room("kitchen"), Site.Room("office", zone: "America/New_York")])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(50))
            try site.start()
            try await site.waitUntilReady()

            try await expectChange(site, ["set", "kitchen", "volume", "40"]) { $0.volume == 40 }
            try await expectChange(site, ["node", "rename", "kitchen", "Dining kitchen"]) {
                $0.room == "Dining kitchen"
            }
            try await expectAnnounced(site)
            try await expectChange(site, ["set", "kitchen", "mute", "on"]) { $0.muted }

            let records = try await site.records(of: target)
            let kitchen = try #require(records["kitchen"])
            try #require(kitchen.outcome == .silent && kitchen.reason == .muted, "\(kitchen.sentence)")
            try #require(try site.sounds(in: "kitchen", from: target - .seconds(5), to: target + .seconds(20)).isEmpty)
            try #require(try #require(records["office"]).outcome == .announced)

            try await expectHistory(site, target)
            let doctor = try await site.clockctl(["doctor"])
            try #require(doctor.code == 0, "\(doctor.output)")
            try await expectForgetting(site)
        }
    }

    @Test("without coordinator or broker, with a wrong host or an unknown node, clockctl says so by its exit code")
    func exitCodes() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            let unknown = try await site.clockctl(["set", "kitchn", "volume", "4"])
            try #require(unknown.code == 65 && unknown.output.contains("kitchen"), "\(unknown)")
            let usage = try await site.clockctl(["set", "kitchen", "volume", "eleven"])
            try #require(usage.code == 64 && usage.output.contains("eleven"), "\(usage)")
            let host = try await site.clockctl(["status", "--broker", "no-such-host.invalid"], site: Site.name)
            try #require(host.code == 68 && host.output.contains("no-such-host.invalid"), "\(host)")
            let other = try await site.clockctl(
                ["status", "--broker", "127.0.0.1:\(site.broker.port)", "--timeout", "1"], site: "elsewhere")
            try #require(other.code == 75 && other.output.contains("elsewhere"), "\(other)")

            site.coordinator.kill()
            let nobody = try await site.clockctl(["status", "--timeout", "1"])
            try #require(nobody.code == 75 && nobody.output.contains("clock-coordinator"), "\(nobody)")
            site.broker.kill()
            for verb in ["status", "doctor"] {
                let nothing = try await site.clockctl([verb, "--timeout", "1"])
                try #require(nothing.code == (verb == "doctor" ? 1 : 69), "\(nothing)")
                try #require(nothing.output.contains("\(site.broker.port)"), "\(nothing)")
            }
        }
    }

    /// The change is answered when it is committed, and soon obeyed by the node.
    private func expectChange(
        _ site: Site, _ arguments: [String], _ isMade: @Sendable (NodeStatus) -> Bool
    ) async throws {
        let result: SetResult = try await site.ask(arguments)
        let revision = try #require(result.nodes.first).revision
        let status = try await site.status(of: "kitchen")
        try #require(status.revision.desired == revision && isMade(status), "\(status)")
        try await waitUntil("\(arguments.joined(separator: " ")) applied", timeout: .seconds(5)) {
            try await site.status(of: "kitchen").revision.applied == revision
        }
    }

    private func expectAnnounced(_ site: Site) async throws {
        let result: Announced = try await site.ask(["announce", "--all"])
        try #require(result.nodes.map(\.node.rawValue) == ["kitchen", "office"])
        try #require(result.nodes.allSatisfy { $0.record?.outcome == .played })
        try await site.sleep(until: result.target + .seconds(4))
        let seconds = result.target.seconds
        // In March London is on UTC and New York five hours behind.
        let hours = ["kitchen": 0, "office": -5]
        var gains: [String: Double] = [:]
        for (room, offset) in hours {
            let local = LocalDateTime(secondsSinceEpoch: seconds + Int64(offset) * 3600).time
            let words = try Grammar.english.clips(time: local)
            let heard = try site.announcement(in: room, around: result.target, beginningWith: words[0])
            try #require(heard.words == words, "\(room)")
            let error = heard.onset - result.target
            try #require(error.magnitude <= QuarterHourTests.tolerance, "\(room) heard it \(error) late")
            gains[room] = heard.gain
        }
        // The kitchen's volume is 40, the office's the standard one, and ten percent are 4 dB.
        let ratio = (try #require(gains["kitchen"])) / (try #require(gains["office"]))
        let expected = pow(10, -0.4 * Double(Volume.standard.percent - 40) / 20)
        try #require((ratio / expected - 1).magnitude < 0.1, "\(gains)")
    }

    private func expectHistory(_ site: Site, _ target: WallTime) async throws {
        var all: HistoryPage = try await site.ask(["history"])
        // The time on request came before.
        try #require(all.lines.suffix(2).allSatisfy { if case .sound = $0.event { true } else { false } })
        all.lines.removeLast(2)
        try #require(all.lines.map(\.node.rawValue).sorted() == ["kitchen", "office"])
        try #require(all.lines.allSatisfy { $0.cursor.target == target })
        let page: HistoryPage = try await site.ask(["history", "--limit", "1"])
        try #require(page.lines == [all.lines[0]] && page.next != nil)
        let one: HistoryPage = try await site.ask(["history", "--node", "office"])
        try #require(one.lines.map(\.node.rawValue) == ["office", "office"])
        let why = try await site.clockctl(["history", "--why"])
        try #require(why.code == 0 && why.output.contains("muted"), "\(why)")
    }

    private func expectForgetting(_ site: Site) async throws {
        let refused = try await site.clockctl(["node", "forget", "office", "--yes"])
        try #require(refused.code == 75 && refused.output.contains("online"), "\(refused)")
        _ = try await site.node("office").stop()
        try await waitUntil("the office offline") { try await site.status(of: "office").availability == .offline }
        let forgotten = try await site.clockctl(["node", "forget", "office", "--yes"])
        try #require(forgotten.code == 0, "\(forgotten)")
        try #require(try await site.status().nodes.map(\.id.rawValue) == ["kitchen"])
        try #require(try site.store.quarters().allSatisfy { $0.node == "kitchen" })
    }
}
