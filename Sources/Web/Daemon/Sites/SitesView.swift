internal import ClockDomain
internal import ClockMQTT
internal import ClockSite
internal import ClockWire

/// All sites of the installation in a few words each, as `clockctl --all-sites status --json` has them.
actor SitesView {
    private let own: SiteLink
    private let others: [(site: OtherSite, link: SiteLink)]
    private var last: (end: BootTime, document: Task<SitesDocument, Never>)?

    /// We ask each site at most so often, however many people look.
    private static let freshness: Duration = .seconds(5)

    init(own: SiteLink, others: [(site: OtherSite, link: SiteLink)]) {
        self.own = own
        self.others = others
    }

    /// True when there is more than this server's own site.
    nonisolated var hasOthers: Bool { !others.isEmpty }

    func document() async -> SitesDocument {
        let now = own.now().boot
        if let last, now < last.end { return await last.document.value }
        let task = Task { await ask() }
        last = (now + Self.freshness, task)
        return await task.value
    }

    private func ask() async -> SitesDocument {
        let all = [(own, nil)] + others.map { ($0.link, $0.site.page) }
        let sites = await withTaskGroup(of: SitesDocument.Site.self) { group in
            for (link, page) in all { group.addTask { await Self.site(link, page) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return SitesDocument(sites.sorted { $0.site.rawValue < $1.site.rawValue })
    }

    private static func site(_ link: SiteLink, _ page: String?) async -> SitesDocument.Site {
        do {
            // The failure is known at once, and nobody waits for an answer that cannot come.
            guard link.viewer.client.isConnected else {
                throw LinkError(code: .unavailable, message: "There is no connection to the broker.")
            }
            let status = try await link.status(as: .viewer).result
            // Only sentences contain times, and the page shows none of them.
            return SitesDocument.Site(status, broker: link.endpoint, page: page, zones: Zones(local: .utc))
        } catch {
            let problem = Problem(error)
            return SitesDocument.Site(
                link.topics.site, broker: link.endpoint, page: page, error: problem.message, code: problem.code)
        }
    }
}
