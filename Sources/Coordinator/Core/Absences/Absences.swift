internal import ClockDomain

/// The occurrences that nodes left without a line: quarter hours, alarms and timers.
struct Absences: Sendable {
    var quarters: Quarters
    var rings: Rings

    /// Returns the operations that delete lines which a clock ahead of time wrote, before any is written again.
    mutating func takeReopenings() -> [StoreOperation] {
        [quarters.takeReopening(), rings.takeReopening()].compactMap(\.self)
    }
}

/// A span that the coordinator skipped as too old to keep, by a clock that a node seemed to confirm: that node may have
/// gone by the same clock.
struct SkippedSpan: Sendable {
    var from: WallTime
    var to: WallTime

    /// True when the span lacks its lines once the clock is back at `instant`: it is still to come, or the store keeps
    /// all of it. For its end alone, rewriting three months is not worth the work.
    ///
    /// - Parameter retention: the time for which the store keeps history.
    func isMissed(at instant: WallTime, _ retention: Duration) -> Bool { to > instant || from >= instant - retention }
}
