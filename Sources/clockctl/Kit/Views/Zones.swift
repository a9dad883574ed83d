internal import ClockDomain

/// The terminal's own zone, and others by name.
struct Zones: Sendable {
    var local: TimeZoneRules
    /// `nil` for a zone this system does not know.
    var named: @Sendable (String) -> TimeZoneRules?

    init(local: TimeZoneRules, named: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil }) {
        self.local = local
        self.named = named
    }
}
