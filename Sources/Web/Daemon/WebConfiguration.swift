internal import ClockDomain
public import ClockRuntime
internal import ClockWebAccounts
internal import ClockWebCore
internal import Logging

/// The web server's settings, as read from `/etc/clocksmith/web.yaml`, the environment and flags.
public struct WebConfiguration: Sendable {
    public static let defaultFile = "/etc/clocksmith/web.yaml"

    public static let schema = ConfigurationSchema(
        [
            .string(
                "listen", default: "127.0.0.1:8080",
                help: "Address and port of the pages, or the path of a Unix socket; other machines need TLS"),
            .string("pages", default: "/usr/share/clocksmith/web", help: "Folder of the pages"),
            .string(
                "voices.directory", default: "/usr/share/clocksmith/voices",
                help: "Folder of sounds to hear before one is chosen, and of word lists"),
            .string(
                "accounts", default: "/var/lib/clocksmith/web/accounts",
                help: "File of those who may log in, which clockctl web user writes"),
            .string(
                "hosts",
                help: "Names by which browsers call this server, with commas between, such as clock.example.org"),
            .string("tls.certificate", help: "PEM file of the server's certificate and those up to its authority's"),
            .string("tls.key", help: "PEM file of the certificate's private key"),
            .string(
                "metrics.token_file",
                help: "File with the token by which Prometheus reads /metrics without logging in"),
        ] + ConfigurationSchema.broker
            + ConfigurationSchema.brokerIdentity("viewer", "for people who may only look; the ordinary one unless set")
            + ConfigurationSchema.brokerIdentity(
                "admin", "that lets new rooms in, for admins; the ordinary one unless set")
            + ConfigurationSchema.daemon(stateDirectory: "/var/lib/clocksmith/web") + ConfigurationSchema.log)

    var site: SiteID
    var broker: BrokerSettings
    var listen: ListenAddress
    var pages: String
    /// Folder of sounds and word lists.
    var voices: String
    var accounts: String
    /// Folder of the sessions, and of links that log in.
    var stateDirectory: String
    /// The server's name when its address is none; the first of `hosts`.
    var firstHost: String?
    /// The names by which browsers call the server.
    var hosts: Set<String>
    /// PEM files.
    var tls: (certificate: String, key: String)?
    /// The login at the broker for people who may only look.
    var viewer: BrokerSettings
    /// The login at the broker that lets new rooms in, for admins.
    var admin: BrokerSettings
    /// The token that reads `/metrics` without a login; `nil` when there is none.
    var metricsToken: String?
    /// The other sites of the installation, ascending.
    var otherSites: [OtherSite]
    var clockOffset: Duration
    public let warnings: [String]

