internal import ClockDomain

/// A program's view of the time service. The program renews it every ten seconds, and at once when the clock was set.
struct ShownSync {
    private(set) var sync = SystemSync.unsynchronised
    /// On the boot clock.
    private var until = Int64.min
    /// The wall clock's lead over the boot clock at the last renewal.
    private var wallAhead: Int64 = 0

    private static let validity: Int64 = 10_000_000_000

    mutating func renew(_ sync: @autoclosure () -> SystemSync, boot: Int64, wallAhead: Int64) {
        guard boot >= until || wallAhead != self.wallAhead else { return }
        until = boot + Self.validity
        self.wallAhead = wallAhead
        self.sync = sync()
    }

    mutating func expire() { until = .min }
}
