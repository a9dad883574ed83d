internal import ClockConnection
package import ClockDomain
internal import ClockMQTT
package import ClockRuntime

/// The address of the coordinator and the login, read from flags, environment and configuration file.
package struct ConnectionSettings: Sendable {
    package var site: SiteID
    package var broker: BrokerSettings
    /// The person who makes the requests, for the record of changes.
    package var person: String?
    /// The warnings for the person, such as an unknown environment variable.
    package var warnings: [String]
    /// True when a flag, variable or file sets the site.
    var isSiteSet = false
    /// The rooms and groups of a command that names none, as typed.
    var rooms: [String] = []

    package static let schema = ConfigurationSchema(
        ConfigurationSchema.broker + [
            .string("room", help: "Rooms and groups for commands that name none: those that ring, say or mute")
        ])

    /// Returns the files to read, the person's own first.
    package static func files(environment: [String: String]) -> [String] {
        let own =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { "\($0)/.config" }
        return (own.map { ["\($0)/clocksmith/clockctl.yaml"] } ?? []) + ["/etc/clocksmith/clockctl.yaml"]
    }

    /// - Parameter flags: values by the setting's name.
    /// - Throws: ``FatalError`` naming the setting and its source.
    package static func load(
        file: String?, flags: [String: String], environment: [String: String]
    ) throws(FatalError) -> ConnectionSettings {
        let configuration = try ProgramConfiguration.load(
            schema: schema, file: file, defaultFiles: files(environment: environment), environment: environment,
            flags: flags, otherVariables: [Clocks.shiftVariable])
        let broker = try BrokerSettings(configuration, home: environment["HOME"])
        guard let site = SiteID(broker.site) else {
            throw FatalError(
                .configuration,
                "\(configuration.source(of: "site")): \"\(broker.site.prefix(40))\" is not the name of a site; "
                    + "a name has \(NodeID.rule)")
        }
        return ConnectionSettings(
            site: site, broker: broker, warnings: configuration.warnings + broker.warnings,
            isSiteSet: configuration.source(of: "site") != "default",
            rooms: NodeWords.names([configuration.optionalString("room") ?? ""]))
    }

    /// `127.0.0.1:1883`, or several with `or` between them.
    var endpoint: String { broker.addresses.map(\.description).joined(separator: " or ") }

    /// - Parameter connectTimeout: timeout of one attempt to connect to one broker.
    func mqtt(clientID: String, connectTimeout: Duration) -> MQTTConfiguration {
        var configuration = MQTTConfiguration(broker, clientID: clientID)
        configuration.connectTimeout = connectTimeout
        return configuration
    }
}
