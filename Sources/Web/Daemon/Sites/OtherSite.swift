internal import ClockDomain
internal import ClockRuntime

/// Another site of the installation whose state this server shows: `web-school.yaml` beside `web.yaml`.
struct OtherSite: Sendable {
    var site: SiteID
    /// The server's login there.
    var broker: BrokerSettings
    /// The address of its own page; `nil` when the file does not give it.
    var page: String?
    let settings: ProgramConfiguration

    private static let schema = ConfigurationSchema(
        [.string("page", help: "Address of the site's own page, such as https://clock.school.example")]
            + ConfigurationSchema.broker)

    /// Every other site that has a file, ascending.
    ///
    /// - Parameters:
    ///   - file: the server's own configuration.
    ///   - own: the server's own site.
    /// - Throws: ``FatalError`` naming the file and its fault.
    static func all(beside file: String, besides own: SiteID) throws(FatalError) -> [OtherSite] {
        var sites: [OtherSite] = []
        for (site, file) in SiteFiles.of("web", beside: file).sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where site != own { sites.append(try OtherSite(site, file)) }
        return sites
    }

    private init(_ site: SiteID, _ file: String) throws(FatalError) {
        // Environment variables are about the server's own site.
        let values = try ProgramConfiguration.load(
            schema: Self.schema, file: file, environment: [:], flags: ["site": site.rawValue])
        self.site = site
        settings = values
        broker = try BrokerSettings(values)
        page = values.optionalString("page")
        if let page, !["http://", "https://"].contains(where: page.hasPrefix) || page.contains(" ") {
            throw FatalError(
                .configuration,
                "\(values.source(of: "page")): page \"\(page.prefix(80))\" is no address; say one like "
                    + "https://clock.school.example")
        }
    }
}
