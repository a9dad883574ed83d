import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// The rooms on their own while broker or coordinator are away.
@Suite(.ownThreads) struct OutageTests {
    private static let rooms = [Site.Room("kitchen"), Site.Room("office", zone: "America/New_York")]
    /// After a long outage a program tries to connect about once a minute.
    private static let reconnection: Duration = .seconds(90)
    private static let words = ["kitchen": ["three", "fifteen", "PM"], "office": ["ten", "fifteen", "AM"]]

    @Test("without the broker the rooms wake themselves; their lines arrive when it is back without its memory")
    func brokerAway() async throws {
        try await withSite(Site(Self.rooms)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(60))
            try site.start()
            try await site.waitUntilReady()
            try await site.sleep(until: target - .seconds(16))
            site.broker.kill()
            try await site.sleep(until: target + .seconds(6))
            try expectHeard(site, target)
            try #require(try site.store.quarters().isEmpty)
            try site.broker.restart()
            let records = try await site.records(of: target, timeout: Self.reconnection)
            for (room, record) in records {
                try #require(record.outcome == .announced && record.source == .`self`, "\(room): \(record.sentence)")
            }
            // All is as it was: retained state is published again.
            try await site.waitUntilReady(timeout: Self.reconnection)
        }
    }

    @Test("without the coordinator the rooms wake themselves; lines that come late replace absent")
    func coordinatorDead() async throws {
        try await withSite(Site(Self.rooms)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(60))
            try site.start()
            try await site.waitUntilReady()
            try await site.sleep(until: target - .seconds(16))
            site.coordinator.kill()
            try await site.sleep(until: target + .seconds(4))
            try expectHeard(site, target)
            // Back, but with no way to the nodes: a minute later it closes the quarter hour by itself.
            site.broker.kill()
            try site.coordinator.start()
            try await waitUntil("lines of the coordinator's own", timeout: .seconds(90)) {
                try site.store.quarters().filter { $0.target == target && $0.outcome == "absent" }.count == 2
            }
            try site.broker.restart()
            let records = try await site.records(of: target, timeout: Self.reconnection)
            for (room, record) in records {
                try #require(record.outcome == .announced && record.source == .`self`, "\(room): \(record.sentence)")
            }
            let lines = try site.store.quarters().filter { $0.target == target }
            try #require(lines.map(\.outcome) == ["announced", "announced"])
        }
    }

    private func expectHeard(_ site: Site, _ target: WallTime) throws {
        for (room, words) in Self.words {
            let heard = try site.announcement(in: room, around: target, beginningWith: words[0])
            try #require(heard.words == words, "\(room)")
            let error = heard.onset - target
            try #require(error.magnitude <= QuarterHourTests.tolerance, "\(room) heard it \(error) late")
        }
    }
}
