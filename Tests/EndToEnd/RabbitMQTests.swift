import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Testing

/// A site on a cluster of RabbitMQ, which keeps retained messages on the member that got them, and gives none to
/// subscriptions with wildcards. Each program prefers another member.
///
/// `scripts/nightly rabbitmq` starts the members. Each has a folder with its `port` and its `pid` in that of
/// `CLOCKSMITH_RABBITMQ`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CLOCKSMITH_RABBITMQ"] != nil))
struct RabbitMQTests {
    private static let rooms = [Site.Room("kitchen"), Site.Room("office")]
    private let members: [(port: Int, pid: Int32)]

    init() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["CLOCKSMITH_RABBITMQ"])
        func number(_ member: Int, _ file: String) throws -> Int {
            let text = try String(contentsOfFile: "\(folder)/\(member)/\(file)", encoding: .utf8)
            return try #require(Int(text.filter(\.isNumber)))
        }
        members = try (1...3).map { (try number($0, "port"), Int32(try number($0, "pid"))) }
    }

    private func site() throws -> Site {
        try Site(Self.rooms) { program in
            let first = ["coordinator": 0, "kitchen": 1][program] ?? 2
            let ports = members[first...] + members[..<first]
            return ["hosts: [\(ports.map { "\"127.0.0.1:\($0.port)\"" }.joined(separator: ", "))]"]
        }
    }

    private func clockctl(_ site: Site, _ arguments: String...) async throws -> String {
        let result = try await site.clockctl(arguments, site: Site.name)
        guard result.code == 0 else { throw TestFailure("clockctl \(arguments): \(result.code), \(result.output)") }
        return result.output
    }

    private func status(_ site: Site) async throws -> SiteStatus {
        try JSONReading.decode(SiteStatus.self, try await clockctl(site, "status", "--json"))
    }

    /// - Parameter member: one that the coordinator must have left.
    private func awaitRooms(
        _ site: Site, _ what: String, without member: Int? = nil, timeout: Duration = .minutes(2)
    ) async throws {
        let left = member.map { "127.0.0.1:\(members[$0].port)" }
        try await waitUntil("both rooms \(what)", timeout: timeout) {
            // While the cluster has no quorum, nobody answers.
            guard let status = try? await status(site), status.nodes.count == 2, status.coordinator.broker != left
            else {
                return false
            }
            return status.nodes.allSatisfy {
                $0.availability == .online && $0.clock?.trusted == true && $0.revision.desired == $0.revision.applied
            }
        }
    }

    /// Has a timer ring in both rooms, and stops it: both confirm.
    private func ringAndStop(_ site: Site, _ name: String) async throws {
        _ = try await clockctl(site, "timer", "start", "2s", name, "--room", "kitchen", "--room", "office")
        try await waitUntil("\(name) rings in both rooms", timeout: .seconds(60)) {
            try await status(site).nodes.allSatisfy { $0.rings.contains { $0.label == name && $0.state == .ringing } }
        }
        let stop = try await clockctl(site, "timer", "stop")
        #expect(["kitchen", "office"].allSatisfy(stop.lowercased().contains), "\(stop)")
        #expect(try await status(site).nodes.allSatisfy(\.rings.isEmpty))
    }

    @Test("the coordinator starts again, a room was away, and a member dies", .timeLimit(.minutes(10)))
    func cluster() async throws {
        try await withSite(site()) { site in
            // Far from a quarter hour, in whose wake's window nobody leaves a broker.
            site.setClock(to: try WallTime("2027-03-01T15:02:00Z"), in: .seconds(10))
            try site.start()
            try await awaitRooms(site, "on the cluster")
            try await ringAndStop(site, "one")

            _ = try await site.coordinator.stop()
            try site.coordinator.start()
            let start = ContinuousClock.now
            try await awaitRooms(site, "after a restart of the coordinator", timeout: .seconds(60))
            print("after a restart of the coordinator all rooms are online after \(ContinuousClock.now - start)")
            try await ringAndStop(site, "two")

            let office = try #require(site.nodes["office"])
            _ = try await office.stop()
            _ = try await clockctl(site, "set", "office", "volume", "30")
            try office.start()
            try await awaitRooms(site, "once the office is back with its revision")
            #expect(try await status(site).nodes.last?.settings.volume == Volume(percent: 30))

            kill(members[0].pid, SIGKILL)
            let death = ContinuousClock.now
            try await awaitRooms(site, "without the member of the coordinator", without: 0, timeout: .minutes(3))
            print("with a member killed all have met after \(ContinuousClock.now - death)")
            try await ringAndStop(site, "three")
        }
    }
}
