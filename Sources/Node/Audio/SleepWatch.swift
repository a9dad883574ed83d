/// Detects a suspend of the computer.
///
/// Sounds have their instants on CLOCK_MONOTONIC, which stands still meanwhile; CLOCK_BOOTTIME does not.
struct SleepWatch {
    private var lead: Int64
    /// Two successive clock readings differ by less.
    private static let leastNanoseconds: Int64 = 5_000_000

    /// - Parameter lead: the lead of CLOCK_BOOTTIME over CLOCK_MONOTONIC.
    init(lead: Int64 = Self.currentLead) { self.lead = lead }

    /// Returns the length of the computer's sleep since the last call; 0 without one.
    mutating func sleptNanoseconds(lead now: Int64 = Self.currentLead) -> Int64 {
        let slept = now - lead
        guard slept >= Self.leastNanoseconds else { return 0 }
        lead = now
        return slept
    }

    static var currentLead: Int64 { MonotonicClock.bootNanoseconds - MonotonicClock.nanoseconds }
}
