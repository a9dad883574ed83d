// What time it is for alarms. They go by the trusted wall clock. When trust is lost, the last trusted reading and the
// boot clock since then are better than nothing, and far better than a clock that somebody may have set. A machine that
// boots with a wrong clock has no such reading: its alarms wait until it has.

internal import ClockDomain

extension NodeCore {
    mutating func ringTime(at now: Now) -> RingTime {
        let isTrusted = trust.verdict(at: now).isTrusted
        return RingTime(
            wall: isTrusted ? now.wall : reading.map { $0.wall + (now.boot - $0.boot) }, boot: now.boot)
    }

    /// Keeps what time it is for when trust is lost.
    mutating func takeReading(_ verdict: TrustGate.Verdict, at now: Now) {
        guard verdict.isTrusted else { return }
        reading = ClockReading(wall: now.wall, boot: now.boot)
    }
}
