internal import ClockDomain

/// The rules of requested time zones, as the system has them.
struct ZoneCache: Sendable {
    private enum Entry: Sendable {
        /// Requested, not answered yet; with the rules known before.
        case awaited(TimeZoneRules?)
        /// `nil` when there is no such zone.
        case known(TimeZoneRules?)
    }

    private var entries: [String: Entry] = [:]
    /// The most names; the tz database has fewer.
    private static let limit = 2_000

    /// The rules of a zone; `nil` when they are not known yet, or there is no such zone.
    func rules(_ name: String) -> TimeZoneRules? {
        switch entries[name] {
        case .awaited(let rules), .known(let rules): rules
        case nil: nil
        }
    }

    /// True while the existence of a zone is unknown.
    func isAwaited(_ name: String) -> Bool {
        if case .awaited(nil) = entries[name] { true } else { false }
    }

    /// Returns true if the caller must request the zone now, and marks it as requested.
    mutating func ask(_ name: String) -> Bool {
        guard entries[name] == nil, TimeZoneRules.isValidName(name), entries.count < Self.limit else { return false }
        entries[name] = .awaited(nil)
        return true
    }

    /// Returns the names to request again, as the database may have been updated, and forgets those that are not
    /// `used`.
    mutating func renew(used: Set<String>) -> [String] {
        entries = entries.filter { used.contains($0.key) }
        let names = entries.keys.sorted().filter { if case .known = entries[$0] { true } else { false } }
        for name in names { entries[name] = .awaited(rules(name)) }
        return names
    }

    /// - Returns: true if the rules have changed.
    mutating func apply(_ name: String, _ rules: TimeZoneRules?) -> Bool {
        guard case .awaited(let before) = entries[name] else { return false }
        // A zone whose file is being replaced exists again in a moment.
        entries[name] = .known(rules ?? before)
        return rules != nil && rules != before
    }
}
