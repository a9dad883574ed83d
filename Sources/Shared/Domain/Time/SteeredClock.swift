/// A wall clock made from the boot clock: it showed `wall` at `boot`, and gains on the boot clock at a fixed rate.
///
/// Never goes back: setting it means making another one.
public struct SteeredClock: Hashable, Sendable {
    /// The instant from which it is counted.
    public let boot: BootTime
    /// The time that it shows then.
    public let wall: WallTime
    /// The gain on the boot clock, in parts per 1,000,000,000 (nanoseconds a second), in ``rateRange``.
    public let ratePPB: Int64

    /// Ten times a crystal's greatest error, and more than a time service slews a clock (500 ppm, adjtimex(2)).
    public static let rateRange: ClosedRange<Int64> = -1_000_000...1_000_000

    /// - Parameter ratePPB: clamped to ``rateRange``.
    public init(boot: BootTime, wall: WallTime, ratePPB: Int64) {
        self.boot = boot
        self.wall = wall
        self.ratePPB = min(max(ratePPB, SteeredClock.rateRange.lowerBound), SteeredClock.rateRange.upperBound)
    }

    /// Returns its time at an instant of the boot clock, rounded down to the nanosecond; saturates far away.
    public func wall(at instant: BootTime) -> WallTime {
        let elapsed = instant.nanoseconds.subtractingSaturating(boot.nanoseconds)
        let shown = elapsed.addingSaturating(SteeredClock.share(elapsed, ratePPB, of: SteeredClock.billion))
        return WallTime(nanoseconds: wall.nanoseconds.addingSaturating(shown))
    }

    /// Returns the boot time at which it first shows `instant`, within a nanosecond or two; saturates far away.
    public func boot(at instant: WallTime) -> BootTime {
        let shown = instant.nanoseconds.subtractingSaturating(wall.nanoseconds)
        let gained = SteeredClock.share(shown, ratePPB, of: SteeredClock.billion + ratePPB)
        return BootTime(nanoseconds: boot.nanoseconds.addingSaturating(shown.subtractingSaturating(gained)))
    }

    private static let billion: Int64 = 1_000_000_000

    /// `amount * numerator / denominator`, rounded down; `numerator` is at most a thousandth of `denominator`, so that
    /// neither part overflows.
    ///
    /// Inlined, so that the machine need not divide by a denominator that never changes.
    @inline(__always)
    private static func share(_ amount: Int64, _ numerator: Int64, of denominator: Int64) -> Int64 {
        let whole = amount.flooredQuotient(by: denominator)
        let rest = amount.flooredRemainder(by: denominator)
        return whole * numerator + (rest * numerator).flooredQuotient(by: denominator)
    }
}
