import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

@testable import WebDaemon

/// New rooms through the page's server, at a real site with a door of the test's own.
struct NewRoomsTests {
    @Test("only an admin's account sees and opens the door; the page gets no number, and cannot forget a room")
    func roles() async throws {
        let broker = try TestBroker()
        let door = try await StubDoor(port: broker.port, site: "home")
        let web = try await RunningWeb.start(
            broker: broker.port, accounts: [("anna", .admin), ("ben", .member), ("wall", .viewer)])
        for account in ["ben", "wall"] {
            let cookie = try await web.login(account)
            #expect(try await web.request("GET", "/api/v1/new-rooms", cookie: cookie).status == 403)
            for body in [#"{"action":"open"}"#, Self.acceptance("attic")] {
                let answer = try await web.request("POST", "/api/v1/request/pair", body: body, cookie: cookie)
                #expect(answer.status == 403 && answer.body.contains(#""code":"forbidden""#), "\(answer)")
            }
        }
        let cookie = try await web.login("anna")
        func see(_ what: String, _ part: String) async throws {
            try await waitUntil(what, timeout: .seconds(30)) {
                try await web.request("GET", "/api/v1/new-rooms", cookie: cookie).body.contains(part)
            }
        }
        func ask(_ body: String) async throws -> HTTPAnswer {
            try await web.request("POST", "/api/v1/request/pair", body: body, cookie: cookie)
        }
        try await see("the closed door", #""door":true,"open":false,"waiting":0"#)
        #expect(try await ask(#"{"action":"open"}"#).status == 200)
        try await see("a room at the open door", #""open":true,"waiting":1"#)
        let document = try await web.request("GET", "/api/v1/new-rooms", cookie: cookie).body
        #expect(!document.contains(StubDoor.number), "\(document)")
        #expect(try await ask(#"{"action":"accept","number":"000000","node":"attic"}"#).status == 404)
        #expect(try await ask(#"{"action":"forget","node":"attic"}"#).status == 403)
        for wrong in ["{}", #"{"action":"boss"}"#, #"{"action":"accept","number":"\#(StubDoor.number)","node":"Ä"}"#] {
            #expect(try await ask(wrong).status == 400, "\(wrong)")
        }
        #expect(door.accepted.isEmpty)
        #expect(try await ask(Self.acceptance("attic")).status == 200)
        #expect(door.accepted == [NodeID("attic")!])
        // Everything else of an admin stays in clockctl.
        for verb in ["forget", "rename", "adopt"] {
            let answer = try await web.request("POST", "/api/v1/request/\(verb)", body: "{}", cookie: cookie)
            #expect(answer.status == 404, "\(verb): \(answer)")
        }
        await web.stop()
    }

    @Test("without a door an admin is told at once that there is none")
    func noDoor() async throws {
        let broker = try TestBroker()
        let web = try await RunningWeb.start(broker: broker.port, accounts: [("anna", .admin)])
        let cookie = try await web.login("anna")
        let answer = try await web.request(
            "POST", "/api/v1/request/pair", body: #"{"action":"open"}"#, cookie: cookie)
        #expect(answer.status == 503 && answer.body.contains(#""code":"no-door""#), "\(answer)")
        await web.stop()
    }

    @Test("a room that was let in introduces itself once it is there, with no page waiting for it")
    func introduction() async throws {
        let site = try SiteTests.Site()
        let door = try await StubDoor(port: site.broker.port, site: "home")
        let web = try await RunningWeb.start(broker: site.broker.port, accounts: [("anna", .admin)])
        let cookie = try await web.login("anna")
        try await waitUntil("the door is told of", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/new-rooms", cookie: cookie).body.contains(#""door":true"#)
        }
        let answer = try await web.request(
            "POST", "/api/v1/request/pair", body: Self.acceptance("attic"), cookie: cookie)
        #expect(answer.status == 200, "\(answer)")
        #expect(door.accepted.count == 1)
        let node = try site.node("attic")
        try await waitUntil("its introduction", timeout: .seconds(110)) {
            try await web.request("GET", "/api/v1/new-rooms", cookie: cookie).body
                .contains(/"introduction":"(said|time)"/)
        }
        // The time on request waits at the node, or is over.
        try await waitUntil("its lines", timeout: .seconds(30)) {
            try site.clockctl("history", "--json").contains("I am the attic.")
        }
        node.stop()
        await web.stop()
        site.coordinator.stop()
    }

    private static func acceptance(_ node: String) -> String {
        #"{"action":"accept","number":"\#(StubDoor.number)","node":"\#(node)"}"#
    }
}
