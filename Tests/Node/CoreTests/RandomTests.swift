import ClockDomain
import Testing

/// Thousands of random steps; a failure names its seed, and each seed that found a bug has a line of its own.
struct RandomTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func noFaultBreaksTheRules(seed: UInt64) {
        var life = RandomLife(seed: seed, faults: .none)
        #expect(life.run(steps: 300) == [], "seed \(seed)")
    }

    @Test(arguments: 1000...1030 as ClosedRange<UInt64>)
    func noHesitationOfTheDiskBreaksThem(seed: UInt64) {
        var life = RandomLife(seed: seed, faults: .hesitation)
        #expect(life.run(steps: 300) == [], "seed \(seed)")
    }

    @Test(arguments: 2000...2030 as ClosedRange<UInt64>)
    func aFailingDiskLosesNothingThatItOnceHeld(seed: UInt64) {
        var life = RandomLife(seed: seed, faults: .failure)
        #expect(life.run(steps: 300) == [], "seed \(seed)")
    }

    /// A late ring, held back after the start; then the clock was set back before its alarm.
    @Test(arguments: [6336, 203, 453] as [UInt64])
    func aClockThatGoesBackBeforeAnAlarmRingsNothingEarly(seed: UInt64) {
        var life = RandomLife(seed: seed, faults: .none)
        #expect(life.run(steps: 300) == [], "seed \(seed)")
    }

    /// A ring prepared when the power went came up after its window, or with a clock hours behind.
    @Test(arguments: [128, 267] as [UInt64])
    func whatARestartFindsPreparedGoesByTheClockAsItIs(seed: UInt64) {
        var life = RandomLife(seed: seed, faults: .hesitation)
        #expect(life.run(steps: 300) == [], "seed \(seed)")
    }
}
