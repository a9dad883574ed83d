internal import ClockRuntime
internal import ClockSite

extension SitesDocument {
    init(_ sites: [AllSites.Site], zones: Zones) {
        self.init(
            sites.map { site in
                switch site.answer {
                case .failure(let error): Site(site.id, broker: site.endpoint, error: error.message)
                case .success(let status): Site(status, broker: site.endpoint, zones: zones)
                }
            })
    }
}
