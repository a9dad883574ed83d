extension Duration {
    /// Whole nanoseconds, rounded toward zero, saturating at the range of `Int64` (292 years).
    public var nanoseconds: Int64 {
        // Long division by hand, 32 bits at a time: this runs several times for each event of a core, and the machine's
        // division of 128 by 64 bits takes ten times as long as one by a constant. Up to nine seconds it takes but one.
        let attoseconds = attoseconds
        let short = Int64(truncatingIfNeeded: attoseconds)
        if Int128(short) == attoseconds { return short / 1_000_000_000 }
        let magnitude = attoseconds.magnitude
        let attosecondsPerNanosecond: UInt64 = 1_000_000_000
        let high = UInt64(truncatingIfNeeded: magnitude >> 64)
        guard high < attosecondsPerNanosecond else { return attoseconds < 0 ? .min : .max }
        let low = UInt64(truncatingIfNeeded: magnitude)
        let upper = (high << 32 | low >> 32).quotientAndRemainder(dividingBy: attosecondsPerNanosecond)
        let lower = (upper.remainder << 32 | low & 0xFFFF_FFFF) / attosecondsPerNanosecond
        guard let nanoseconds = Int64(exactly: upper.quotient << 32 | lower) else {
            return attoseconds < 0 ? .min : .max
        }
        return attoseconds < 0 ? -nanoseconds : nanoseconds
    }

    /// Milliseconds with their fraction.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// Seconds with their fraction.
    public var secondsWithFraction: Double { Double(nanoseconds) / 1e9 }

    /// Twice as long. A product takes twenty times as long to reckon, in code that the standard library has for all kinds
    /// of numbers.
    public var doubled: Duration { self + self }

    public var magnitude: Duration { self < .zero ? .zero - self : self }

    public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    public static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}

extension Int64 {
    /// Quotient rounded toward negative infinity; `divisor` is positive.
    public func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Remainder in `0..<divisor`; `divisor` is positive.
    public func flooredRemainder(by divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    func addingSaturating(_ other: Int64) -> Int64 { saturated(addingReportingOverflow(other), negative: other < 0) }

    func subtractingSaturating(_ other: Int64) -> Int64 {
        saturated(subtractingReportingOverflow(other), negative: other > 0)
    }
}

/// The value of an overflowing operation, or the end of the range it ran over.
func saturated(_ result: (partialValue: Int64, overflow: Bool), negative: Bool) -> Int64 {
    guard result.overflow else { return result.partialValue }
    return negative ? .min : .max
}
