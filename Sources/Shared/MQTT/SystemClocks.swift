import Glibc

/// The kernel's clocks, in nanoseconds.
enum SystemClocks {
    /// CLOCK_BOOTTIME: since boot, running through suspend, never set.
    static func boot() -> Int64 { read(CLOCK_BOOTTIME) }

    /// CLOCK_REALTIME: since the Unix epoch.
    static func realtime() -> Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // Both clocks exist on every kernel this runs on, and the pointer is valid: the call cannot fail.
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// Whole nanoseconds, at the limits of the type where it does not fit.
    var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds > 0 ? .max : .min }
        let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return sumOverflow ? (seconds > 0 ? .max : .min) : sum
    }
}
