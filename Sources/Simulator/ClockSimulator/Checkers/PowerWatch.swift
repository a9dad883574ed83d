internal import ClockDomain

/// Sees when a node's machine has been without power: its boot clock begins anew.
struct PowerWatch {
    /// The boot clock when the program went, and true time.
    private var left: (boot: Int64, at: Int64)?

    /// - Returns: whether the power has gone with this, or had gone while the program was down.
    mutating func hasGone(_ observation: borrowing Observation) -> Bool {
        let boot = observation.clock?.boot.nanoseconds
        let time = observation.at.nanoseconds
        switch observation.what {
        case .crashed(let power):
            left = boot.map { ($0, time) }
            return power
        case .stopped:
            left = boot.map { ($0, time) }
            return false
        case .nodeStarted:
            defer { left = nil }
            guard let left, let boot else { return false }
            // A crystal is off by less.
            return boot < left.boot + (time - left.at) / 100 * 99
        default: return false
        }
    }
}
