/// Notices when the computer was suspended.
///
/// Sounds have their instants on CLOCK_MONOTONIC, which stands still meanwhile; CLOCK_BOOTTIME does not.
struct SleepWatch {
    private var lead: Int64
    /// Reading two clocks one after the other makes less.
    private static let leastNanoseconds: Int64 = 5_000_000

    /// - Parameter lead: how far CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC.
    init(lead: Int64 = Self.currentLead) { self.lead = lead }

    /// How long the computer slept since the last call; 0 when it did not.
    mutating func sleptNanoseconds(lead now: Int64 = Self.currentLead) -> Int64 {
        let slept = now - lead
        guard slept >= Self.leastNanoseconds else { return 0 }
        lead = now
        return slept
    }

    static var currentLead: Int64 { MonotonicClock.bootNanoseconds - MonotonicClock.nanoseconds }
}
