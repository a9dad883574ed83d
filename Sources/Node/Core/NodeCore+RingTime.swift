// What time it is for alarms. They go by the trusted wall clock. When trust is lost, the last trusted reading and the
// boot clock since then are better than nothing, and far better than a clock that somebody may have set. A machine that
// boots with a wrong clock has no such reading: its alarms wait until it has.

internal import ClockDomain

extension NodeCore {
    mutating func ringTime(at now: Now) -> RingTime {
        switch trust.verdict(at: now) {
        case .system, .follows: return RingTime(wall: now.wall, boot: now.boot)
        case .coordinator(let sample) where !sample.isOutrun(at: now): return RingTime(wall: now.wall, boot: now.boot)
        case .coordinator, .unknown, .disagrees, .stale, .outOfRange, .awaitsCoordinator, .unvouched, .lost:
            return RingTime(wall: reading.map { $0.wall + (now.boot - $0.boot) }, boot: now.boot)
        }
    }

    /// Keeps what time it is for when trust is lost.
    mutating func takeReading(_ verdict: TrustGate.Verdict, at now: Now) {
        switch verdict {
        case .system, .follows: break
        case .coordinator(let sample): if sample.isOutrun(at: now) { return }
        case .unknown, .disagrees, .stale, .outOfRange, .awaitsCoordinator, .unvouched, .lost: return
        }
        reading = ClockReading(wall: now.wall, boot: now.boot)
    }
}
