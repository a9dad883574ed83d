// Estimates the coordinator's clock by this node's boot clock.
//
// Each exchange of four timestamps (RFC 5905 section 8), T1 and T4 by the boot clock, proves two things, because no
// message arrives before it was sent: the coordinator's clock was ahead of the boot clock by at most T2 - T1 when the
// request left, and by at least T3 - T4 when the answer came. The usual filters choose, of several exchanges, the one
// with the shortest round trip (Cristian, "Probabilistic clock synchronization", 1989; RFC 5905 section 10). But the
// two directions wait in queues independently of each other, and both are quick in the same exchange only once in many:
// with waits of up to W, the best of N exchanges is still off by the order of W/sqrt(N). The quickest request and the
// quickest answer, chosen separately, leave the order of W/N.
//
// So the follower keeps all the bounds, which cut the plane of (offset, rate) down to the polygon of those pairs that
// contradict none of them (Berthaud, "Time synchronization over networks using convex closures", IEEE/ACM Transactions
// on Networking 8(2), 2000; for one direction and its hull: Moon, Skelly and Towsley, "Estimation and removal of clock
// skew from network delay measurements", INFOCOM 1999). If waits are exponentially distributed, alike in both
// directions, every pair of the polygon is equally likely: in the sum of all waits, offset and rate cancel out. The
// polygon's centre of mass is then the estimate with the least expected square of the error, and its corners are the
// bound.
//
// A line describes the clock for a while only: crystals warm up, time services steer. The follower loosens a bound by
// `wanderPPB` with its age; every exchange tests that the clock does not wander faster. Three exchanges that contradict
// the rest, and agree with each other and with all that came between them, prove that it did, or was set: then the
// follower forgets the exchanges that contradict them. One or two do not prove it.
//
// No method can know by how much one direction takes longer than the other at its quickest. Half of that difference is
// in the estimate, and in the bound. Rooms behind one network share it.

internal import ClockDomain
internal import ClockWire

/// Measures the coordinator's clock against this machine's boot clock, and makes a wall clock from it.
struct ClockFollower: Hashable, Sendable {
    /// The bounds that an exchange sets on the coordinator's clock minus the boot clock, nanoseconds.
    struct Exchange: Hashable, Sendable {
        /// T1 and T4.
        var sent: BootTime
        var received: BootTime
        /// The upper bound, at `sent`: T2 - T1.
        var most: Int64
        /// The lower bound, at `received`: T3 - T4.
        var least: Int64
    }

    /// An estimate of the coordinator's clock.
    struct Estimate: Hashable, Sendable {
        /// The likeliest clock.
        var clock: SteeredClock
        /// The greatest error at the end of the last exchange, nanoseconds.
        var error: Int64
        /// The greatest error of the rate, parts per 1,000,000,000.
        var rateError: Int64

        /// Returns the distance that the likeliest clock could move to either side before an exchange forbids it,
        /// nanoseconds. Negative when the exchange forbids the likeliest itself; else part of the possible range
        /// remains.
        func room(by exchange: Exchange) -> Int64 {
            min(
                exchange.most - (clock.wall(at: exchange.sent).nanoseconds - exchange.sent.nanoseconds),
                clock.wall(at: exchange.received).nanoseconds - exchange.received.nanoseconds - exchange.least)
        }

        /// Returns the greatest error at `now`, nanoseconds.
        func error(at now: BootTime) -> Int64 {
            let age = max(0, now.nanoseconds - clock.boot.nanoseconds)
            let alone = max(0, age - ClockFollower.checkedNanoseconds)
            return error + age / 1_000_000 * (rateError + ClockFollower.wanderPPB) / 1000
                + alone / 1_000_000 * ClockFollower.alonePPB / 1000
        }
    }

    /// The effect of an answer.
    enum Finding: Hashable, Sendable {
        /// Impossible, or too slow to prove anything.
        case dropped
        /// Nobody vouches for the coordinator's clock, so the answer proves nothing about the time.
        case unvouched
        /// The first answer of all.
        case begun
        case agrees
        /// Contradicts the estimate, and is not believed yet.
        case doubted
        /// The coordinator's clock was set, or has wandered: the follower forgets the exchanges that contradict the
        /// last ones.
        case restarted
    }