    /// - Throws: ``FatalError`` naming the setting, its source and its permitted values.
    public init(_ values: ProgramConfiguration) throws(FatalError) {
        broker = try BrokerSettings(values)
        guard let site = SiteID(broker.site) else {
            throw FatalError(
                .configuration, "\(values.source(of: "site")): site \"\(broker.site)\" is not an id; use \(NodeID.rule)"
            )
        }
        self.site = site
        let address = values.string("listen")
        guard let listen = ListenAddress(address) else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "listen")): listen \"\(address.prefix(80))\" is no address to listen at; "
                    + "use one like 127.0.0.1:8080 or [::1]:8080, or a socket's path like /run/clocksmith-web/http")
        }
        self.listen = listen
        pages = values.string("pages")
        voices = values.string("voices.directory")
        accounts = values.string("accounts")
        stateDirectory = values.string("state_directory")
        firstHost = values.optionalString("hosts").flatMap { Self.names($0).first }
        viewer = try broker.identity("viewer", values)
        admin = try broker.identity("admin", values)
        var warnings = values.warnings + broker.warnings
        if let file = values.optionalString("metrics.token_file") {
            let secret = try SecretFile.read(file, "metrics.token_file", "the token", values)
            metricsToken = secret.text
            warnings += secret.warnings
        }
        switch (values.optionalString("tls.certificate"), values.optionalString("tls.key")) {
        case (let certificate?, let key?): tls = (certificate, key)
        case (nil, nil): tls = nil
        case (_?, nil), (nil, _?):
            throw FatalError(
                .configuration,
                "\(values.source(of: "tls.certificate")): tls.certificate and tls.key need each other; set both")
        }
        hosts = try Self.hosts(values, listen, hasTLS: tls != nil)
        otherSites =
            try values.file.map { file throws(FatalError) in
                try OtherSite.all(beside: file, besides: site)
            } ?? []
        warnings += otherSites.flatMap(\.broker.warnings)
        clockOffset = .seconds(values.double("clock.offset_seconds"))
        // The code that reads an inaccessible file reports it.
        if let key = tls?.key, let status = try? FileStatus(of: key), status.permissions & 0o004 != 0 {
            warnings.append("every user can read the private key in \(key); chmod 600 it")
        }
        self.warnings = warnings
    }

    /// Returns the address at which browsers reach the server.
    ///
    /// - Parameter port: the server's port; `nil` at a Unix socket.
    func origin(port: Int?) -> String {
        let name: String =
            switch listen {
            case .socket: firstHost ?? "localhost"
            case .network(let address, _):
                if listen.isLocal {
                    address.contains(":") ? "[\(address)]" : address
                } else {
                    firstHost ?? HostName.current().map { "\($0.lowercased()).local" } ?? "localhost"
                }
            }
        let isEncrypted = tls != nil || !listen.isLocal || port == nil
        return "\(isEncrypted ? "https" : "http")://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    /// Finds every fault that would prevent a start with this configuration.
    ///
    /// - Throws: ``FatalError`` naming the setting.
    public static func check(_ start: StartCheck) throws -> [String] {
        var start = start
        let values = start.settings
        let configuration = try WebConfiguration(values)
        configuration.warnings.forEach { start.warn($0) }
        try start.stateFolder(of: "clock-web")
        try start.certificates("broker.tls")
        try start.certificates("viewer.tls")
        try start.certificates("admin.tls")
        for site in configuration.otherSites {
            try StartCheck(site.settings, environment: start.environment).certificates("broker.tls")
        }
        try start.folder("voices.directory")
        do throws(FatalError) {
            _ = try PageFiles(folder: configuration.pages)
        } catch {
            throw FatalError(error.exitCode, "\(values.source(of: "pages")): pages: \(error)")
        }
        _ = try AccountsFile(configuration.accounts).read()
        if let tls = configuration.tls, !start.isCredential(tls.certificate), !start.isCredential(tls.key) {
            _ = try PageCertificate(
                certificate: tls.certificate, key: tls.key,
                logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() })
        }
        switch configuration.listen {
        case .socket(let path): try start.socket(path, "listen")
        case .network(let address, let port): try start.port("listen") { PortProbe.error(address, port) }
        }
        return start.warnings
    }

    private static func names(_ hosts: String) -> [String] {
        hosts.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    }

    /// Returns the names by which browsers may call this server.
    private static func hosts(
        _ values: ProgramConfiguration, _ listen: ListenAddress, hasTLS: Bool
    ) throws(FatalError) -> Set<String> {
        let named = names(values.optionalString("hosts") ?? "")
        for name in named where !ServedName.isValid(name) {
            throw FatalError(
                .configuration,
                "\(values.source(of: "hosts")): hosts has \"\(name.prefix(80))\", which no browser calls a server by: "
                    + "names and addresses without scheme and port, such as clock.example.org")
        }
        switch listen {
        case .socket:
            guard !hasTLS else {
                throw FatalError(
                    .configuration,
                    "\(values.source(of: "tls.certificate")): the proxy at the socket has the certificate; leave out "
                        + "tls.certificate and tls.key")
            }
            guard !named.isEmpty else {
                throw FatalError(
                    .configuration,
                    "\(values.source(of: "hosts")): behind a proxy, hosts has to name what browsers call it, such as "
                        + "clock.example.org")
            }
            return Set(named)
        case .network:
            guard listen.isLocal || hasTLS else {
                throw FatalError(
                    .configuration,
                    "\(values.source(of: "listen")): other machines reach \(values.string("listen")), so passwords need encryption: set "
                        + "tls.certificate and tls.key (docs/web.md), or listen on 127.0.0.1:8080")
            }
            let own = HostName.current().map { $0.lowercased() }.map { [$0, "\($0).local"] } ?? []
            return Set(named + ["localhost", "127.0.0.1", "::1"] + (listen.isLocal ? [] : own))
        }
    }
}
