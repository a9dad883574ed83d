internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime

/// The bundle of a machine: the files of everything that runs on it, unpacked with `tar -C / -xf`.
///
/// Only its service can read a private key: systemd passes it from /etc/credstore, mosquitto reads it by its group.
struct MachineBundle: Sendable {
    struct Part: Sendable {
        var subject: CertificateSubject
        var certificate: String
        var key: String
        /// True when a node is one of several on its machine.
        var isInstance = false
    }

    var site: SiteID
    var authority: String
    var revocationList: String
    /// The door's, for nodes.
    var nodes: NodeAuthority
    /// The brokers of the programs, in order; none when no program needs one.
    var brokers: [BrokerAddress]
    /// True when the machine keeps its configurations.
    var isRenewal: Bool
    /// Random names under which programs connect.
    var clientIDs: [String]
    var parts: [Part]

    /// Each path once.
    func entries() throws(FatalError) -> [TarArchive.Entry] {
        let nodesList = try AuthorityFolder.said { () throws(PKIError) in try nodes.revocationList([]) }
        var seen: Set<String> = []
        return zip(parts, clientIDs).flatMap { entries($0, $1, nodesList) }.filter { seen.insert($0.path).inserted }
    }

    private func entries(_ part: Part, _ clientID: String, _ nodesList: String) -> [TarArchive.Entry] {
        switch part.subject {
        case .node(let id):
            service(part.isInstance ? "node-\(id)" : "node", unit(part), part, "node: \(id)\n", clientID)
        case .coordinator: service("coordinator", unit(part), part, "", clientID)
        case .door: door(part, clientID)
        case .broker: mosquitto(part, nodesList)
        case .web: webPage(part)
        case .webClient(let role): webIdentity(part, role)
        case .client: person(part)
        case .homeAssistant: preconditionFailure("Home Assistant takes its files in its own settings")
        }
    }

    /// Returns a part's systemd service.
    private func unit(_ part: Part) -> String {
        switch part.subject {
        case .node(let id): part.isInstance ? "clock-node@\(id)" : "clock-node"
        case .coordinator: "clock-coordinator"
        case .door: "clock-door"
        case .broker: "mosquitto"
        case .web, .webClient: "clock-web"
        case .client, .homeAssistant: preconditionFailure("only machines' bundles have services")
        }
    }

    /// - Parameter name: the base name of the unit's files.
    private func service(
        _ name: String, _ unit: String, _ part: Part, _ head: String, _ clientID: String
    ) -> [TarArchive.Entry] {
        let folder = "etc/clocksmith"
        let settings =
            head + siteLine
            + brokerLines(
                "  client_id_file: /run/credentials/\(unit).service/client-id\n", authority: "/\(folder)/ca.crt",
                certificate: "/\(folder)/\(name).crt", key: "/run/credentials/\(unit).service/key")
        return configuration("\(folder)/\(name).yaml", settings)
            + configuration("etc/credstore/clock-\(name).client-id", "\(clientID)\n", mode: 0o600) + [
                .init(path: "\(folder)/ca.crt", content: authority, mode: 0o644),
                .init(path: "\(folder)/\(name).crt", content: part.certificate, mode: 0o644),
                .init(path: "etc/credstore/clock-\(name).key", content: part.key, mode: 0o600),
            ]
    }

    private func door(_ part: Part, _ clientID: String) -> [TarArchive.Entry] {
        let certificate = "etc/clocksmith/nodes-ca.crt"
        let head =
            "authority:\n  certificate: \"/\(certificate)\"\n  key: /run/credentials/clock-door.service/authority-key\n"
        return service("door", unit(part), part, head, clientID) + [
            .init(path: certificate, content: nodes.certificatePEM, mode: 0o644),
            .init(path: "etc/credstore/clock-door.authority-key", content: nodes.keyPEM, mode: 0o600),
            .init(path: "etc/avahi/services/clocksmith.service", content: MachineBundle.announcement, mode: 0o644),
        ]
    }

    /// Avahi's words for the door, by which rooms find it.
    private static let announcement = """
        <?xml version="1.0" standalone="no"?>
        <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
        <service-group>
          <name replace-wildcards="yes">Clocksmith on %h</name>
          <service>
            <type>_clocksmith._tcp</type>
            <port>8884</port>
          </service>
        </service-group>

        """

    private func mosquitto(_ part: Part, _ nodesList: String) -> [TarArchive.Entry] {
        let folder = "etc/mosquitto/clocksmith"
        func secret(_ name: String, _ content: String) -> TarArchive.Entry {
            .init(path: "\(folder)/\(name)", content: content, mode: 0o640, group: "mosquitto")
        }
        return configuration("etc/mosquitto/conf.d/clocksmith.conf", BrokerConfiguration.withCertificates) + [
            .init(path: "\(folder)/ca.pem", content: authority + nodes.certificatePEM, mode: 0o644),
            .init(path: "\(folder)/broker.pem", content: part.certificate, mode: 0o644),
            .init(path: "\(folder)/revoked.pem", content: revocationList + nodesList, mode: 0o644),
            secret("broker.key", part.key), secret("acl", AccessRules.text(site, .everybody)),
            secret("acl-socket", AccessRules.socketText(site)),
        ] + configuration("etc/clocksmith/clockctl.yaml", siteLine + "broker.host: \(BrokerConfiguration.socket)\n")
    }

