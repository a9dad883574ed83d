// Invariant 8: an untrusted clock never speaks.
//
// Claimed: when a node orders a sound, a time service vouches for its clock; or, since the program started and since
// the clock was last set, the node received two answers to its time exchanges: one that a coordinator gave while their
// two clocks were really within the 50 ms that win trust, and one, in the 20,000 s before, given while they were within
// the second that keeps it (after that, 50 ppm of drift may have used up the second). And at the onset the clock has
// not been set meanwhile, nor did the time service cease to vouch for it so early that the node had a last check since.
//
// These are the simulator's facts, not the node's measurements: the checker catches a node that trusts a wrong
// measurement, or one that it never made.
//
// For a node that follows the coordinator's clock the claim differs: since the program started, it received an answer
// that a coordinator with a vouched clock gave in the 70,000 s before (after that, 15 ppm have used up the second), and
// its clock is within a second of one of the last of these answers. Such a node is as wrong as its coordinator. A
// crystal whose rate a fault has changed, which none does by itself, may have gained more since: the node has measured
// the former rate; and the crystal's earlier gain shows only in answers quicker than that gain.
//
// For a single coordinator: no answer vouches for its clock while no time service does.
//
// And claimed: a node does not record an announcement as cut off by a crash before it trusts its clock: by another
// clock, the instant may be still to come.
//
// And claimed of a node that compares its clock with the coordinator's: the reported difference was true at one of its
// last exchanges, to within half of the reported round trip.
//
// Not claimed: within the twelve seconds that a program may need to notice the end of the vouching (it renews its view
// of the time service every ten), or the one to notice that its clock was set; a minute while its disk holds it up; nor
// for reports of a program that is stopped while its machine sleeps.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct TrustChecker: Checker {
    /// An answer to a follower from a coordinator with a vouched clock.
    private struct Answer {
        /// The coordinator's clock minus true time.
        var ahead: Int64
        var at: Int64
        /// From the question to the arrival of the answer.
        var took: Int64
    }

    private struct Node {
        /// T1 and the time of the last exchanges that it began.
        var exchanges: [(origin: Int64, at: Int64)] = []
        var hasWon = false
        var agreedAt = Int64.min
        let isFollower: Bool
        /// The greatest change of its crystal's rate by faults, parts per billion.
        let rateChange: Int64
        var answers: [Answer] = []
        /// The true differences at the last answers: the coordinator's clock minus its own, nanoseconds.
        var differences: [Int64] = []
        /// Orders without trust that may still sound.
        var untrustedOrders: [Int] = []
        /// The last orders and their times.
        var orders: [(id: Int, at: Int64)] = []
    }

    private var nodes: [Node]
    /// The true time since which nothing vouches for a single coordinator's clock; `.max` while something does.
    private var unvouchedSince = Int64.min
    private let isCoordinatorAlone: Bool

    private static let rememberedExchanges = 8
    private static let rememberedAnswers = 8
    private static let rememberedOrders = 8
    private static let longestExchange: Int64 = 5_000_000_000
    private static let rememberedDifferences = 32
    private static let longestRoundTrip: Int64 = 5_500_000_000
    /// Rounding, and the crystals' relative drift while an answer is on its way.
    private static let differenceSlack = 2.0
    private static let followLength: Int64 = 70_000_000_000_000
    private static let winBound: Int64 = 55_000_000
    private static let keepBound: Int64 = 1_005_000_000
    private static let keepLength: Int64 = 20_060_000_000_000
    private static let reaction: Int64 = 1_000_000_000
    private static let renewal: Int64 = 12_000_000_000
    private static let heldUpReaction: Int64 = 60_000_000_000

    init(plan: SimulationPlan) {
        isCoordinatorAlone = plan.coordinators.count == 1
        nodes = plan.nodes.indices.map { index in
            let rates = plan.faults.compactMap { fault in
                if case .drift(let rate) = fault.kind, fault.hosts.contains(.node(index)) { abs(rate) } else { nil }
            }
            return Node(
                isFollower: plan.nodes[index].clockSource == .coordinator, rateChange: Int64(rates.max() ?? 0) * 2)
        }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        guard case .node(let index) = observation.host else {
            if case .coordinator = observation.host { noteVouching(observation.what, at: time) }
            return
        }
        switch observation.what {
        case .published(let message):
            switch message.payload {
            case .timeRequest(let request):
                nodes[index].exchanges.append((request.originNanoseconds, time), keeping: Self.rememberedExchanges)
            case .reported(let report): check(report.wrappedValue.clock, of: index, at: time, facts, &findings)
            default: break
            }
        case .delivered(let message):
            guard case .timeReply(let reply, let answered) = message.payload else { return }
            record(reply, answered: answered.nanoseconds, of: index, at: time, facts)
            guard reply.isVouched, isCoordinatorAlone,
                unvouchedSince.clampedSpan < answered.nanoseconds - Self.heldUpReaction
            else { return }
            findings.add(8, at: time, .coordinator(0)) { "it vouched for its clock at \(answered), and nothing does" }
        case .nodeStarted: nodes[index] = Node(isFollower: nodes[index].isFollower, rateChange: nodes[index].rateChange)
        case .clockSet:
            if nodes[index].isFollower { break }
            nodes[index].hasWon = false
            nodes[index].agreedAt = .min
            nodes[index].differences = []
        case .stateStored:
            for entry in facts.freshEntries {
                if case .quarter(let record) = entry.event {
                    checkInterrupted(record, of: index, at: time, facts.nodes[index], &findings)
                }
            }
        case .soundOrdered(let order):
            guard isOrderUntrusted(index, at: time, facts) else { return }
            findings.add(8, at: time, .node(index)) {
                "the sound for \(order.target) was ordered while nothing vouched for the clock"
            }
        case .playOrdered(let order):
            nodes[index].orders.append((order.id, time), keeping: Self.rememberedOrders)
            guard isOrderUntrusted(index, at: time, facts) else { return }
            nodes[index].untrustedOrders.append(order.id, keeping: 4)
        case .heard(let sound): check(sound, of: index, at: time, facts, &findings)
        default: break
        }
    }

    /// True if a sound ordered now has no trusted clock. The node cancels one that it orders as the clock is set.
    private func isOrderUntrusted(_ index: Int, at time: Int64, _ facts: RunFacts) -> Bool {
        !isTrusted(index, at: time, facts) && hasNoticed(facts.nodes[index].clock.setAt, at: time, facts, index)
    }

    private func check(
        _ sound: HeardSound, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let clock = facts.nodes[index].clock
        if nodes[index].untrustedOrders.contains(sound.id) {
            findings.add(8, at: time, .node(index)) {
                "the announcement for \(sound.target) was ordered and heard while nothing vouched for the clock"
            }
        } else if ceasedBefore(sound, of: index, at: time, facts) {
            findings.add(8, at: time, .node(index)) {
                "the announcement for \(sound.target) was heard although nothing has vouched for the clock since "
                    + "\(TrueTime(nanoseconds: clock.vouchingChangedAt))"
            }
        } else if !nodes[index].isFollower, nodes[index].agreedAt == .min, isOrderUntrusted(index, at: time, facts),
            let order = nodes[index].orders.last(where: { $0.id == sound.id }), order.at < clock.setAt
        {
            findings.add(8, at: time, .node(index)) {
                "the announcement for \(sound.target) was heard although the clock was set after its order, at "
                    + "\(TrueTime(nanoseconds: clock.setAt)), and nothing vouches for it"
            }
        }
    }

    /// True if the time service ceased to vouch between the order and the node's last check, at the lead-in.
    private func ceasedBefore(_ sound: HeardSound, of index: Int, at time: Int64, _ facts: RunFacts) -> Bool {
        let machine = facts.nodes[index]
        guard !nodes[index].isFollower, !machine.clock.isVouched, !isTrusted(index, at: time, facts),
            let order = nodes[index].orders.last(where: { $0.id == sound.id }),
            max(machine.startedAt, machine.wokeAt, machine.clock.setAt) < order.at, !machine.output.isStuck,
            machine.output.unstuckAt.clampedSpan < order.at
        else { return false }
        return order.at < machine.clock.vouchingChangedAt
            && hasNoticed(
                machine.clock.vouchingChangedAt, within: Self.renewal + machine.leadIn, at: time, facts, index)
    }

    private mutating func noteVouching(_ what: borrowing Observation.What, at time: Int64) {
        switch what {
        case .vouched(let isVouched): unvouchedSince = isVouched ? .max : time
        case .crashed(power: true): unvouchedSince = min(unvouchedSince, time)
        default: break
        }
    }

    /// Judges a node's own record, at its start, of a cut-off announcement: such a line names no wake.
    private func checkInterrupted(
        _ record: QuarterRecord, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        guard record.reason == .interrupted, record.source == nil, !machine.clock.isVouched, !nodes[index].hasWon,
            nodes[index].answers.isEmpty, max(machine.clock.vouchingChangedAt, machine.clock.setAt) < machine.startedAt
        else { return }
        findings.add(8, at: time, .node(index)) {
            "the quarter hour \(record.target) was written down as interrupted before anything vouched for the clock"
        }
    }

    /// Records the true difference of the two clocks at the instant of an answer.
    private mutating func record(_ reply: TimeReply, answered: Int64, of index: Int, at time: Int64, _ facts: RunFacts)
    {
        guard let exchange = nodes[index].exchanges.last(where: { $0.origin == reply.originNanoseconds }) else {
            return
        }
        if nodes[index].isFollower {
            // A slower one says too little, and the node ignores it.
            guard reply.isVouched, time - exchange.at <= Self.longestExchange else { return }
            nodes[index].agreedAt = answered
            nodes[index].answers.append(
                Answer(ahead: reply.transmittedNanoseconds - answered, at: answered, took: time - exchange.at),
                keeping: Self.rememberedAnswers)
            return
        }
        let signed = reply.transmittedNanoseconds &- facts.nodes[index].clock.wall(at: answered)
        // A node ignores a slow answer, and one to an outdated question.
        if time - exchange.at < Self.longestRoundTrip, nodes[index].exchanges.last?.origin == reply.originNanoseconds {
            nodes[index].differences.append(signed, keeping: Self.rememberedDifferences)
        }
        let difference = signed.magnitude
        if difference <= Self.winBound { nodes[index].hasWon = true }
        if difference <= Self.keepBound, nodes[index].hasWon { nodes[index].agreedAt = answered }
    }

    /// Checks the node's report of its exchanges.
    private func check(
        _ clock: ClockReport, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        guard !nodes[index].isFollower, !facts.nodes[index].isAsleep, let offset = clock.offsetMilliseconds,
            let delay = clock.delayMilliseconds, hasNoticed(facts.nodes[index].clock.setAt, at: time, facts, index),
            hasNoticed(facts.nodes[index].wokeAt, at: time, facts, index)
        else { return }
        let isTrue = nodes[index].differences.contains {
            (Double($0) / 1_000_000 - offset).magnitude <= delay / 2 + Self.differenceSlack
        }
        guard !isTrue else { return }
        findings.add(8, at: time, .node(index)) {
            "it reports that the coordinator's clock is \(offset) ms ahead of its own, by a round trip of \(delay) ms, "
                + "which was true at none of its exchanges"
        }
    }

    private func isTrusted(_ index: Int, at time: Int64, _ facts: RunFacts) -> Bool {
        let machine = facts.nodes[index]
        if nodes[index].isFollower {
            return time - nodes[index].agreedAt.clampedSpan <= Self.followLength
                && nodes[index].answers.contains { answer in
                    let rate = nodes[index].rateChange
                    // A change of a coordinator's clock shows only in answers quicker than its size.
                    let gained = (time - answer.at) / 1_000_000 * rate / 1_000 + answer.took
                    return (answer.ahead - machine.clock.ahead).magnitude <= Self.keepBound + gained
                }
        }
        if machine.clock.isVouched { return true }
        if machine.clock.setAt < machine.clock.vouchingChangedAt,
            !hasNoticed(machine.clock.vouchingChangedAt, within: Self.renewal, at: time, facts, index)
        {
            return true
        }
        return nodes[index].hasWon && time - nodes[index].agreedAt.clampedSpan <= Self.keepLength
    }

    /// True if the program must know by `time` of the clock's change at `change`.
    private func hasNoticed(
        _ change: Int64, within reaction: Int64 = TrustChecker.reaction, at time: Int64, _ facts: RunFacts, _ index: Int
    ) -> Bool { time - change.clampedSpan > (facts.nodes[index].isHeldUp(at: time) ? Self.heldUpReaction : reaction) }
}
