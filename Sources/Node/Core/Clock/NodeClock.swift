// The time on a node: the trust in its clock, and the time exchanges that prove it.
//
// A node that follows the coordinator's clock asks it for the time: often at first, then ever more rarely, as the error
// of a rate matters less the longer it was measured; and in a round before a sound at a known instant, after a wake or
// a request. So the node knows the time best when it needs it, and spares the broker in between.
//
// The node moves the clock between sounds: a placed sound would not move with it, and its room would be apart from the
// others. Small moves need no action of the core, as when a time service slews a clock; after a large one the core
// derives every due time again.
//
// Alarms go by the trusted wall clock. When trust is lost, the last trusted reading and the boot clock since then are
// better than nothing, and far better than a clock that somebody may have set. A machine that boots with a wrong clock
// has no such reading: its alarms wait for one.

internal import ClockDomain
internal import ClockWire

/// The node's clock: trust, exchanges with the coordinator, and the followed clock.
struct NodeClock: Sendable {
    /// The result of a check of the clock.
    enum Finding: Hashable, Sendable {
        case asBefore
        /// It is trusted, or untrusted, for another reason.
        case reworded
        case won, lost
    }

    /// The use of an answer from the coordinator.
    enum Answer: Hashable, Sendable {
        /// The node did not wait for it.
        case ignored
        case measured
    }

    /// The relation of the coordinator's clock to the clock that alarms go by here.
    enum Standing: Hashable, Sendable {
        /// The coordinator's clock was not measured since it was set, or since its program started.
        case unknown
        /// An instant means the same on both clocks.
        case agrees
        /// The coordinator's clock is ahead of the machine's by this.
        case ahead(Duration)
    }

    private(set) var trust: TrustGate
    /// The verdict after the last event.
    private(set) var lastVerdict: TrustGate.Verdict = .unknown
    /// The last reading of a trusted clock in this boot.
    private(set) var reading: ClockReading?
    private var isConnected = false
    private var exchanges = Exchanges()
    private var following = Following()
    private var watch = Watch()
    /// As ``SendingClock/zeroNanoseconds`` of the last document.
    private var coordinatorsZero: Int64?
    /// True when somebody vouches for the coordinator's clock, by its last answer.
    private(set) var isCoordinatorVouched = false

    init(source: ClockSource, reading: ClockReading?) {
        trust = TrustGate(source: source)
        self.reading = reading
    }

    // MARK: The time

    mutating func verdict(at now: Now) -> TrustGate.Verdict { trust.verdict(at: now) }

    mutating func isTrusted(at now: Now) -> Bool { trust.verdict(at: now).isTrusted }

    mutating func ringTime(at now: Now) -> RingTime {
        RingTime(wall: isTrusted(at: now) ? now.wall : reading.map { $0.clock.wall(at: now.boot) }, boot: now.boot)
    }

    /// Returns the wall clock as it goes on if nobody sets it: a followed clock has a rate of its own.
    func running(from now: Now) -> SteeredClock {
        SteeredClock(boot: now.boot, wall: now.wall, ratePPB: trust.follower.shown?.ratePPB ?? 0)
    }

    // MARK: The coordinator's clock

    /// A document names the setting of the coordinator's clock. The node measures a new setting at once.
    mutating func learn(_ clock: SendingClock, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet) {
        guard clock.zeroNanoseconds != coordinatorsZero else { return }
        coordinatorsZero = clock.zeroNanoseconds
        trust.coordinatorsClockChanged(at: now)
        following.isCurrent = false
        guard isConnected else { return }
        guard !trust.isFollowing else { return beginRound(Following.probe, at: now, &random, &out) }
        exchanges.sinceConnect = 0
        exchanges.startOver()
        exchange(at: now, &out)
    }

