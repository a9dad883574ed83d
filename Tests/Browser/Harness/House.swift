import ClockTestSupport
import FoundationEssentials
import Glibc
import Synchronization

/// A whole site of real programs on this machine with its web pages: broker, coordinator, rooms, clock-web.
///
/// Everything is in one temporary folder, and ends with the object and with the test process.
final class House: Sendable {
    let folder: TemporaryFolder
    let broker: TestBroker
    let rooms: [String]
    let port: Int
    private let programs: Mutex<[String: TestProcess]>
    /// The web server's configuration beside its flags; `nil` for none.
    private let webConfiguration: String?
    /// The zones of rooms outside Europe/Berlin.
    private let zones: [String: String]

    var origin: String { "http://127.0.0.1:\(port)" }

    /// Starts it all, and returns when every room trusts its clock and the pages are there.
    ///
    /// - Parameters:
    ///   - later: rooms that a test starts itself.
    ///   - otherSites: their files beside the web server's configuration, by their names.
    ///   - zones: of rooms outside Europe/Berlin.
    init(
        _ rooms: [String] = ["bedroom", "kitchen"], later: [String] = [], otherSites: [String: String] = [:],
        zones: [String: String] = [:]
    ) async throws {
        self.zones = zones
        folder = try TemporaryFolder("house")
        for (site, text) in otherSites { try folder.write(text, to: "web-\(site).yaml") }
        webConfiguration = otherSites.isEmpty ? nil : try folder.write("site: test\n", to: "web.yaml")
        broker = try TestBroker { $0.lines = ["set_tcp_nodelay true"] }
        self.rooms = rooms
        port = try LoopbackPort.unused()
        programs = Mutex([:])
        let module = try Self.besideTests("libasound_module_pcm_paced.so")
        var lines = ["</usr/share/alsa/alsa.conf>", "pcm_type.paced { lib \"\(module)\" }"]
        lines += (rooms + later).map { "pcm.\($0) { type paced name \"\($0)\" }" }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "asound.conf")
        try start("coordinator")
        for room in rooms { try start(room) }
        try start("web")
        try await waitUntil("every room trusts its clock", timeout: .seconds(240)) {
            // The coordinator does not answer yet.
            guard let status = try? self.ask(SiteStatus.self, ["status"]) else { return false }
            return status.nodes.count == rooms.count && status.nodes.allSatisfy(\.clock.trusted)
        }
        try await waitUntil("the pages are there", timeout: .seconds(30)) {
            // Nobody listens yet.
            (try? HTTP.send("GET", "/api/v1/session", port: self.port).status) == 200
        }
    }

    struct SiteStatus: Decodable {
        struct Node: Decodable {
            struct Clock: Decodable { var trusted: Bool }
            struct Ring: Decodable { var state: String }
            struct Settings: Decodable {
                var volume: Int
                var muted: Bool
            }
            var id: String
            var clock: Clock
            var rings: [Ring]
            var settings: Settings
        }
        var nodes: [Node]
    }

    // MARK: Programs

    /// Starts a program of the site: `coordinator`, `web` or a room.
    func start(_ name: String) throws {
        let checkout = Self.checkout
        let (program, arguments): (String, [String]) =
            switch name {
            case "coordinator":
                (
                    "clock-coordinator",
                    ["--state-directory", folder.file("coordinator"), "--position", "52.52, 13.405"]
                )
            case "web":
                (
                    "clock-web",
                    [
                        "--listen", "127.0.0.1:\(port)", "--pages", "\(checkout)/Sources/Web/Pages",
                        "--voices-directory", "\(checkout)/voices", "--accounts", accounts,
                        "--state-directory", folder.path,
                    ] + (webConfiguration.map { ["--config", $0] } ?? [])
                )
            default:
                (
                    "clock-node",
                    [
                        "--node", name, "--zone", zones[name] ?? "Europe/Berlin", "--voices-directory",
                        "\(checkout)/voices",
                        "--audio-device", name, "--audio-alsa-config", folder.file("asound.conf"),
                        "--state-directory", folder.file(name),
                    ]
                )
            }
        let process = try TestProcess(
            try Self.besideTests(program), arguments, environment: environment, outputFile: folder.file("\(name).log"))
        programs.withLock { $0[name] = process }
    }

    /// Ends a program at once.
    func kill(_ name: String) { programs.withLock { $0[name] }?.kill() }

    func log(_ name: String) -> String { folder.read("\(name).log") }

    // MARK: Accounts

    private var accounts: String { folder.file("accounts") }

    /// The path of a link that logs a browser in, once.
    func loginPath() throws -> String {
        struct Printed: Decodable { var link: String }
        let link = try ask(Printed.self, ["web", "open", "--state", folder.path]).link
        guard link.hasPrefix(origin) else { throw TestFailure("\(link) is not a link of \(origin)") }
        return String(link.dropFirst(origin.count))
    }

    /// Makes an account of the pages.
    func addAccount(_ name: String, role: String, password: String) throws {
        // It reads the password from its standard input, which a child of a test has not.
        try TestProcess.run(
            "sh",
            [
                "-c", "printf '%s\\n' \"$1\" | \"$2\" web user add \"$3\" --role \"$4\" --accounts \"$5\"", "sh",
                password,
                try Self.besideTests("clockctl"), name, role, accounts,
            ])
    }

    func changeRole(of name: String, to role: String) throws {
        try clockctl(["web", "user", "role", name, role, "--accounts", accounts])
    }

    // MARK: clockctl

    /// Returns clockctl's output; throws when it fails.
    @discardableResult
    func clockctl(_ words: [String]) throws -> String {
        let output = folder.file("clockctl-\(UInt64.random(in: 0 ... .max))")
        let process = try TestProcess(
            try Self.besideTests("clockctl"), words, environment: environment, outputFile: output)
        let code = process.wait(timeout: .seconds(30))
        let text = process.output
        unlink(output)
        guard code == 0 else { throw TestFailure("clockctl \(words.joined(separator: " ")): \(code): \(text)") }
        return text
    }

    /// A document of clockctl.
    func ask<Document: Decodable>(_ type: Document.Type, _ words: [String]) throws -> Document {
        try JSONDecoder().decode(type, from: Data(clockctl(words + ["--json"]).utf8))
    }

    struct Reliability: Decodable {
        struct Week: Decodable {
            struct Level: Decodable {
                struct Rings: Decodable {
                    var heard: Int
                    var late: Int
                    var silent: Int
                }
                var rings: Rings
            }
            var site: Level
        }
        var weeks: [Week]
    }

    struct AlarmList: Decodable {
        struct Entry: Decodable {
            struct Alarm: Decodable {
                struct Schedule: Decodable {
                    struct Repetition: Decodable {
                        struct Rule: Decodable {
                            var weeks: Int?
                            var days: [String]?
                            var from: String?
                        }
                        var days: [String]?
                        var rule: Rule?
                    }
                    struct Sun: Decodable, Equatable {
                        var event: String
                        var shift: Int

                        enum CodingKeys: String, CodingKey {
                            case event
                            case shift = "offset_min"
                        }
                    }
                    var time: String
                    var sun: Sun?
                    var repetition: Repetition
                    var skips: [String]?
                }
                var id: String
                var label: String?
                var enabled: Bool?
                var revision: Int
                var schedule: Schedule
            }
            struct Targets: Decodable { var nodes: [String]? }
            var alarm: Alarm
            var targets: Targets
        }
        var alarms: [Entry]
    }

    func alarms() throws -> [AlarmList.Entry] { try ask(AlarmList.self, ["alarm", "list"]).alarms }

    private var environment: [String: String] {
        [
            "CLOCKSMITH_BROKER_HOST": "127.0.0.1", "CLOCKSMITH_BROKER_PORT": String(broker.port),
            "CLOCKSMITH_SITE": "test", "NO_COLOR": "1",
        ]
    }

    // MARK: Where things are

    /// The folder of the package.
    static let checkout: String = {
        // Tests/Browser/Harness/ of the package.
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return levels.dropLast(4).joined(separator: "/")
    }()

    /// Whole paths: alsa-lib looks for a module by a bare one in its own folder.
    static func besideTests(_ name: String) throws -> String {
        let program = try BuiltProgram.path("clock-node")
        guard let whole = realpath(program, nil) else { throw TestFailure("\(program) has no path") }
        defer { free(whole) }
        let folder = String(cString: whole).split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let path = folder.joined(separator: "/") + "/\(name)"
        guard access(path, R_OK) == 0 else { throw TestFailure("\(path) is not there; build all products") }
        return path
    }
}

/// Runs a test in a house; when it fails, what the programs logged is printed with it.
func withHouse(
    _ rooms: [String] = ["bedroom", "kitchen"], later: [String] = [], otherSites: [String: String] = [:],
    zones: [String: String] = [:], _ body: (House) async throws -> Void
) async throws {
    try await withTaskExecutorPreference(TestThreads.shared) {
        let house = try await House(rooms, later: later, otherSites: otherSites, zones: zones)
        do {
            try await body(house)
        } catch {
            for name in ["coordinator", "web"] + rooms {
                let lines = house.log(name).split(separator: "\n").filter { !$0.contains(" sl-") }
                print("--- \(name)\n\(lines.suffix(40).joined(separator: "\n"))")
            }
            throw error
        }
    }
}
