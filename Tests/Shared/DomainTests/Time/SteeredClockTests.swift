import ClockDomain
import Testing

struct SteeredClockTests {
    private static let wall = WallTime(seconds: 1_800_000_000)
    private static let boot = BootTime(nanoseconds: 5_000_000_000)

    private static func clock(_ ratePPB: Int64) -> SteeredClock {
        SteeredClock(boot: boot, wall: wall, ratePPB: ratePPB)
    }

    @Test(arguments: [-1_000_000, -33_333, -1, 0, 1, 50_000, 1_000_000] as [Int64])
    func itGainsAtItsRate(ratePPB: Int64) {
        let clock = Self.clock(ratePPB)
        #expect(clock.wall(at: Self.boot) == Self.wall)
        #expect(
            clock.wall(at: Self.boot + .seconds(1_000)) == Self.wall + .seconds(1_000) + .nanoseconds(ratePPB * 1_000))
        #expect(clock.wall(at: Self.boot - .seconds(3)) == Self.wall - .seconds(3) - .nanoseconds(ratePPB * 3))
    }

    /// A timer for an instant fires when the clock shows it: not before, and at most a nanosecond or two after.
    @Test(arguments: [-1_000_000, -33_333, -1, 0, 1, 50_000, 1_000_000] as [Int64])
    func theBootTimeOfAnInstantIsWhenItIsFirstShown(ratePPB: Int64) {
        let clock = Self.clock(ratePPB)
        for distance: Int64 in [-1_234_567_890_123, -1, 0, 1, 999, 1_000_001, 86_400_000_000_007] {
            let instant = Self.wall + .nanoseconds(distance)
            let first = clock.boot(at: instant)
            #expect(clock.wall(at: first) >= instant)
            #expect(clock.wall(at: first - .nanoseconds(2)) < instant)
        }
    }

    @Test func itNeverGoesBack() {
        let clock = Self.clock(-1_000_000)
        var last = clock.wall(at: Self.boot)
        for step in 1...5_000 {
            let next = clock.wall(at: Self.boot + .nanoseconds(Int64(step)))
            #expect(next >= last)
            last = next
        }
    }

    @Test func farAwayItSaturatesAndAnImpossibleRateIsBounded() {
        let clock = SteeredClock(boot: Self.boot, wall: Self.wall, ratePPB: .max)
        #expect(clock.ratePPB == 1_000_000)
        #expect(clock.wall(at: BootTime(nanoseconds: .max)).nanoseconds == .max)
        #expect(clock.boot(at: WallTime(nanoseconds: .min)).nanoseconds < 0)
        #expect(SteeredClock(boot: Self.boot, wall: Self.wall, ratePPB: .min).ratePPB == -1_000_000)
        _ = clock.boot(at: WallTime(nanoseconds: .max))
        _ = clock.wall(at: BootTime(nanoseconds: .min))
    }
}
