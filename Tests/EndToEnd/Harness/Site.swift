import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization

/// A whole site of real programs on this machine: broker, coordinator, nodes.
///
/// Everything is in one temporary folder, and ends with the object and with the test process. The programs' clocks are
/// shifted by whole seconds, so that a quarter hour of the test's choice comes when the test wants it.
final class Site: Sendable {
    /// A room's node.
    struct Room: Sendable {
        var id: String
        /// The node's id at the site; the room's unless set.
        var node: String?
        var zone = "Europe/London"
        /// Settings of the paced output.
        var output = ""
        /// ALSA name of the output; the room's own paced output unless set.
        var device: String?
        /// Further lines of the ALSA configuration that all rooms have.
        var alsaLines: [String] = []
        var voices = BuiltPrograms.voices
        /// Further lines of node.yaml.
        var lines: [String] = []

        init(_ id: String, zone: String = "Europe/London") {
            self.id = id
            self.zone = zone
        }
    }

    static let name = "test"

    /// Its name; the standard one unless set.
    let name: String
    let folder: TemporaryFolder
    let broker: TestBroker
    let rooms: [Room]
    let coordinator: Daemon
    let nodes: [String: Daemon]
    let voice: Voice

    private let clock = Mutex(Shift())

    private struct Shift {
        var secondsAhead: Int64 = 0
        /// The instant of the shift, by the machine's clock.
        var since = WallTime(seconds: 0)
    }

    /// Starts the broker and writes the configurations; nothing else runs yet.
    ///
    /// - Parameters:
    ///   - disks: programs (`coordinator` or a room's id) whose state folder is a file system of its own.
    ///   - brokerLines: further lines of every program's configuration for reaching the broker.
    ///   - names: such lines for one program: `coordinator`, `clockctl` or a room's id.
    init(
        _ rooms: [Room], name: String = Site.name, broker: TestBroker? = nil, disks: [String: StateDisk] = [:],
        brokerLines: [String] = [],
        names: (String) throws -> [String] = { _ in [] }
    ) throws {
        let folder = try TemporaryFolder("site")
        let broker = try broker ?? TestBroker { $0.lines = ["set_tcp_nodelay true"] }
        self.name = name
        self.folder = folder
        self.broker = broker
        self.rooms = rooms
        voice = try Voice(folder: BuiltPrograms.voices)
        for name in ["logs", "state", "heard"] { mkdir(folder.file(name), 0o755) }
        try Self.writeALSA(rooms, folder)
        let common = ["site: \(name)", "broker:", "  port: \(broker.port)"] + brokerLines.map { "  \($0)" }
        func daemon(_ name: String, _ program: String, _ lines: [String]) throws -> Daemon {
            let state = folder.file("state/\(name)")
            mkdir(state, 0o755)
            let own = try names(name).map { "  \($0)" }
            let text = (common + own + ["state_directory: \(state)", "log.level: debug"] + lines).joined(
                separator: "\n")
            let file = try folder.write(text + "\n", to: "\(name).yaml")
            let command =
                (disks[name]?.wrapper(mountedOn: state) ?? []) + [try BuiltPrograms.path(program), "--config", file]
            return Daemon(name: name, command: command, logFile: folder.file("logs/\(name).log"))
        }
        coordinator = try daemon("coordinator", "clock-coordinator", [])
        var nodes: [String: Daemon] = [:]
        for room in rooms {
            nodes[room.id] = try daemon(
                room.id, "clock-node",
                [
                    "node: \(room.node ?? room.id)", "zone: \(room.zone)", "voices_directory: \(room.voices)", "audio:",
                    "  device: \(room.device ?? room.id)", "  alsa_config: \(folder.file("asound.conf"))",
                ] + room.lines)
        }
        self.nodes = nodes
        let own = try names("clockctl")
        let connection = own.isEmpty ? [] : ["broker:"] + own.map { "  \($0)" }
        try folder.write(connection.map { $0 + "\n" }.joined(), to: "clockctl.yaml")
    }

    private static func writeALSA(_ rooms: [Room], _ folder: TemporaryFolder) throws {
        let module = try BuiltPrograms.path("libasound_module_pcm_paced.so")
        var lines = ["</usr/share/alsa/alsa.conf>", "pcm_type.paced { lib \"\(module)\" }"]
        for room in rooms {
            let recordings = folder.file("heard/\(room.id)")
            mkdir(recordings, 0o755)
            lines.append("pcm.\(room.id) { type paced name \"\(room.id)\" record \"\(recordings)\" \(room.output) }")
            lines += room.alsaLines
        }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "asound.conf")
    }

    // MARK: Time

    /// Shifts the site's clock so that `target` is at least `lead`, and less than a second more, ahead. Holds for
    /// programs started from now on.
    func setClock(to target: WallTime, in lead: Duration) {
        let ahead = (target - lead - Site.systemNow()).nanoseconds.flooredQuotient(by: 1_000_000_000)
        clock.withLock { $0 = Shift(secondsAhead: ahead, since: Site.systemNow()) }
        for daemon in [coordinator] + nodes.values {
            daemon.configure(environment: ["CLOCKSMITH_CLOCK_OFFSET_SECONDS": String(ahead)])
        }
    }

    /// The site's clock minus this machine's.
    var clockOffset: Duration { .seconds(clock.withLock { $0.secondsAhead }) }

    /// The instant of the last shift, by the site's clock: earlier sounds were heard at another time.
    var clockSet: WallTime { clock.withLock { $0.since + .seconds($0.secondsAhead) } }

    /// The time at the site.
    var now: WallTime { Site.systemNow() + clockOffset }

    /// Waits for an instant of the site's time.
    func sleep(until instant: WallTime) async throws {
        let left = instant - now
        if left > .zero { try await Task.sleep(for: left, tolerance: .zero) }
    }

    static func systemNow() -> WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    // MARK: Programs

    func node(_ room: String) -> Daemon {
        guard let daemon = nodes[room] else { preconditionFailure("no room \(room) at this site") }
        return daemon
    }

    /// Starts coordinator and nodes.
    func start() throws {
        try coordinator.start()
        for room in rooms { try node(room.id).start() }
    }

    /// Kills coordinator and nodes.
    func killAll() {
        for daemon in [coordinator] + nodes.values { daemon.kill() }
    }

    /// Waits until the coordinator knows the rooms as online and trusting their clocks.
    func waitUntilReady(_ ids: [String]? = nil, timeout: Duration = .seconds(30)) async throws {
        let ids = ids ?? rooms.map(\.id)
        try await waitUntil("\(ids.joined(separator: ", ")) online in trusted time", timeout: timeout) {
            // Not there yet: the coordinator may still be starting.
            guard let nodes = try? await status().nodes else { return false }
            return ids.allSatisfy { id in
                nodes.contains {
                    $0.id.rawValue == id && $0.availability == .online && $0.clock?.trusted == true
                        && $0.revision.desired == $0.revision.applied
                }
            }
        }
    }
}
