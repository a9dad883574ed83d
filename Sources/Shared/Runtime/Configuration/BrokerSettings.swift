public import ClockDomain
import Glibc

/// The way to reach the broker, as configured by ``ConfigurationSchema/broker``.
public struct BrokerSettings: Sendable {
    public struct TLS: Hashable, Sendable {
        /// PEM files.
        public var authority: String?
        public var certificate: String?
        public var key: String?
    }

    public var site: String
    /// The first broker's; the path of a Unix socket begins with `/`, and its port is 0.
    public var host: String
    public var port: Int
    /// The brokers after the first, in their order, each with its port.
    public var others: [BrokerAddress] = []
    public var username: String?
    public var password: String?
    /// Nil: not encrypted.
    public var tls: TLS?
    /// The end of validity of the program's certificate, as it was when this was read; `nil` if it has none, or the
    /// file holds none.
    public var certificateUntil: WallTime?
    public var warnings: [String] = []

    /// Brokers that can be named.
    public static let maximumBrokers = 4

    public var isSocket: Bool { host.hasPrefix("/") }

    /// True where the broker asks for a proof of who connects.
    public var hasProof: Bool { isSocket || tls != nil }

    /// All brokers in their order, each with its port.
    public var addresses: [BrokerAddress] { [BrokerAddress(host: host, port: port == 0 ? nil : port)] + others }

    /// One of ``addresses`` alone, reached in the same way.
    public func only(_ address: BrokerAddress) -> BrokerSettings {
        var one = self
        one.host = address.host
        one.port = address.port ?? port
        one.others = []
        return one
    }

    /// Checks settings against each other and reads the password file.
    ///
    /// - Parameter home: the person's folder that `~/` stands for at the beginning of a file's path; `nil` where there is
    ///   no person.
    /// - Throws: ``FatalError`` naming the settings and where they come from.
    public init(_ configuration: ProgramConfiguration, home: String? = nil) throws(FatalError) {
        func path(_ name: String) -> String? {
            configuration.optionalString(name).map { path in
                guard let home, path.hasPrefix("~/") else { return path }
                return home + path.dropFirst()
            }
        }
        site = configuration.string("site")
        username = configuration.optionalString("broker.username")
        let tls = TLS(
            authority: path("broker.tls.ca"), certificate: path("broker.tls.certificate"), key: path("broker.tls.key"))
        try BrokerSettings.require(
            tls.certificate, "broker.tls.certificate", with: tls.key, "broker.tls.key", configuration)
        try BrokerSettings.require(
            tls.key, "broker.tls.key", with: tls.certificate, "broker.tls.certificate", configuration)
        self.tls = tls == TLS() ? nil : tls
        certificateUntil = tls.certificate.flatMap(BrokerSettings.end(of:))
        let addresses = try BrokerSettings.addresses(
            configuration, standardPort: configuration.optionalInt("broker.port") ?? (self.tls == nil ? 1883 : 8883))
        host = addresses.first.host
        port = addresses.first.port
        others = addresses.others

        password = configuration.optionalString("broker.password")
        if let file = path("broker.password_file") {
            let source = configuration.source(of: "broker.password_file")
            guard password == nil else {
                throw FatalError(
                    .configuration,
                    "\(source): broker.password is set as well, by "
                        + "\(configuration.source(of: "broker.password")); remove one of them")
            }
            password = try SecretFile.text(of: file, "broker.password_file", configuration) ?? ""
            warn(file, of: "the password")
        } else if password != nil, let file = configuration.file,
            configuration.source(of: "broker.password").hasPrefix("\(file):")
        {
            warn(file, of: "the password")
        }
        if let key = tls.key { warn(key, of: "the private key") }
        let passwordKey =
            configuration.optionalString("broker.password") == nil ? "broker.password_file" : "broker.password"
        try BrokerSettings.require(password, passwordKey, with: username, "broker.username", configuration)
    }

