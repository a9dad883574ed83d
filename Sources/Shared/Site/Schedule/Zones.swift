package import ClockDomain

/// The terminal's own zone, and others by name.
package struct Zones: Sendable {
    package var local: TimeZoneRules
    /// `nil` for a zone this system does not know.
    package var named: @Sendable (String) -> TimeZoneRules?

    package init(local: TimeZoneRules, named: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil }) {
        self.local = local
        self.named = named
    }
}
