internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockctlKit

/// What a machine gets: the files of everything that runs on it, unpacked with `tar -C / -xf`.
///
/// A private key is for its service alone: systemd hands it over from /etc/credstore, mosquitto has it by its group.
struct MachineBundle: Sendable {
    /// A certificate that goes into it.
    struct Part: Sendable {
        var subject: CertificateSubject
        var certificate: String
        var key: String
        /// Whether a node is one of several on its machine.
        var isInstance = false
    }

    var site: SiteID
    var authority: String
    var revocationList: String
    /// Where the programs find the brokers, in order; none where none of them asks.
    var brokers: [BrokerAddress]
    /// Whether configurations stay as they are on the machine.
    var isRenewal: Bool
    /// Random names under which programs connect.
    var clientIDs: [String]
    var parts: [Part]

    /// Each path once.
    var entries: [TarArchive.Entry] {
        var seen: Set<String> = []
        return zip(parts, clientIDs).flatMap(entries).filter { seen.insert($0.path).inserted }
    }

    private func entries(_ part: Part, _ clientID: String) -> [TarArchive.Entry] {
        switch part.subject {
        case .node(let id):
            service(part.isInstance ? "node-\(id)" : "node", unit(part), part, "node: \(id)\n", clientID)
        case .coordinator: service("coordinator", unit(part), part, "", clientID)
        case .broker: mosquitto(part)
        case .web: webPage(part)
        case .webClient(let role): webIdentity(part, role)
        case .client: person(part)
        case .homeAssistant: preconditionFailure("Home Assistant takes its files in its own settings")
        }
    }

    /// A part's systemd service.
    private func unit(_ part: Part) -> String {
        switch part.subject {
        case .node(let id): part.isInstance ? "clock-node@\(id)" : "clock-node"
        case .coordinator: "clock-coordinator"
        case .broker: "mosquitto"
        case .web, .webClient: "clock-web"
        case .client, .homeAssistant: preconditionFailure("only machines' bundles have services")
        }
    }

    /// - Parameter name: what the unit's files are named after.
    private func service(
        _ name: String, _ unit: String, _ part: Part, _ head: String, _ clientID: String
    ) -> [TarArchive.Entry] {
        let folder = "etc/clocksmith"
        let settings =
            head + siteLine
            + brokerLines(
                "  client_id_file: /run/credentials/\(unit).service/client-id\n", authority: "/\(folder)/ca.crt",
                certificate: "/\(folder)/\(name).crt",
                key: "/run/credentials/\(unit).service/key")
        return configuration("\(folder)/\(name).yaml", settings)
            + configuration("etc/credstore/clock-\(name).client-id", "\(clientID)\n", mode: 0o600) + [
                .init(path: "\(folder)/ca.crt", content: authority, mode: 0o644),
                .init(path: "\(folder)/\(name).crt", content: part.certificate, mode: 0o644),
                .init(path: "etc/credstore/clock-\(name).key", content: part.key, mode: 0o600),
            ]
    }

    private func mosquitto(_ part: Part) -> [TarArchive.Entry] {
        let folder = "etc/mosquitto/clocksmith"
        func secret(_ name: String, _ content: String) -> TarArchive.Entry {
            .init(path: "\(folder)/\(name)", content: content, mode: 0o640, group: "mosquitto")
        }
        return configuration("etc/mosquitto/conf.d/clocksmith.conf", BrokerConfiguration.withCertificates) + [
            .init(path: "\(folder)/ca.pem", content: authority, mode: 0o644),
            .init(path: "\(folder)/broker.pem", content: part.certificate, mode: 0o644),
            .init(path: "\(folder)/revoked.pem", content: revocationList, mode: 0o644),
            secret("broker.key", part.key), secret("acl", AccessRules.text(site, .everybody)),
        ]
    }

    /// The page over TLS to everybody; at the broker it is somebody where the bundle has that too.
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

    /// In a home folder, whose owner unpacks it.
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

    /// Whether it is unpacked in a person's home folder.
    var isPersonal: Bool { parts.contains { if case .client = $0.subject { true } else { false } } }

    /// What is typed on the machine, with the bundle in the current folder.
    func installation(_ file: String) -> String {
        guard !isPersonal else { return "tar -C ~ -xf \(file) && rm \(file)" }
        // The broker first, whom the others look for.
        let order = ["mosquitto", "clock-coordinator", "clock-node", "clock-web"]
        let units = parts.map(unit)
        let services = order.filter(units.contains) + units.filter { !order.contains($0) }
        let instances = units.filter { !order.contains($0) }
        // A template's instances are for the administrator to enable.
        let enabling =
            isRenewal || instances.isEmpty ? "" : " && sudo systemctl enable \(instances.joined(separator: " "))"
        return "sudo tar -C / -xf \(file) && rm \(file)\(enabling) && sudo systemctl restart "
            + services.joined(separator: " ")
    }
}
