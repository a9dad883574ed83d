import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockctlKit

/// The program as people run it, with a real broker and a coordinator that answers from a table.
@Suite("The program against a broker", .timeLimit(.minutes(2)))
struct ProcessTests {
    private func site(
        _ broker: TestBroker, _ state: StubCoordinator.State = .init(status: Sample.healthy)
    ) async throws -> (ClockctlProcess, StubCoordinator) {
        let coordinator = try StubCoordinator(port: broker.port, state)
        try await waitUntil("the coordinator is connected") { coordinator.isConnected }
        return (ClockctlProcess(port: broker.port), coordinator)
    }

    @Test("status prints the table, and with --json what the coordinator said")
    func status() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker)
        let text = try await clockctl.run("status")
        #expect(text.exitCode == 0)
        #expect(text.errors.isEmpty)
        #expect(text.output.hasPrefix("site home · coordinator running 0.1.0, since 12:02 · broker 127.0.0.1:1883\n"))
        #expect(text.output.contains("Kitchen  online 2 h  ✓ +0.3 ms  14:30 announced  wake  12 ms  +0.02 ms  80 %"))
        #expect(!text.output.contains("\u{1B}"))

        let json = try await clockctl.run("status", "--json")
        #expect(json.exitCode == 0)
        let status = try JSONDecoder().decode(SiteStatus.self, from: Data(json.output.utf8))
        #expect(status == Sample.healthy)
        #expect(json.output.contains("\"next_wake\" : \"2026-11-21T13:44:45.000Z\""))
        #expect(coordinator.requests.map(\.verb) == [StatusRequest.verb, StatusRequest.verb])
        await coordinator.stop()
    }

    @Test("A site that is more than one page is shown whole")
    func statusInPages() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker)
        coordinator.change { $0.nodesOnPage = 1 }
        let json = try await clockctl.run("status", "--json")
        #expect(try JSONDecoder().decode(SiteStatus.self, from: Data(json.output.utf8)) == Sample.healthy)
        #expect(coordinator.requests.count == Sample.healthy.nodes.count)
        await coordinator.stop()
    }

    @Test("An output that takes nothing is a failure of every command that prints")
    func lostOutput() async throws {
        let site = try await StubSite()
        let folder = try TemporaryFolder("output")
        func run(_ words: String, into place: String) throws -> String {
            let script = """
                export CLOCKSMITH_BROKER_PORT=\(site.broker.port) HOME=\(folder.path)
                mkfifo \(folder.file("pipe")); exec 3<>\(folder.file("pipe")); exec 4>\(folder.file("pipe")); exec 3<&-
                env --default-signal=PIPE "$0" \(words) 2>&1 >\(place); echo $?; rm \(folder.file("pipe"))
                """
            return try TestProcess.run("sh", ["-c", script, try ClockctlProcess.path()])
        }
        let full =
            "clockctl: cannot write the output: No space left on device; free some space on that file system\n74\n"
        for words in ["status --json", "export", "status", "man", "--help", "--version"] {
            #expect(try run(words, into: "/dev/full") == full, "\(words)")
            // A reader that has gone, as head does, knows that it has.
            #expect(try run(words, into: "&4") == "74\n", "\(words)")
        }
        await site.end()
    }

    @Test("all names every room")
    func all() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker)
        let every = try await clockctl.run("set", "all", "volume", "55")
        #expect(every.exitCode == 0, "\(every.errors)")
        let request = try #require(coordinator.requests.first { $0.verb == SetRequest.verb })
        #expect(
            try WireCodec.decode(SetRequest.self, from: request.payload).nodes == Sample.healthy.nodes.map(\.id))
        await coordinator.stop()
    }

    @Test("set sends one change for all nodes named, or for all there are")
    func set() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker)
        let two = try await clockctl.run("set", "kitchen,bedroom", "volume", "60", "quiet", "22:00-07:00")
        #expect(two.exitCode == 0, "\(two.errors)")
        #expect(
            two.output == """
                kitchen  volume 60 %, quiet 22:00-07:00 (revision 8)
                bedroom  volume 60 %, quiet 22:00-07:00 (revision 8)
                on disk in kitchen, bedroom

                """)
        let request = try #require(coordinator.requests.first { $0.verb == SetRequest.verb })
        let quiet = try #require(QuietPeriod("22:00-07:00"))
        var asked = try WireCodec.decode(SetRequest.self, from: request.payload)
        #expect(asked.by?.hasSuffix("(clockctl)") == true)
        asked.by = nil
        #expect(
            asked
                == SetRequest(
                    nodes: [Sample.id("kitchen"), Sample.id("bedroom")],
                    change: SettingsPatch(volume: Volume(percent: 60), quiet: [quiet])))

        let all = try await clockctl.run("set", "--all", "mute", "on", "--json")
        let result = try JSONDecoder().decode(SetResult.self, from: Data(all.output.utf8))
        #expect(result.nodes.map(\.node.rawValue) == ["bedroom", "kitchen", "office"])
        #expect(result.nodes.allSatisfy { $0.settings.mute == .on })
        await coordinator.stop()
    }

    @Test("A node that is not there is named, with the nearest that is")
    func unknownNode() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker)
        let lines = [["set", "kichten", "volume", "1"], ["announce", "Kichten"], ["node", "rename", "kichten", "x"]]
        for line in lines {
            let ended = try await clockctl.run(line)
            #expect(ended.exitCode == 65)
            #expect(ended.output.isEmpty)
            #expect(ended.errors.hasSuffix("at site home: did you mean kitchen?\n"), "\(ended.errors)")
        }
        await coordinator.stop()
    }

    @Test("announce, wake, rename and forget do what they say")
    func others() async throws {
        let broker = try TestBroker()
        var status = Sample.healthy
        status.nodes[2].availability = .offline
        let (clockctl, coordinator) = try await site(broker, .init(status: status))
        let announced = try await clockctl.run("announce", "kitchen", "office")
        #expect(
            announced.output == """
                kitchen says the time at 14:41:23, as stub-1
                offline: office
                kitchen  played at 14:41:23, 0.02 ms off

                """)
        #expect(announced.exitCode == 1)
        let nobody = try await clockctl.run("announce", "office")
        #expect(nobody.exitCode == 75)
        #expect(nobody.errors == "clockctl: nobody can hear it: not online: office\n")
        let all = try await clockctl.run("announce", "--all", "--json")
        #expect(all.exitCode == 0 && all.output.contains("\"outcome\" : \"played\""))
        #expect(try await clockctl.run("wake").output == "the wake for 14:45 is out\n")
        #expect(
            try await clockctl.run("node", "rename", "kitchen", "Küche").output
                == "kitchen is now Küche (revision 8)\non disk in kitchen\n"
        )
        #expect(try await clockctl.run("adopt").exitCode == 64, "nobody is there to ask")
        let adopted = try await clockctl.run("adopt", "--yes")
        #expect(
            adopted.output.contains("taken over from bedroom, kitchen: alarms 14, timers 1, rooms 2\n! not taken over"),
            "\(adopted)")
        #expect(try await clockctl.run("adopt", "--replace").exitCode == 64)
        #expect(
            try await clockctl.run("adopt", "0123456789abcdef", "--replace", "--yes").output
                == "bedroom, kitchen: what they held of store 0123456789abcdef is replaced\n")
        let asked = try await clockctl.run("node", "forget", "office")
        #expect(asked.exitCode == 64)
        #expect(asked.errors.contains("say --yes"))
        #expect(try await clockctl.run("node", "forget", "office", "--yes").output == "office is forgotten\n")
        let list = try await clockctl.run("node", "list")
        #expect(list.output.contains("kitchen  Küche"))
        #expect(!list.output.contains("office"))
        await coordinator.stop()
    }

    @Test("doctor fails by its exit code when a check fails, warnings alone do not")
    func doctor() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker, .init(status: Sample.healthy, report: Sample.report))
        let bad = try await clockctl.run("doctor")
        #expect(bad.exitCode == 1)
        #expect(bad.output.contains("✓ broker         127.0.0.1:\(broker.port) took the connection in "))
        #expect(bad.output.contains("✗ office audio   hw:1 is busy\n"))
        #expect(bad.output.contains("→ End the program"))
        coordinator.change { $0.report.checks.removeLast() }
        let warned = try await clockctl.run("doctor", "--json")
        #expect(warned.exitCode == 0)
        let report = try JSONDecoder().decode(DoctorReport.self, from: Data(warned.output.utf8))
        #expect(report.checks.map(\.subject).prefix(2) == ["broker", "coordinator"])
        await coordinator.stop()
        broker.stop()
        let gone = try await clockctl.run("doctor")
        #expect(gone.exitCode == 1)
        #expect(gone.output.contains("✗ broker  cannot reach broker"))
    }

    @Test("No coordinator is told within the time-out, with its last word")
    func noCoordinator() async throws {
        let broker = try TestBroker()
        let clockctl = ClockctlProcess(port: broker.port)
        let never = try await clockctl.run("status", "--timeout", "2")
        #expect(never.exitCode == 75)
        #expect(
            never.errors == "clockctl: no answer from the coordinator of site home on 127.0.0.1:\(broker.port) within "
                + "2 s: is clock-coordinator running? (it has never been on this broker; is the site's name right?)\n")
        let (_, coordinator) = try await site(broker)
        coordinator.change { $0.answers = false }
        let silent = try await clockctl.run("status", "--timeout", "2")
        #expect(silent.exitCode == 75)
        #expect(silent.errors.hasSuffix("(its last word was: online)\n"))
        await coordinator.stop(sendingWill: true)
        let offline = try await clockctl.run("set", "kitchen", "mute", "on", "--timeout", "2")
        #expect(offline.exitCode == 75)
        #expect(offline.errors.hasSuffix("(its last word was: offline)\n"))
    }

    @Test("A refusal comes in the coordinator's words, with an exit code of its own")
    func refusals() async throws {
        let broker = try TestBroker()
        let (clockctl, coordinator) = try await site(broker)
        let cases: [(RequestError.Code, Int32)] = [(.invalid, 65), (.storeFailed, 74), (.unavailable, 75)]
        for (code, exitCode) in cases {
            coordinator.change { $0.error = RequestError(code, "it will not do\u{1B}[2J") }
            let ended = try await clockctl.run("wake")
            #expect(ended.exitCode == exitCode)
            #expect(ended.errors == "clockctl: it will not do\u{FFFD}[2J\n")
        }
        await coordinator.stop()
    }

    @Test("Wrong password, unreachable broker and unknown host are told apart")
    func connection() async throws {
        let broker = try TestBroker { $0.passwords = ["anna": "right"] }
        let coordinator = try StubCoordinator(
            port: broker.port, .init(status: Sample.healthy), username: "anna", password: "right")
        try await waitUntil("the coordinator is connected") { coordinator.isConnected }
        var clockctl = ClockctlProcess(port: broker.port)
        let anonymous = try await clockctl.run("status")
        #expect(anonymous.exitCode == 77)
        #expect(anonymous.errors.contains("it asks for a user name and password"))
        clockctl.environment = ["CLOCKSMITH_BROKER_USERNAME": "anna", "CLOCKSMITH_BROKER_PASSWORD": "wrong"]
        let wrong = try await clockctl.run("status")
        #expect(wrong.exitCode == 77)
        #expect(wrong.errors.contains("refused the password for user \"anna\""))
        #expect(!wrong.errors.contains("wrong"))
        let folder = try TemporaryFolder("password")
        let file = try folder.write("right\n", to: "password")
        clockctl.environment = [:]
        let right = try await clockctl.run("status", "--username", "anna", "--password-file", file)
        #expect(right.exitCode == 0, "\(right.errors)")

        let closed = try LoopbackPort.unused()
        let unreachable = try await clockctl.run("status", "--broker", "127.0.0.1:\(closed)")
        #expect(unreachable.exitCode == 69)
        #expect(unreachable.errors.hasPrefix("clockctl: cannot reach broker 127.0.0.1:\(closed): connection refused"))
        let unknown = try await clockctl.run("status", "--broker", "no-such-host.invalid")
        #expect(unknown.exitCode == 68)
        #expect(unknown.errors.contains("cannot find broker host \"no-such-host.invalid\""))
        await coordinator.stop()
    }

    @Test("Broker rules that forbid the request are told")
    func accessRules() async throws {
        let broker = try TestBroker {
            $0.passwords = ["anna": "a"]
            $0.accessRules = ["user anna", "topic read clock/v1/home/#"]
        }
        var clockctl = ClockctlProcess(port: broker.port)
        clockctl.environment = ["CLOCKSMITH_BROKER_USERNAME": "anna", "CLOCKSMITH_BROKER_PASSWORD": "a"]
        let ended = try await clockctl.run("status")
        #expect(ended.exitCode == 77)
        #expect(ended.errors.contains("publish to clock/v1/home/request/#"), "\(ended.errors)")
    }

    @Test("Flags go before the environment, and that before the file")
    func precedence() async throws {
        let broker = try TestBroker()
        let (_, coordinator) = try await site(broker)
        let folder = try TemporaryFolder("config")
        let file = try folder.write("site: school\nbroker:\n  port: \(broker.port)\n", to: "clockctl.yaml")
        var clockctl = ClockctlProcess(port: broker.port)
        clockctl.environment = ["CLOCKSMITH_BROKER_PORT": "", "CLOCKSMITH_SITE": "home"]
        #expect(try await clockctl.run("status", "--config", file).exitCode == 0)
        let flag = try await clockctl.run("status", "--config", file, "--site", "office", "--timeout", "2")
        #expect(flag.errors.contains("of site office on"))
        try folder.write("brokr:\n  port: 1\n", to: "clockctl.yaml")
        let typo = try await clockctl.run("status", "--config", file)
        #expect(typo.exitCode == 78)
        #expect(typo.errors.hasPrefix("clockctl: \(file):1: unknown setting \"brokr\""), "\(typo.errors)")
        await coordinator.stop()
    }

    @Test("Noise on the reply topic is an error in one line", arguments: ["not json", "{\"v\":9}", "{\"v\":1}"])
    func noise(payload: String) async throws {
        let broker = try TestBroker()
        let coordinator = try NoisyCoordinator(port: broker.port, payload: Array(payload.utf8))
        try await waitUntil("the coordinator is connected") { coordinator.isConnected }
        let ended = try await ClockctlProcess(port: broker.port).run("status")
        #expect(ended.exitCode == 76)
        #expect(ended.errors.split(separator: "\n").count == 1)
        await coordinator.stop()
    }

    @Test(
        "A wrong command line is refused before anything is asked",
        arguments: [
            ["status", "--broker", "host:99999"], ["set"], ["set", "kitchen"], ["set", "kitchen", "volume", "200"],
            ["history", "--limit", "0"], ["history", "--since", "soon"], ["announce", "--all", "kitchen"],
            ["status", "--timeout", "0"], ["nonsense"], ["watch"], ["node", "rename", "kitchen", ""],
            ["alarm", "add", "25:00", "--node", "bedroom"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--days", "someday"],
            ["alarm", "add", "tomorrow 7:00", "--node", "bedroom", "--days", "daily"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--once", "--date", "2026-12-24"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--snooze", "61m"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--limit", "90s"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--volume", "loud"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--sound", "../x"],
            ["alarm", "add", "7:00", "--node", "bedroom", "--except", "2026-12-26..2026-12-24"],
            ["alarm", "edit", "a1"], ["alarm", "rm"], ["alarm", "rm", "a1", "--used"], ["alarm", "show"],
            ["alarm", "pause", "a1", "someday"], ["alarm", "stop", "a1", "--all"],
            ["timer", "start", "0s", "--node", "x"],
            ["timer", "start", "100h", "--node", "x"], ["timer", "add", "pasta", "0"],
            ["stopwatch", "start", String(repeating: "x", count: 65)],
            ["node", "group", "add", "Up Stairs", "bedroom"],
            ["holidays", "import", "x.ics", "--name", "A B"], ["next", "--count", "0"], ["next", "--from", "someday"],
            ["preflight", "--within", "15d"],
        ])
    func commandLine(arguments: [String]) async throws {
        let output = Lines()
        let console = Console(
            columns: nil, coloured: false, canAsk: false,
            environment: ["CLOCKSMITH_BROKER_PORT": "\(try LoopbackPort.unused())"], zones: .berlin,
            write: output.add, writeError: output.add)
        #expect(await ClockctlTool.run(arguments, on: console) == 64)
        #expect(!output.text.isEmpty)
    }
}