    /// The most by which the rate between the two clocks may make the offset drift, while exchanges test it.
    static let wanderPPB: Int64 = 500
    /// The assumed drift of a crystal that nobody has compared for ``checkedNanoseconds`` (RFC 5905: PHI).
    static let alonePPB: Int64 = 15_000
    /// Longer than the longest pause between exchanges.
    static let checkedNanoseconds: Int64 = 2_000_000_000_000
    /// The greatest difference between two crystals.
    static let usualRates: ClosedRange<Double> = -200_000...200_000
    /// In addition, a time service may slew one of the clocks (500 ppm, adjtimex(2)).
    static let possibleRates: ClosedRange<Double> = -700_000...700_000
    /// The error of reading a clock, nanoseconds.
    static let reading: Double = 1_000
    /// The newest exchanges, kept even without a bound.
    static let lastExchanges = 8
    /// An estimate waits for this many exchanges, while more follow soon or they bring nothing new.
    static let estimatedEach = 8
    /// An older estimate is replaced even without anything new.
    static let estimatedFor: Duration = .seconds(100)
    /// More bounds than this never lie along a polygon that random waits have cut.
    static let maximumBounds = 40
    /// The follower believes a contradiction after this many exchanges.
    static let proof = 3
    /// An exchange that took longer proves too little to be kept.
    static let maximumDelay: Duration = .seconds(5)

    private(set) var exchanges: [Exchange] = []
    private(set) var doubted: [Exchange] = []
    private(set) var estimate: Estimate?
    /// The exchanges since the estimate was made, and true for any that narrows it.
    private var unestimated = 0
    private var hasUnestimatedNews = false
    /// The rates that count as possible.
    private var rates = ClockFollower.usualRates
    /// True when nobody vouched for the coordinator's clock at its last answer.
    private(set) var isUnvouched = false
    /// The clock that the node goes by; `nil` before the first estimate.
    var shown: SteeredClock?

    /// True when the node's wall clock shows the clock that it goes by: not yet so in the moment of a step.
    static func isShown(_ shown: SteeredClock?, at now: Now) -> Bool {
        guard let shown else { return false }
        // Wrapping, as a clock can be set to anything; a value that wraps is far out.
        return (now.wall.nanoseconds &- shown.wall(at: now.boot).nanoseconds).magnitude < NodeClock.Following.leastStep
    }

    /// Adds a finished exchange.
    ///
    /// - Parameters:
    ///   - reply: T1 by the boot clock; T2 and T3 by the coordinator's clock.
    ///   - receivedAt: T4.
    ///   - isRound: true when several more follow soon, so that this one need not show in the estimate yet.
    mutating func add(_ reply: TimeReply, receivedAt: BootTime, isRound: Bool = false) -> Finding {
        let valid = WallTime.validSeconds
        guard reply.receivedNanoseconds >= 0, valid.contains(reply.receivedNanoseconds / 1_000_000_000),
            reply.transmittedNanoseconds >= 0, valid.contains(reply.transmittedNanoseconds / 1_000_000_000)
        else { return .dropped }
        let sent = BootTime(nanoseconds: reply.originNanoseconds)
        let roundTrip = (receivedAt - sent).nanoseconds
        let answering = reply.transmittedNanoseconds - reply.receivedNanoseconds
        guard sent.nanoseconds >= 0, answering >= 0, answering <= roundTrip,
            roundTrip <= ClockFollower.maximumDelay.nanoseconds
        else { return .dropped }
        isUnvouched = !reply.isVouched
        guard reply.isVouched else { return .unvouched }
        return add(
            Exchange(
                sent: sent, received: receivedAt, most: reply.receivedNanoseconds - sent.nanoseconds,
                least: reply.transmittedNanoseconds - receivedAt.nanoseconds),
            isRound: isRound)
    }

    private mutating func add(_ exchange: Exchange, isRound: Bool) -> Finding {
        exchanges.append(exchange)
        if doubted.isEmpty, let estimate, canWait(exchange, estimate, isRound: isRound) {
            unestimated += 1
            return .agrees
        }
        unestimated = 0
        hasUnestimatedNews = false
        let outcome = Line(exchanges, rates)
        if outcome.agreeing == exchanges.count {
            clearDoubts(by: exchange)
            let isFirst = exchanges.count == 1
            keep(outcome)
            return isFirst ? .begun : .agrees
        }
        exchanges.removeLast()
        doubted.append(exchange)
        if doubted.count > ClockFollower.proof { doubted.removeFirst() }
        guard doubted.count == ClockFollower.proof, Line(doubted, rates).agreeing == doubted.count else {
            return .doubted
        }
        return believeDoubted()
    }

    /// True when the estimate may stay as it is in spite of another exchange.
    private mutating func canWait(_ exchange: Exchange, _ estimate: Estimate, isRound: Bool) -> Bool {
        guard unestimated + 1 < ClockFollower.estimatedEach else { return false }
        let (room, error) = (estimate.room(by: exchange), estimate.error(at: exchange.received))
        // It removes more than an eighth of the possible range to either side. Bounds loosen by less than that from one
        // exchange to the next.
        let isNews = error - room > error / 8
        if isRound {
            hasUnestimatedNews = hasUnestimatedNews || isNews
            return room >= 0
        }
        return !isNews && !hasUnestimatedNews && exchange.received - estimate.clock.boot <= ClockFollower.estimatedFor
    }

