// Keeps a sound on its instants for as long as it plays.
//
// Problem. Two rooms at +40 and -40 ppm are 0.08 ms further apart with each second. The output's clock is known (see
// OutputClock), so the pace of the mix can follow it.
//
// Method. A loop of second order, as a time service steers a clock (D. L. Mills, RFC 5905, section 11.3): the pace is
// the crystal's, plus a share of the stray that would bring it to nothing in some seconds, and it gets there over a
// quarter of that time. The longer the output was observed, the less a new stray proves, and the slower the loop. A pace
// that changes by parts per million, and by little at a time, is no spur and no step.
//
// An output at the pace of the computer's own clock (a virtual one) needs no steering. There the pace rests, and at
// 44,100 Hz the mix's frames go out as they are, until they have strayed by a frame.

/// Decides on the pace of the mix along an output's stream. A pace is a ratio: 1 is that of a crystal that is right.
struct RateServo: Hashable, Sendable {
    /// The pace by the crystals alone.
    private var steady = 1.0
    /// True while the pace is that of a crystal that is right.
    private(set) var isResting = false

    /// A smaller error of a crystal counts as none.
    static let restingError = 10e-6
    /// The stray, in seconds, at which resting ends: a frame.
    static let restingStray = 22e-6
    private static let settlingSeconds = 1.5...8.0
    private static let settlingPerObserved = 0.25
    private static let smoothingPerSettling = 0.25
    /// The most that a stray adds: a third of a hundredth of a semitone.
    private static let mostCorrection = 200e-6
    /// Beyond the errors of crystals.
    private static let mostError = 2.5e-3

    /// A sound begins, with no other in the stream.
    ///
    /// - Parameters:
    ///   - crystal: the pace that keeps step with the output, by the computer's crystal.
    ///   - slew: the pace of the clock of the instants by that crystal. Exact, so it counts at once.
    /// - Returns: the pace.
    mutating func begin(crystal: Double, slew: Double) -> Double {
        isResting = abs(crystal * slew - 1) < Self.restingError
        steady = Self.limited(crystal)
        return isResting ? 1 : steady * slew
    }

    /// - Parameters:
    ///   - stray: seconds by which the stream's next frame is behind its place in the mix.
    ///   - crystal: as for ``begin(crystal:slew:)``.
    ///   - slew: as for ``begin(crystal:slew:)``.
    ///   - observed: seconds over which the crystal was observed.
    ///   - elapsed: seconds since the last decision.
    /// - Returns: the pace from the next frame on.
    mutating func update(
        stray: Double, crystal: Double, slew: Double, observed: Double, elapsed: Double
    ) -> Double {
        if isResting, abs(stray) < Self.restingStray { return 1 }
        isResting = false
        let range = Self.settlingSeconds
        let settling = max(range.lowerBound, min(range.upperBound, observed * Self.settlingPerObserved))
        let correction = max(-Self.mostCorrection, min(Self.mostCorrection, stray / settling))
        let share = min(1, elapsed / (settling * Self.smoothingPerSettling))
        steady += (Self.limited(crystal + correction) - steady) * share
        return steady * slew
    }

    private static func limited(_ pace: Double) -> Double { max(1 - mostError, min(1 + mostError, pace)) }
}