    /// Returns the relation of the clock that stamped a document to this node's.
    ///
    /// - Parameter isVouched: true when somebody vouched for the clock when it named the instant in question.
    mutating func standing(of clock: SendingClock?, isVouched: Bool, at now: Now) -> Standing {
        if let clock, clock.zeroNanoseconds != coordinatorsZero { return .unknown }
        let isTrusted = isTrusted(at: now)
        guard !trust.isFollowing else {
            guard isTrusted, following.isCurrent || clock == nil, let estimate = trust.follower.estimate,
                ClockFollower.isShown(estimate.clock, at: now)
            else { return .unknown }
            return .agrees
        }
        guard let sample = trust.difference(at: now) else { return .unknown }
        guard isTrusted else { return .ahead(.nanoseconds(sample.offset)) }
        // A vouched clock named the instant, and the coordinator's has lost the time since.
        if isVouched, !isCoordinatorVouched { return .agrees }
        return trust.provesDifference(sample, at: now) ? .ahead(.nanoseconds(sample.offset)) : .agrees
    }

    // MARK: Trust

    /// Checks an untrusted clock again from time to time. Before an announcement the node checks it every second
    /// anyway.
    private struct Watch: Sendable {
        static let first: Duration = .seconds(1)
        static let longest: Duration = .seconds(16)

        /// True while the timer for the next check is set.
        var isSet = false
        /// Doubled with each check.
        var interval = Watch.first
    }

    /// The program has started: from now on the node reports a change of trust.
    mutating func started(at now: Now) { lastVerdict = trust.verdict(at: now) }

    /// Checks the trust in the clock, after each event.
    mutating func evaluate(at now: Now, _ out: inout Outlet) -> Finding {
        let verdict = trust.verdict(at: now)
        // The reading that keeps the time when trust is lost.
        if verdict.isTrusted { reading = ClockReading(running(from: now)) }
        let (isReworded, wasTrusted) = (!verdict.saysTheSame(as: lastVerdict), lastVerdict.isTrusted)
        lastVerdict = verdict
        // No event announces that a time service trusts the clock, and without a broker no other event may come. A node
        // that follows the coordinator's comes to trust it by an answer only.
        if !verdict.isTrusted, !trust.isFollowing {
            if wasTrusted { watch.interval = Watch.first }
            if !watch.isSet || wasTrusted {
                watch.isSet = true
                out.set(.trust, .boot(now.boot + watch.interval))
                watch.interval = min(watch.interval + watch.interval, Watch.longest)
            }
        }
        guard verdict.isTrusted != wasTrusted else { return isReworded ? .reworded : .asBefore }
        let level: LogLevel = verdict.isTrusted ? .notice : .warning
        out.log(level, "the clock is \(verdict.isTrusted ? "trusted" : "not trusted"): \(verdict.finding)")
        if !verdict.isTrusted { exchanges.startOver() }
        return verdict.isTrusted ? .won : .lost
    }

    /// The timer for the next check has fired; the check itself follows each event.
    mutating func watchEnded() { watch.isSet = false }

    /// Somebody has set the machine's clock.
    ///
    /// - Returns: true when the node goes by that clock.
    mutating func wasSet(at now: Now, _ out: inout Outlet) -> Bool {
        guard trust.follower.shown == nil else { return false }
        out.log(.notice, "the wall clock was set; it now shows \(now.wall)")
        trust.clockStepped()
        exchanges = Exchanges()
        return true
    }

    // MARK: Exchanges

    /// The state of the comparison of this node's own clock with the coordinator's.
    private struct Exchanges: Sendable {
        /// The number of exchanges right after connecting, close together, so that trust is a matter of a second.
        static let burst = 4
        static let burstInterval: Duration = .milliseconds(250)
        /// While the clock is trusted; doubled with each exchange up to the longest, as NTP lengthens its poll interval
        /// (RFC 5905 section 7.3, MAXPOLL 10). Both are short against the hours for which trust is kept.
        static let firstCalm: Duration = .seconds(64)
        static let longestCalm: Duration = .seconds(1024)
        /// While the clock is not trusted; doubled with each exchange up to ``firstCalm``. A clock that is off and that
        /// nobody sets stays so for good, and a fleet of such nodes must not ask all day.
        static let firstEager: Duration = .seconds(1)
        /// The longest without an answer: when the coordinator is back, a node that restarted meanwhile speaks again
        /// within five seconds.
        static let longestUnanswered: Duration = .seconds(3)

        /// T1 of the unanswered exchange.
        var outstanding: Int64?
        var sinceConnect = 0
        /// The time until the next exchange while the clock is trusted.
        var calm = Exchanges.firstCalm
        /// The time until the next exchange while it is not.
        var eager = Exchanges.firstEager

