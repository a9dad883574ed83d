internal import ClockDomain

/// Detects that a node's machine was without power: its boot clock starts again.
struct PowerWatch {
    /// The boot clock when the program ended, and true time.
    private var left: (boot: Int64, at: Int64)?

    /// - Returns: true if the power failed with this observation, or while the program was down.
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
            // A crystal's error is smaller.
            return boot < left.boot + (time - left.at) / 100 * 99
        default: return false
        }
    }
}
