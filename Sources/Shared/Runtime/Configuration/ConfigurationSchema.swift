import ClockDomain

/// All settings that a program knows.
public struct ConfigurationSchema: Sendable {
    public let keys: [ConfigurationKey]

    /// - Parameter keys: their names differ.
    public init(_ keys: [ConfigurationKey]) {
        precondition(Set(keys.map(\.name)).count == keys.count, "two configuration keys with one name")
        self.keys = keys
    }

    func key(named name: String) -> ConfigurationKey? { keys.first { $0.name == name } }

    /// Returns the known name nearest to an unknown one, if it is near.
    func suggestion(for name: String) -> String? { nearest(to: name, among: keys.map(\.name)) }

    /// A configuration file with every setting explained and commented out, as shipped for people to edit.
    public func exampleFile(title: String) -> String {
        var lines = ["# \(title)"]
        var openSections: [Substring] = []
        for key in keys {
            let parts = key.name.split(separator: ".")
            let sections = Array(parts.dropLast())
            let shared = zip(sections, openSections).prefix { $0 == $1 }.count
            lines.append("")
            for depth in shared..<sections.count {
                lines.append(String(repeating: "  ", count: depth) + "\(sections[depth]):")
            }
            openSections = sections
            let indent = String(repeating: "  ", count: sections.count)
            let value = key.defaultValue?.description ?? ""
            lines.append("\(indent)# \(key.help)")
            lines.append("\(indent)# \(key.environmentVariable), \(key.requirement)")
            lines.append("\(indent)#\(parts[parts.count - 1]): \(value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ConfigurationSchema {
    /// Reaching the broker, and which site on it; the same for every program.
    public static let broker: [ConfigurationKey] = [
        .string("site", default: "home", help: "Which site this is; several can share one broker"),
        .string(
            "broker.host", default: "127.0.0.1",
            help: "Host name or address of the MQTT broker, or the path of its Unix socket"),
        .int("broker.port", in: 1...65_535, help: "Its TCP port; 1883, or 8883 with TLS, unless set"),
        .list(
            "broker.hosts", maximum: BrokerSettings.maximumBrokers,
            help: "In place of broker.host, brokers in order, HOST or HOST:PORT each: the first that answers is used"),
        .string("broker.username", help: "User name at the broker"),
        .string("broker.password", isSecret: true, help: "Password at the broker; better in a file of its own"),
        .string("broker.password_file", help: "File with the password, readable by this program's user only"),
        .string("broker.tls.ca", help: "PEM file of the authority that signed the broker's certificate; turns TLS on"),
        .string("broker.tls.certificate", help: "PEM file of this client's certificate; turns TLS on"),
        .string("broker.tls.key", help: "PEM file of the certificate's private key"),
    ]

    /// The identifier of a daemon at the broker; goes right after ``broker``.
    public static let clientID: [ConfigurationKey] = [
        .string(
            "broker.client_id_file",
            help:
                "File with its MQTT client identifier; anybody who knows it can throw it out, so choose a random one")
    ]

    /// Another identity at the broker than that of ``broker``.
    ///
    /// - Parameters:
    ///   - section: of its settings.
    ///   - whose: stands after "User name at the broker".
    public static func brokerIdentity(_ section: String, _ whose: String) -> [ConfigurationKey] {
        [
            .string("\(section).username", help: "User name at the broker \(whose)"),
            .string("\(section).password_file", help: "File with that user's password"),
            .string("\(section).tls.certificate", help: "PEM file of that user's certificate"),
            .string("\(section).tls.key", help: "PEM file of that certificate's private key"),
        ]
    }

    public static let log: [ConfigurationKey] = [
        .string(
            "log.level", default: "info",
            allowed: ["trace", "debug", "info", "notice", "warning", "error", "critical"],
            help: "The least urgent lines that are logged")
    ]

    /// The settings that every daemon has besides.
    ///
    /// - Parameters:
    ///   - stateDirectory: the default folder of its state.
    ///   - clock: the program's own keys of the section `clock`.
    public static func daemon(stateDirectory: String, clock: [ConfigurationKey] = []) -> [ConfigurationKey] {
        [.string("state_directory", default: stateDirectory, help: "Folder for the state that must survive a restart")]
            + clock
            + [
                .double(
                    "clock.offset_seconds", default: 0, in: -1_000_000_000...1_000_000_000,
                    help: "Shifts this program's wall clock, for demonstrations and tests")
            ]
    }
}
