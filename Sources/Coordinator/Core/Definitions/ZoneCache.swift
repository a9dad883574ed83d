internal import ClockDomain

/// The rules of time zones that were asked for, as the system has them.
struct ZoneCache: Sendable {
    private enum Entry: Sendable {
        /// Asked for, not answered yet; with what was known before.
        case awaited(TimeZoneRules?)
        /// `nil`: there is no such zone.
        case known(TimeZoneRules?)
    }

    private var entries: [String: Entry] = [:]
    /// More names than the tz database has are nonsense.
    private static let limit = 2_000

    /// The rules of a zone; `nil` when they are not known yet, or there is no such zone.
    func rules(_ name: String) -> TimeZoneRules? {
        switch entries[name] {
        case .awaited(let rules), .known(let rules): rules
        case nil: nil
        }
    }

    /// Whether it is still to be found out if there is such a zone.
    func isAwaited(_ name: String) -> Bool {
        if case .awaited(nil) = entries[name] { true } else { false }
    }

    /// Whether it is to be asked for now; it is then awaited.
    mutating func ask(_ name: String) -> Bool {
        guard entries[name] == nil, TimeZoneRules.isValidName(name), entries.count < Self.limit else { return false }
        entries[name] = .awaited(nil)
        return true
    }

    /// The names whose rules are to be asked for again, as the database may have been updated; those that are not
    /// `used` are forgotten.
    mutating func renew(used: Set<String>) -> [String] {
        entries = entries.filter { used.contains($0.key) }
        let names = entries.keys.sorted().filter { if case .known = entries[$0] { true } else { false } }
        for name in names { entries[name] = .awaited(rules(name)) }
        return names
    }

    /// - Returns: whether the rules are others than before.
    mutating func take(_ name: String, _ rules: TimeZoneRules?) -> Bool {
        guard case .awaited(let before) = entries[name] else { return false }
        // A zone whose file is being replaced is there again in a moment.
        entries[name] = .known(rules ?? before)
        return rules != nil && rules != before
    }
}
