/// What nodes left without a line: quarter hours, and occurrences of alarms and timers.
struct Absences: Sendable {
    var quarters: Quarters
    var rings: Rings

    /// What deletes lines that a clock ahead wrote, before any is written anew.
    mutating func takeReopenings() -> [StoreOperation] {
        [quarters.takeReopening(), rings.takeReopening()].compactMap(\.self)
    }
}
