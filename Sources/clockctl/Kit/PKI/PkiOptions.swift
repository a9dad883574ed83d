internal import ArgumentParser
internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime

/// Which authority is meant.
struct PkiOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The site, home unless set.", valueName: "name"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "The authority's folder, ~/.config/clocksmith/pki/SITE unless set.", valueName: "folder"),
        completion: .directory)
    var dir: String?

    /// - Throws: ``FatalError`` where the site's name breaks the rule.
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
            schema: ConnectionSettings.schema,
            defaultFiles: ConnectionSettings.files(environment: console.environment),
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

/// How long a certificate is valid.
struct ValidityOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long it is valid, \(Authority.standardCertificateDays) unless set.", valueName: "days"),
        transform: ValidityOption.days)
    var days: Int?

    var length: Int { days ?? Authority.standardCertificateDays }

    static func days(_ text: String) throws -> Int {
        guard let days = Int(text), Authority.dayRange.contains(days) else {
            throw ValidationError(
                "\"\(text)\" is no length of a validity; say a number of days from \(Authority.dayRange.lowerBound) to "
                    + "\(Authority.dayRange.upperBound)")
        }
        return days
    }
}
