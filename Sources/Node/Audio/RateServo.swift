// Keeps a sound on its instants for as long as it plays.
//
// Problem. Two rooms at +40 and -40 ppm are 0.08 ms further apart with each second. The output's clock is known (see
// OutputClock), so the pace of the mix can follow it.
//
// Method. A loop of second order, as a time service steers a clock (D. L. Mills, RFC 5905, section 11.3): the pace is
// the crystal's, plus a share of the stray that would bring it to nothing in some seconds, and it gets there over a
// quarter of that time. The longer the output was observed, the less a new stray proves, and the slower the loop. A
// pace that changes by parts per million, and by little at a time, is no spur and no step.
//
// Nobody must hear the loop, so the pace, the share of a stray and the change in a second are bounded. Where the
// readings tell no pace, the stray counts no more, and the pace goes back to the last that was trusted.
//
// An output at the pace of the computer's own clock (a virtual one) needs no steering. There the pace rests, and at
// 44,100 Hz the mix's frames go out as they are, until they have strayed by a frame.

/// Decides on the pace of the mix along an output's stream. A pace is a ratio: 1 is that of a crystal that is right, at
/// the rate that the path takes for the device's.
struct RateServo: Hashable, Sendable {
    /// The pace at which the device runs by its own word.
    private let told: Double
    /// The last trusted pace of the crystals.
    private var trusted: Double
    /// The pace by the crystals alone, with the share of the stray.
    private var steady: Double
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
    /// The most by which the pace leaves the told one. Cheap crystals are within 200 ppm.
    static let mostError = 500e-6
    /// Time services slew a clock by 500 ppm at most (adjtimex(2)).
    static let mostSlew = 500e-6
    /// The most by which the pace changes in a second, other than with a slewed clock.
    static let mostChangePerSecond = 50e-6

    /// - Parameter told: the pace at which the device runs by its own word.
    init(told: Double = 1) {
        self.told = told
        (trusted, steady) = (told, told)
    }

    /// A sound begins, with no other in the stream.
    ///
    /// - Parameters:
    ///   - crystal: the pace that keeps step with the output, by the computer's crystal.
    ///   - slew: the pace of the clock of the instants by that crystal. Exact, so it counts at once.
    /// - Returns: the pace.
    mutating func begin(crystal: Double, slew: Double) -> Double {
        isResting = abs(crystal * slew - 1) < Self.restingError
        trusted = limited(crystal)
        steady = trusted
        return isResting ? 1 : steady * Self.limited(slew: slew)
    }

    /// - Parameters:
    ///   - stray: seconds by which the stream's next frame is behind its place in the mix.
    ///   - crystal: as for ``begin(crystal:slew:)``.
    ///   - slew: as for ``begin(crystal:slew:)``.
    ///   - observed: seconds over which the crystal was observed.
    ///   - elapsed: seconds since the last decision.
    /// - Returns: the pace from the next frame on.
    mutating func update(stray: Double, crystal: Double, slew: Double, observed: Double, elapsed: Double) -> Double {
        trusted = limited(crystal)
        if isResting, abs(stray) < Self.restingStray { return 1 }
        isResting = false
        let range = Self.settlingSeconds
        let settling = max(range.lowerBound, min(range.upperBound, observed * Self.settlingPerObserved))
        let correction = max(-Self.mostCorrection, min(Self.mostCorrection, stray / settling))
        approach(limited(crystal + correction), in: settling * Self.smoothingPerSettling, elapsed: elapsed)
        return steady * Self.limited(slew: slew)
    }

    /// Decides without a trusted reading of the output.
    ///
    /// - Parameters:
    ///   - slew: as for ``begin(crystal:slew:)``.
    ///   - elapsed: seconds since the last decision.
    /// - Returns: the pace from the next frame on.
    mutating func coast(slew: Double, elapsed: Double) -> Double {
        if isResting { return 1 }
        approach(trusted, in: Self.settlingSeconds.lowerBound, elapsed: elapsed)
        return steady * Self.limited(slew: slew)
    }

    private mutating func approach(_ pace: Double, in seconds: Double, elapsed: Double) {
        let most = Self.mostChangePerSecond * elapsed
        steady += max(-most, min(most, (pace - steady) * min(1, elapsed / seconds)))
    }

    private func limited(_ pace: Double) -> Double {
        max(told * (1 - Self.mostError), min(told * (1 + Self.mostError), pace))
    }

    private static func limited(slew: Double) -> Double { max(1 - mostSlew, min(1 + mostSlew, slew)) }
}
