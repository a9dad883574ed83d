package import ClockDomain
package import ClockWire

/// The output of `status --all-sites --json`, and the data of the page over sites.
package struct SitesDocument: Encodable, Sendable {
    package struct Coordinator: Encodable, Sendable {
        package var state: CoordinatorStatus.State
        package var version: String
        package var problem: String?
    }

    package struct Site: Encodable, Sendable {
        package var site: SiteID
        package var broker: String
        /// The address of its own page, as far as it is known.
        package var page: String?
        /// The reason for which it has not answered; the rest is missing then.
        package var error: String?
        /// The same for programs, where the page's server has asked.
        package var code: String?
        package var coordinator: Coordinator?
        package var rooms: Int?
        /// Rooms that are as they should be.
        package var fine: Int?
        package var ringing: [SiteSummary.Ringing]?
        package var nextWake: WallTime?

        private enum CodingKeys: String, CodingKey {
            case site, broker, page, error, code, coordinator, rooms, fine, ringing
            case nextWake = "next_wake"
        }

        package init(_ site: SiteID, broker: String, page: String? = nil, error: String, code: String? = nil) {
            self.site = site
            self.broker = broker
            self.page = page
            self.error = error
            self.code = code
        }

        package init(_ status: SiteStatus, broker: String, page: String? = nil, zones: Zones) {
            let summary = SiteSummary(status, zones: zones)
            site = status.site
            self.broker = broker
            self.page = page
            coordinator = Coordinator(
                state: status.coordinator.state, version: status.coordinator.version,
                problem: status.coordinator.problem)
            rooms = summary.rooms
            fine = summary.fine
            ringing = summary.ringing
            nextWake = status.nextWake
        }
    }

    /// Ascending by id.
    package var sites: [Site]

    package init(_ sites: [Site]) { self.sites = sites }
}
