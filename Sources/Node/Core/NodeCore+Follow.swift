// A node that goes by the coordinator's clock asks it for the time: often to begin with, then ever more rarely, as what a
// rate is wrong by matters the less the longer it was measured; and in a round when it learns that something is to be
// heard at an instant: by a wake, or because somebody asks for it. So it knows the time best when it needs it, and spares
// the broker in between.
//
// The clock is moved between the sounds: what is placed already would not move with it, and its room would be apart from
// the others. Small moves happen behind the core's back, as a time service slews a clock; after a large one every due
// time is derived again.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// Where the asking for the coordinator's clock stands.
    struct Following: Hashable, Sendable {
        /// T1 of what was asked and not answered yet, newest last.
        var outstanding: [Int64] = []
        /// Exchanges that are to follow each other closely.
        var left = 0
        /// When the clock that is measured began to be; `nil` before the first answer.
        var since: BootTime?
        /// The last estimate that was compared with the clock the node goes by.
        var judged: SteeredClock?

        /// To see whether the coordinator is there, and is what it was.
        static let probe = 4
        /// When the coordinator's clock is to be measured anew.
        static let firstRound = 16
        /// Ahead of what is to be heard, where there is time for so many.
        static let longestRound = 32
        static let spacing: Duration = .microseconds(62_500)
        /// Exchanges while the time since the first of them grows by the factor e.
        static let density = 24
        static let longestInterval: Duration = .seconds(64)
        static let maximumOutstanding = 8
        /// What is not worth moving the clock for.
        static let leastMove: Int64 = 20_000
        /// Moving it further is a step.
        static let leastStep: Int64 = 10_000_000
        /// A rate matters for what it makes of the clock until then.
        static let horizon: Duration = .seconds(64)
        /// By so much a sound may begin later than is reckoned for it by the boot clock: that is for its lead-in at most,
        /// and by the rate of the clock that is followed, ``ClockFollower/possibleRates``.
        static let onsetLeeway: Duration = .milliseconds(5)
    }

    // MARK: Asking

    /// The connection is there, or gone.
    mutating func followAnew() {
        following.outstanding = []
        following.left = Following.probe
    }

    mutating func askCoordinator(at now: Now, _ effects: inout [Effect]) {
        following.left = max(0, following.left - 1)
        following.outstanding.append(now.boot.nanoseconds)
        if following.outstanding.count > Following.maximumOutstanding { following.outstanding.removeFirst() }
        effects.append(.publishTimeRequest(TimeRequest(originNanoseconds: now.boot.nanoseconds)))
        var interval = Following.spacing
        if following.left == 0 {
            if let since = following.since, trust.verdict(at: now).isTrusted {
                let measured = now.boot - since
                interval = min(max(measured / Following.density, Following.spacing), Following.longestInterval)
            } else {
                interval = eagerInterval
                eagerInterval = min(eagerInterval.doubled, Following.longestInterval)
            }
        }
        set(.exchange, .boot(now.boot + interval), &effects)
    }

    private mutating func beginRound(_ length: Int, at now: Now, _ effects: inout [Effect]) {
        guard following.left < length else { return }
        following.left = length
        // Nodes that hear one wake do not ask in step.
        let delay = Following.spacing * (1 + Int(random.next() % 8)) / 8
        set(.exchange, .boot(now.boot + delay), &effects)
    }

    /// Something is to be heard at `instant`: to know the clock by its lead-in as well as can be.
    mutating func refreshClock(before instant: WallTime, at now: Now, _ effects: inout [Effect]) {
        // The last answer takes its time.
        let time = instant - leadIn - now.wall - Following.spacing
        guard isConnected, trust.follower.estimate != nil, time > .zero else { return }
        beginRound(min(Following.longestRound, Int(time / Following.spacing)), at: now, &effects)
    }

    mutating func follow(_ reply: TimeReply, receivedAt: BootTime, at now: Now, _ effects: inout [Effect]) {
        guard let index = following.outstanding.firstIndex(of: reply.originNanoseconds) else { return }
        following.outstanding.remove(at: index)
        isClockReportDue = true
        switch trust.follower.add(reply, receivedAt: receivedAt, isRound: following.left >= ClockFollower.estimatedEach)
        {
        case .dropped, .unvouched, .agrees: break
        case .doubted:
            if following.left == 0 { beginRound(ClockFollower.proof, at: now, &effects) }
        case .begun:
            following.since = receivedAt
            beginRound(Following.firstRound, at: now, &effects)
        case .restarted:
            effects.append(.log(.notice, "the coordinator's clock was set or runs otherwise; measuring it anew"))
            following.since = receivedAt
            beginRound(Following.firstRound, at: now, &effects)
        }
    }

    // MARK: Moving the clock

    /// Has the node go by the latest estimate, as soon as no sound is in the way.
    mutating func moveClock(at now: Now, _ effects: inout [Effect]) {
        guard let clock = trust.follower.estimate?.clock, clock != following.judged else { return }
        guard let shown = trust.follower.shown else { return step(to: clock, by: nil, at: now, &effects) }
        let move = clock.wall(at: now.boot) - shown.wall(at: now.boot)
        if move.magnitude.nanoseconds >= Following.leastStep {
            return step(to: clock, by: move, at: now, &effects)
        }
        guard !isSoundPlaced(at: now) else { return }
        following.judged = clock
        let later = now.boot + Following.horizon
        let laterMove = clock.wall(at: later) - shown.wall(at: later)
        guard max(move.magnitude, laterMove.magnitude).nanoseconds >= Following.leastMove else { return }
        go(by: clock, &effects)
    }

    /// - Parameter move: `nil` for the first estimate, which takes the place of the machine's clock.
    private mutating func step(
        to clock: SteeredClock, by move: Duration?, at now: Now, _ effects: inout [Effect]
    ) {
        following.judged = clock
        let wall = clock.wall(at: now.boot)
        let milliseconds = Int((move ?? wall - now.wall).nanoseconds / 1_000_000)
        effects.append(
            .log(
                .notice,
                "goes by the coordinator's clock, which shows \(wall.truncatedToMilliseconds): \(milliseconds) ms from "
                    + (move == nil ? "this machine's" : "where it was")))
        go(by: clock, &effects)
        // When the new clock shows.
        set(.stepped, .boot(now.boot), &effects)
    }

    private mutating func go(by clock: SteeredClock, _ effects: inout [Effect]) {
        trust.follower.shown = clock
        effects.append(.adjustClock(clock))
    }

    /// Whether a sound has its place and is still to begin, or an announcement is under way.
    ///
    /// Mutating, as a call of another kind would first copy the whole core.
    private mutating func isSoundPlaced(at now: Now) -> Bool {
        if session?.isPlaying == true { return true }
        let reckoned = now.boot - Following.onsetLeeway
        if let audibleAt = spokenCommand?.order?.audibleAt, reckoned < audibleAt { return true }
        if carriedBook.isAboutToSound(at: reckoned) { return true }
        if state.carried.contains(where: { $0.isPlaying && now.wall < $0.order.target }) { return true }
        return book.isAboutToSound(at: reckoned)
    }
}
