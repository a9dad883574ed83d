import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Synchronization

/// Broker, coordinator and nodes, each a host of its own, and the people's host, which is this process's own.
///
/// Everything is within the name spaces that this process was started in (network, mounts, processes), so that it is gone
/// with them whatever happens.
final class House: Sendable {
    static let site = "chaos"
    /// Starts a host's program again when it ends by itself, as systemd does.
    private static let keepingUp = [
        "sh", "-c", "while :; do setpriv --pdeathsig KILL -- \"$@\"; sleep 1; done", "sh",
    ]
    private static let peopleAddress = "10.77.0.1"

    let folder: String
    let programs: String
    let nodes: [String]
    /// One; two with databases.
    let coordinators: [String]
    let databases: Databases?
    let ethernet: EtherSwitch
    private let brokerAddress: String
    private let hosts: [String: Host]
    private let disks: [String: SmallFileSystem]
    private let secondsAhead = Mutex<Int64>(0)
    /// The coordinator that was last cut off from the databases.
    let cutOff = Mutex("")

    /// - Parameters:
    ///   - folder: for logs, recordings and states.
    ///   - programs: the folder of the built programs.
    ///   - voices: the folder of voices.
    ///   - hasDatabases: true when the store is in two databases, and two coordinators share it.
    init(
        folder: String, programs: String, voices: String, nodes: [String], hasDatabases: Bool, seed: UInt64
    ) throws {
        self.folder = folder
        self.programs = programs
        self.nodes = nodes
        for name in ["logs", "state", "heard", "broker", "clockctl"] { mkdir("\(folder)/\(name)", 0o755) }
        coordinators = hasDatabases ? [Fault.coordinator, Fault.secondCoordinator] : [Fault.coordinator]
        // The second coordinator and the databases come last: the others keep their addresses.
        let names =
            [Fault.people, Fault.broker, Fault.coordinator] + nodes + coordinators.dropFirst()
            + (hasDatabases ? Databases.names : [])
        func address(_ name: String) -> String { "10.77.0.\((names.firstIndex(of: name) ?? 0) + 1)" }
        databases = hasDatabases ? try Databases(folder: folder, addresses: Databases.names.map(address)) : nil
        ethernet = try EtherSwitch(hosts: names, seed: seed)
        try TestProcess.run("ip", ["address", "add", "\(Self.peopleAddress)/24", "dev", Fault.people])
        for device in ["lo", Fault.people] { try TestProcess.run("ip", ["link", "set", device, "up"]) }

        var disks: [String: SmallFileSystem] = [:]
        for name in coordinators + nodes {
            disks[name] = try SmallFileSystem("\(folder)/state/\(name)", megabytes: 16)
        }
        self.disks = disks
        try Self.writeALSA(nodes, module: "\(programs)/libasound_module_pcm_paced.so", in: folder)
        let brokerAddress = "10.77.0.2"
        self.brokerAddress = brokerAddress
        var hosts: [String: Host] = [:]
        for name in names.dropFirst() {
            let program: [String]
            if name == Fault.broker {
                program = [try TestProcess.find("mosquitto"), "-c", "\(folder)/mosquitto.conf"]
            } else if let databases, let place = Databases.names.firstIndex(of: name) {
                program = Self.keepingUp + databases.program(place)
            } else if coordinators.contains(name) {
                // One whose place the other has taken ends.
                program =
                    (hasDatabases ? Self.keepingUp : [])
                    + ["\(programs)/clock-coordinator", "--config", "\(folder)/\(name).yaml"]
            } else {
                program = ["\(programs)/clock-node", "--config", "\(folder)/\(name).yaml"]
            }
            hosts[name] = try Host(
                name, address: address(name), program: program, logFile: "\(folder)/logs/\(name).log")
        }
        self.hosts = hosts
        // As Debian ships it: a broker that is killed has what it last saved, up to half an hour ago.
        try Self.write(
            """
            listener 1883 \(brokerAddress)
            allow_anonymous true
            persistence true
            persistence_location \(folder)/broker/
            user root
            set_tcp_nodelay true
            """, to: "\(folder)/mosquitto.conf")
        common = """
            site: \(Self.site)
            broker:
              host: \(brokerAddress)
            log.level: debug
            state_directory: \(folder)/state/
            """
        audio = """
            zone: UTC
            voices_directory: \(voices)
            audio:
              alsa_config: \(folder)/asound.conf
            """
        try Self.write("", to: "\(folder)/clockctl.yaml")
    }

    private let common: String
    private let audio: String

    private static func writeALSA(_ nodes: [String], module: String, in folder: String) throws {
        var lines = ["</usr/share/alsa/alsa.conf>", "pcm_type.paced { lib \"\(module)\" }"]
        for node in nodes {
            mkdir("\(folder)/heard/\(node)", 0o755)
            lines.append("pcm.\(node) { type paced name \"\(node)\" record \"\(folder)/heard/\(node)\" }")
        }
        try write(lines.joined(separator: "\n"), to: "\(folder)/asound.conf")
    }

