import ClockTestSupport
import Glibc
import Testing

/// Mistakes that a start would end with, or that would leave a program useless: the check names each, and a program that
/// runs and is told to read its configuration again goes on as it was.
@Suite(.ownThreads) struct MistakeTests {
    /// A line in place of the setting of the right configuration, and words of the refusal.
    struct Mistake: Sendable, CustomStringConvertible {
        /// `FOLDER` stands for the test's folder.
        var yaml: String
        var words: String
        /// True when a check in its own process cannot find it: the running program may hold the folder or the port.
        var isOfRunning = false

        init(_ yaml: String, _ words: String, isOfRunning: Bool = false) {
            self.yaml = yaml
            self.words = words
            self.isOfRunning = isOfRunning
        }

        var description: String { yaml }
    }

    private static let broker = [
        Mistake("broker: { port: PORT, tls: { ca: FOLDER/none.pem } }", "broker.tls.ca"),
        Mistake("broker: { port: PORT, tls: { ca: FOLDER } }", "broker.tls.ca"),
        Mistake("broker: { port: PORT, tls: { ca: FOLDER/text } }", "no certificate in PEM"),
        Mistake(
            "broker: { port: PORT, tls: { certificate: FOLDER/none.pem, key: FOLDER/text } }", "broker.tls.certificate"),
        Mistake("broker: { port: PORT, tls: { certificate: FOLDER/text, key: FOLDER/text } }", "no certificate in PEM"),
        Mistake("broker: { port: PORT, tls: { key: FOLDER/text } }", "needs broker.tls.certificate"),
        Mistake(
            "broker: { port: PORT, tls: { certificate: FOLDER/web.crt, key: FOLDER/text } }", "no private key in PEM"),
        Mistake(
            "broker: { port: PORT, tls: { certificate: FOLDER/web.crt, key: FOLDER/other.key } }",
            "do not belong together"),
        Mistake(
            "broker: { port: PORT, tls: { certificate: FOLDER/web.crt, key: FOLDER/locked.key } }", "passphrase"),
        Mistake("broker: { port: PORT, username: u, password_file: FOLDER/none }", "broker.password_file"),
        Mistake("broker: { port: PORT, username: u, password_file: FOLDER/empty }", "holds no text"),
        Mistake("broker: { port: 0 }", "broker.port"), Mistake("site: \"no such site\"", "is not an id"),
        Mistake("state_directory: FOLDER/text", "state_directory"),
        Mistake("state_directory: FOLDER/text/below", "state_directory"),
        Mistake("state_directory: /proc/none", "state_directory"),
        Mistake("state_directory: \"\"", "state_directory"), Mistake("volumen: 3", "volumen"),
        Mistake("- a", "settings as"),
        Mistake("log: { level: loud }", "log.level"),
    ]

    static let node =
        broker + [
            Mistake("zone: Berlin", "zone"), Mistake("zone: ../../etc/passwd", "zone"), Mistake("node: \"\"", "node"),
            Mistake("hub: hub.local:0", "is no HOST"),
            Mistake("node: Big_Room!", "is not an id"), Mistake("voices_directory: FOLDER/none", "voices_directory"),
            Mistake("voices_directory: FOLDER/text", "is no folder"),
            Mistake("audio: { device: \"null\", sounds: FOLDER/none }", "audio.sounds"),
            Mistake("audio: { device: \"null\", alsa_config: FOLDER/none }", "audio.alsa_config"),
            Mistake("audio: { device: \"null\", mixer: \",\" }", "audio.mixer"),
            Mistake("audio: { device: \" \" }", "audio.device"),
            Mistake("audio: { device: \"null\", lead_in_ms: 500, warm_up_tone_ms: 300 }", "audio.warm_up_tone_ms"),
            Mistake("local_socket: FOLDER/none/socket", "local_socket"),
            Mistake("local_socket: FOLDER/text", "is no socket"),
            Mistake("local_socket: relative", "local_socket"), Mistake("clock: { source: mine }", "clock.source"),
            Mistake("broker: { port: PORT, client_id_file: FOLDER/none }", "broker.client_id_file"),
            Mistake("state_directory: FOLDER/taken", "another clock-node uses", isOfRunning: true),
        ]

