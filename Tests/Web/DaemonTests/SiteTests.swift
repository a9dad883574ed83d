import ClockDomain
import ClockTestSupport
import Testing

@testable import WebDaemon

/// Pages and a real site: broker, coordinator, clockctl.
struct SiteTests {
    /// A broker with a coordinator.
    struct Site {
        let broker: TestBroker
        let folder: TemporaryFolder
        let coordinator: TestProcess

        init() throws {
            broker = try TestBroker()
            folder = try TemporaryFolder("site")
            coordinator = try Self.coordinator(broker, folder)
        }

        static func coordinator(
            _ broker: TestBroker, _ folder: TemporaryFolder, site: String = "home"
        ) throws -> TestProcess {
            try TestProcess(
                BuiltProgram.path("clock-coordinator"),
                ["--site", site, "--broker-port", "\(broker.port)", "--state-directory", folder.file("state-\(site)")],
                outputFile: folder.file("coordinator-\(site).log"))
        }

        func node(_ name: String) throws -> TestProcess {
            try TestProcess(
                BuiltProgram.path("clock-node"),
                [
                    "--node", name, "--zone", "Europe/Berlin", "--broker-port", "\(broker.port)",
                    "--state-directory", folder.file(name), "--audio-device", "null",
                ], outputFile: folder.file("\(name).log"))
        }

        @discardableResult
        func clockctl(_ words: String...) throws -> String {
            try TestProcess.run(
                BuiltProgram.path("clockctl"), words + ["--broker", "127.0.0.1:\(broker.port)"])
        }
    }

