internal import ClockDomain
internal import ClockRuntime

/// Another site of the installation, of which this server shows how it is: `web-school.yaml` beside `web.yaml`.
struct OtherSite: Sendable {
    var site: SiteID
    /// As whom the server looks there.
    var broker: BrokerSettings
    /// Where its own page is; `nil` where nobody has said it.
    var page: String?
    /// All that its file says.
    let settings: ProgramConfiguration

    private static let schema = ConfigurationSchema(
        [.string("page", help: "Address of the site's own page, such as https://clock.school.example")]
            + ConfigurationSchema.broker)

    /// Every other site that has a file, ascending.
    ///
    /// - Parameters:
    ///   - file: the server's own configuration.
    ///   - own: the site that the server is of.
    /// - Throws: ``FatalError`` naming the file and what is wrong with it.
    static func all(beside file: String, besides own: SiteID) throws(FatalError) -> [OtherSite] {
        var sites: [OtherSite] = []
        for (site, file) in SiteFiles.of("web", beside: file).sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where site != own {
            sites.append(try OtherSite(site, file))
        }
        return sites
    }

    private init(_ site: SiteID, _ file: String) throws(FatalError) {
        // Variables of the environment are about the server's own site.
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
