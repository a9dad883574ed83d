internal import ClockDomain
internal import ClockRuntime

/// The zone whose time the node speaks, and those that alarms name, as the machine has them now.
struct NodeZones: Sendable {
    let database: ZoneDatabase
    /// The zone by configuration; `nil`: the machine's own.
    let configured: String?

    init(environment: [String: String], configured: String?) {
        database = ZoneDatabase(environment: environment)
        self.configured = configured
    }

    /// - Returns: the node's own zone, and a line for the log when it is UTC only for want of a better one.
    /// - Throws: ``FatalError`` when there is no zone of the configured name.
    func own() throws(FatalError) -> (rules: TimeZoneRules, warning: String?) {
        guard let configured else { return database.localZone() }
        return (try database.rules(named: configured), nil)
    }

    /// Returns the rules of a zone; a `nil` name stands for the node's own.
    ///
    /// - Throws: ``FatalError`` when there are none, or none that can be read.
    func rules(_ name: String?) throws(FatalError) -> TimeZoneRules {
        if let name { return try database.rules(named: name) }
        let (rules, warning) = try own()
        // While somebody replaces the database or the link to the local zone, it may be missing for a moment.
        if let warning { throw FatalError(.configuration, warning) }
        return rules
    }
}
