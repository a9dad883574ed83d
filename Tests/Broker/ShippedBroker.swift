import ClockMQTT
import ClockTestSupport
import Glibc
import Synchronization

/// A real mosquitto with the configuration and the access rules that the project ships, on free ports and with
/// certificates of a new authority.
final class ShippedBroker: Sendable {
    /// The clients' proof of their identity.
    enum Proof: CaseIterable, Sendable {
        case password, certificate
    }

    let proof: Proof
    let port: Int
    let site: IssuingSite
    private let folder: TemporaryFolder
    private let process: Mutex<TestProcess>

    /// Returns when it takes connections.
    init(_ proof: Proof) throws {
        self.proof = proof
        site = try IssuingSite(users: ShippedBroker.users)
        folder = try TemporaryFolder("broker")
        port = try LoopbackPort.unused()
        try site.installBroker(into: folder.path)
        try TestProcess.run("mkdir", ["-p", folder.file("run/mosquitto")])
        try ShippedBroker.configure(proof, folder, port)
        process = Mutex(try ShippedBroker.start(folder))
    }

    /// Installs the authority's files again and restarts the broker.
    func reinstall() throws {
        process.withLock { _ = $0.stop() }
        try site.installBroker(into: folder.path)
        try ShippedBroker.configure(proof, folder, port)
        let next = try ShippedBroker.start(folder)
        process.withLock { $0 = next }
    }

    /// The path for people on its machine.
    var socket: String { folder.file("run/mosquitto/clocksmith.sock") }

    /// The output since its last start.
    var log: String { process.withLock { $0.output } }

    /// The most memory that it has had at a time (VmHWM of proc(5)).
    var mostResidentMegabytes: Int {
        get throws {
            let id = process.withLock { $0.id }
            let line = (readText("/proc/\(id)/status") ?? "").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            guard let line, let kilobytes = Int(line.filter(\.isNumber)) else {
                throw TestFailure("the broker's memory cannot be read")
            }
            return kilobytes / 1_024
        }
    }

    private static func start(_ folder: TemporaryFolder) throws -> TestProcess {
        unlink(folder.file("log"))
        let process = try TestProcess(
            "mosquitto", ["-c", folder.file("mosquitto.conf"), "-v"], outputFile: folder.file("log"))
        let deadline = ContinuousClock.now + .seconds(10)
        while !process.output.contains(" running") {
            guard process.isRunning, ContinuousClock.now < deadline else {
                throw TestFailure("mosquitto does not start with the shipped configuration: \(process.output)")
            }
            usleep(5_000)
        }
        return process
    }

    /// Returns the configuration of a client of this user.
    func client(_ user: String, id: String) throws -> MQTTConfiguration {
        if user == ShippedBroker.local { return MQTTConfiguration(host: socket, port: 0, clientID: id) }
        var configuration = MQTTConfiguration(host: "127.0.0.1", port: port, clientID: id)
        configuration.reconnectDelay = .milliseconds(50)...(.milliseconds(200))
        configuration.tls = .init(caFile: site.authority)
        switch proof {
        case .password:
            configuration.login = .init(username: user, password: ShippedBroker.password(of: user))
        case .certificate:
            configuration.tls?.certificateFile = site.certificate(of: user)
            configuration.tls?.keyFile = site.key(of: user)
        }
        return configuration
    }

    /// Somebody else's program, which has a name at a broker that serves others too.
    static let stranger = "zigbee2mqtt"
    static let users = [
        "kitchen", "bedroom", "home.coordinator", "home.viewer", "home.member", "home.admin", "home.homeassistant",
        "home.door", "home.web-admin",
    ]

    /// A client that comes by the socket.
    static let local = "somebody on the broker's machine"
    static let everybody = users + [local]

    static func password(of user: String) -> String { "secret of \(user)" }

    private static func configure(_ proof: Proof, _ folder: TemporaryFolder, _ port: Int) throws {
        let installed =
            switch proof {
            case .certificate: folder.read("etc/mosquitto/conf.d/clocksmith.conf")
            case .password: try shipped("clocksmith.conf")
            }
        if proof == .password {
            let list = (users + [stranger]).map { "\($0):\(password(of: $0))\n" }.joined()
            try TestProcess.run(
                "mosquitto_passwd", ["-U", try folder.write(list, to: "etc/mosquitto/clocksmith/passwords")])
            try folder.write(try rules(), to: "etc/mosquitto/clocksmith/acl")
            try folder.write(try shipped("acl-socket"), to: "etc/mosquitto/clocksmith/acl-socket")
        }
        // As it stands, but for the port and where the files are.
        let lines = installed.split(separator: "\n").map { line in
            var words = line.split(separator: " ").map(String.init)
            if words[0] == "listener", words.count == 2 { words[1] = "\(port) 127.0.0.1" }
            return words.map { $0.hasPrefix("/etc/") || $0.hasPrefix("/run/") ? folder.path + $0 : $0 }.joined(
                separator: " ")
        }
        // Started by root it would change to a user who cannot read the folder.
        let user = geteuid() == 0 ? ["user root"] : []
        try folder.write((lines + user).joined(separator: "\n") + "\n", to: "mosquitto.conf")
    }

    /// The shipped rules, with the kitchen's lines once more for the bedroom, as docs/operations.md says.
    private static func rules() throws -> String {
        let text = try shipped("acl")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let kitchen = lines.drop { $0 != "user kitchen" }.prefix { !$0.isEmpty }
        return text + "\n"
            + kitchen.map { $0.replacing("kitchen", with: "bedroom") + "\n" }.joined()
    }

    static func shipped(_ name: String) throws -> String {
        // Tests/Broker/ of the package.
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let path = levels.dropLast(3).joined(separator: "/") + "/deploy/mosquitto/\(name)"
        guard let text = readText(path) else { throw TestFailure("\(path) cannot be read") }
        return text
    }
}
