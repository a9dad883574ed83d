internal import ClockDomain

/// The coordinator's wall clock against its boot clock: whether somebody set it, and whether it is to be believed.
struct ClockWatch: Sendable {
    /// A clock that moves by less against the boot clock is being slewed, not set.
    private static let noticedStep: Duration = .milliseconds(250)
    /// What the wall clock may be set ahead by without being doubted.
    private static let leap: Duration = .hours(24)
    /// How long a clock must not have leapt ahead to be believed by a time service's word alone.
    private static let steadiness: Duration = .hours(24)

    /// What the wall clock showed, or would have shown, at the boot clock's zero.
    private var bootWall: WallTime
    /// Since when the wall clock has not leapt ahead, as far as is known.
    private var steadySince: BootTime
    /// Least ``bootWall`` since then: leaps of some hours add up.
    private var steadyWall: WallTime

    init(at now: Now) {
        bootWall = now.bootWall
        steadySince = now.boot
        steadyWall = now.bootWall
    }

    /// How far the clock was set since it was last followed; `nil` when it was not.
    func step(at now: Now) -> Duration? {
        let step = now.bootWall - bootWall
        return step.magnitude >= Self.noticedStep ? step : nil
    }

    /// The clock was set, and what goes by it is moved with it.
    ///
    /// - Returns: what to go ``back(to:)`` to if that is not committed.
    mutating func follow(_ step: Duration, at now: Now) -> WallTime {
        let before = bootWall
        bootWall = now.bootWall
        if hasLeapt(at: now) { (steadySince, steadyWall) = (now.boot, bootWall) }
        steadyWall = min(steadyWall, bootWall)
        return before
    }

    /// What was moved with the clock is where it was before.
    mutating func goBack(to before: WallTime) { bootWall = before }

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