    private static func write(_ text: String, to path: String) throws {
        try Data((text + "\n").utf8).write(to: URL(filePath: path))
    }

    func host(_ name: String) -> Host {
        guard let host = hosts[name] else { preconditionFailure("no host \(name) in this house") }
        return host
    }

    func disk(_ name: String) -> SmallFileSystem {
        guard let disk = disks[name] else { preconditionFailure("\(name) has no disk of its own") }
        return disk
    }

    // MARK: Time

    /// The house's clocks minus this machine's.
    var clockOffset: Duration { .seconds(secondsAhead.withLock { $0 }) }

    var now: WallTime { Self.systemNow() + clockOffset }

    func sleep(until instant: WallTime) async throws {
        let left = instant - now
        if left > .zero { try await Task.sleep(for: left, tolerance: .zero) }
    }

    private static func systemNow() -> WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Writes what a program's clock shows more than the house's into its configuration.
    func configure(_ name: String, clockError: Int = 0) throws {
        let own =
            coordinators.contains(name)
            ? databases.map { "\nstore: \($0.address)" } ?? "" : "\nnode: \(name)\n\(audio)\n  device: \(name)"
        let offset = secondsAhead.withLock { $0 } + Int64(clockError)
        try Self.write(
            "\(common)\(name)\nclock:\n  offset_seconds: \(offset)\(own)", to: "\(folder)/\(name).yaml")
    }

    // MARK: Power

    /// All programs end at once.
    func cutPower() {
        for host in hosts.values { host.kill() }
    }

    /// Everything starts, under a new boot, with the clocks so that `target` is `lead` to a second more ahead.
    func restorePower(target: WallTime, in lead: Duration, brokerForgets: Bool, boot: UInt64) throws {
        secondsAhead.withLock {
            $0 = (target - lead - Self.systemNow()).nanoseconds.flooredQuotient(by: 1_000_000_000)
        }
        var names = SplitMix64(seed: boot)
        try Self.write(names.nextName(), to: "\(folder)/boot_id")
        if brokerForgets { forgetBroker() }
        try host(Fault.broker).start()
        for name in databases == nil ? [] : Databases.names { try host(name).start() }
        for name in coordinators + nodes {
            try configure(name)
            try host(name).start()
        }
    }

    /// Deletes the broker's saved state.
    func forgetBroker() { unlink("\(folder)/broker/mosquitto.db") }

    var store: StorePlace {
        databases.map(StorePlace.database) ?? .file("\(folder)/state/\(Fault.coordinator)/coordinator.sqlite")
    }

    /// Returns the number of ledger entries in a node's file and not in the coordinator's store. A node's last report
    /// may be old, and its file keeps acknowledged entries until it has something else to save.
    func undeliveredEntries(of node: String) throws -> Int {
        struct State: Decodable {
            struct Entry: Decodable {
                var seq: Int
            }
            var epoch: String
            var pending: [Entry]
        }
        let bytes = try Data(contentsOf: URL(filePath: "\(folder)/state/\(node)/state.json"))
        let state = try JSONDecoder().decode(State.self, from: bytes)
        guard !state.pending.isEmpty else { return 0 }
        let delivered = try StoreContents.sequences(store, node: node, epoch: state.epoch)
        return state.pending.count { !delivered.contains($0.seq) }
    }

    // MARK: People's questions

    struct CommandResult: Sendable {
        var code: Int32
        var output: String
    }

    /// Runs clockctl on the people's host.
    func clockctl(_ arguments: [String], timeout: Int = 3) async throws -> CommandResult {
        let output = try TemporaryFolder("clockctl")
        // Such as that another alarm rings then as well: no part of the answer.
        let apart = "exec \"$@\" 2>>'\(folder)/logs/clockctl.log'"
        let process = try TestProcess(
            "sh",
            ["-c", apart, "sh", "\(programs)/clockctl"] + arguments + [
                "--broker", brokerAddress, "--site", Self.site, "--config", "\(folder)/clockctl.yaml", "--timeout",
                String(timeout),
            ],
            environment: ["TZ": "UTC", "NO_COLOR": "1", "XDG_STATE_HOME": "\(folder)/clockctl"],
            outputFile: output.file("output"))
        try await waitUntil("clockctl \(arguments.joined(separator: " "))", timeout: .seconds(60)) {
            !process.isRunning
        }
        return CommandResult(code: process.wait(timeout: .zero), output: process.output)
    }

    /// Returns clockctl's answer with `--json`; `nil` when it failed.
    func ask<Answer: Decodable>(
        _ arguments: [String], timeout: Int = 3, as type: Answer.Type = Answer.self
    ) async throws -> Answer? {
        let result = try await clockctl(arguments + ["--json"], timeout: timeout)
        guard result.code == 0 else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(result.output.utf8))
        } catch {
            throw TestFailure("clockctl \(arguments.joined(separator: " ")) printed what cannot be read: \(error)")
        }
    }

    func status(timeout: Int = 3) async throws -> SiteStatus? { try await ask(["status"], timeout: timeout) }
}
