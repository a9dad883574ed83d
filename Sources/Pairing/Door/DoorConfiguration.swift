internal import ClockDomain
internal import ClockPKI
internal import ClockPairing
public import ClockRuntime

/// The door's settings, as read from `/etc/clocksmith/door.yaml`, the environment and flags.
public struct DoorConfiguration: Sendable {
    public static let defaultFile = "/etc/clocksmith/door.yaml"

    public static let schema = ConfigurationSchema(
        [
            .int("port", default: HubList.port, in: 1...65_535, help: "TCP port at which new rooms call"),
            .string(
                "pairing", default: "ask", allowed: ["ask", "on"],
                help: "ask: clockctl node pair opens the door for ten minutes; on: it is always open"),
            .string("authority.certificate", help: "PEM file of the nodes' authority"),
            .string("authority.key", help: "PEM file of its private key"),
        ] + ConfigurationSchema.broker + ConfigurationSchema.clientID
            + ConfigurationSchema.daemon(stateDirectory: "/var/lib/clocksmith/door") + ConfigurationSchema.log)

    var site: SiteID
    var broker: BrokerSettings
    var clientID: String
    var port: Int
    var isAlwaysOpen: Bool
    var stateDirectory: String
    /// The authority of the broker's certificate, as PEM text, for the rooms.
    var siteAuthority: String
    var authority: NodeAuthority
    var clockOffset: Duration
    var warnings: [String]

    /// - Throws: ``FatalError`` naming the setting, its origin and the allowed values.
    public init(_ values: ProgramConfiguration) throws(FatalError) {
        (site, broker) = try Self.siteAndBroker(values)
        clientID = try broker.clientID(values) ?? "\(site)-door"
        port = values.int("port")
        isAlwaysOpen = values.string("pairing") == "on"
        stateDirectory = values.string("state_directory")
        clockOffset = .seconds(values.double("clock.offset_seconds"))
        siteAuthority = try Self.text("broker.tls.ca", values)
        let (certificate, key) = (
            try Self.text("authority.certificate", values), try Self.text("authority.key", values)
        )
        do throws(PKIError) {
            authority = try NodeAuthority(certificatePEM: certificate, keyPEM: key)
        } catch {
            throw FatalError(.configuration, "\(values.source(of: "authority.certificate")): \(error)")
        }
        warnings = values.warnings + broker.warnings + FolderLock.warnings(stateDirectory)
    }

    /// Returns everything that ends a start with this configuration.
    ///
    /// - Throws: ``FatalError`` naming the setting.
    public static func check(_ start: StartCheck) throws -> [String] {
        var start = start
        let values = start.settings
        _ = try siteAndBroker(values)
        try start.stateFolder(of: "clock-door")
        try start.certificates("broker.tls")
        try start.port("port") { DoorListener.error(values.int("port")) }
        // systemd gives the key to the running service alone.
        if start.isCredential(values.optionalString("authority.key") ?? "") { return start.warnings }
        try DoorConfiguration(values).warnings.forEach { start.warn($0) }
        return start.warnings
    }

    private static func siteAndBroker(
        _ values: ProgramConfiguration
    ) throws(FatalError) -> (SiteID, BrokerSettings) {
        let broker = try BrokerSettings(values)
        guard let site = SiteID(broker.site) else {
            throw FatalError(
                .configuration, "\(values.source(of: "site")): site \"\(broker.site)\" is not an id; use \(NodeID.rule)"
            )
        }
        guard !broker.isSocket else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "broker.host")): rooms are told broker.host; name a host in place of a path")
        }
        return (site, broker)
    }

    private static func text(_ name: String, _ values: ProgramConfiguration) throws(FatalError) -> String {
        guard let path = values.optionalString(name) else {
            throw FatalError(
                .configuration,
                "\(name) is not set in \(values.file ?? defaultFile); clockctl provision door packs a whole configuration"
            )
        }
        do throws(SystemError) {
            return String(decoding: try AtomicFile.read(path, limit: 64 << 10), as: UTF8.self)
        } catch {
            throw FatalError(.configuration, "\(values.source(of: name)): \(name): \(error)")
        }
    }
}
