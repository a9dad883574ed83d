import ClockMQTT
import ClockTestSupport
import Glibc

/// A real mosquitto with the configuration and the access rules that the project ships, on free ports and with keys of
/// the test's.
final class ShippedBroker: Sendable {
    /// How clients say who they are.
    enum Proof: CaseIterable, Sendable {
        case password, certificate
    }

    let proof: Proof
    let port: Int
    let certificates: TestCertificates
    private let folder: TemporaryFolder
    private let process: TestProcess

    /// Returns when it takes connections.
    init(_ proof: Proof) throws {
        self.proof = proof
        certificates = try TestCertificates()
        folder = try TemporaryFolder("broker")
        port = try LoopbackPort.unused()
        try ShippedBroker.configure(proof, certificates, folder, port)
        process = try TestProcess(
            "mosquitto", ["-c", folder.file("mosquitto.conf"), "-v"], outputFile: folder.file("log"))
        let deadline = ContinuousClock.now + .seconds(10)
        while !LoopbackPort.accepts(port) {
            guard process.isRunning, ContinuousClock.now < deadline else {
                throw TestFailure("mosquitto does not start with the shipped configuration: \(process.output)")
            }
            usleep(5_000)
        }
    }

    /// What a client of this user configures.
    func client(_ user: String, id: String) throws -> MQTTConfiguration {
        var configuration = MQTTConfiguration(
            host: "127.0.0.1", port: port, clientID: id, reconnectDelay: .milliseconds(50)...(.milliseconds(200)))
        configuration.tls = .init(caFile: certificates.authority)
        switch proof {
        case .password:
            configuration.username = user
            configuration.password = ShippedBroker.password(of: user)
        case .certificate:
            let issued = try certificates.issueClient(user)
            configuration.tls?.certificateFile = issued.certificate
            configuration.tls?.keyFile = issued.key
        }
        return configuration
    }

    static let users = ["kitchen", "bedroom", "home.coordinator", "home.viewer", "home.member", "home.admin"]

    private static func password(of user: String) -> String { "secret of \(user)" }

    private static func configure(
        _ proof: Proof, _ certificates: TestCertificates, _ folder: TemporaryFolder, _ port: Int
    ) throws {
        let list = users.map { "\($0):\(password(of: $0))\n" }.joined()
        try TestProcess.run("mosquitto_passwd", ["-U", try folder.write(list, to: "passwords")])
        let rules = try folder.write(try shipped("acl"), to: "acl")
        // What the comments in the shipped file say to do, and nothing else, but for ports and paths.
        let lines = try shipped("clocksmith.conf").split(separator: "\n").compactMap { line -> String? in
            var words = line.split(separator: " ").map(String.init)
            if proof == .certificate {
                if words[0] == "password_file" { return nil }
                if ["#require_certificate", "#use_identity_as_username"].contains(words[0]) { words[0].removeFirst() }
            }
            switch words[0] {
            case "listener": words[1] = "\(port) 127.0.0.1"
            case "cafile": words[1] = certificates.authority
            case "certfile": words[1] = certificates.brokerCertificate
            case "keyfile": words[1] = certificates.brokerKey
            case "acl_file": words[1] = rules
            case "password_file": words[1] = folder.file("passwords")
            default: break
            }
            return words.joined(separator: " ")
        }
        // Started by root it would change to a user who cannot read the folder.
        let user = geteuid() == 0 ? ["user root"] : []
        try folder.write((lines + user).joined(separator: "\n") + "\n", to: "mosquitto.conf")
    }

    private static func shipped(_ name: String) throws -> String {
        // Tests/Broker/ of the package.
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let path = levels.dropLast(3).joined(separator: "/") + "/deploy/mosquitto/\(name)"
        guard let text = readText(path) else { throw TestFailure("\(path) cannot be read") }
        return text
    }
}
