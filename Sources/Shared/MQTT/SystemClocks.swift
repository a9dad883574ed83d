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
