import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// A quarter hour is announced and the log stays readable, whatever anybody sends to any topic at that time.
@Suite(.ownThreads) struct ForeignMessageTests {
    private static let listenedTo =
        ["wake", "coordinator/availability"]
        + ["desired", "acked", "command", "reply", "availability", "reported", "ledger", "time"].map {
            "node/kitchen/\($0)"
        }
        + ["reported", "ledger", "time"].map { "node/stranger/\($0)" } + ["node/No Such Id!/reported"]
        + CoordinatorCore.requests.map { "request/\($0.request.verb.rawValue)" } + [
            "request/nothing-known", "reply/somebody",
        ]

    /// Not one of them is a message of the protocol.
    private static func payloads(_ random: inout SplitMix64) -> [[UInt8]] {
        func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) } }
        let deep = 30_000
        let texts = [
            String(repeating: "[", count: deep),
            String(repeating: "[", count: deep) + String(repeating: "]", count: deep),
            String(repeating: "{\"v\":", count: 10_000), "{}", "null", "[1,2,3]", "\"online\"", "{\"v\":2}",
            "{\"v\":\"1\"}",
            "{\"v\":1e400}", "{\"v\":1,\"target\":7,\"entries\":{},\"revision\":\"x\",\"epoch\":[],\"settings\":null}",
            "{\"v\":1,\"target\":\"2027-03-01T15:15:00.000Z\"}", "{\"v\":1,\"origin_ns\":9223372036854775807000}",
            "{\"v\":1,\"nodes\":[\"../..\"],\"change\":{\"volume\":-1}}", "\u{0}\u{1B}[2J\r\n",
        ]
        return [noise(1 << 20), noise(65_537), noise(65_536), noise(100)] + texts.map { Array($0.utf8) }
    }

    @Test("noise, deep JSON and wrong types on every topic change nothing and are told once a topic")
    func noise() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let stranger = try await Observer(site)
            var random = SplitMix64(seed: 5)
            let payloads = Self.payloads(&random)
            var rounds = 0
            while site.now < target {
                for payload in payloads {
                    for topic in Self.listenedTo {
                        try await stranger.publish("clock/v1/\(Site.name)/\(topic)", payload)
                    }
                }
                rounds += 1
            }
            try #require(rounds >= 1)
            let records = try await site.records(of: target)
            let record = try #require(records["kitchen"])
            try #require(record.outcome == .announced && record.reason == nil, "\(record.sentence)")
            let heard = try site.announcement(in: "kitchen", around: target, beginningWith: "three")
            try #require(heard.words == ["three", "fifteen", "PM"])
            try #require((heard.onset - target).magnitude <= .milliseconds(1), "heard at \(heard.onset)")

            for daemon in [site.coordinator, site.node("kitchen")] {
                try #require(daemon.isRunning)
                let refusals = daemon.log.split(separator: "\n").filter { $0.contains("refused a message") }
                try #require(!refusals.isEmpty, "\(daemon.name) said nothing")
                // Once a topic and minute, and the whole takes less than a minute.
                try #require(refusals.count <= Self.listenedTo.count * 2, "\(daemon.name): \(refusals.count) lines")
                try #require(refusals.allSatisfy { $0.utf8.count < 600 }, "\(daemon.name): \(refusals)")
            }
            let nodes = try await site.status().nodes.map(\.id.rawValue)
            try #require(nodes == ["kitchen"], "strangers became nodes: \(nodes)")
            await stranger.end()
        }
    }

    @Test(
        "wakes from the past, from the far future and for no quarter hour are ignored with a word, kept ones unharmed")
    func wakes() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let stranger = try await Observer(site)
            func publish(_ target: String, sent: String, notAfter: String, budget: Int = 30_000) async throws {
                let text = """
                    {"v":1,"target":"\(target)","sent":"\(sent)","lead_ms":15000,"budget_ms":\(budget),
                    "not_after":"\(notAfter)"}
                    """
                try await stranger.publish("clock/v1/\(Site.name)/wake", Array(text.utf8), retain: true)
            }
            for moment in [target - .seconds(16), target - .seconds(8)] {
                try await site.sleep(until: moment)
                try await publish(
                    "2027-03-01T12:00:00.000Z", sent: "2027-03-01T11:59:45.000Z", notAfter: "2027-03-01T12:00:02.000Z")
                try await publish(
                    "2150-01-01T00:00:00.000Z", sent: "2149-12-31T23:59:45.000Z", notAfter: "2150-01-01T00:00:02.000Z")
                try await publish(
                    "2027-03-01T15:14:58.000Z", sent: "2027-03-01T15:14:45.000Z", notAfter: "2027-03-01T15:15:02.000Z")
                try await publish(
                    "2027-03-01T15:45:00.000Z", sent: "2027-03-01T15:14:45.000Z", notAfter: "2027-03-01T15:45:02.000Z")
            }
            let record = try #require(try await site.records(of: target)["kitchen"])
            try #require(record.outcome == .announced && record.source == .wake, "\(record.sentence)")
            let heard = try site.announcement(in: "kitchen", around: target, beginningWith: "three")
            try #require(heard.words == ["three", "fifteen", "PM"])
            let log = site.node("kitchen").log
            for word in ["2027-03-01T12:00:00", "2150-01-01T00:00:00", "2027-03-01T15:45:00", "2027-03-01T15:14:58"] {
                try #require(
                    log.split(separator: "\n").contains { $0.contains("wake") && $0.contains(word) },
                    "the log does not tell of the wake for \(word)")
            }
            try #require(try site.store.quarters().map(\.target) == [target])
            await stranger.end()
        }
    }

    @Test("two nodes with one id: both logs and the status say so, and with one of them gone all is well")
    func twins() async throws {
        var twin = Site.Room("twin")
        twin.node = "kitchen"
        try await withSite(Site([Site.Room("kitchen"), twin])) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(60))
            try site.coordinator.start()
            try site.node("kitchen").start()
            try await site.waitUntilReady(["kitchen"])
            try site.node("twin").start()
            // Before 2.0.12, mosquitto gives no reason; it may then be a lack of memory as well.
            let words = ["two nodes have this id", "another client uses this identifier"]
            try await waitUntil("a log about two nodes with one id", timeout: .seconds(20)) {
                site.rooms.contains { room in words.contains { site.node(room.id).log.contains($0) } }
            }
            // A node that learns that it was thrown out comes back after 30 to 60 s: only then can anything but the
            // logs know.
            try await waitUntil("the status telling of two nodes with one id", timeout: .seconds(80)) {
                try await site.status(of: "kitchen").problem != nil
            }
            try #require(try await site.node("twin").stop() == 0)
            let records = try await site.records(of: target, rooms: ["kitchen"], timeout: .seconds(120))
            let record = try #require(records["kitchen"])
            try #require(record.outcome == .announced, "\(record.sentence)")
            let heard = try site.announcement(in: "kitchen", around: target, beginningWith: "three")
            try #require(heard.words == ["three", "fifteen", "PM"])
        }
    }
}
