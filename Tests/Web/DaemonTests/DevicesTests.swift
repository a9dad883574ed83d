import ClockDomain
import FoundationEssentials
import Testing

/// The browsers in which a person is logged in.
struct DevicesTests {
    @Test func aPersonListsTheirBrowsersAndLogsOutOneOrAllOfThem() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member), ("bert", .viewer)])
        let agent = ["user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"]
        func login(_ account: String) async throws -> String {
            let body = RunningWeb.credentials(account, "\(account)-password")
            return try await web.request("POST", "/api/v1/login", body: body, headers: agent).sessionCookie()
        }
        let cookies = [try await login("anna"), try await login("anna"), try await login("anna")]
        let bert = try await login("bert")
        func statuses() async throws -> [Int] {
            var statuses: [Int] = []
            for cookie in cookies + [bert] {
                statuses.append(try await web.request("GET", "/api/v1/site", cookie: cookie).status)
            }
            return statuses
        }
        struct Listed: Decodable {
            struct Session: Decodable {
                var id: String
                var browser: String
                var own: Bool
            }
            var sessions: [Session]
        }
        let answer = try await web.request("GET", "/api/v1/sessions", cookie: cookies[0])
        let listed = try JSONDecoder().decode(Listed.self, from: Data(answer.body.utf8)).sessions
        #expect(listed.map(\.browser) == ["Firefox, Linux", "Firefox, Linux", "Firefox, Linux"])
        #expect(listed.filter(\.own).count == 1)
        let other = try #require(listed.first { !$0.own }).id
        // Somebody else's session is nobody's to end.
        let foreign = try await web.request(
            "POST", "/api/v1/logout", body: #"{"session":"\#(other)"}"#, cookie: bert)
        #expect(foreign.status == 200)
        #expect(try await statuses() == [200, 200, 200, 200])
        let one = try await web.request(
            "POST", "/api/v1/logout", body: #"{"session":"\#(other)"}"#, cookie: cookies[0])
        #expect(one.status == 200 && one.headers["clear-site-data"] == nil)
        #expect(try await statuses().filter { $0 == 200 }.count == 3)
        let all = try await web.request("POST", "/api/v1/logout", body: #"{"everywhere":true}"#, cookie: cookies[0])
        #expect(all.headers["clear-site-data"] != nil)
        #expect(try await statuses() == [401, 401, 401, 200])
        let wrong = try await web.request("POST", "/api/v1/logout", body: #"{"everywhere":1}"#, cookie: bert)
        #expect(wrong.status == 400)
        await web.stop()
    }
}
