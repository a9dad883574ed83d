package import ClockDomain

/// What to do about a node's clock.
package enum ClockWords {
    /// Clocks that differ by less are taken as equal.
    package static let noticeableOffset: Duration = .seconds(1)

    /// What makes a node trust its clock, by whose clock it goes by.
    package static func advice(_ source: ClockSource) -> String {
        switch source {
        case .system: "Check `timedatectl` on it; it also trusts a clock that agrees with the coordinator's."
        case .coordinator:
            "Check `timedatectl` on the coordinator's machine; if somebody else keeps that clock right, say so with "
                + "`clock.vouched: true` in coordinator.yaml."
        }
    }
}
