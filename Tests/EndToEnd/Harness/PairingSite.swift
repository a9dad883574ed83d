import ClockDomain
import ClockTestSupport
import Glibc
import Testing

/// A site with certificates as `clockctl provision` packs them: a real mosquitto that knows everybody by certificate, the
/// coordinator, the door, and a new room without an id.
struct PairingSite {
    let site: Site
    let door: Daemon
    let room: Daemon
    let doorPort: Int
    private let folder: TemporaryFolder
    private let roomFile: String

    /// - Parameter isOpen: true when the door needs nobody to open it.
    init(isOpen: Bool = false) throws {
        let folder = try TemporaryFolder("pairing")
        self.folder = folder
        let clockctl = try BuiltPrograms.path("clockctl")
        func pki(_ words: String...) throws {
            try TestProcess.run(clockctl, words + ["--site", Site.name, "--dir", folder.file("pki")])
        }
        try pki("pki", "init")
        try pki("pki", "issue", "broker", "127.0.0.1", "localhost")
        try pki("pki", "issue", "client", "anna", "--role", "admin")
        try pki("provision", "broker", "coordinator", "door", "--out", folder.file("hub.tar"))
        // The user who runs the tests must own the files.
        try TestProcess.run("tar", ["--no-same-owner", "-C", folder.path, "-xf", folder.file("hub.tar")])

        let mosquitto = folder.file("etc/mosquitto/clocksmith")
        let broker = try TestBroker { options in
            options.passwords = ["nobody": "nothing"]
            options.lines = [
                "cafile \(mosquitto)/ca.pem", "certfile \(mosquitto)/broker.pem", "keyfile \(mosquitto)/broker.key",
                "crlfile \(mosquitto)/revoked.pem", "acl_file \(mosquitto)/acl", "require_certificate true",
                "use_identity_as_username true", "set_tcp_nodelay true",
            ]
        }
        func tls(_ certificate: String, _ key: String) -> [String] {
            [
                "tls:", "  ca: \(folder.file("pki/ca.crt"))", "  certificate: \(folder.file(certificate))",
                "  key: \(folder.file(key))",
            ]
        }
        site = try Site([Site.Room("kitchen")], broker: broker) { program in
            switch program {
            case "coordinator": tls("etc/clocksmith/coordinator.crt", "etc/credstore/clock-coordinator.key")
            case "clockctl": tls("pki/issued/anna.crt", "pki/issued/anna.key")
            default: []
            }
        }
        doorPort = try LoopbackPort.unused()
        for name in ["door", "new"] { mkdir(folder.file(name), 0o700) }
        let doorLines =
            [
                "site: \(Site.name)", "port: \(doorPort)", "pairing: \(isOpen ? "on" : "ask")",
                "state_directory: \(folder.file("door"))", "log.level: debug", "authority:",
                "  certificate: \(folder.file("etc/clocksmith/nodes-ca.crt"))",
                "  key: \(folder.file("etc/credstore/clock-door.authority-key"))", "broker:", "  port: \(broker.port)",
            ] + tls("etc/clocksmith/door.crt", "etc/credstore/clock-door.key").map { "  \($0)" }
        door = Daemon(
            name: "door",
            command: [
                try BuiltPrograms.path("clock-door"), "--config",
                try folder.write(doorLines.joined(separator: "\n") + "\n", to: "door.yaml"),
            ], logFile: folder.file("door.log"))
        roomFile = try folder.write(
            [
                "hub: 127.0.0.1:\(doorPort)", "zone: Europe/London", "voices_directory: \(BuiltPrograms.voices)",
                "state_directory: \(folder.file("new"))", "log.level: debug", "audio:", "  device: kitchen",
                "  alsa_config: \(site.folder.file("asound.conf"))",
            ].joined(separator: "\n") + "\n", to: "new.yaml")
        room = Daemon(
            name: "new", command: [try BuiltPrograms.path("clock-node"), "--config", roomFile],
            logFile: folder.file("new.log"))
    }

    /// The door's list of revoked certificates.
    var revokedByDoor: String { folder.file("door/revoked.pem") }

    /// Returns the output of `clock-node --pairing`.
    func shownState() throws -> String {
        try TestProcess.run(BuiltPrograms.path("clock-node"), ["--config", roomFile, "--pairing"])
    }

    /// Waits for the room's number, as an administrator reads it.
    func number() async throws -> String {
        struct Answer: Decodable {
            struct Room: Decodable { var number: String }
            var waiting: [Room]
        }
        var number: String?
        try await waitUntil("a room at the door", timeout: .minutes(2)) {
            // Not there yet.
            number = (try? await site.ask(["node", "list"], as: Answer.self))?.waiting.first?.number
            return number != nil
        }
        return try #require(number)
    }

    /// Signs a client's certificate with the stolen key of the nodes' authority, as its thief would.
    func forged(_ name: String) throws -> (certificate: String, key: String) {
        let (certificate, key) = (folder.file("\(name).crt"), folder.file("\(name).key"))
        let request = folder.file("\(name).csr")
        try TestProcess.run(
            "openssl",
            [
                "req", "-subj", "/CN=\(name)", "-out", request, "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
            ])
        let extensions = try folder.write("extendedKeyUsage=clientAuth\n", to: "\(name).ext")
        try TestProcess.run(
            "openssl",
            [
                "x509", "-req", "-in", request, "-CA", folder.file("etc/clocksmith/nodes-ca.crt"), "-CAkey",
                folder.file("etc/credstore/clock-door.authority-key"), "-days", "1", "-set_serial", "1", "-extfile",
                extensions, "-out", certificate,
            ])
        return (certificate, key)
    }

    var authority: String { folder.file("pki/ca.crt") }

    var logs: String { "\(door.log)\n\(room.log)\n\(site.broker.log.suffix(2_000))" }
}
