internal import ClockDomain
internal import ClockWire

/// The coordinator's wall clock against its boot clock: whether somebody set it, and whether it is to be believed.
struct ClockWatch: Sendable {
    /// How the clock is set, as far as timers and stopwatches have followed it.
    struct Setting: Sendable, Equatable {
        /// The time that the wall clock showed, or would have shown, at the boot clock's zero.
        fileprivate var bootWall: WallTime
        /// Whether somebody has vouched for the clock since the program started. Before that, an instant that a vouched clock
        /// named in an earlier run is no instant of this one.
        fileprivate(set) var wasVouched = false
    }

    /// A clock that moves by less against the boot clock is being slewed, not set.
    private static let noticedStep: Duration = .milliseconds(250)
    /// What the wall clock may be set ahead by without being doubted.
    private static let leap: Duration = .hours(24)
    /// How long a clock must not have leapt ahead to be believed by a time service's word alone.
    private static let steadiness: Duration = .hours(24)

    private(set) var setting: Setting
    /// Since when the wall clock has not leapt ahead, as far as is known.
    private var steadySince: BootTime
    /// Least ``bootWall`` since then: leaps of some hours add up.
    private var steadyWall: WallTime

    init(at now: Now) {
        setting = Setting(bootWall: now.bootWall)
        steadySince = now.boot
        steadyWall = now.bootWall
    }

    /// Stamps a document with the time by which its timers end.
    func stamp(at now: Now) -> SendingClock {
        // A step that timers have not followed yet is none to them.
        let wall = step(at: now).map { now.wall - $0 } ?? now.wall
        return SendingClock(
            sent: wall.truncatedToMilliseconds, zeroNanoseconds: setting.bootWall.nanoseconds)
    }

    /// Somebody vouches for the clock.
    mutating func vouch() { setting.wasVouched = true }

    /// How far the clock was set since it was last followed; `nil` when it was not.
    func step(at now: Now) -> Duration? {
        let step = now.bootWall - setting.bootWall
        return step.magnitude >= Self.noticedStep ? step : nil
    }

    /// The clock was set, and what goes by it is moved with it.
    ///
    /// - Returns: the setting to go back to if that is not committed.
    mutating func follow(_ step: Duration, at now: Now) -> Setting {
        let before = setting
        setting.bootWall = now.bootWall
        if hasLeapt(at: now) { (steadySince, steadyWall) = (now.boot, now.bootWall) }
        steadyWall = min(steadyWall, now.bootWall)
        return before
    }

    /// What was moved with the clock is where it was before.
    mutating func goBack(to before: Setting) { setting = before }

    /// Whether the clock is over a day ahead of its least setting since it was last steady.
    private func hasLeapt(at now: Now) -> Bool { now.bootWall - steadyWall > Self.leap }

    /// A clock that is months ahead would delete everything: a node with a clock of its own must have been at work within
    /// a day of it, or the system's time service vouch for it. Time services have been years off for hours, so their word
    /// counts when the clock has not leapt ahead for a day. A leap that a failing store has not followed yet counts too.
    /// Where there is no node there is nothing to lose.
    func isPlausible(at now: Now, _ nodes: Nodes) -> Bool {
        if nodes.isEmpty || nodes.wereAtWork(within: .hours(24), of: now.wall) { return true }
        switch now.sync {
        case .synchronised: return now.boot - steadySince >= Self.steadiness && !hasLeapt(at: now)
        case .unsynchronised: return false
        }
    }
}

extension Now {
    /// What the wall clock showed, or would have shown, at the boot clock's zero.
    fileprivate var bootWall: WallTime { wall - .nanoseconds(boot.nanoseconds) }
}

extension ClockWatch.Setting {
    /// Whether the clock as it is set counts an instant.
    ///
    /// - Parameter isVouched: whether somebody vouched for the clock that named the instant.
    func counts(_ isVouched: Bool) -> Bool { !isVouched || wasVouched }
}
