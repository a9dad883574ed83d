import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// A site with two brokers, real ones: the kitchen and people use the first, the office has the second first.
struct SeveralBrokersTests {
    private static let rooms = [Site.Room("kitchen"), Site.Room("office")]

    private func site(_ brokers: [TestBroker]) throws -> Site {
        func hosts(_ order: [Int]) -> [String] {
            ["hosts: [" + order.map { "\"127.0.0.1:\(brokers[$0].port)\"" }.joined(separator: ", ") + "]"]
        }
        return try Site(Self.rooms, broker: brokers[0]) { hosts($0 == "office" ? [1, 0] : [0, 1]) }
    }

    private func clockctl(_ site: Site, _ arguments: [String]) async throws -> Site.CommandResult {
        try await site.clockctl(arguments, site: Site.name)
    }

    private func status(_ site: Site) async throws -> SiteStatus {
        let result = try await clockctl(site, ["status", "--json"])
        guard result.code == 0 else { throw TestFailure("clockctl status ended with \(result.code): \(result.output)") }
        return try JSONReading.decode(SiteStatus.self, result.output)
    }

    /// Waits until both rooms are online, each at the broker of this place.
    private func awaitRooms(_ site: Site, kitchen: String?, office: String?) async throws {
        try await waitUntil(
            "kitchen at \(kitchen ?? "the first"), office at \(office ?? "the first")", timeout: .minutes(2)
        ) {
            guard let nodes = try? await status(site).nodes, nodes.count == 2 else { return false }
            return nodes.allSatisfy {
                $0.availability == .online && $0.clock?.trusted == true && $0.revision.desired == $0.revision.applied
                    && $0.broker == ($0.id.rawValue == "kitchen" ? kitchen : office)
            }
        }
    }

    /// Has a timer ring in both rooms, and stops it with `clockctl`.
    private func ringAndStop(_ site: Site, _ name: String) async throws {
        let start = try await clockctl(
            site, ["timer", "start", "2s", name, "--room", "kitchen", "--room", "office"])
        try #require(start.code == 0, "\(start.output)")
        try await waitUntil("\(name) rings in both rooms", timeout: .seconds(60)) {
            try await status(site).nodes.allSatisfy { $0.rings.contains { $0.label == name && $0.state == .ringing } }
        }
        // Confirmed by both: otherwise it fails.
        let stop = try await clockctl(site, ["timer", "stop"])
        try #require(stop.code == 0, "\(stop.output)")
        #expect(stop.output.contains("kitchen") || stop.output.contains("Kitchen"), "\(stop.output)")
        #expect(stop.output.contains("office") || stop.output.contains("Office"), "\(stop.output)")
        #expect(try await status(site).nodes.allSatisfy(\.rings.isEmpty))
    }

    @Test(
        "a stop at one broker silences the room at the other; without the first all go on at the second, and return",
        .timeLimit(.minutes(6)))
    func firstDies() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        try await withSite(site(brokers)) { site in
            // Far from a quarter hour, in whose wake's window no node leaves its broker.
            site.setClock(to: try WallTime("2027-03-01T15:02:00Z"), in: .seconds(10))
            try site.start()
            let second = "127.0.0.1:\(brokers[1].port)"
            try await awaitRooms(site, kitchen: nil, office: second)
            try await ringAndStop(site, "one")

            brokers[0].kill()
            let death = ContinuousClock.now
            try await awaitRooms(site, kitchen: second, office: second)
            let took = ContinuousClock.now - death
            // Seconds on a machine with nothing else to do.
            #expect(took < .seconds(40), "\(took)")
            print("with the first broker killed, both rooms answer at the second after \(took)")
            #expect(try await status(site).coordinator.brokersAway.map(\.broker) == ["127.0.0.1:\(brokers[0].port)"])
            let doctor = try await clockctl(site, ["doctor"])
            #expect(doctor.output.contains("\(second) is in use meanwhile"), "\(doctor.output)")
            #expect(doctor.output.contains("the others serve meanwhile"), "\(doctor.output)")
            try await ringAndStop(site, "two")

            try brokers[0].restart()
            let back = ContinuousClock.now
            try await awaitRooms(site, kitchen: nil, office: second)
            print("with the first broker back, the kitchen is at it after \(ContinuousClock.now - back)")
            #expect(try await status(site).coordinator.brokersAway.isEmpty)
            try await ringAndStop(site, "three")
        }
    }

    @Test(
        "wakes reach rooms at both brokers, and with the first one dead the quarter hour is announced by a wake",
        .timeLimit(.minutes(6)))
    func wakes() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        try await withSite(site(brokers)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(150))
            try site.start()
            let second = "127.0.0.1:\(brokers[1].port)"
            try await awaitRooms(site, kitchen: nil, office: second)
            brokers[0].kill()
            try await awaitRooms(site, kitchen: second, office: second)
            try #require(site.now < target - .seconds(16), "the rooms came to the second broker too late to be woken")
            var records: [NodeID: QuarterRecord] = [:]
            try await waitUntil("both lines", timeout: .minutes(4)) {
                let lines = try JSONReading.decode(
                    HistoryPage.self, try await clockctl(site, ["history", "--json"]).output
                ).lines
                for line in lines {
                    if case .quarter(let record) = line.event, record.target == target { records[line.node] = record }
                }
                return records.count == 2
            }
            for (room, record) in records {
                #expect(record.outcome == .announced && record.source == .wake, "\(room): \(record.sentence)")
            }
        }
    }
}
