import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// A site with two brokers, real ones, that know nothing of each other. Every program tries them in the same order.
@Suite(.ownThreads) struct SeveralBrokersTests {
    private static let rooms = [Site.Room("kitchen"), Site.Room("office")]

    private func site(_ brokers: [TestBroker]) throws -> Site {
        let hosts = brokers.map { "\"127.0.0.1:\($0.port)\"" }.joined(separator: ", ")
        return try Site(Self.rooms, broker: brokers[0]) { _ in ["hosts: [\(hosts)]"] }
    }

    private func clockctl(_ site: Site, _ arguments: [String]) async throws -> Site.CommandResult {
        try await site.clockctl(arguments, site: Site.name)
    }

    private func status(_ site: Site) async throws -> SiteStatus {
        let result = try await clockctl(site, ["status", "--json"])
        guard result.code == 0 else { throw TestFailure("clockctl status ended with \(result.code): \(result.output)") }
        return try JSONReading.decode(SiteStatus.self, result.output)
    }

    /// Waits until coordinator and rooms have found each other at this broker.
    private func awaitRooms(_ site: Site, at broker: TestBroker) async throws {
        let address = "127.0.0.1:\(broker.port)"
        try await waitUntil("both rooms and the coordinator at \(address)", timeout: .minutes(2)) {
            guard let status = try? await status(site), status.nodes.count == 2 else { return false }
            return status.coordinator.broker == address
                && status.nodes.allSatisfy {
                    $0.availability == .online && $0.clock?.trusted == true
                        && $0.revision.desired == $0.revision.applied
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
        "without the first broker coordinator, rooms and people meet at the second, and return", .timeLimit(.minutes(6))
    )
    func firstDies() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        try await withSite(site(brokers)) { site in
            // Far from a quarter hour, in whose wake's window nobody leaves a broker.
            site.setClock(to: try WallTime("2027-03-01T15:02:00Z"), in: .seconds(10))
            try site.start()
            try await awaitRooms(site, at: brokers[0])
            try await ringAndStop(site, "one")

            brokers[0].kill()
            let death = ContinuousClock.now
            try await awaitRooms(site, at: brokers[1])
            let took = ContinuousClock.now - death
            // Seconds on a machine with nothing else to do.
            #expect(took < .seconds(40), "\(took)")
            print("with the first broker killed, all have met at the second after \(took)")
            let doctor = try await clockctl(site, ["doctor"])
            #expect(doctor.output.contains("127.0.0.1:\(brokers[1].port) is in use meanwhile"), "\(doctor.output)")
            try await ringAndStop(site, "two")

            try brokers[0].restart()
            let back = ContinuousClock.now
            try await awaitRooms(site, at: brokers[0])
            print("with the first broker back, all are at it after \(ContinuousClock.now - back)")
            try await ringAndStop(site, "three")
        }
    }

    @Test("with the first broker dead the quarter hour is announced by a wake", .timeLimit(.minutes(6)))
    func wakes() async throws {
        let brokers = [try TestBroker(), try TestBroker()]
        try await withSite(site(brokers)) { site in
            let target = try WallTime("2027-03-01T15:15:00Z")
            site.setClock(to: target, in: .seconds(150))
            try site.start()
            try await awaitRooms(site, at: brokers[0])
            brokers[0].kill()
            try await awaitRooms(site, at: brokers[1])
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
