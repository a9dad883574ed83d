// What time it is for alarms. They go by the trusted wall clock. When trust is lost, the last trusted reading and the
// boot clock since then are better than nothing, and far better than a clock that somebody may have set. A machine that
// boots with a wrong clock has no such reading: its alarms wait until it has.

internal import ClockDomain

extension NodeCore {
    mutating func ringTime(at now: Now) -> RingTime {
        let isTrusted = trust.verdict(at: now).isTrusted
        return RingTime(
            wall: isTrusted ? now.wall : reading.map { $0.clock.wall(at: now.boot) }, boot: now.boot)
    }

    /// Keeps what time it is for when trust is lost.
    mutating func takeReading(_ verdict: TrustGate.Verdict, at now: Now) {
        guard verdict.isTrusted else { return }
        reading = ClockReading(clock(from: now))
    }

    /// How the wall clock goes on if nobody sets it: a clock that is followed has a rate of its own.
    func clock(from now: Now) -> SteeredClock {
        SteeredClock(boot: now.boot, wall: now.wall, ratePPB: trust.follower.shown?.ratePPB ?? 0)
    }
}