    @Test func aChangeMadeInClockctlIsOnTheStream() async throws {
        let site = try Site()
        let node = try site.node("kitchen")
        let web = try await RunningWeb.start(broker: site.broker.port)
        try await waitUntil("the page has the node and its zone", timeout: .seconds(30)) {
            let body = try await web.request("GET", "/api/v1/site").body
            return body.contains(#""zone":"Europe\/Berlin""#) || body.contains(#""zone":"Europe/Berlin""#)
        }
        let stream = try await AccessTests.openStream(web, nil)
        #expect(stream.received.contains("event: heartbeat"))
        try site.clockctl("alarm", "add", "7:00", "--days", "mon-fri", "--node", "kitchen")
        try await stream.read(until: "event: alarm")
        try await stream.read(until: #""next":"#)
        try site.clockctl("set", "kitchen", "volume", "33")
        try await stream.read(until: #""volume":33"#)
        let next = try await web.request("GET", "/api/v1/next?node=kitchen")
        #expect(next.status == 200 && next.body.contains(#""source":"a1"#), "\(next)")
        node.stop()
        try await stream.read(until: #""availability":"offline""#)
        await web.stop()
        site.coordinator.stop()
    }

    @Test func aChangeOfThePageIsCommittedAndAnswered() async throws {
        let site = try Site()
        let web = try await RunningWeb.start(broker: site.broker.port)
        let day = #"{"on":"2026-12-25","name":"Christmas"}"#
        let change = #"{"changes":[{"action":"holidays-set","calendar":{"name":"school","days":[\#(day)]}}]}"#
        try await waitUntil("the coordinator answers", timeout: .seconds(30)) {
            try await web.request("POST", "/api/v1/request/status", body: "{}").status == 200
        }
        let answer = try await web.request("POST", "/api/v1/request/change", body: change)
        #expect(answer.status == 200 && answer.body.contains("school"), "\(answer)")
        #expect(try site.clockctl("holidays", "list").contains("school"))
        let wrong = try await web.request("POST", "/api/v1/request/change", body: #"{"changes":[]}"#)
        #expect(wrong.status == 400 && wrong.body.contains(#""code":"invalid""#), "\(wrong)")
        let unknown = #"{"changes":[{"action":"alarm-remove","id":"a99"}]}"#
        #expect(try await web.request("POST", "/api/v1/request/change", body: unknown).status == 404)
        await web.stop()
        site.coordinator.stop()
    }

    @Test func howWellTimeWasKeptIsWhatClockctlSays() async throws {
        let site = try Site()
        let web = try await RunningWeb.start(broker: site.broker.port)
        try await waitUntil("the coordinator answers", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/slo").status == 200
        }
        let answer = try await web.request("GET", "/api/v1/slo?weeks=2&within=5&objective=99.9")
        for part in [#""within_us":5000"#, #""objective_percent":99.9"#, #""weeks":[{"#] {
            #expect(answer.body.contains(part), "\(answer)")
        }
        for wrong in ["weeks=0", "weeks=54", "weeks=x", "within=0", "objective=100", "objective=nan", "node=%C3%84"] {
            let answer = try await web.request("GET", "/api/v1/slo?\(wrong)")
            #expect(answer.status == 400 && answer.body.contains(#""code":"invalid""#), "\(wrong): \(answer)")
        }
        await web.stop()
        site.coordinator.stop()
    }

    @Test func whatIsAwayIsToldAndWhatWasIsKept() async throws {
        let site = try Site()
        let web = try await RunningWeb.start(broker: site.broker.port)
        try await waitUntil("the site is shown", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site").body.contains(#""status":{"#)
        }
        site.coordinator.stop()
        try await waitUntil("the coordinator is missed") {
            try await web.request("GET", "/api/v1/site").body.contains(#""coordinator":"offline""#)
        }
        let asked = try await web.request("POST", "/api/v1/request/status", body: "{}")
        #expect(asked.status == 504, "\(asked)")
        site.broker.kill()
        try await waitUntil("the broker is missed") {
            try await web.request("GET", "/api/v1/site").body.contains(#""broker":"lost""#)
        }
        #expect(try await web.request("GET", "/api/v1/site").body.contains(#""status":{"#))
        await web.stop()
    }

    @Test func whatRingsIsStoppedWithoutTheCoordinator() async throws {
        let site = try Site()
        let node = try site.node("kitchen")
        let web = try await RunningWeb.start(broker: site.broker.port)
        let start =
            #"{"changes":[{"action":"timer-start","name":"egg","seconds":2,"targets":{"nodes":["kitchen"]}}]}"#
        try await waitUntil("the node is known", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site").body.contains(#""availability":"online""#)
        }
        #expect(try await web.request("POST", "/api/v1/request/change", body: start).status == 200)
        try await waitUntil("the node has the timer") {
            try await web.request("GET", "/api/v1/site").body.contains(#""applied":2"#)
        }
        site.coordinator.kill()
        var path = ""
        try await waitUntil("it rings", timeout: .seconds(30)) {
            let body = try await web.request("GET", "/api/v1/site").body
            guard let ring = body.firstMatch(of: /"id":"(t1[a-z]*@[^"]*)"/) else { return false }
            path = String(ring.1)
            return body.contains(#""state":"ringing""#)
        }
        // As a browser's encodeURIComponent writes it.
        let encoded = path.split(separator: "@").map { $0.split(separator: ":").joined(separator: "%3A") }
            .joined(separator: "%40")
        for body in [#"{"minutes":0}"#, #"{"minutes":61}"#, #"{"minutes":"5"}"#, "[]"] {
            let refused = try await web.request("POST", "/api/v1/rings/\(encoded)/snooze", body: body)
            #expect(refused.status == 400 && refused.body.contains("from 1 to 60"), "\(refused)")
        }
        let stopped = try await web.request("POST", "/api/v1/rings/\(encoded)/stop", body: "{}")
        #expect(stopped.status == 200 && stopped.body.contains(#""state":"stopped""#), "\(stopped)")
        #expect(try await web.request("POST", "/api/v1/rings/\(path)/stop", body: "{}").status == 404)
        node.stop()
        await web.stop()
    }

    @Test("a change and a stop carry the account that asked, and not the name that a request claims")
    func whoAskedIsTheAccount() async throws {
        let site = try Site()
        let node = try site.node("kitchen")
        let web = try await RunningWeb.start(broker: site.broker.port, accounts: [("anna", .member)])
        let cookie = try await web.login("anna")
        try await waitUntil("the node is known", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site", cookie: cookie).body.contains(#""availability":"online""#)
        }
        let changes = try TestProcess(
            BuiltProgram.path("clockctl"), ["changes", "--json", "--broker", "127.0.0.1:\(site.broker.port)"],
            outputFile: site.folder.file("changes"))
        try await waitUntil("clockctl follows, as the page's server does", timeout: .seconds(30)) {
            site.broker.log.split(separator: "\n").count { $0.contains("clock/v1/home/change (QoS") } == 2
        }
        func ask(_ path: String, _ body: String) async throws {
            let answer = try await web.request("POST", "/api/v1/\(path)", body: body, cookie: cookie)
            #expect(answer.status == 200, "\(path): \(answer)")
        }
        let timer =
            #"{"action":"timer-start","name":"egg","seconds":1,"targets":{"nodes":["kitchen"]},"by":"mallory"}"#
        try await ask("request/change", #"{"by":"mallory","changes":[\#(timer)]}"#)
        try await ask("request/set", #"{"by":"mallory","nodes":["kitchen"],"change":{"volume":33}}"#)
        try await waitUntil("both changes are told", timeout: .seconds(30)) {
            changes.output.split(separator: "\n").count { $0.contains(#""by":"anna (clock-web)""#) } >= 2
        }
        changes.stop()
        var ring = ""
        try await waitUntil("it rings", timeout: .seconds(30)) {
            let body = try await web.request("GET", "/api/v1/site", cookie: cookie).body
            ring = body.firstMatch(of: /"id":"(t1[a-z]*@[^"]*)"/).map { String($0.1) } ?? ""
            return body.contains(#""state":"ringing""#)
        }
        try await ask("rings/\(ring)/stop", #"{"by":"mallory"}"#)
        try await waitUntil("the ring's line is in the history", timeout: .seconds(30)) {
            try site.clockctl("history", "--json").contains(#""by" : "anna (clock-web)""#)
        }
        let told = try changes.output + site.clockctl("history", "--json")
        #expect(!told.contains("mallory"), "\(told)")
        node.stop()
        await web.stop()
        site.coordinator.stop()
    }

    @Test func accountsAreMadeByClockctlWhileTheServerRuns() async throws {
        let web = try await RunningWeb.start()
        #expect(try await web.request("GET", "/api/v1/site").status == 200)
        let file = web.folder.file("accounts")
        let password = try web.folder.write("a long password\n", to: "password")
        func clockctl(_ words: String) throws -> String {
            try TestProcess.run(
                "sh",
                ["-c", "exec \(BuiltProgram.path("clockctl-web")) web user \(words) --accounts \(file) <\(password)"])
        }
        #expect(try await web.request("GET", "/api/v1/session").body.contains(#""accounts":false"#))
        #expect(try clockctl("add anna --role member").contains("anna may log in as member"))
        try await waitUntil("the account is there") {
            try await web.request("GET", "/api/v1/session").body.contains(#""accounts":true"#)
        }
        let login = try await web.request(
            "POST", "/api/v1/login", body: RunningWeb.credentials("anna", "a long password"))
        #expect(login.status == 200, "\(login)")
        #expect(try clockctl("list").contains("anna  member"))
        #expect(try clockctl("remove anna").contains("nobody can log in by a password now"))
        await web.stop()
    }

    @Test func builtInSoundsAreHeardBeforeOneIsChosen() async throws {
        let web = try await RunningWeb.start()
        #expect(try await web.request("GET", "/api/v1/preview").body.contains("\"bells\""))
        let bells = try await web.request("GET", "/api/v1/preview/bells")
        #expect(bells.status == 200 && bells.headers["content-type"] == "audio/wav")
        #expect(try await web.request("GET", "/api/v1/preview/..%2faccounts").status == 404)
        #expect(try await web.request("GET", "/api/v1/words").body.contains(#""lists":[]"#))
        await web.stop()
    }

    @Test func aSoundIsHeardInARoomBeforeItIsChosen() async throws {
        let site = try Site()
        let node = try site.node("kitchen")
        let web = try await RunningWeb.start(broker: site.broker.port)
        try await waitUntil("the node is there", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site").body.contains(#""availability":"online""#)
        }
        func hear(_ sound: String, _ body: String) async throws -> HTTPAnswer {
            try await web.request("POST", "/api/v1/preview/\(sound)", body: body)
        }
        let heard = try await hear("marimba", #"{"nodes":["kitchen"],"volume":40}"#)
        #expect(heard.status == 200 && heard.body.contains(#""length_ms":4000"#), "\(heard)")
        let id = try #require(heard.body.split(separator: #""id":""#).last?.prefix { $0 != "\"" })
        try await waitUntil("it was heard", timeout: .seconds(30)) {
            try await web.request("POST", "/api/v1/request/outcome", body: #"{"id":"\#(id)"}"#).body.contains("played")
        }
        #expect(try await hear("../accounts", #"{"nodes":["kitchen"]}"#).status == 404)
        #expect(try await hear("nothing", #"{"nodes":["kitchen"]}"#).status == 404)
        #expect(try await hear("marimba", #"{"nodes":["cellar"]}"#).status == 404)
        for wrong in [#"{"nodes":[]}"#, "{}", #"{"nodes":["kitchen"],"volume":101}"#, #"{"nodes":["../x"]}"#] {
            #expect(try await hear("marimba", wrong).status == 400, "\(wrong)")
        }
        node.stop()
        await web.stop()
        site.coordinator.stop()
    }

    @Test func whatIsLongIsCompressedForWhoTakesIt() async throws {
        let script = String(repeating: "export const text = 'text';\n", count: 200)
        let web = try await RunningWeb.start(files: ["pages/app/long.js": script])
        func get(_ path: String, _ taken: String?, tag: String? = nil) async throws -> HTTPAnswer {
            var headers: [String: String] = [:]
            headers["accept-encoding"] = taken
            headers["if-none-match"] = tag
            return try await web.request("GET", path, headers: headers)
        }
        let plain = try await get("/app/long.js", nil)
        #expect(plain.headers["content-encoding"] == nil && plain.body == script)
        let packed = try await get("/app/long.js", "br, gzip;q=0.5")
        #expect(packed.headers["content-encoding"] == "gzip" && packed.headers["vary"] == "accept-encoding")
        #expect(try #require(packed.headers["content-length"].flatMap { Int($0) }) < script.utf8.count / 10)
        // Each has a tag of its own, so that no cache takes one for the other.
        let (plainTag, packedTag) = (plain.headers["etag"], packed.headers["etag"])
        #expect(plainTag != packedTag)
        #expect(try await get("/app/long.js", "gzip", tag: packedTag).status == 304)
        #expect(try await get("/app/long.js", "gzip", tag: plainTag).status == 200)
        #expect(try await get("/app/long.js", nil, tag: plainTag).status == 304)
        for refused in ["gzip;q=0", "br", "identity", "gzip;q=0.000, *;q=0"] {
            #expect(try await get("/app/long.js", refused).headers["content-encoding"] == nil, "\(refused)")
        }
        // Short ones fit into a packet as they are, and an event must go out at once.
        #expect(try await get("/app/main.js", "gzip").headers["content-encoding"] == nil)
        #expect(try await get("/api/v1/session", "gzip").headers["content-encoding"] == nil)
        let stream = try PlainSocket(web.port)
        stream.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nCookie: \(web.cookie ?? "")\r\n\r\n"
        )
        try await stream.read(until: "event: snapshot")
        #expect(!stream.received.lowercased().contains("content-encoding"))
        await web.stop()
    }

    @Test func longDocumentsAreCompressedForWhoTakesIt() async throws {
        let site = try Site()
        let node = try site.node("kitchen")
        let web = try await RunningWeb.start(broker: site.broker.port)
        try await waitUntil("the node is there", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site").body.contains(#""availability":"online""#)
        }
        for hour in 10...23 { try site.clockctl("alarm", "add", "\(hour):00", "--days", "daily", "--node", "kitchen") }
        try await waitUntil("the alarms are there", timeout: .seconds(30)) {
            try await web.request("GET", "/api/v1/site").body.contains(#""a14"#)
        }
        let long = try await web.request("GET", "/api/v1/site", headers: ["accept-encoding": "gzip"])
        #expect(long.status == 200 && long.headers["content-encoding"] == "gzip")
        #expect(try await web.request("GET", "/api/v1/site").headers["content-encoding"] == nil)
        // Another program unpacks the compressed text to the original.
        let unpack = """
            import gzip, sys, urllib.request as http
            answer = http.urlopen(http.Request(sys.argv[1], headers={"Accept-Encoding": "gzip", "Cookie": sys.argv[2]}))
            print(gzip.decompress(answer.read()).decode())
            """
        let unpacked = try TestProcess.run(
            "python3", ["-c", unpack, "http://127.0.0.1:\(web.port)/api/v1/site", web.cookie ?? ""])
        #expect(unpacked.contains(#""a14"#))
        node.stop()
        await web.stop()
        site.coordinator.stop()
    }

    @Test func pagesAreTakenFromTheBrowsersMemoryWhereTheyAreTheSame() async throws {
        let web = try await RunningWeb.start()
        let first = try await web.request("GET", "/app/main.js")
        #expect(first.status == 200 && first.body == "export {}")
        let tag = try #require(first.headers["etag"])
        #expect(try await web.request("GET", "/app/main.js", headers: ["if-none-match": tag]).status == 304)
        #expect(try await web.request("HEAD", "/rooms").status == 200)
        #expect(try await web.request("GET", "/app/other.js").status == 404)
        await web.stop()
    }
}
