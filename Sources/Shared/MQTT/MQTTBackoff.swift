internal import ClockDomain

/// The wait before the next attempt to connect.
///
/// The ceiling doubles with each failure in a row, and the wait is drawn evenly between the lower bound and the ceiling
/// ("full jitter"), so that a house full of clients does not come back to a restarted broker in step. A cause that does
/// not mend by itself waits at the long end from the first failure on.
struct MQTTBackoff: Sendable {
    let delay: ClosedRange<Duration>
    private(set) var consecutiveFailures = 0
    private var generator: SplitMix64

    init(delay: ClosedRange<Duration>, seed: UInt64) {
        self.delay = delay
        generator = SplitMix64(seed: seed)
    }

    /// Counts a failure and returns the wait before the next attempt.
    mutating func failed(mendsByItself: Bool) -> Duration {
        consecutiveFailures += 1
        let floor: Duration
        let ceiling: Duration
        if mendsByItself {
            // 2^20 times the smallest bound is beyond the largest.
            let doublings = min(consecutiveFailures - 1, 20)
            floor = delay.lowerBound
            ceiling = min(delay.upperBound, delay.lowerBound * (1 << doublings))
        } else {
            floor = max(delay.lowerBound, delay.upperBound / 2)
            ceiling = delay.upperBound
        }
        return floor + (ceiling - floor) * Double.random(in: 0..<1, using: &generator)
    }

    /// Starts over after a connection that lasted.
    mutating func reset() { consecutiveFailures = 0 }
}
