internal import ClockCoordinatorCore
internal import ClockDomain

/// The coordinator's belief in its clock: after one that was half a day off, it closes nothing until a node's line
/// confirms the time. Rooms that hold a later store than its own send none.
struct ClockBelief {
    private(set) var isConfirmed = true

    private static let believed: UInt64 = 43_200_000_000_000

    mutating func observe(_ observation: borrowing Observation) {
        if let wall = observation.clock?.wall.nanoseconds,
            (wall &- observation.at.nanoseconds).magnitude > Self.believed
        {
            isConfirmed = false
        } else if !isConfirmed, case .committed(let operations) = observation.what {
            isConfirmed = operations.contains { if case .appendLedger = $0 { true } else { false } }
        }
    }
}
