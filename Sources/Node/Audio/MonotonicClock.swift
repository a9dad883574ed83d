import Glibc

/// CLOCK_MONOTONIC, the clock of the devices' time stamps.
public enum MonotonicClock {
    /// Nanoseconds since some moment before start-up; never goes back, stands still during suspend.
    public static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

    /// The same with the time spent in suspend: CLOCK_BOOTTIME.
    static var bootNanoseconds: Int64 { read(CLOCK_BOOTTIME) }

    /// CLOCK_MONOTONIC_RAW: the pace of the computer's crystal, which no time service slews.
    static var rawNanoseconds: Int64 { read(CLOCK_MONOTONIC_RAW) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Sleeps on the calling thread; less when a signal comes.
    public static func sleep(nanoseconds: Int64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&time, nil)
    }
}
