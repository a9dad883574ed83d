import ClockDomain
import Testing

@testable import ClockSimulator

@Suite struct MachineClockTests {
    @Test(arguments: [0, 1, -1, 12_345, -98_765, 500_000, -500_000] as [Int64])
    func theTimeOfABootInstantIsTheFirstThatShowsIt(_ rate: Int64) {
        var random = SplitMix64(seed: UInt64(bitPattern: rate))
        var clock = MachineClock(at: 1_000, wall: 5_000, rate: rate)
        for round in 0..<2_000 {
            let boot = random.below(round % 2 == 0 ? 10_000 : 400 * 86_400 * 1_000_000_000)
            let time = clock.time(boot: boot)
            #expect(clock.boot(at: time) >= boot)
            #expect(time == 1_000 || clock.boot(at: time - 1) < boot)
        }
        let before = clock.boot(at: 86_400_000_000_000)
        clock.setRate(77, at: 86_400_000_000_000)
        #expect(clock.boot(at: 86_400_000_000_000) == before)
        #expect(clock.wall(at: 86_400_000_000_000) == before + 5_000)
    }

    @Test func aDayAtFiftyPartsPerMillionIsFourSecondsAhead() {
        let clock = MachineClock(at: 0, wall: 0, rate: 50_000)
        #expect(clock.boot(at: 86_400_000_000_000) == 86_404_320_000_000)
    }

    @Test func anInstantBeyondAllBoundsIsNever() {
        let clock = MachineClock(at: 0, wall: 1_000, rate: 10)
        #expect(clock.time(boot: .max) == .max)
        #expect(clock.boot(wall: .max) == .max - 1_000)
        #expect(clock.boot(wall: .min) == .min)
    }

    @Test func timersFireInOrderOfTheirDeadlinesTheWallClocksFirst() {
        var timers = TimerSlots<String>()
        func token(_ kind: String) -> TimerToken<String> { TimerToken(kind: kind, generation: 1) }
        timers.set(token("b"), .boot(BootTime(nanoseconds: 5)))
        timers.set(token("a"), .boot(BootTime(nanoseconds: 3)))
        timers.set(token("w"), .wall(WallTime(nanoseconds: 1_009)))
        timers.set(token("late"), .wall(WallTime(nanoseconds: 2_000)))
        let clock = MachineClock(at: 0, wall: 1_000, rate: 0)
        #expect(timers.due(clock) == 3)
        var fired: [String] = []
        while let due = timers.takeDue(wall: clock.wall(at: 10), boot: 10) { fired.append(due.token.kind) }
        #expect(fired == ["w", "a", "b"])
        timers.cancel(TimerToken(kind: "late", generation: 2))
        #expect(timers.count == 1, "an older setting's token cancels nothing")
    }
}
