internal import ClockDomain
internal import ClockRuntime
internal import ClockctlKit

extension PkiOptions {
    /// - Throws: ``FatalError`` when the site's name breaks the rule.
    func folder(_ console: Console) throws(FatalError) -> AuthorityFolder {
        let site = try named(console)
        if let dir { return AuthorityFolder(site: site, path: dir) }
        guard let folder = AuthorityFolder.usual(site, environment: console.environment) else {
            throw FatalError(.configuration, "HOME is not set, so say where the authority's folder is: --dir FOLDER")
        }
        return folder
    }

    private func named(_ console: Console) throws(FatalError) -> SiteID {
        let configuration = try ProgramConfiguration.load(
            schema: ConnectionSettings.schema, defaultFiles: ConnectionSettings.files(environment: console.environment),
            environment: console.environment, flags: site.map { ["site": $0] } ?? [:])
        let name = configuration.string("site")
        guard let site = SiteID(name) else {
            throw FatalError(
                .configuration,
                "\(configuration.source(of: "site")): \"\(name.prefix(40))\" is not the name of a site; "
                    + "a name has \(NodeID.rule)")
        }
        return site
    }
}
