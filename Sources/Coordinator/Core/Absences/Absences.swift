internal import ClockDomain

/// What nodes left without a line: quarter hours, and occurrences of alarms and timers.
struct Absences: Sendable {
    var quarters: Quarters
    var rings: Rings

    /// What deletes lines that a clock ahead wrote, before any is written anew.
    mutating func takeReopenings() -> [StoreOperation] {
        [quarters.takeReopening(), rings.takeReopening()].compactMap(\.self)
    }
}

/// What was skipped as older than it is kept, by a clock that a node seemed to prove: it may have gone by that clock.
struct SkippedSpan: Sendable {
    var from: WallTime
    var to: WallTime

    /// Whether it lacks its lines by a clock that was set back to `instant`: it is still to come, or all of it is kept. The
    /// end of it alone is not worth that three months are written anew.
    ///
    /// - Parameter retention: how long history is kept.
    func isMissed(at instant: WallTime, _ retention: Duration) -> Bool {
        to > instant || from >= instant - retention
    }
}
