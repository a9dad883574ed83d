package import ClockDomain
internal import Glibc

/// This computer's clocks.
package enum Clocks {
    package static func wall() -> WallTime { wall(realtimeNanoseconds: read(CLOCK_REALTIME)) }

    /// The wall clock at a reading of CLOCK_REALTIME, in nanoseconds since 1970.
    static func wall(realtimeNanoseconds: Int64) -> WallTime { WallTime(nanoseconds: realtimeNanoseconds) + shift }

    /// Names the seconds by which the wall clock is shifted, for demonstrations and tests, as a daemon's setting does.
    static let shiftVariable = "CLOCKSMITH_CLOCK_OFFSET_SECONDS"

    private static let shift = Duration.seconds(getenv(shiftVariable).flatMap { Int64(String(cString: $0)) } ?? 0)

    package static func boot() -> BootTime { BootTime(nanoseconds: read(CLOCK_BOOTTIME)) }

    /// Returns nanoseconds; with these clocks the call cannot fail.
    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Waits until one of the descriptors is readable or the instant has come, at most a millisecond late.
    ///
    /// - Parameter output: a descriptor that this process writes to; the wait ends when its reader has gone.
    /// - Returns: the descriptors whose other end is gone.
    @discardableResult
    package static func wait(for descriptors: [Int32], output: Int32? = nil, until deadline: BootTime) -> [Int32] {
        let left = (deadline - boot()).nanoseconds
        let milliseconds = max(0, min(left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0), Int64(Int32.max)))
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let output { entries.append(pollfd(fd: output, events: 0, revents: 0)) }
        // After any end of the wait, by a signal too, the caller examines everything again.
        guard poll(&entries, nfds_t(entries.count), Int32(milliseconds)) > 0 else { return [] }
        return entries.filter { Int32($0.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 }.map(\.fd)
    }
}