    /// An exchange that agrees with the rest is evidence against the doubted ones that it contradicts. A slow one
    /// agrees with both, and decides nothing.
    private mutating func clearDoubts(by exchange: Exchange) {
        guard !doubted.isEmpty else { return }
        doubted = doubted.suffix(max(0, Line(doubted + [exchange], rates).agreeing - 1))
    }

    /// The doubted exchanges were right.
    private mutating func believeDoubted() -> Finding {
        exchanges += doubted
        // Slow exchanges may have come between them.
        exchanges.sort { $0.received < $1.received }
        doubted = []
        let wide = Line(exchanges, ClockFollower.possibleRates)
        if wide.agreeing == exchanges.count {
            // Only the rate was out of the usual.
            rates = ClockFollower.possibleRates
            keep(wide)
            return .agrees
        }
        rates = ClockFollower.usualRates
        let anew = Line(exchanges, rates)
        exchanges.removeFirst(exchanges.count - anew.agreeing)
        keep(anew)
        return .restarted
    }

    /// Keeps the exchanges that still prove something: those whose bounds touch the region, and the last ones.
    private mutating func keep(_ line: Line) {
        let firstOfLast = max(0, exchanges.count - ClockFollower.lastExchanges)
        var bounds = 0
        for index in 0..<firstOfLast where line.isBound(by: index) {
            exchanges[bounds] = exchanges[index]
            bounds += 1
        }
        let first = max(0, bounds - ClockFollower.maximumBounds)
        if bounds < firstOfLast { exchanges.removeSubrange(bounds..<firstOfLast) }
        if first > 0 { exchanges.removeFirst(first) }
        estimate = line.estimate ?? estimate
    }
}

extension ClockFollower {
    /// The clocks that a run of exchanges allows, from the last exchange back to the first that contradicts those after
    /// it.
    private struct Line {
        private let last: Exchange
        /// The offset, at the receipt of the last exchange, from which the region counts its own.
        private let offset: Int64
        private var region: OffsetRegion
        /// The number of exchanges that agree with each other, from the last one back.
        private(set) var agreeing: Int

        /// - Parameter exchanges: ascending in time; at least one, and no more than a region tells apart.
        init(_ exchanges: [Exchange], _ rates: ClosedRange<Double>) {
            guard let last = exchanges.last else { preconditionFailure("a line through no exchange") }
            self.last = last
            offset = last.least + (last.most - last.least) / 2
            agreeing = exchanges.count
            region = Line.region(of: exchanges, from: 0, offset, rates)
            // Nearly always nothing contradicts.
            guard !region.hasArea else { return }
            agreeing = 0
            while agreeing < exchanges.count {
                let wider = Line.region(of: exchanges, from: exchanges.count - agreeing - 1, offset, rates)
                guard wider.hasArea else { break }
                region = wider
                agreeing += 1
            }
        }

        private static func region(
            of exchanges: [Exchange], from first: Int, _ offset: Int64, _ rates: ClosedRange<Double>
        ) -> OffsetRegion {
            let now = exchanges[exchanges.count - 1].received.nanoseconds
            var (top, bottom) = (BoundChain(capacity: exchanges.count), BoundChain(capacity: exchanges.count))
            for place in first..<exchanges.count {
                let exchange = exchanges[place]
                let sent = Double(exchange.sent.nanoseconds - now) / 1e9
                top.add(
                    BoundChain.Bound(
                        offset: Double(exchange.most - offset) + slack(sent), seconds: sent, place: place - first))
            }
            // Negated, they ascend from the last one on.
            for place in (first..<exchanges.count).reversed() {
                let exchange = exchanges[place]
                let sent = Double(exchange.sent.nanoseconds - now) / 1e9
                let received = Double(exchange.received.nanoseconds - now) / 1e9
                bottom.add(
                    BoundChain.Bound(
                        offset: slack(sent) - Double(exchange.least - offset), seconds: -received,
                        place: place - first))
            }
            return OffsetRegion(top, bottom, rates: rates)
        }

        /// Returns the amount by which a bound is loosened for its age.
        private static func slack(_ sent: Double) -> Double {
            ClockFollower.reading - Double(ClockFollower.wanderPPB) * sent
        }

        /// True when a bound of the exchange at this place, among those that agree, is one of the region's.
        func isBound(by place: Int) -> Bool { region.touching >> UInt64(place) & 1 == 1 }

        var estimate: Estimate? {
            guard region.hasArea else { return nil }
            let centre = region.centre
            let wall = last.received.nanoseconds + offset + Int64(centre.offset.rounded())
            let offsetError = max(region.offsets.most - centre.offset, centre.offset - region.offsets.least)
            let rateError = max(region.rates.most - centre.rate, centre.rate - region.rates.least)
            return Estimate(
                clock: SteeredClock(
                    boot: last.received, wall: WallTime(nanoseconds: wall), ratePPB: Int64(centre.rate.rounded())),
                error: Int64(offsetError.rounded(.up)), rateError: Int64(rateError.rounded(.up)))
        }
    }
}