        /// Something about the clock has changed: the exchanges begin again at the shortest intervals.
        mutating func startOver() {
            calm = Exchanges.firstCalm
            eager = Exchanges.firstEager
        }

        /// - Returns: the time until the next one.
        mutating func next(at now: Now, isTrusted: Bool) -> Duration {
            let isAnswered = outstanding == nil
            outstanding = now.wall.nanoseconds
            sinceConnect += 1
            if sinceConnect < Exchanges.burst { return Exchanges.burstInterval }
            if isTrusted {
                defer { calm = min(calm.doubled, Exchanges.longestCalm) }
                return calm
            }
            let longest = isAnswered ? Exchanges.firstCalm : Exchanges.longestUnanswered
            let interval = min(eager, longest)
            eager = min(eager.doubled, longest)
            return interval
        }
    }

    mutating func connected(at now: Now, _ out: inout Outlet) {
        isConnected = true
        exchanges.sinceConnect = 0
        exchanges.startOver()
        following.startOver()
        exchange(at: now, &out)
    }

    mutating func disconnected(_ out: inout Outlet) {
        isConnected = false
        exchanges.outstanding = nil
        following.startOver()
        out.cancel(.exchange)
    }

    /// Asks the coordinator for the time, and sets the timer for the next exchange.
    mutating func exchange(at now: Now, _ out: inout Outlet) {
        guard isConnected else { return }
        guard !trust.isFollowing else { return askCoordinator(at: now, &out) }
        let isTrusted = isTrusted(at: now)
        let interval = exchanges.next(at: now, isTrusted: isTrusted)
        out.emit(.publish(.timeRequest(TimeRequest(originNanoseconds: now.wall.nanoseconds))))
        out.set(.exchange, .boot(now.boot + interval))
    }

    mutating func receive(
        _ reply: TimeReply, receivedAt: NodeCore.Receipt, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet
    ) -> Answer {
        guard !trust.isFollowing else {
            return follow(reply, receivedAt: receivedAt.boot, at: now, &random, &out) ? .measured : .ignored
        }
        guard reply.originNanoseconds == exchanges.outstanding else { return .ignored }
        exchanges.outstanding = nil
        isCoordinatorVouched = reply.isVouched
        trust.add(reply: reply, receivedAt: receivedAt.wall, at: now)
        return .measured
    }

    // MARK: Following

    /// The state of the measurement of the coordinator's clock.
    struct Following: Hashable, Sendable {
        /// T1 of the unanswered requests, newest last.
        var outstanding: [Int64] = []
        /// The number of exchanges still due in close succession.
        var left = 0
        /// The instant at which the measurement of this clock began; `nil` before the first answer.
        var since: BootTime?
        /// The last estimate that was compared with the node's clock.
        var judged: SteeredClock?
        /// True when an answer has confirmed the estimate of the coordinator's clock as it is set now.
        var isCurrent = false

        /// Tests that the coordinator is there, and its clock is unchanged.
        static let probe = 4
        /// For a new measurement of the coordinator's clock.
        static let firstRound = 16
        /// Before a sound, if the time allows so many.
        static let longestRound = 32
        static let spacing: Duration = .microseconds(62_500)
        /// Exchanges while the time since the first of them grows by the factor e.
        static let density = 24
        static let longestInterval: Duration = .seconds(64)
        static let maximumOutstanding = 8
        /// Moves smaller than this, in nanoseconds, are not worth making.
        static let leastMove: Int64 = 20_000
        /// A larger move is a step.
        static let leastStep: Int64 = 10_000_000
        /// A rate counts by its effect on the clock until then.
        static let horizon: Duration = .seconds(64)
        /// A sound may begin later than reckoned by the boot clock by this much: at most its lead-in times the rate of
        /// the followed clock, ``ClockFollower/possibleRates``.
        static let onsetLeeway: Duration = .milliseconds(5)

        /// The connection has come, or gone.
        mutating func startOver() {
            outstanding = []
            left = Following.probe
        }
    }

