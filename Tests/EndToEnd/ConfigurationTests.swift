import ClockTestSupport
import Testing

/// Settings that cannot be meant: each daemon ends at once with one line and the code for a wrong configuration.
@Suite(.ownThreads) struct ConfigurationTests {
    /// The file's third line, and words that the refusal must contain.
    private static let mistakes: [(line: String, named: [String])] = [
        ("brokr: 1", ["\"brokr\"", ":3:", "broker"]),
        ("state_directroy: /tmp", ["\"state_directroy\"", ":3:", "state_directory"]),
        ("clock: {offset_seconds: soon}", ["clock.offset_seconds", ":3:", "soon"]),
        ("log: {level: loud}", ["log.level", ":3:", "loud"]),
        ("site: Home Sweet Home", ["site", "Home Sweet Home"]),
        ("site: test\nsite: other", ["site", ":4:", "twice"]),
        ("broker: {port: 70000}", ["broker.port", ":3:", "70000"]),
        ("broker: [", [":"]),
    ]

    @Test(
        "a mistake in the file is named by line and ends the daemon with 78",
        arguments: ["clock-node", "clock-coordinator"])
    func mistakes(program: String) async throws {
        for (line, named) in Self.mistakes {
            let folder = try TemporaryFolder("configuration")
            let own = program == "clock-node" ? "node: kitchen" : "history_days: 30"
            let file = try folder.write("# A comment.\n\(own)\n\(line)\n", to: "clock.yaml")
            let daemon = Daemon(
                name: program, command: [try BuiltPrograms.path(program), "--config", file],
                logFile: folder.file("log"))
            try daemon.start()
            let code = try await daemon.exitCode(within: .seconds(10))
            let lines = daemon.log.split(separator: "\n")
            try #require(code == 78, "\(line): \(code) \(daemon.log)")
            try #require(lines.count == 1, "\(line): \(lines)")
            for word in named { try #require(lines[0].contains(word), "\(line): \(lines[0])") }
            try #require(lines[0].hasPrefix("\(program): \(file)"), "\(line): \(lines[0])")
        }
    }

    @Test(
        "the examples of the repository are those that the daemons print",
        arguments: ["node", "coordinator", "web"])
    func examples(daemon: String) async throws {
        let folder = try TemporaryFolder("example")
        let printed = folder.file("printed")
        let program = Daemon(
            name: daemon, command: [try BuiltPrograms.path("clock-\(daemon)"), "--print-example-config"],
            logFile: printed)
        try program.start()
        #expect(try await program.exitCode(within: .seconds(10)) == 0)
        let kept = "\(BuiltPrograms.voices)/../../deploy/examples/\(daemon).yaml"
        let isSame = readText(printed) == readText(kept)
        #expect(isSame, "write clock-\(daemon) --print-example-config to deploy/examples/\(daemon).yaml")
    }

    @Test("a file that is not there, a state folder that cannot be made, and a second daemon on one folder are told")
    func places() async throws {
        let folder = try TemporaryFolder("configuration")
        let free = try LoopbackPort.unused()
        try folder.write("", to: "file")
        let common = ["--broker-port", "\(free)"]
        for (program, own) in [("clock-node", ["--node", "kitchen"]), ("clock-coordinator", [])] {
            func daemon(_ name: String, _ arguments: [String]) throws -> Daemon {
                let daemon = Daemon(
                    name: name, command: [try BuiltPrograms.path(program)] + own + common + arguments,
                    logFile: folder.file("\(program)-\(name).log"))
                try daemon.start()
                return daemon
            }
            let config = try folder.write("", to: "empty.yaml")
            let missing = try daemon("missing", ["--config", folder.file("nowhere.yaml")])
            try #require(try await missing.exitCode(within: .seconds(10)) == 66, "\(missing.log)")
            try #require(missing.log.contains("nowhere.yaml") && missing.log.split(separator: "\n").count == 1)

            let blocked = try daemon("blocked", ["--config", config, "--state-directory", folder.file("file/state")])
            let code = try await blocked.exitCode(within: .seconds(10))
            try #require([73, 74, 77].contains(code), "\(code): \(blocked.log)")
            try #require(blocked.log.contains(folder.file("file")), "\(blocked.log)")

            let state = ["--config", config, "--state-directory", folder.file("state-\(program)")]
            let first = try daemon("first", state)
            try await waitUntil("\(program) trying to connect") { first.log.contains("\(free)") }
            let second = try daemon("second", state)
            try #require(try await second.exitCode(within: .seconds(10)) == 75, "\(second.log)")
            try #require(second.log.contains("state-\(program)"), "\(second.log)")
            try #require(first.isRunning)
        }
    }
}