    static let coordinator =
        broker + [
            Mistake("wake: { lead_seconds: 60 }", "wake.budget_seconds"), Mistake("store: coordinator.sqlite", "store"),
            Mistake("store: postgresql://u:secret@db/clocks", "passfile"),
            Mistake("store: postgresql://u@/clocks?host=FOLDER", "store"),
            Mistake("store: postgresql://u@db/clocks?channel_binding=disable&require_auth=password", "store"),
            Mistake("speech: { command: no-such-engine -x }", "speech.command"),
            Mistake("speech: { command: FOLDER/text }", "speech.command"),
            Mistake("voices_directory: FOLDER/none", "voices_directory"),
            Mistake("notify: { url: \"ftp://x\" }", "notify.url"),
            Mistake("notify: { url: \"https://x/y\", token_file: FOLDER/none }", "notify.token_file"),
            Mistake("notify: { check_at: \"25:00\" }", "notify.check_at"),
            Mistake("notify: { quiet: night }", "notify.quiet"),
            Mistake("home_assistant: { prefix: a/b }", "home_assistant.prefix"),
            Mistake("home_assistant: { since: old }", "home_assistant.since"),
            Mistake("broker: { port: PORT, client_id_file: FOLDER/none }", "broker.client_id_file"),
            Mistake("state_directory: FOLDER/taken", "another clock-coordinator uses", isOfRunning: true),
            Mistake("state_directory: FOLDER/foreign", "state_directory", isOfRunning: true),
        ]

    static let web =
        broker + [
            Mistake("listen: nowhere", "listen"), Mistake("listen: 0.0.0.0:8443", "listen"),
            Mistake("listen: 192.0.2.7:8080\ntls: { certificate: FOLDER/web.crt, key: FOLDER/web.key }", "listen"),
            Mistake("listen: FOLDER/none/http\nhosts: clock.lan", "listen"), Mistake("listen: FOLDER/http", "hosts"),
            Mistake("listen: 127.0.0.1:TAKEN", "listen", isOfRunning: true),
            Mistake("tls: { certificate: FOLDER/none, key: FOLDER/web.key }", "none"),
            Mistake("tls: { certificate: FOLDER/web.crt, key: FOLDER/other.key }", "certificate"),
            Mistake("tls: { certificate: FOLDER/text, key: FOLDER/web.key }", "certificate"),
            Mistake("tls: { certificate: FOLDER/web.crt }", "tls.key"), Mistake("pages: FOLDER/none", "pages"),
            Mistake("accounts: FOLDER/text", "text: line 1: 2 words"), Mistake("accounts: FOLDER", "accounts"),
            Mistake("hosts: \"https://clock.lan\"", "hosts"), Mistake("hosts: \"clock.lan:8080\"", "hosts"),
            Mistake("metrics: { token_file: FOLDER/none }", "metrics.token_file"),
            Mistake("viewer: { username: v, password_file: FOLDER/none }", "viewer.password_file"),
            Mistake("viewer: { tls: { certificate: FOLDER/none, key: FOLDER/text } }", "viewer.tls.certificate"),
            Mistake(
                "viewer: { tls: { certificate: FOLDER/web.crt, key: FOLDER/other.key } }", "do not belong together"),
            Mistake("voices: { directory: FOLDER/none }", "voices.directory"),
        ]

    /// A broker, and a folder with the right configuration of each program and all that mistakes name.
    private struct Place {
        let broker: TestBroker
        let folder: TemporaryFolder
        let right: String
        let port: Int
        let taken: Int
        /// Holds the port and the folder that are another program's.
        private let others: [TestProcess]

        init(_ program: String) async throws {
            let (broker, folder) = (try TestBroker(), try TemporaryFolder("mistakes"))
            let (port, taken) = (try LoopbackPort.unused(), try LoopbackPort.unused())
            (self.broker, self.folder, self.port, self.taken) = (broker, folder, port, taken)
            try folder.write("no certificate\n", to: "text")
            try folder.write("", to: "empty")
            _ = try TestProcess.run(
                "mkdir", ["-p", folder.file("pages"), folder.file("taken"), folder.file("foreign")])
            try folder.write("<!doctype html>", to: "pages/index.html")
            try folder.write("", to: "taken/lock")
            try folder.write(String(repeating: "no database ", count: 100), to: "foreign/coordinator.sqlite")
            for name in ["web", "other"] {
                _ = try TestProcess.run(
                    "openssl",
                    [
                        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                        "9",
                        "-subj", "/CN=\(name)", "-keyout", folder.file("\(name).key"), "-out",
                        folder.file("\(name).crt"),
                    ])
            }
            _ = try TestProcess.run(
                "openssl",
                [
                    "pkcs8", "-topk8", "-in", folder.file("web.key"), "-passout", "pass:secret", "-out",
                    folder.file("locked.key"),
                ])
            others = [
                try TestProcess(
                    "flock", ["-x", folder.file("taken/lock"), "sleep", "600"], outputFile: folder.file("flock.log")),
                try TestProcess(
                    "python3",
                    ["-c", "import socket,time; s=socket.create_server(('127.0.0.1', \(taken))); time.sleep(600)"],
                    outputFile: folder.file("taken.log")),
            ]
            try await waitUntil("the port is taken", timeout: .seconds(20)) { LoopbackPort.accepts(taken) }
            var lines = ["site: home", "state_directory: FOLDER/state", "broker: { port: PORT }"]
            switch program {
            case "clock-node": lines += ["node: kitchen", "zone: Europe/Berlin", "audio: { device: \"null\" }"]
            case "clock-web": lines += ["listen: 127.0.0.1:OWN", "pages: FOLDER/pages", "accounts: FOLDER/accounts"]
            default: break
            }
            right = lines.joined(separator: "\n") + "\n"
        }