    private mutating func askCoordinator(at now: Now, _ out: inout Outlet) {
        following.left = max(0, following.left - 1)
        following.outstanding.append(now.boot.nanoseconds)
        if following.outstanding.count > Following.maximumOutstanding { following.outstanding.removeFirst() }
        out.emit(.publish(.timeRequest(TimeRequest(originNanoseconds: now.boot.nanoseconds))))
        var interval = Following.spacing
        if following.left == 0 {
            if let since = following.since, isTrusted(at: now) {
                let measured = now.boot - since
                interval = min(max(measured / Following.density, Following.spacing), Following.longestInterval)
            } else {
                interval = exchanges.eager
                exchanges.eager = min(exchanges.eager.doubled, Following.longestInterval)
            }
        }
        out.set(.exchange, .boot(now.boot + interval))
    }

    private mutating func beginRound(_ length: Int, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet) {
        guard following.left < length else { return }
        following.left = length
        // Nodes that receive one wake must not ask in step.
        let delay = Following.spacing * (1 + Int(random.next() % 8)) / 8
        out.set(.exchange, .boot(now.boot + delay))
    }

    /// Measures the clock as well as possible before the output opens at `instant`.
    mutating func refresh(before instant: WallTime, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet) {
        // The last answer needs time too.
        let time = instant - now.wall - Following.spacing
        guard isConnected, trust.follower.estimate != nil, time > .zero else { return }
        beginRound(min(Following.longestRound, Int(time / Following.spacing)), at: now, &random, &out)
    }

    /// - Returns: true when the node waited for the answer.
    private mutating func follow(
        _ reply: TimeReply, receivedAt: BootTime, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet
    ) -> Bool {
        guard let index = following.outstanding.firstIndex(of: reply.originNanoseconds) else { return false }
        following.outstanding.remove(at: index)
        switch trust.follower.add(reply, receivedAt: receivedAt, isRound: following.left >= ClockFollower.estimatedEach)
        {
        case .dropped, .unvouched: break
        case .agrees: following.isCurrent = true
        case .doubted:
            following.isCurrent = false
            if following.left == 0 { beginRound(ClockFollower.proof, at: now, &random, &out) }
        case .begun:
            following.since = receivedAt
            following.isCurrent = true
            beginRound(Following.firstRound, at: now, &random, &out)
        case .restarted:
            out.log(.notice, "the coordinator's clock was set, or runs at another rate: the node measures it anew")
            following.since = receivedAt
            following.isCurrent = true
            beginRound(Following.firstRound, at: now, &random, &out)
        }
        return true
    }

    // MARK: Moving the clock

    /// True when there is an estimate that the node does not go by yet.
    var hasNews: Bool {
        guard let clock = trust.follower.estimate?.clock else { return false }
        return clock != following.judged
    }

    /// Makes the node go by the latest estimate, as soon as no sound is in the way.
    mutating func move(at now: Now, isSoundPlaced: Bool, _ out: inout Outlet) {
        guard let clock = trust.follower.estimate?.clock, clock != following.judged else { return }
        guard let shown = trust.follower.shown else { return step(to: clock, by: nil, at: now, &out) }
        let move = clock.wall(at: now.boot) - shown.wall(at: now.boot)
        if move.magnitude.nanoseconds >= Following.leastStep { return step(to: clock, by: move, at: now, &out) }
        guard !isSoundPlaced else { return }
        following.judged = clock
        let later = now.boot + Following.horizon
        let laterMove = clock.wall(at: later) - shown.wall(at: later)
        guard max(move.magnitude, laterMove.magnitude).nanoseconds >= Following.leastMove else { return }
        go(by: clock, &out)
    }

    /// - Parameter move: `nil` for the first estimate, which replaces the machine's clock.
    private mutating func step(to clock: SteeredClock, by move: Duration?, at now: Now, _ out: inout Outlet) {
        following.judged = clock
        let wall = clock.wall(at: now.boot)
        let milliseconds = Int((move ?? wall - now.wall).nanoseconds / 1_000_000)
        out.log(
            .notice,
            "the node goes by the coordinator's clock, which shows \(wall.truncatedToMilliseconds): \(milliseconds) ms from "
                + (move == nil ? "this machine's" : "where it was"))
        go(by: clock, &out)
        // Fires once the new clock shows.
        out.set(.stepped, .boot(now.boot))
    }

    private mutating func go(by clock: SteeredClock, _ out: inout Outlet) {
        trust.follower.shown = clock
        out.emit(.adjustClock(clock))
    }
}
