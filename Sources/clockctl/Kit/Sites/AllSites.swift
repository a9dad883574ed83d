internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// All sites of an installation, asked at the same time: those that the broker knows, and those with a configuration of
/// their own, `clockctl-SITE.yaml` beside `clockctl.yaml`.
struct AllSites: Sendable {
    struct Site: Sendable {
        var id: SiteID
        /// Host and port of its broker.
        var endpoint: String
        var answer: Result<SiteStatus, FatalError>
    }

    /// Ascending by id.
    var sites: [Site]
    var warnings: [String]

    /// The error that the command ends with; `nil` when every site has answered.
    var failure: FatalError? {
        let failed = sites.compactMap { site -> (site: Site, error: FatalError)? in
            if case .failure(let error) = site.answer { (site, error) } else { nil }
        }
        guard let first = failed.first else { return nil }
        let isOfOneKind = failed.allSatisfy { $0.error.exitCode == first.error.exitCode }
        let names = RoomWords.list(failed.map(\.site.id.rawValue), most: 5)
        return FatalError(
            isOfOneKind ? first.error.exitCode : .temporaryFailure,
            "\(failed.count) of \(QuantityWords.count(sites.count, "site")) did not answer: \(names)")
    }

    // MARK: Asking

    /// - Throws: ``FatalError`` for a configuration with a mistake.
    static func ask(
        _ options: ConnectionOptions, environment: [String: String], _ standardTimeout: Duration
    ) async throws -> AllSites {
        let timeout = options.timeout(standard: standardTimeout)
        let general = try options.settings(environment: environment)
        var settings: [SiteID: ConnectionSettings] = [:]
        for (site, file) in files(general: options.config, environment: environment) {
            var own = options
            own.config = file
            own.site = site.rawValue
            settings[site] = try own.settings(environment: environment)
        }
        let found = try await sites(of: general, timeout: timeout)
        for site in found.sites where settings[site] == nil { settings[site] = general.at(site) }
        // A broker out of reach counts as a failure of the site to ask there.
        if general.isSiteSet || settings.isEmpty || found.failure != nil, settings[general.site] == nil {
            settings[general.site] = general
        }
        let warnings = general.warnings + settings.values.flatMap(\.warnings).filter { !general.warnings.contains($0) }
        return AllSites(
            sites: try await ask(settings.values.sorted { $0.site.rawValue < $1.site.rawValue }, timeout: timeout),
            warnings: Set(warnings).sorted())
    }

    /// Every site has its own connection, since a broker may know another user at each.
    private static func ask(_ settings: [ConnectionSettings], timeout: Duration) async throws -> [Site] {
        var asked: [(link: CoordinatorLink, ticket: CoordinatorLink.Ticket)] = []
        for settings in settings {
            let link = try CoordinatorLink(settings, timeout: timeout)
            asked.append((link, try link.send(StatusRequest())))
        }
        // All requests are under way at once: together they take as long as the slowest.
        let sites = asked.map { link, ticket in
            Site(id: link.settings.site, endpoint: link.settings.endpoint, answer: answer(link, ticket))
        }
        for (link, _) in asked { await link.close() }
        return sites
    }

    private static func answer(
        _ link: CoordinatorLink, _ ticket: CoordinatorLink.Ticket
    ) -> Result<SiteStatus, FatalError> {
        do {
            return .success(try link.status(from: ticket).result)
        } catch let error as FatalError {
            return .failure(error)
        } catch let error as RequestError {
            return .failure(LinkFailure.refused(error))
        } catch {
            return .failure(FatalError(.failure, "\(error)"))
        }
    }

    // MARK: The list of sites

    /// Returns the sites that a broker knows. If the broker is out of reach, the requested site reports the reason.
    private static func sites(
        of settings: ConnectionSettings, timeout: Duration
    ) async throws -> (sites: [SiteID], failure: FatalError?) {
        let link = try CoordinatorLink(settings, timeout: timeout, following: .sites)
        let found: (sites: [SiteID], failure: FatalError?)
        do throws(FatalError) {
            found = (try link.awaitSites().sorted { $0.rawValue < $1.rawValue }, nil)
        } catch {
            found = ([], error)
        }
        await link.close()
        return found
    }

    /// Returns the configurations of single sites. A person's own goes before the machine's for the same site.
    ///
    /// - Parameter general: the file that replaces the usual ones: we search its folder.
    private static func files(general: String?, environment: [String: String]) -> [SiteID: String] {
        let beside = general.map { [$0] } ?? ConnectionSettings.files(environment: environment)
        return beside.map { SiteFiles.of("clockctl", beside: $0) }.reduce(into: [:]) { $0.merge($1) { own, _ in own } }
    }
}

extension ConnectionSettings {
    /// Returns the same broker and user for another site.
    fileprivate func at(_ site: SiteID) -> ConnectionSettings {
        var settings = self
        settings.site = site
        settings.broker.site = site.rawValue
        return settings
    }
}
