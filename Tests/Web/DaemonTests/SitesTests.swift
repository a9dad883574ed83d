import ClockRuntime
import ClockTestSupport
import FoundationEssentials
import Testing

@testable import WebDaemon

/// The page over all sites of an installation.
struct SitesTests {
    private struct Sites: Decodable {
        struct Site: Decodable {
            struct Coordinator: Decodable {
                var state: String
            }
            var site: String
            var page: String?
            var code: String?
            var coordinator: Coordinator?
            var rooms: Int?
            var fine: Int?
        }
        var sites: [Site]
    }

    private func sites(_ web: RunningWeb) async throws -> [Sites.Site] {
        let answer = try await web.request("GET", "/api/v1/sites")
        guard answer.status == 200 else { throw TestFailure("\(answer)") }
        return try JSONDecoder().decode(Sites.self, from: Data(answer.body.utf8)).sites
    }

    @Test func eachSiteIsAskedAndWhatIsAwayIsSaid() async throws {
        let site = try SiteTests.Site()
        let node = try site.node("kitchen")
        let gym = try SiteTests.Site.coordinator(site.broker, site.folder, site: "gym")
        let web = try await RunningWeb.start(
            broker: site.broker.port,
            files: [
                "web.yaml": "site: home\n",
                "web-gym.yaml": "page: https://gym.example\nbroker:\n  port: \(site.broker.port)\n",
                "web-town.yaml": "broker:\n  port: \(try LoopbackPort.unused())\n",
            ])
        #expect(try await web.request("GET", "/api/v1/session").body.contains(#""other_sites":true"#))
        var found: [Sites.Site] = []
        try await waitUntil("both coordinators have answered", timeout: .seconds(60)) {
            found = try await sites(web)
            return found.first { $0.site == "home" }?.rooms == 1
                && found.first { $0.site == "gym" }?.coordinator?.state == "running"
        }
        #expect(found.map(\.site) == ["gym", "home", "town"])
        #expect(found.map(\.page) == ["https://gym.example", nil, nil])
        #expect(found.map(\.code) == [nil, nil, "unreachable"])
        #expect(found.first?.rooms == 0)
        gym.stop()
        try await waitUntil("the gym is silent", timeout: .seconds(60)) {
            try await sites(web).first { $0.site == "gym" }?.code == "no-answer"
        }
        node.stop()
        await web.stop()
        site.coordinator.stop()
    }

    @Test func aServerOfOneSiteHasNoOthers() async throws {
        let web = try await RunningWeb.start(files: ["web.yaml": "site: home\n", "web-home.yaml": "nonsense"])
        #expect(try await web.request("GET", "/api/v1/session").body.contains(#""other_sites":false"#))
        await web.stop()
    }

    @Test(arguments: [
        ("page: gym.example\n", "page \"gym.example\" is no address"), ("brokr: 1\n", "brokr"),
        ("broker:\n  port: 99999\n", "broker.port"),
    ])
    func aFileWithAMistakeIsToldByItsName(text: String, words: String) async throws {
        let error = await #expect(throws: FatalError.self) {
            _ = try await RunningWeb.start(files: ["web.yaml": "site: home\n", "web-gym.yaml": text])
        }
        #expect(error?.exitCode == .configuration)
        #expect(
            error?.message.contains("web-gym.yaml") == true && error?.message.contains(words) == true, "\(error as Any)"
        )
    }
}
