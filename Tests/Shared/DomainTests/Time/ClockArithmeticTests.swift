import ClockDomain
import Testing

struct ClockArithmeticTests {
    private static let first = WallTime(nanoseconds: .min)
    private static let last = WallTime(nanoseconds: .max)
    private static let longest = Duration.seconds(Int64.max)
    private static let longestBack = Duration.seconds(Int64.min)

    @Test func wallTimeStaysAtItsEndsInsteadOfTrapping() {
        #expect(Self.last + .nanoseconds(1) == Self.last)
        #expect(Self.first - .nanoseconds(1) == Self.first)
        #expect(WallTime(nanoseconds: 0) + Self.longest == Self.last)
        #expect(WallTime(nanoseconds: 0) + Self.longestBack == Self.first)
        #expect(WallTime(nanoseconds: 0) - Self.longestBack == Self.last)
        #expect(WallTime(nanoseconds: 0) - Self.longest == Self.first + .nanoseconds(1))
        #expect(Self.last - Self.first == .nanoseconds(Int64.max))
        #expect(Self.first - Self.last == .nanoseconds(Int64.min))
        #expect(WallTime(seconds: .max) == Self.last)
        #expect(WallTime(seconds: .min) == Self.first)
        #expect(Self.first.truncatedToMilliseconds == Self.first)
        #expect(Self.last.truncatedToMilliseconds < Self.last)
    }

    @Test func bootTimeStaysAtItsEndsInsteadOfTrapping() {
        let (first, last) = (BootTime(nanoseconds: .min), BootTime(nanoseconds: .max))
        #expect(last + .nanoseconds(1) == last)
        #expect(first - .nanoseconds(1) == first)
        #expect(BootTime(nanoseconds: 5) + Self.longest == last)
        #expect(last - first == .nanoseconds(Int64.max))
        #expect(first - last == .nanoseconds(Int64.min))
    }

    @Test func ordinaryArithmeticIsExact() {
        let instant = WallTime(nanoseconds: 1_795_284_000_000_000_001)
        #expect((instant + .nanoseconds(1) - .seconds(2)) - instant == .nanoseconds(-1_999_999_999))
        #expect(instant.seconds == 1_795_284_000)
        #expect(WallTime(nanoseconds: -1).seconds == -1)
        #expect(WallTime(nanoseconds: -1).truncatedToMilliseconds == WallTime(nanoseconds: -1_000_000))
        #expect(BootTime(nanoseconds: 7) - BootTime(nanoseconds: 9) == .nanoseconds(-2))
    }

    @Test func durationsSaturateAtTheRangeOfNanoseconds() {
        #expect(Self.longest.nanoseconds == .max)
        #expect(Self.longestBack.nanoseconds == .min)
        #expect(Duration.seconds(9_223_372_036).nanoseconds == 9_223_372_036_000_000_000)
        #expect((Duration.seconds(9_223_372_036) + .milliseconds(999)).nanoseconds == .max)
        #expect((Duration.seconds(-9_223_372_036) - .milliseconds(999)).nanoseconds == .min)
        #expect(Duration.milliseconds(-1500).nanoseconds == -1_500_000_000)
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999).nanoseconds == 1)
        #expect(Duration.milliseconds(-1500).magnitude == .milliseconds(1500))
        #expect(Duration.minutes(-2).secondsWithFraction == -120)
        #expect(Duration.nanoseconds(2_500_000).milliseconds == 2.5)
    }

    @Test(arguments: [(7, 3, 2, 1), (-7, 3, -3, 2), (6, 3, 2, 0), (-6, 3, -2, 0), (-1, 900, -1, 899), (0, 5, 0, 0)])
    func flooredDivisionRoundsDown(value: Int64, divisor: Int64, quotient: Int64, remainder: Int64) {
        #expect(value.flooredQuotient(by: divisor) == quotient)
        #expect(value.flooredRemainder(by: divisor) == remainder)
    }
}
