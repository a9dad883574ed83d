import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

@testable import WebDaemon

/// `/metrics`: its readers, and Prometheus among them.
struct MetricsTests {
    @Test func whoIsLoggedInReadsItAndACoordinatorThatIsAwayIsTold() async throws {
        let web = try await RunningWeb.start()
        let answer = try await web.request("GET", "/metrics")
        #expect(answer.status == 200 && answer.body.contains("\nclock_coordinator_up 0\n"), "\(answer)")
        #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(try PrometheusTool.check(metrics: answer.body).isEmpty)
        let foreign = try await web.request("GET", "/metrics", headers: ["sec-fetch-site": "cross-site"])
        #expect(foreign.status == 403)
        await web.stop()
    }

    @Test func whereOthersLogInATokenReadsItAndNothingElse() async throws {
        let folder = try TemporaryFolder("token")
        let file = try folder.write("a-long-token\n", to: "token")
        let web = try await RunningWeb.start(
            accounts: [("anna", .viewer)], settings: ["metrics.token_file": file])
        let refused = try await web.request("GET", "/metrics")
        #expect(refused.status == 401 && refused.headers["www-authenticate"] == "Bearer", "\(refused)")
        for wrong in ["a-long-tokem", "a-long-token2", ""] {
            let answer = try await web.request("GET", "/metrics", headers: ["authorization": "Bearer \(wrong)"])
            #expect(answer.status == 401, "\(wrong)")
        }
        let token = ["authorization": "Bearer a-long-token"]
        #expect(try await web.request("GET", "/metrics", headers: token).status == 200)
        #expect(try await web.request("GET", "/api/v1/site", headers: token).status == 401)
        // A user who may view the site may view this too.
        #expect(try await web.request("GET", "/metrics", cookie: web.login("anna")).status == 200)
        await web.stop()
    }

    @Test func withoutATokenThatIsSetNoneIsTaken() async throws {
        let web = try await RunningWeb.start(accounts: [("anna", .viewer)])
        for value in ["Bearer ", "Bearer nil", "Basic YTpi"] {
            #expect(try await web.request("GET", "/metrics", headers: ["authorization": value]).status == 401)
        }
        await web.stop()
    }

    @Test func aSiteOfRealProgramsIsReadAndPromtoolFindsNothing() async throws {
        let broker = try TestBroker()
        let folder = try TemporaryFolder("site")
        let coordinator = try TestProcess(
            BuiltProgram.path("clock-coordinator"),
            ["--broker-port", "\(broker.port)", "--state-directory", folder.file("state")],
            outputFile: folder.file("coordinator.log"))
        let node = try TestProcess(
            BuiltProgram.path("clock-node"),
            [
                "--node", "kitchen", "--zone", "Europe/Berlin", "--broker-port", "\(broker.port)",
                "--state-directory", folder.file("kitchen"), "--audio-device", "null",
            ], outputFile: folder.file("kitchen.log"))
        let web = try await RunningWeb.start(broker: broker.port)
        try await waitUntil("the node is up", timeout: .seconds(30)) {
            try await web.request("GET", "/metrics").body.contains(#"clock_node_up{node="kitchen"} 1"#)
        }
        let text = try await web.request("GET", "/metrics").body
        #expect(text.contains(#"clock_quarters_total{node="kitchen",outcome="missed",reason="untrusted"} 0"#))
        #expect(text.contains("\nclock_coordinator_process_resident_memory_bytes "))
        #expect(try PrometheusTool.check(metrics: text).isEmpty)
        node.stop()
        coordinator.kill()
        try await waitUntil("the coordinator's last will") {
            try await web.request("GET", "/api/v1/site").body.contains(#""coordinator":"offline""#)
        }
        let start = ContinuousClock.now
        #expect(try await web.request("GET", "/metrics").body.contains("\nclock_coordinator_up 0\n"))
        #expect(ContinuousClock.now - start < .seconds(2))
        await web.stop()
    }
}
