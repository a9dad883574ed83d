import ClockDomain
import ClockSite
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockctlKit

/// `clockctl --all-sites status`.
@Suite("All sites of an installation", .timeLimit(.minutes(2)))
struct AllSitesTests {
    private struct Document: Decodable {
        struct Site: Decodable {
            var site: String
            var broker: String
            var error: String?
            var rooms: Int?
            var fine: Int?
        }
        var sites: [Site]
    }

    private static func status(_ site: String, _ nodes: [NodeStatus]) -> SiteStatus {
        var status = Sample.status(nodes)
        status.site = SiteID(site)!
        return status
    }

    private func coordinator(
        _ broker: TestBroker, _ site: String, _ nodes: [NodeStatus] = Sample.healthy.nodes
    ) async throws -> StubCoordinator {
        let coordinator = try StubCoordinator(port: broker.port, .init(status: Self.status(site, nodes)))
        try await waitUntil("the coordinator of \(site) is connected") { coordinator.isConnected }
        return coordinator
    }

    @Test("The sites that the broker knows are shown, a line each; --all-sites may stand first")
    func found() async throws {
        let broker = try TestBroker()
        var ringing = Sample.ringing.nodes
        ringing.append(Sample.node("attic") { $0.availability = .offline })
        let sites = [try await coordinator(broker, "school", ringing), try await coordinator(broker, "gym")]
        let clockctl = ClockctlProcess(port: broker.port)
        for words in [["--all-sites", "status"], ["status", "--all-sites"]] {
            let ended = try await clockctl.run(words)
            #expect(ended.exitCode == 0 && ended.errors.isEmpty, "\(ended)")
            let lines = ended.output.split(separator: "\n").map(String.init)
            #expect(lines[0].hasPrefix("SITE"))
            #expect(
                lines[1].hasPrefix("gym") && lines[1].contains("running") && lines[1].contains("3     3"), "\(lines)")
            #expect(lines[2].hasPrefix("school") && lines[2].contains(" in "), "\(lines)")
            #expect(lines.last == "1 of 2 sites are fine")
        }
        let json = try await clockctl.run("status", "--all-sites", "--json")
        let document = try JSONDecoder().decode(Document.self, from: Data(json.output.utf8))
        #expect(document.sites.map(\.site) == ["gym", "school"])
        #expect(document.sites.first?.rooms == 3 && document.sites.first?.fine == 3)
        #expect(json.output.contains(#""next_wake" : "2026-11-21T13:44:45.000Z""#))
        for site in sites { await site.stop() }
    }

    @Test("A site that does not answer is one line, and the command fails after the others")
    func silent() async throws {
        let broker = try TestBroker()
        let gym = try await coordinator(broker, "gym")
        let school = try await coordinator(broker, "school")
        school.change { $0.answers = false }
        let ended = try await ClockctlProcess(port: broker.port).run("status", "--all-sites", "--timeout", "1")
        #expect(ended.exitCode == 75)
        #expect(ended.errors == "clockctl: 1 of 2 sites did not answer: school\n")
        #expect(ended.output.contains("! school: no answer from the coordinator of site school"), "\(ended)")
        #expect(ended.output.hasSuffix("1 of 2 sites are fine\n"))
        await gym.stop()
        await school.stop()
    }

    @Test("A site with a configuration of its own is asked at its own broker, as its own user")
    func configured() async throws {
        let first = try TestBroker()
        let second = try TestBroker { $0.passwords = ["school.admin": "secret"] }
        let gym = try await coordinator(first, "gym")
        let school = try StubCoordinator(
            port: second.port, .init(status: Self.status("school", Sample.healthy.nodes)), username: "school.admin",
            password: "secret")
        try await waitUntil("the coordinator of school is connected") { school.isConnected }
        let folder = try TemporaryFolder("sites")
        let general = try folder.write("site: gym\nbroker:\n  port: \(first.port)\n", to: "clockctl.yaml")
        try folder.write(
            "broker:\n  port: \(second.port)\n  username: school.admin\n  password: secret\n",
            to: "clockctl-school.yaml")
        let clockctl = ClockctlProcess(port: 1, environment: ["CLOCKSMITH_BROKER_PORT": ""])
        let ended = try await clockctl.run("status", "--all-sites", "--json", "--config", general)
        #expect(ended.exitCode == 0, "\(ended)")
        let document = try JSONDecoder().decode(Document.self, from: Data(ended.output.utf8))
        #expect(document.sites.map(\.site) == ["gym", "school"])
        #expect(Set(document.sites.map(\.broker)) == ["127.0.0.1:\(first.port)", "127.0.0.1:\(second.port)"])
        // Without its broker the site is not forgotten.
        second.kill()
        let later = try await clockctl.run("status", "--all-sites", "--json", "--config", general, "--timeout", "2")
        #expect(later.exitCode == 69 && later.errors.contains("1 of 2 sites did not answer: school"), "\(later)")
        await gym.stop()
        await school.stop()
    }

    @Test("Without a broker the site that is configured is told as missing")
    func noBroker() async throws {
        let ended = try await ClockctlProcess(port: try LoopbackPort.unused()).run(
            "status", "--all-sites", "--timeout", "1")
        #expect(ended.exitCode == 69 && ended.errors.contains("1 of 1 site did not answer: home"), "\(ended)")
        #expect(ended.output.contains("! home: "))
    }

    @Test("Only a coordinator's word tells of a site")
    func topics() {
        #expect(Topics.site(ofCoordinator: "clock/v1/school/coordinator/availability") == SiteID("school"))
        for topic in [
            "clock/v1/school/node/availability", "clock/v2/school/coordinator/availability",
            "clock/v1//coordinator/availability",
        ] {
            #expect(Topics.site(ofCoordinator: topic) == nil, "\(topic)")
        }
    }
}
