import ClockDomain
import ClockTestSupport
import Testing

@testable import WebDaemon

/// An emergency that people begin and end on the page, with the broker's log as the witness.
struct EmergencyRouteTests {
    private static let begin = "/api/v1/emergency"
    private static let end = "/api/v1/emergency/end"

    private func waitForBroker(_ web: RunningWeb) async throws {
        try await waitUntil("the broker", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site").body.contains(#""broker":"connected""#)
        }
    }

    private func published(_ broker: TestBroker) -> Int {
        broker.log.split(separator: "\n").count {
            $0.contains("Received PUBLISH") && $0.contains("'clock/v1/home/emergency'")
        }
    }

    @Test func aMemberBeginsItAndEndsTheOneThatTheyName() async throws {
        let broker = try TestBroker()
        let web = try await RunningWeb.start(broker: broker.port, accounts: [("anna", .member)])
        let cookie = try await web.login("anna")
        func post(_ path: String, _ body: String) async throws -> HTTPAnswer {
            try await web.request("POST", path, body: body, cookie: cookie)
        }
        #expect(try await post(Self.end, #"{"id":"e1"}"#).status == 404)
        for (path, body, reason) in [
            (Self.begin, #"{"text":"!!!"}"#, "with a letter or a number"), (Self.begin, #"{"text":7}"#, "text is"),
            (Self.end, "{}", "id names"),
        ] {
            let refused = try await post(path, body)
            #expect(refused.status == 400 && refused.body.contains(reason), "\(refused)")
        }
        let begun = try await post(Self.begin, #"{"text":"Leave the building"}"#)
        #expect(begun.status == 200, "\(begun)")
        let id = try #require(begun.body.firstMatch(of: /"id":"(\w+)"/)?.1)
        try await waitUntil("it to be known") {
            try await web.request("GET", "/api/v1/site", cookie: cookie).body.contains("\"id\":\"\(id)\"")
        }
        let other = try await post(Self.end, #"{"id":"e1"}"#)
        #expect(other.status == 409 && other.body.contains(#""code":"conflict""#), "\(other)")
        #expect(published(broker) == 1)
        let ended = try await post(Self.end, "{\"id\":\"\(id)\"}")
        #expect(ended.status == 200 && ended.body.contains(#""by":"anna (clock-web)""#), "\(ended)")
        try await waitUntil("its end") {
            try await post(Self.end, "{\"id\":\"\(id)\"}").status == 404
        }
        await web.stop()
    }

    @Test func withTheBrokerAwayItFailsAndSoundsNoLater() async throws {
        let broker = try TestBroker()
        let web = try await RunningWeb.start(broker: broker.port)
        try await waitForBroker(web)
        broker.stop()
        let failed = try await web.request("POST", Self.begin, body: #"{"text":"Leave the building"}"#)
        #expect(failed.status == 503 && failed.body.contains("no room was alerted"), "\(failed)")
        try broker.restart()
        // It goes after all that waits.
        try await waitForBroker(web)
        let begun = try await web.request("POST", Self.begin, body: #"{"text":"Stay in your rooms"}"#)
        #expect(begun.status == 200, "\(begun)")
        #expect(published(broker) == 1)
        await web.stop()
    }

    @Test func whatTheBrokersRulesRefuseIsSaid() async throws {
        let broker = try TestBroker { $0.accessRules = ["topic read #"] }
        let web = try await RunningWeb.start(broker: broker.port)
        try await waitForBroker(web)
        let refused = try await web.request("POST", Self.begin, body: "{}")
        #expect(refused.status == 403 && refused.body.contains("access rules refuse it"), "\(refused)")
        await web.stop()
    }
}
