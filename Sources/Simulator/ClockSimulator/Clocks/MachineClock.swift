internal import ClockDomain

/// A machine's two clocks as functions of true time: one crystal, and how far the wall clock is ahead of the boot clock.
///
/// All in whole nanoseconds; the crystal's rate in parts per billion, so that no result depends on a processor's
/// floating point. Neither clock stands still or goes back, except when somebody sets the wall clock.
struct MachineClock {
    private var baseTrue: Int64
    private var baseBoot: Int64
    /// Parts per billion that both clocks gain.
    private(set) var rate: Int64
    /// Wall clock minus boot clock.
    private(set) var wallAhead: Int64
    /// The clock that the program uses in place of the wall clock.
    var steered: SteeredClock?

    /// No timer is scheduled beyond this: over 30 years.
    private static let farAway: Int64 = 1_000_000_000_000_000_000

    /// Starts the clocks of a machine that has just booted.
    init(at time: Int64, wall: Int64, rate: Int64) {
        baseTrue = time
        baseBoot = 0
        self.rate = rate
        wallAhead = wall
    }

    func boot(at time: Int64) -> Int64 {
        let elapsed = time - baseTrue
        return baseBoot + elapsed + gain(of: elapsed)
    }

    func wall(at time: Int64) -> Int64 { boot(at: time) + wallAhead }

    /// The time that the program's wall clock shows when the boot clock shows `boot`.
    func shown(boot: Int64) -> Int64 { steered?.wall(at: BootTime(nanoseconds: boot)).nanoseconds ?? boot + wallAhead }

    /// The instant at which the boot clock first shows `boot` or more; `.max` for never.
    func time(boot: Int64) -> Int64 {
        let (ahead, overflow) = boot.subtractingReportingOverflow(baseBoot)
        if ahead <= 0 && !overflow { return baseTrue + ahead }
        if overflow || ahead > Self.farAway { return boot < 0 ? .min : .max }
        guard rate != 0 else { return baseTrue + ahead }
        // An estimate, as divisions take long; the loops below correct it in whole numbers.
        var elapsed = Int64(Double(ahead) / (1 + Double(rate) / 1e9))
        while elapsed + gain(of: elapsed) < ahead { elapsed += 1 }
        while elapsed > 0, elapsed - 1 + gain(of: elapsed - 1) >= ahead { elapsed -= 1 }
        return baseTrue + elapsed
    }

    /// The boot clock's reading when the program's wall clock shows `wall`, if nobody sets it.
    func boot(wall: Int64) -> Int64 {
        if let steered { return steered.boot(at: WallTime(nanoseconds: wall)).nanoseconds }
        let (boot, overflow) = wall.subtractingReportingOverflow(wallAhead)
        return overflow ? (wall < 0 ? .min : .max) : boot
    }

    /// The instant at which a timer with this deadline is due, in true time; `.max` for never.
    func time(of deadline: Deadline) -> Int64 {
        switch deadline {
        case .wall(let wall): time(boot: boot(wall: wall.nanoseconds))
        case .boot(let boot): time(boot: boot.nanoseconds)
        }
    }

    mutating func setRate(_ rate: Int64, at time: Int64) {
        guard rate != self.rate else { return }
        baseBoot = boot(at: time)
        baseTrue = time
        self.rate = rate
    }

    mutating func stepWall(by step: Int64) { wallAhead += step }

    private func gain(of elapsed: Int64) -> Int64 {
        guard rate != 0 else { return 0 }
        return elapsed / 1_000_000_000 * rate + elapsed % 1_000_000_000 * rate / 1_000_000_000
    }
}
