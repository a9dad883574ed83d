internal import ClockRuntime
internal import ClockSite

/// Zones from this system's tz database.
enum SystemZones {
    static func zones(environment: [String: String]) -> Zones {
        let database = ZoneDatabase(environment: environment)
        return Zones(local: database.localZone().rules) { name in
            // The caller shows a missing zone in another way; the reason helps nobody who reads a table.
            try? database.rules(named: name)
        }
    }
}