    /// Returns the files of the page over TLS for everybody; the page has a login at the broker if the bundle has that
    /// too.
    private func webPage(_ part: Part) -> [TarArchive.Entry] {
        guard case .web(let hosts) = part.subject else { preconditionFailure("\(part.subject) is no web page") }
        let (folder, credentials) = ("/etc/clocksmith", "/run/credentials/clock-web.service")
        let isKnown = parts.contains { if case .webClient = $0.subject { true } else { false } }
        let atBroker =
            isKnown
            ? brokerLines(
                "", authority: "\(folder)/ca.crt", certificate: "\(folder)/web-member.crt", key: "\(credentials)/key")
                + "viewer:\n"
                + tlsLines(certificate: "\(folder)/web-viewer.crt", key: "\(credentials)/viewer-key")
                + "admin:\n"
                + tlsLines(certificate: "\(folder)/web-admin.crt", key: "\(credentials)/admin-key")
            : ""
        let settings =
            siteLine + "listen: 0.0.0.0:8443\nhosts: \"\(hosts.map(\.text).joined(separator: ","))\"\n"
            + "tls:\n  certificate: \"\(folder)/web.crt\"\n  key: \"\(credentials)/tls-key\"\n" + atBroker
        return configuration("etc/clocksmith/web.yaml", settings) + [
            .init(path: "etc/clocksmith/web.crt", content: part.certificate, mode: 0o644),
            .init(path: "etc/credstore/clock-web.tls-key", content: part.key, mode: 0o600),
        ]
    }

    private func webIdentity(_ part: Part, _ role: ClientRole) -> [TarArchive.Entry] {
        let key = role == .member ? "key" : "\(role.rawValue)-key"
        return [
            .init(path: "etc/clocksmith/ca.crt", content: authority, mode: 0o644),
            .init(path: "etc/clocksmith/web-\(role.rawValue).crt", content: part.certificate, mode: 0o644),
            .init(path: "etc/credstore/clock-web.\(key)", content: part.key, mode: 0o600),
        ]
    }

    /// Returns files for a home folder, whose owner unpacks them.
    private func person(_ part: Part) -> [TarArchive.Entry] {
        let folder = ".config/clocksmith"
        let settings =
            siteLine
            + brokerLines(
                "", authority: "~/\(folder)/ca.crt", certificate: "~/\(folder)/clockctl.crt",
                key: "~/\(folder)/clockctl.key")
        return configuration("\(folder)/clockctl.yaml", settings) + [
            .init(path: "\(folder)/ca.crt", content: authority, mode: 0o644),
            .init(path: "\(folder)/clockctl.crt", content: part.certificate, mode: 0o644),
            .init(path: "\(folder)/clockctl.key", content: part.key, mode: 0o600),
        ]
    }

    private func configuration(_ path: String, _ text: String, mode: UInt32 = 0o644) -> [TarArchive.Entry] {
        isRenewal ? [] : [.init(path: path, content: text, mode: mode)]
    }

    private var siteLine: String { site.rawValue == "home" ? "" : "site: \(site)\n" }

    private func brokerLines(_ more: String, authority: String, certificate: String, key: String) -> String {
        let names = brokers.map { "\"\($0)\"" }.joined(separator: ", ")
        let host = brokers.count > 1 ? "  hosts: [\(names)]\n" : brokers.map { "  host: \($0.host)\n" }.joined()
        let port = brokers.count > 1 ? "" : brokers.compactMap(\.port).map { "  port: \($0)\n" }.joined()
        return "broker:\n" + host + port + more
            + tlsLines("    ca: \"\(authority)\"\n", certificate: certificate, key: key)
    }

    private func tlsLines(_ more: String = "", certificate: String, key: String) -> String {
        "  tls:\n\(more)    certificate: \"\(certificate)\"\n    key: \"\(key)\"\n"
    }

    // MARK: Installing

    /// True when a person unpacks it in a home folder.
    var isPersonal: Bool { parts.contains { if case .client = $0.subject { true } else { false } } }

    /// Returns the commands for the machine, with the bundle in the current folder.
    func installation(_ file: String) -> String {
        guard !isPersonal else { return "tar -C ~ -xf \(file) && rm \(file)" }
        // The broker first, because the others connect to it.
        let order = ["mosquitto", "clock-coordinator", "clock-door", "clock-node", "clock-web"]
        let units = parts.map(unit)
        let services = order.filter(units.contains) + units.filter { !order.contains($0) }
        let instances = units.filter { !order.contains($0) }
        // The administrator must enable a template's instances.
        let enabling =
            isRenewal || instances.isEmpty ? "" : " && sudo systemctl enable \(instances.joined(separator: " "))"
        return "sudo tar -C / -xf \(file) && rm \(file)\(enabling) && sudo systemctl restart "
            + services.joined(separator: " ")
    }
}
