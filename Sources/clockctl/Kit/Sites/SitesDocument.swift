internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// What `status --all-sites --json` prints.
struct SitesDocument: Encodable, Sendable {
    struct Coordinator: Encodable, Sendable {
        var state: CoordinatorStatus.State
        var version: String
        var problem: String?
    }

    struct Site: Encodable, Sendable {
        var site: SiteID
        var broker: String
        /// Why it has not answered; the rest is missing then.
        var error: String?
        var coordinator: Coordinator?
        var rooms: Int?
        /// Rooms that are as they should be.
        var fine: Int?
        var ringing: [SiteSummary.Ringing]?
        var nextWake: WallTime?

        enum CodingKeys: String, CodingKey {
            case site, broker, error, coordinator, rooms, fine, ringing
            case nextWake = "next_wake"
        }
    }

    /// Ascending by id.
    var sites: [Site]

    init(_ sites: [AllSites.Site], zones: Zones) {
        self.sites = sites.map { site in
            switch site.answer {
            case .failure(let error): return Site(site: site.id, broker: site.endpoint, error: error.message)
            case .success(let status):
                let summary = SiteSummary(status, zones: zones)
                let coordinator = status.coordinator
                return Site(
                    site: site.id, broker: site.endpoint,
                    coordinator: Coordinator(
                        state: coordinator.state, version: coordinator.version, problem: coordinator.problem),
                    rooms: summary.rooms, fine: summary.fine, ringing: summary.ringing, nextWake: status.nextWake)
            }
        }
    }
}
