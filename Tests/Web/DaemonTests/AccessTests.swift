import ClockDomain
import ClockRuntime
import ClockTestSupport
import ClockWebAccounts
import ClockWire
import NIOCore
import Testing

@testable import WebDaemon

/// The mistakes of web pages of other houses, each tried here.
struct AccessTests {
    private static let api = [
        ("GET", "/api/v1/site"), ("GET", "/api/v1/events"), ("GET", "/api/v1/history"), ("GET", "/api/v1/next"),
        ("GET", "/api/v1/preflight"), ("GET", "/api/v1/doctor"), ("GET", "/api/v1/preview"),
        ("GET", "/api/v1/preview/bells"), ("POST", "/api/v1/preview/bells"), ("GET", "/api/v1/words"),
        ("GET", "/api/v1/words/dolch"), ("GET", "/api/v1/sessions"), ("POST", "/api/v1/logout"),
        ("POST", "/api/v1/rings/a7@2026-11-24T06:00:00.000Z/stop"),
        ("POST", "/api/v1/rings/a7@2026-11-24T06:00:00.000Z/snooze"),
        ("GET", "/api/v1/new-rooms"), ("POST", "/api/v1/request/pair"),
        ("POST", "/api/v1/emergency"), ("POST", "/api/v1/emergency/end"),
    ]