        func filled(_ text: String) -> String {
            text.replacing("FOLDER", with: folder.path).replacing("PORT", with: "\(broker.port)")
                .replacing("OWN", with: "\(port)").replacing("TAKEN", with: "\(taken)")
        }

        /// The right configuration with the mistake in place of the same setting.
        func configuration(_ mistake: Mistake) -> String {
            let keys = mistake.yaml.split(separator: "\n").map { $0.prefix { $0 != ":" } }
            let kept =
                mistake.yaml.hasPrefix("-")
                ? []
                : right.split(separator: "\n").filter { line in
                    !keys.contains { line.hasPrefix("\($0):") }
                }
            return filled((kept.map { String($0) } + [mistake.yaml]).joined(separator: "\n") + "\n")
        }
    }

    @Test(
        "the check before a start names every mistake, and finds none where there is none",
        arguments: [("clock-node", node), ("clock-coordinator", coordinator), ("clock-web", web)])
    func check(_ program: String, _ mistakes: [Mistake]) async throws {
        let place = try await Place(program)
        func check(_ text: String) throws -> (code: Int32, output: String) {
            let file = try place.folder.write(text, to: "checked.yaml")
            let log = place.folder.file("check.log")
            unlink(log)
            let process = try TestProcess(
                BuiltPrograms.path(program), ["--config", file, "--check-config"], outputFile: log)
            return (process.wait(timeout: .seconds(60)), process.output)
        }
        let right = try check(place.filled(place.right))
        #expect(right.code == 0, "\(right.output)")
        for mistake in mistakes where !mistake.isOfRunning {
            let (code, output) = try check(place.configuration(mistake))
            #expect(code != 0 && code != -1 && output.contains(mistake.words), "\(mistake): \(code) \(output)")
        }
        // It leaves nothing behind.
        #expect(access(place.folder.file("state"), F_OK) != 0)
    }

    /// The hub gives the id and the site, and the room's own file all else.
    @Test("the check of a room without an id names a mistake that would end it once it is accepted")
    func checkOfANewRoom() async throws {
        let place = try await Place("clock-node")
        for (line, code, words) in [
            ("audio: { device: \"null\" }", 0, "this room has no id"), ("audio: { device: \" \" }", 78, "audio.device"),
        ] {
            let file = try place.folder.write(
                place.filled("state_directory: FOLDER/state\nzone: Europe/Berlin\n\(line)\n"), to: "new.yaml")
            let process = try TestProcess(
                BuiltPrograms.path("clock-node"), ["--config", file, "--check-config"],
                outputFile: place.folder.file("new-\(code).log"))
            #expect(process.wait(timeout: .seconds(60)) == Int32(code), "\(process.output)")
            #expect(process.output.contains(words), "\(process.output)")
        }
    }

    @Test(
        "a reload with a mistake ends no program, and its log says why",
        arguments: [("clock-node", node), ("clock-coordinator", coordinator), ("clock-web", web)])
    func reload(_ program: String, _ mistakes: [Mistake]) async throws {
        let place = try await Place(program)
        let file = try place.folder.write(place.filled(place.right), to: "running.yaml")
        let running = try TestProcess(
            BuiltPrograms.path(program), ["--config", file], outputFile: place.folder.file("running.log"))
        try await waitUntil("it runs: \(running.output)", timeout: .seconds(60)) {
            running.output.contains("connected")
        }
        var refusals = 0
        for mistake in mistakes {
            try place.folder.write(place.configuration(mistake), to: "running.yaml")
            running.signal(SIGHUP)
            refusals += 1
            let wanted = refusals
            try await waitUntil("the refusal of \(mistake)", timeout: .seconds(30)) {
                running.output.split(separator: "\n").count { $0.contains("nothing is changed") } >= wanted
            }
            let last = running.output.split(separator: "\n").last { $0.contains("nothing is changed") } ?? ""
            #expect(last.contains(mistake.words), "\(mistake): \(last)")
            #expect(running.isRunning)
        }
        // And without one it is read.
        try place.folder.write(place.filled(place.right), to: "running.yaml")
        running.signal(SIGHUP)
        try await waitUntil("it begins anew", timeout: .seconds(30)) { running.output.contains("beginning anew") }
        #expect(running.isRunning)
        running.stop()
    }
}
