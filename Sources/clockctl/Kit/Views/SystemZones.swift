internal import ClockDomain
internal import ClockRuntime
internal import ClockSite

/// Zones from this system's tz database.
enum SystemZones {
    static func zones(environment: [String: String]) -> Zones {
        let database = ZoneDatabase(environment: environment)
        return Zones(local: database.localZone().rules) { name in
            // A zone that is not here is shown otherwise; the reason helps nobody who looks at a table.
            try? database.rules(named: name)
        }
    }
}
