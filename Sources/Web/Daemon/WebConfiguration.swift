internal import ClockDomain
public import ClockRuntime
internal import ClockWebCore

/// The web server's settings, as read from `/etc/clocksmith/web.yaml`, the environment and flags.
public struct WebConfiguration: Sendable {
    public static let defaultFile = "/etc/clocksmith/web.yaml"

    public static let schema = ConfigurationSchema(
        [
            .string(
                "listen", default: "127.0.0.1:8080",
                help: "Address and port of the pages, or the path of a Unix socket; other machines need TLS"),
            .string(
                "pages", default: "/usr/share/clocksmith/web", help: "Folder of the pages"),
        ] + ConfigurationSchema.broker + [
            .double(
                "clock.offset_seconds", default: 0, in: -1_000_000_000...1_000_000_000,
                help: "Shifts this program's wall clock, for demonstrations and tests")
        ] + ConfigurationSchema.log)

    var site: SiteID
    var broker: BrokerSettings
    var listen: ListenAddress
    /// Folder of the pages.
    var pages: String
    var clockOffset: Duration
    /// What deserves a line in the log.
    public let warnings: [String]

    /// - Throws: ``FatalError`` naming the setting, where it comes from and what it must be.
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
                "\(values.source(of: "listen")): listen \"\(address.prefix(80))\" is none of 127.0.0.1:8080, [::1]:8080 "
                    + "and the path of a socket, /run/clocksmith-web/http")
        }
        self.listen = listen
        pages = values.string("pages")
        clockOffset = .seconds(values.double("clock.offset_seconds"))
        warnings = values.warnings + broker.warnings
    }
}
