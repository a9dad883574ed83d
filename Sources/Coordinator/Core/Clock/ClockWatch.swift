internal import ClockDomain
internal import ClockWire

/// Compares the coordinator's wall clock with its boot clock: detects that it was set, and judges its plausibility.
struct ClockWatch: Sendable {
    /// The setting of the clock that timers and stopwatches have followed.
    struct Setting: Sendable, Equatable {
        /// The wall time, shown or extrapolated, at the boot clock's zero.
        fileprivate var bootWall: WallTime
        /// True once somebody has vouched for the clock since the program started. Before that, an instant that a
        /// vouched clock named in an earlier run does not count.
        fileprivate(set) var wasVouched = false
    }

    /// A clock that moves by less against the boot clock is being slewed, not set.
    private static let noticedStep: Duration = .milliseconds(250)
    /// The most that the wall clock may be set ahead without doubt.
    private static let leap: Duration = .hours(24)
    /// The time without a leap ahead after which a time service's word alone proves the clock.
    private static let steadiness: Duration = .hours(24)

    private(set) var setting: Setting
    /// The instant since which the wall clock has not leapt ahead, as far as known.
    private var steadySince: BootTime
    /// True once the wall clock has leapt ahead since the program started.
    private var hasLeaptBefore = false
    /// The least ``bootWall`` since then: leaps of some hours add up.
    private var steadyWall: WallTime

    init(at now: Now) {
        setting = Setting(bootWall: now.bootWall)
        steadySince = now.boot
        steadyWall = now.bootWall
    }

    /// Stamps a document with the time that its timers follow.
    func stamp(at now: Now) -> SendingClock {
        // Timers ignore a step that they have not followed yet.
        let wall = step(at: now).map { now.wall - $0 } ?? now.wall
        return SendingClock(sent: wall.truncatedToMilliseconds, zeroNanoseconds: setting.bootWall.nanoseconds)
    }

    /// Notes that somebody vouches for the clock.
    mutating func vouch() { setting.wasVouched = true }

    /// Returns the step of the clock since timers last followed it; `nil` without one.
    func step(at now: Now) -> Duration? {
        let step = now.bootWall - setting.bootWall
        return step.magnitude >= Self.noticedStep ? step : nil
    }

    /// Follows a step of the clock; the caller moves everything that goes by it.
    ///
    /// - Returns: the earlier setting, to restore if the commit fails.
    mutating func follow(_ step: Duration, at now: Now) -> Setting {
        let before = setting
        setting.bootWall = now.bootWall
        if hasLeapt(at: now) { (steadySince, steadyWall, hasLeaptBefore) = (now.boot, now.bootWall, true) }
        steadyWall = min(steadyWall, now.bootWall)
        return before
    }

    /// Restores the earlier setting.
    mutating func goBack(to before: Setting) { setting = before }

    /// True if the clock is over a day ahead of its least setting since it was last steady.
    private func hasLeapt(at now: Now) -> Bool { now.bootWall - steadyWall > Self.leap }

    /// True if the clock leapt ahead within a day, and neither a time service nor a node with a clock of its own
    /// confirms it: somebody may have typed another month.
    func isDoubtful(at now: Now, _ nodes: Nodes) -> Bool {
        guard hasLeapt(at: now) || hasLeaptBefore && now.boot - steadySince < Self.steadiness else { return false }
        return now.sync == .unsynchronised && !nodes.wereAtWork(within: .hours(24), of: now.wall)
    }

    /// True if the clock is plausible: one months ahead would delete everything. A node with a clock of its own must
    /// have been at work within a day of it, or the system's time service must vouch for it. Time services have been
    /// years off for hours, so their word counts only after a day without a leap. A leap that a failing store has not
    /// followed yet counts too. A site without nodes has nothing to lose.
    func isPlausible(at now: Now, _ nodes: Nodes) -> Bool {
        if nodes.isEmpty || nodes.wereAtWork(within: .hours(24), of: now.wall) { return true }
        switch now.sync {
        case .synchronised: return now.boot - steadySince >= Self.steadiness && !hasLeapt(at: now)
        case .unsynchronised: return false
        }
    }
}

extension Now {
    /// The wall time, shown or extrapolated, at the boot clock's zero.
    fileprivate var bootWall: WallTime { wall - .nanoseconds(boot.nanoseconds) }
}

extension ClockWatch.Setting {
    /// True if an instant counts by the clock's present setting.
    ///
    /// - Parameter isVouched: true if somebody vouched for the clock that named the instant.
    func counts(_ isVouched: Bool) -> Bool { !isVouched || wasVouched }
}
