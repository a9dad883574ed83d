// Invariant 6: a timer's remaining time never increases and survives a crash within one second.
//
// Claimed, of what a node reports and of what is heard, timer by timer and revision by revision:
// - the instant at which it will run out, as its reported document has it, is the same in true time from report to
//   report to within a second, over crashes of the program and steps of the clock: so what remains never grows by more
//   than the clock's own rounding, and is right after a crash;
// - a paused timer keeps what remains to the second;
// - it does not ring over a second before that instant; and on a node that is undisturbed it rings within seconds of
//   it.
//
// Not claimed: for one that somebody stopped or snoozed elsewhere, or that runs out while as many others
// ring as an output mixes; over a power cut, which a timer survives by the wall clock and so as well as that is right;
// while nobody vouches for the node's clock, or it was just set, as its reports are by that clock, and one that was set
// during a sleep is noticed after it; while the disk holds the program up; over a disk that was turned back; for a crystal
// that is off by more than 500 ppm.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct TimerChecker: Checker {
    private struct Count {
        var revision: Int
        /// When it runs out, true time; `nil` while it is paused.
        var ends: Int64?
        var remaining: Int64
        var at: Int64
        var hasRung = false
    }

    private struct Node {
        var counts: [TimerID: Count] = [:]
    }

    private var nodes: [Node]
    /// When the next timer that must ring is looked at, true time.
    private(set) var nextJudgement = Int64.max

    private static let second: Int64 = 1_000_000_000
    private static let patience: Int64 = 6_000_000_000
    private static let settling: Int64 = 15_000_000_000
    private static let calm: Int64 = 60_000_000_000

    init(plan: SimulationPlan) {
        nodes = plan.nodes.map { _ in Node() }
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        if time >= nextJudgement { checkRung(at: time, facts, &findings) }
        guard case .node(let index) = observation.host else { return }
        switch observation.what {
        case .published(let message):
            // A node whose disk takes nothing tells its lines all the same, and what is snoozed.
            if case .ledger(let batch) = message.payload, facts.nodes[index].lastSaveFailed {
                settle(batch.entries[...], of: index)
            }
            guard case .reported(let report) = message.payload else { return }
            if facts.nodes[index].lastSaveFailed { settle(report.wrappedValue.rings, of: index) }
            if report.wrappedValue.timers.isEmpty, nodes[index].counts.isEmpty { return }
            let machine = facts.nodes[index]
            guard machine.isVouched, machine.vouchingChangedAt.clampedSpan < time - Self.settling,
                max(machine.clockSetAt, machine.wokeAt).clampedSpan < time - Self.settling, !machine.isHeldUp(at: time)
            else { return }
            compare(report.wrappedValue, of: index, at: time, facts.nodes[index], &findings)
        case .ringHeard(let order):
            guard case .timer(let id) = order.occurrence.source, let count = nodes[index].counts[id] else { return }
            nodes[index].counts[id]?.hasRung = true
            // It may have come to be another since the last report that could be judged.
            guard !count.hasRung, let ends = count.ends, time < ends - tolerance(since: count.at, at: time),
                facts.nodes[index].document?.timers.contains(where: { $0.id == id && $0.revision == count.revision })
                    == true
            else { return }
            findings.add(6, at: time, .node(index)) {
                "\(id) rang \(Duration.nanoseconds(ends - time)) before it was to run out as the node reported"
            }
        case .crashed(let power):
            // The off time is counted by the wall clock, so that has to be right.
            if power { nodes[index].counts = nodes[index].counts.filter { $0.value.ends == nil } }
        case .stateStored: settle(facts.freshEntries, of: index)
        case .stateTurnedBack: nodes[index].counts = [:]
        default: break
        }
    }

    /// One that somebody stopped elsewhere ends without a sound, and has its line.
    private mutating func settle(_ entries: ArraySlice<LedgerEntry>, of index: Int) {
        guard !nodes[index].counts.isEmpty else { return }
        for entry in entries {
            guard case .ring(let record) = entry.event, record.reason == .stoppedElsewhere,
                case .timer(let id) = record.occurrence.source
            else { continue }
            nodes[index].counts[id]?.hasRung = true
        }
    }

    /// One that somebody snoozed elsewhere does not ring before that is over.
    private mutating func settle(_ rings: [RingReport], of index: Int) {
        guard !nodes[index].counts.isEmpty else { return }
        for ring in rings where ring.state == .snoozed {
            if case .timer(let id) = ring.occurrence.source { nodes[index].counts[id]?.hasRung = true }
        }
    }

    /// The two clocks drift apart, and a report cuts fractions off.
    private func tolerance(since then: Int64, at time: Int64) -> Int64 { Self.second + (time - then) / 2_000 }

    private mutating func compare(
        _ reported: Reported, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        var counts: [TimerID: Count] = [:]
        for timer in reported.timers {
            let known = nodes[index].counts[timer.id].flatMap { $0.revision == timer.revision ? $0 : nil }
            var count = Count(revision: timer.revision, ends: nil, remaining: 0, at: time)
            count.hasRung = known?.hasRung ?? false
            switch timer.state {
            case .paused(let milliseconds):
                count.remaining = Int64(milliseconds) * 1_000_000
                if let known, known.ends == nil, abs(known.remaining - count.remaining) > Self.second {
                    findings.add(6, at: time, .node(index)) {
                        "\(timer.id), paused, had \(Duration.nanoseconds(known.remaining)) left and now has "
                            + "\(Duration.nanoseconds(count.remaining))"
                    }
                }
            case .running(let ends):
                let trueEnds = ends.nanoseconds - machine.clockAhead
                count.ends = trueEnds
                if let before = known?.ends, let known {
                    let tolerance = tolerance(since: known.at, at: time)
                    if trueEnds > before + tolerance || trueEnds < before - tolerance {
                        findings.add(6, at: time, .node(index)) {
                            "\(timer.id) was to run out at \(TrueTime(nanoseconds: before)) of true time, and now at "
                                + "\(TrueTime(nanoseconds: trueEnds))"
                        }
                    }
                    // The first word stands, so that it does not creep.
                    count.ends = before
                    count.at = known.at
                } else if trueEnds <= time {
                    // The first word of it is late: it may have rung by now.
                    count.hasRung = true
                }
            }
            if let ends = count.ends, !count.hasRung { nextJudgement = min(nextJudgement, ends + Self.patience) }
            counts[timer.id] = count
        }
        // One that ran out is reported no more, and one not yet after a start; it is still the same as long as it is
        // set.
        for (id, count) in nodes[index].counts where counts[id] == nil {
            let isStillSet = machine.document?.timers.contains { $0.id == id && $0.revision == count.revision }
            if isStillSet == true { counts[id] = count }
        }
        nodes[index].counts = counts
    }

    /// What has run out must have rung.
    private mutating func checkRung(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        nextJudgement = .max
        for index in nodes.indices where !nodes[index].counts.isEmpty {
            let machine = facts.nodes[index]
            for (id, count) in nodes[index].counts.sorted(by: { $0.key < $1.key }) {
                guard let ends = count.ends, !count.hasRung else { continue }
                guard ends + Self.patience <= time else {
                    nextJudgement = min(nextJudgement, ends + Self.patience)
                    continue
                }
                nodes[index].counts[id] = nil
                let isStillSet = machine.document?.timers.contains { timer in
                    guard timer.id == id, timer.revision == count.revision else { return false }
                    if case .running = timer.state { return true } else { return false }
                }
                guard isStillSet == true, machine.documentChangedAt <= ends - Self.calm, machine.isVouched,
                    machine.isUndisturbed(for: Self.calm, until: ends), !machine.wasCrowded(since: ends - Self.calm),
                    machine.forgotAt < count.at,
                    !isActedUpon(id, machine)
                else { continue }
                findings.add(6, at: time, .node(index)) {
                    "\(id) ran out at \(TrueTime(nanoseconds: ends)) of true time and did not ring, and nothing stood "
                        + "in its way since \(TrueTime(nanoseconds: machine.disturbedAt))"
                }
            }
        }
    }

    /// Whether the node has it as snoozed. What was stopped elsewhere has its line, see ``settle(_:of:)``.
    private func isActedUpon(_ id: TimerID, _ machine: NodeFacts) -> Bool {
        machine.rings.contains { ring in
            guard ring.occurrence.source == .timer(id), case .snoozed = ring.phase else { return false }
            return true
        }
    }
}