    @Test func everyRouteAndStreamNeedsASession() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let requests = RequestRelay.entries.keys.sorted().map { ("POST", "/api/v1/request/\($0)") }
        for (method, path) in Self.api + requests {
            for cookie in [nil, "clocksmith=", "clocksmith=0", "__Host-clocksmith=x", "clocksmith=anna"] {
                let answer = try await web.request(method, path, body: method == "POST" ? "{}" : nil, cookie: cookie)
                #expect(answer.status == 401, "\(method) \(path) \(cookie ?? ""): \(answer)")
            }
        }
        #expect(try await web.request("GET", "/api/v1/session").body.contains(#""login":true"#))
        // The pages themselves tell nothing.
        #expect(try await web.request("GET", "/alarms").status == 200)
        await web.stop()
    }

    /// A request as it reaches the server through a proxy with a plain `proxy_pass` (HTTP/1.0, the server's own address as
    /// the host, no header about the way), a container's mapped port, `ssh -L`, and from a browser of the machine.
    private static let ways = [
        "HTTP/1.0\r\nHost: 127.0.0.1:PORT\r\nConnection: close",
        "HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close",
        "HTTP/1.1\r\nHost: localhost:8443\r\nConnection: close", "HTTP/1.0\r\nHost: localhost",
        "HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nSec-Fetch-Site: same-origin\r\nConnection: close",
    ]

    @Test("no request is let in for where it seems to come from", arguments: ways)
    func whereARequestComesFromOpensNothing(_ way: String) async throws {
        let web = try await RunningWeb.start()
        for path in ["/api/v1/site", "/api/v1/events", "/api/v1/history", "/metrics"] {
            let socket = try PlainSocket(web.port)
            socket.send("GET \(path) " + way.replacing("PORT", with: "\(web.port)") + "\r\n\r\n")
            #expect(try HTTPAnswer(await socket.readToEnd()).status == 401, "\(path)")
        }
        await web.stop()
    }

    @Test("behind a real nginx with a plain proxy_pass nobody is in without a login", .enabled(if: Nginx.isInstalled))
    func nginx() async throws {
        let web = try await RunningWeb.start()
        let nginx = try await Nginx(before: web.port)
        #expect(try await HTTPAnswer.of(nginx.port, "GET", "/").status == 200)
        for path in ["/api/v1/site", "/api/v1/events", "/metrics"] {
            #expect(try await HTTPAnswer.of(nginx.port, "GET", path).status == 401, "\(path)")
        }
        let change = try await HTTPAnswer.of(nginx.port, "POST", "/api/v1/request/change", body: "{}")
        #expect(change.status == 401)
        nginx.stop()
        await web.stop()
    }

    @Test func aLinkOfTheMachineLogsInOnce() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .viewer)])
        let printed = try TestProcess.run(
            BuiltProgram.path("clockctl-web"), ["web", "open", "--state", web.folder.path])
        let link = try #require(printed.split(separator: "\n").first)
        #expect(link.hasPrefix("http://127.0.0.1:\(web.port)/login#link="))
        let secret = try #require(link.split(separator: "=").last)
        // A person who reads the folder's names, and no more, has no link.
        for file in try TestProcess.run("ls", [web.folder.path]).split(separator: "\n") {
            #expect(!file.contains(secret))
        }
        for wrong in ["", "x", "../accounts", String(secret.dropLast())] {
            #expect(try await web.request("POST", "/api/v1/login", body: #"{"link":"\#(wrong)"}"#).status == 401)
        }
        let body = #"{"link":"\#(secret)"}"#
        let cookie = try await web.request("POST", "/api/v1/login", body: body).sessionCookie()
        let session = try await web.request("GET", "/api/v1/session", cookie: cookie)
        #expect(session.body.contains(#""role":"member""#) && !session.body.contains("account\""), "\(session)")
        let again = try await web.request("POST", "/api/v1/login", body: body)
        #expect(again.status == 401 && again.body.contains("wrong-link"), "\(again)")
        // The session outlives the server and a change of the accounts, and ends with a logout.
        await web.stop()
        try RunningWeb.write([], to: web.folder)
        let second = try await RunningWeb.start(after: web)
        #expect(try await second.request("GET", "/api/v1/site", cookie: cookie).status == 200)
        #expect(try await second.request("POST", "/api/v1/logout", body: "{}", cookie: cookie).status == 200)
        #expect(try await second.request("GET", "/api/v1/site", cookie: cookie).status == 401)
        await second.stop()
    }

    @Test func aLinkEndsAfterTenMinutes() async throws {
        let web = try await RunningWeb.start(accounts: [])
        for age in ["11 minutes ago", "11 minutes"] {
            let secret = try LoginLinks(folder: web.folder.path).make()
            _ = try TestProcess.run("sh", ["-c", "touch -d '\(age)' \(web.folder.path)/link-*"])
            #expect(try await web.request("POST", "/api/v1/login", body: #"{"link":"\#(secret)"}"#).status == 401)
        }
        await web.stop()
    }

    @Test(arguments: ["", "anna", "anna-passwor", "anna-password ", "ANNA-PASSWORD", "anna-password\\u0000"])
    func nothingButTheWholePasswordLogsIn(_ password: String) async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let answer = try await web.request("POST", "/api/v1/login", body: RunningWeb.credentials("anna", password))
        #expect(answer.status == 401)
        #expect(answer.headers["set-cookie"] == nil)
        await web.stop()
    }

    @Test func anEmptyFileOfAccountsLetsNobodyIn() async throws {
        let web = try await RunningWeb.start(accounts: [])
        #expect(try await web.request("GET", "/api/v1/site").status == 401)
        #expect(try await web.request("POST", "/api/v1/login", body: RunningWeb.credentials("", "")).status == 401)
        await web.stop()
    }

    @Test func theCookieIsOutOfReachOfScriptsAndOtherSites() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let answer = try await web.request(
            "POST", "/api/v1/login", body: RunningWeb.credentials("anna", "anna-password"))
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/"))
        await web.stop()
    }

    @Test func aViewerMayLookAndNothingElse() async throws {
        let web = try await RunningWeb.start(accounts: [("wall", .viewer)])
        let cookie = try await web.login("wall")
        #expect(try await web.request("GET", "/api/v1/site", cookie: cookie).status == 200)
        for (verb, entry) in RequestRelay.entries where entry.role > .viewer {
            let answer = try await web.request("POST", "/api/v1/request/\(verb)", body: "{}", cookie: cookie)
            #expect(answer.status == 403, "\(verb): \(answer)")
        }
        for path in ["emergency", "emergency/end"] {
            #expect(try await web.request("POST", "/api/v1/\(path)", body: "{}", cookie: cookie).status == 403)
        }
        let stop = "/api/v1/rings/a7@2026-11-24T06:00:00.000Z/stop"
        #expect(try await web.request("POST", stop, body: "{}", cookie: cookie).status == 403)
        let hear = #"{"nodes":["kitchen"]}"#
        #expect(try await web.request("POST", "/api/v1/preview/bells", body: hear, cookie: cookie).status == 403)
        await web.stop()
    }

    @Test func anAdminsVerbsAreNotThere() async throws {
        let web = try await RunningWeb.start()
        for verb in ["rename", "forget", "adopt", "upload", "push", "withdraw", "pack", "play", "wake", "../status"] {
            #expect(try await web.request("POST", "/api/v1/request/\(verb)", body: "{}").status == 404, "\(verb)")
        }
        await web.stop()
    }

    @Test func anotherRoleEndsTheSessionAndItsOpenStream() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let cookie = try await web.login("anna")
        let stream = try await Self.openStream(web, cookie)
        try RunningWeb.write([("anna", .viewer)], to: web.folder)
        try await stream.read(until: "event: session-ended")
        // The end of the answer. The connection may be used for another.
        try await stream.read(until: "\r\n0\r\n\r\n")
        #expect(try await web.request("GET", "/api/v1/site", cookie: cookie).status == 401)
        await web.stop()
    }

    @Test func logoutEndsTheSessionAndItsOpenStreamAndNoOther() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let (cookie, other) = (try await web.login("anna"), try await web.login("anna"))
        let stream = try await Self.openStream(web, cookie)
        #expect(try await web.request("POST", "/api/v1/logout", body: "{}", cookie: cookie).status == 200)
        try await stream.read(until: "event: session-ended")
        #expect(try await web.request("GET", "/api/v1/site", cookie: cookie).status == 401)
        #expect(try await web.request("GET", "/api/v1/site", cookie: other).status == 200)
        await web.stop()
    }

    @Test func aSessionOutlivesTheServer() async throws {
        let first = try await RunningWeb.start(accounts: [("anna", .member)])
        let (cookie, other) = (try await first.login("anna"), try await first.login("anna"))
        #expect(try await first.request("POST", "/api/v1/logout", body: "{}", cookie: other).status == 200)
        await first.stop()

        let second = try await RunningWeb.start(after: first)
        #expect(try await second.request("GET", "/api/v1/site", cookie: cookie).status == 200)
        #expect(try await second.request("GET", "/api/v1/site", cookie: other).status == 401)
        // The stored text opens no door, and nobody else can read it.
        let kept = second.folder.read("sessions")
        let token = try #require(cookie.split(separator: "=").last)
        #expect(kept.contains("anna") && !kept.contains(token))
        #expect(try FileStatus(of: second.folder.file("sessions")).permissions == 0o600)
        await second.stop()

        try RunningWeb.write([("anna", .viewer)], to: second.folder)
        let third = try await RunningWeb.start(after: second)
        #expect(try await third.request("GET", "/api/v1/site", cookie: cookie).status == 401)
        await third.stop()
    }

    @Test func aBrokenFileOfSessionsLetsNobodyInAndKeepsNobodyOut() async throws {
        let first = try await RunningWeb.start(accounts: [("anna", .member)])
        let cookie = try await first.login("anna")
        await first.stop()
        try first.folder.write(first.folder.read("sessions") + "and more\n", to: "sessions")
        let second = try await RunningWeb.start(after: first)
        #expect(try await second.request("GET", "/api/v1/site", cookie: cookie).status == 401)
        let new = try await second.login("anna")
        #expect(try await second.request("GET", "/api/v1/site", cookie: new).status == 200)
        await second.stop()
    }

    @Test func aBrowserThatHasLoggedInBeforeIsSparedOthersFailures() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let right = RunningWeb.credentials("anna", "anna-password")
        let first = try await web.request("POST", "/api/v1/login", body: right)
        let device = try #require(first.cookies.first { $0.hasPrefix("clocksmith-device=") })
        for _ in 0..<6 {
            _ = try await web.request("POST", "/api/v1/login", body: RunningWeb.credentials("anna", "no"))
        }
        #expect(try await web.request("POST", "/api/v1/login", body: right).status == 429)
        for forged in ["clocksmith-device=", device + "0", "clocksmith-device=" + String(repeating: "0", count: 97)] {
            #expect(try await web.request("POST", "/api/v1/login", body: right, cookie: forged).status == 429)
        }
        #expect(try await web.request("POST", "/api/v1/login", body: right, cookie: device).status == 200)
        // It opens nothing by itself.
        #expect(try await web.request("GET", "/api/v1/site", cookie: device).status == 401)
        await web.stop()
    }

    @Test func attemptsAreDelayed() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        for _ in 0..<5 {
            #expect(
                try await web.request("POST", "/api/v1/login", body: RunningWeb.credentials("anna", "no")).status == 401
            )
        }
        let answer = try await web.request(
            "POST", "/api/v1/login", body: RunningWeb.credentials("anna", "anna-password"))
        #expect(answer.status == 429)
        #expect(answer.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        await web.stop()
    }

    @Test func aBrokenFileOfAccountsOpensNoDoor() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        let cookie = try await web.login("anna")
        _ = try web.folder.write("anna admin nonsense", to: "accounts")
        // The file is looked at once a second.
        try await Task.sleep(for: .milliseconds(2_500))
        #expect(try await web.request("GET", "/api/v1/site").status == 401)
        #expect(try await web.request("GET", "/api/v1/site", cookie: cookie).status == 200)
        await web.stop()
    }

    @Test func namesOfOthersAndProxiesAreRefused() async throws {
        let web = try await RunningWeb.start()
        #expect(try await web.request("GET", "/api/v1/site", headers: ["host": "evil.example"]).status == 421)
        #expect(try await web.request("GET", "/", headers: ["host": "evil.example"]).status == 421)
        for mark in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
            #expect(try await web.request("GET", "/api/v1/site", headers: [mark: "10.0.0.1"]).status == 403)
        }
        let origin = ["origin": "http://evil.example"]
        #expect(try await web.request("POST", "/api/v1/request/status", body: "{}", headers: origin).status == 403)
        let form = ["content-type": "text/plain"]
        #expect(try await web.request("POST", "/api/v1/request/status", body: "{}", headers: form).status == 415)
        await web.stop()
    }

    @Test func everyAnswerCarriesThePolicy() async throws {
        let web = try await RunningWeb.start()
        for path in ["/", "/api/v1/session", "/nothing", "/app/main.js"] {
            let answer = try await web.request("GET", path)
            #expect(
                answer.headers["content-security-policy"]?.hasPrefix("default-src 'self'; frame-ancestors 'none'")
                    == true)
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["referrer-policy"] == "no-referrer")
            #expect(answer.headers["access-control-allow-origin"] == nil)
        }
        await web.stop()
    }

    @Test(arguments: [
        "/../accounts", "/app/../../accounts", "/%2e%2e/accounts", "/app/%2e%2e/%2e%2e/accounts", "/notes.txt",
        "//etc/passwd",
        "/app/main.js/..", "/app%2fmain.js/../../accounts",
    ])
    func noPathOfTheWebReachesTheDisk(_ path: String) async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .member)])
        #expect(try await web.request("GET", path).status == 404)
        await web.stop()
    }

    @Test func slowRequestsEnd() async throws {
        let limits = ConnectionGuard.Limits(
            head: .milliseconds(300), body: .milliseconds(300), idle: .milliseconds(300), stall: .seconds(60))
        let web = try await RunningWeb.start(limits: limits)
        let head = try PlainSocket(web.port)
        head.send("GET / HTTP/1.1\r\nHost: 127")
        #expect(await head.readToEnd().isEmpty)
        let body = try PlainSocket(web.port)
        let type = "Content-Type: application/json"
        body.send("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\n\(type)\r\nContent-Length: 100\r\n\r\n{")
        #expect(await body.readToEnd().isEmpty)
        let stream = try await Self.openStream(web, nil)
        try await Task.sleep(for: .seconds(1))
        let idle = try PlainSocket(web.port)
        idle.send("GET /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(await idle.readToEnd().contains("200 OK"))
        stream.send("")
        await web.stop()
    }

    @Test func hugeHeadersAndBodiesAreRefused() async throws {
        let web = try await RunningWeb.start()
        let huge = try await web.request("GET", "/", headers: ["x-huge": String(repeating: "a", count: 100_000)])
        #expect(huge.status == 400)
        let body = try await web.request("POST", "/api/v1/login", body: String(repeating: " ", count: 100_000))
        #expect(body.status == 413)
        await web.stop()
    }

    @Test(
        arguments: [
            ("GET /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example", 400),
            ("GET /api/v1/session HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1", 400),
            ("GET http://evil.example/api/v1/session HTTP/1.1\r\nHost: 127.0.0.1", 400),
            ("GET http://evil.example/api/v1/session HTTP/1.1\r\nHost: evil.example", 421),
            ("GET http://127.0.0.1/api/v1/session HTTP/1.1\r\nHost: 127.0.0.1", 200),
            ("GET /api/v1/session HTTP/1.1", 400), ("GET /api/v1/session HTTP/1.0", 400),
            ("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000000000000", 413),
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000000000000", 413),
            ("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000", 413),
            ("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999999", 400),
            ("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1", 400),
            ("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nContent-Length: 3", 400),
            ("POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked", 400),
            ("POST /api/v1/login HTTP/1.0\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked", 400),
            ("GET /api/v1/session HTTP/1.1\r\nHost : 127.0.0.1", 400), ("GET  /\u{1} HTTP/1.1\r\nHost: 127.0.0.1", 400),
            ("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443", 400), ("NONSENSE", 400),
        ] as [(String, Int)])
    func whatHasNoOneMeaningIsRefused(_ head: String, _ status: Int) async throws {
        let web = try await RunningWeb.start()
        let socket = try PlainSocket(web.port)
        // The answer is there at once: no body is waited for.
        let type = head.hasPrefix("POST") ? "Content-Type: application/json\r\n" : ""
        socket.send("\(head)\r\n\(type)Connection: close\r\n\r\n")
        try await socket.read(until: "\r\n\r\n")
        #expect(try HTTPAnswer(socket.received).status == status)
        await web.stop()
    }

    @Test func aBodyThatIsNoHTTPIsRefused() async throws {
        let web = try await RunningWeb.start()
        let socket = try PlainSocket(web.port)
        socket.send(
            "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")
        try await socket.read(until: "\r\n\r\n")
        #expect(try HTTPAnswer(socket.received).status == 400)
        await web.stop()
    }

    @Test func anAddressHasNoMoreThanItsShareOfConnections() async throws {
        let web = try await RunningWeb.start()
        var sockets: [PlainSocket] = []
        for _ in 0..<(HTTPServer.maximumOfAddress.machine + 20) {
            let socket = try PlainSocket(web.port)
            socket.send("GET /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            sockets.append(socket)
        }
        // The server's threads take them as they come: which ones are too many is open.
        var answered = 0
        for socket in sockets where (try? await socket.read(until: "200 OK")) != nil { answered += 1 }
        #expect(answered == HTTPServer.maximumOfAddress.machine)
        sockets = []
        try await waitUntil("the server answers again") {
            (try? await web.request("GET", "/api/v1/session").status) == 200
        }
        await web.stop()
    }

    static func openStream(_ web: RunningWeb, _ cookie: String?) async throws -> PlainSocket {
        let socket = try PlainSocket(web.port)
        let line = (cookie ?? web.cookie).map { "Cookie: \($0)\r\n" } ?? ""
        socket.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\(line)\r\n")
        try await socket.read(until: "event: snapshot")
        return socket
    }
}