    /// Returns the addresses in `broker.hosts` or `broker.host`, whichever takes precedence.
    private static func addresses(
        _ configuration: ProgramConfiguration, standardPort: Int
    ) throws(FatalError) -> (first: (host: String, port: Int), others: [BrokerAddress]) {
        let source = configuration.source(of: "broker.hosts")
        let (one, several) = (configuration.origin(of: "broker.host"), configuration.origin(of: "broker.hosts"))
        guard let hosts = configuration.optionalList("broker.hosts"), several >= one else {
            let host = configuration.string("broker.host")
            if host.hasPrefix("/") {
                let unused = ["broker.username", "broker.tls.ca", "broker.tls.certificate"].first {
                    configuration.optionalString($0) != nil
                }
                if let unused {
                    throw FatalError(
                        .configuration,
                        "\(configuration.source(of: unused)): broker.host is the path of a socket, which takes no "
                            + "\(unused); name a host, or remove \(unused)")
                }
                return ((host, 0), [])
            }
            try check(host, configuration)
            return ((host, standardPort), [])
        }
        guard several > one else {
            throw FatalError(
                .configuration,
                "\(source): broker.host is set as well, by \(configuration.source(of: "broker.host")); remove one of "
                    + "them")
        }
        var addresses: [BrokerAddress] = []
        for host in hosts {
            guard var address = BrokerAddress(host) else {
                throw FatalError(
                    .configuration,
                    "\(source): broker.hosts has \(quoted(host)), which is no broker's address; say HOST or HOST:PORT")
            }
            address.port = address.port ?? standardPort
            guard !addresses.contains(address) else {
                throw FatalError(.configuration, "\(source): broker.hosts has \(address) twice; remove one of them")
            }
            addresses.append(address)
        }
        return ((addresses[0].host, addresses[0].port ?? standardPort), Array(addresses.dropFirst()))
    }

    /// A host that names more than a host would be looked up as a name for ever.
    private static func check(_ host: String, _ configuration: ProgramConfiguration) throws(FatalError) {
        let address = BrokerAddress(host)
        if let address, address.port == nil, address.host == host { return }
        let text = host.contains("://") ? host.split(separator: "/", maxSplits: 1).last ?? "" : host[...]
        let meant = BrokerAddress(String(text.drop { $0 == "/" }.prefix { $0 != "/" }.split(separator: "@").last ?? ""))
        let advice =
            meant.map { meant in
                "write broker.host: \(meant.host)" + (meant.port.map { " and broker.port: \($0)" } ?? "")
            } ?? "write the name or address of its machine alone"
        throw FatalError(
            .configuration,
            "\(configuration.source(of: "broker.host")): broker.host is \(quoted(host)), which is no host; \(advice)")
    }

    /// The same broker under another identity, as configured by ``ConfigurationSchema/brokerIdentity(_:_:)``; under the
    /// same one where none is set.
    ///
    /// - Throws: ``FatalError`` naming the settings and where they come from.
    public func identity(_ section: String, _ configuration: ProgramConfiguration) throws(FatalError) -> BrokerSettings
    {
        var other = self
        other.warnings = []
        let (name, file) = ("\(section).username", "\(section).password_file")
        if let username = configuration.optionalString(name) {
            other.username = username
            other.password = nil
        }
        if let path = configuration.optionalString(file) {
            try BrokerSettings.require(path, file, with: configuration.optionalString(name), name, configuration)
            other.password = try SecretFile.text(of: path, file, configuration) ?? ""
            other.warn(path, of: "the password")
        }
        let (certificate, key) = ("\(section).tls.certificate", "\(section).tls.key")
        let files = (configuration.optionalString(certificate), configuration.optionalString(key))
        try BrokerSettings.require(files.0, certificate, with: files.1, key, configuration)
        try BrokerSettings.require(files.1, key, with: files.0, certificate, configuration)
        if let certificate = files.0, let key = files.1 {
            other.tls = TLS(authority: tls?.authority, certificate: certificate, key: key)
            other.certificateUntil = BrokerSettings.end(of: certificate)
            other.warn(key, of: "the private key")
        }
        return other
    }

    /// The MQTT client identifier that a daemon's configuration names a file of; `nil` where it names none.
    ///
    /// - Throws: ``FatalError`` naming the setting and where it comes from.
    public mutating func clientID(_ configuration: ProgramConfiguration) throws(FatalError) -> String? {
        guard let file = configuration.optionalString("broker.client_id_file") else { return nil }
        warn(file, of: "the client identifier")
        return try SecretFile.text(of: file, "broker.client_id_file", configuration)
    }

    /// Returns the end of the certificate in a file. The connection reports a file that it cannot read.
    private static func end(of file: String) -> WallTime? {
        (try? AtomicFile.read(file, limit: CertificateEnd.maximumBytes)).flatMap(CertificateEnd.of(pem:))
    }

    private mutating func warn(_ file: String, of secret: String) { warnings += SecretFile.warnings(file, of: secret) }

    private static func require(
        _ value: String?, _ name: String, with other: String?, _ otherName: String,
        _ configuration: ProgramConfiguration
    ) throws(FatalError) {
        guard value != nil, other == nil else { return }
        throw FatalError(
            .configuration, "\(configuration.source(of: name)): \(name) needs \(otherName); set it as well")
    }
}
