// Invariant 6: a timer's remaining time never increases and survives a crash within one second.
//
// Claimed, of a node's reports and of the sounds, timer by timer and revision by revision:
// - it reports the same instant of true time as the end, to within a second, over crashes and steps of the clock;
// - a paused timer keeps its remaining time to the second, and that is the one of its document;
// - it rings no second before that instant, and on an undisturbed node within seconds of it;
// - after a power cut it has no more left than when the disk began to write its last stored state;
// - a node that has trusted its clock for a minute counts every timer of the document on its disk, however old;
// - its count is never more than the timer's setting. It ends when the coordinator's clock shows the timer's end, by
//   the node's report of both clocks, if the disk stored it at once and somebody vouches for both alike;
// - one that ran out within the last day is not recorded as too late.
//
// Not claimed: for a count that waits for a better one from a time exchange; for a timer that somebody stopped or
// snoozed elsewhere, or while as many others ring as an output mixes; for one that has its line, and comes again from
// another coordinator; with two coordinators, from one document to the next; over a power cut, that it is not shorter;
// nor over a start if the disk has stored nothing since the power cut; while no time service vouches for the node's
// clock, or it was just set; while the disk holds the program up; over a restored disk; for a crystal that is off by
// more than 500 ppm.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct TimerChecker: Checker {
    private struct Count {
        var revision: Int
        /// The true time at which it runs out; `nil` while it is paused.
        var ends: Int64?
        var remaining: Int64
        var at: Int64
        var hasRung = false
    }

    /// A timer's remaining time in a stored state of its node's disk.
    private struct Kept {
        var revision: Int
        var left: Int64
    }

    private struct Node {
        var counts: [TimerID: Count] = [:]
        /// By the last state on the disk, and by the last one before the power went.
        var left: [TimerID: Kept] = [:]
        var kept: [TimerID: Kept] = [:]
        var power = PowerWatch()
        /// True if the disk has stored a state since the power cut.
        var hasStored = true
        /// The true time since which it has reported only trust in its clock.
        var trustedSince = Int64.max
        /// The coordinator's clock minus its own, by its last report, and the time of that.
        var offset: (nanoseconds: Int64, at: Int64)?
        /// The setting of the coordinator's clock in the last document, and the time since which the node knows it.
        var setting: (zero: Int64, at: Int64)?
        /// As in its last report.
        var isCoordinatorVouched = false
        var counted: [TimerID: Int] = [:]
        /// The true time at which each timer would run out that counts from the arrival of its document, until an
        /// exchange gives a better count. A report may name it after the disk has the better one.
        var arrivals: [TimerID: (revision: Int, ends: Int64)] = [:]
        /// The last timers that had their line, as in the document then.
        var over: [Setting] = []
    }

    /// A timer's setting. Its due instant changes with every clock change.
    private struct Setting: Hashable {
        var id: TimerID
        var revision: Int

        init(_ timer: CountdownTimer) { (id, revision) = (timer.id, timer.revision) }
    }

    private var nodes: [Node]
    private let isAlone: Bool
    /// The true time of the next judgement of a timer that must ring.
    private var nextJudgement = Int64.max

    private static let rememberedLines = 64
    private static let second: Int64 = 1_000_000_000
    private static let (patience, settling): (Int64, Int64) = (6_000_000_000, 15_000_000_000)
    private static let calm: Int64 = 60_000_000_000
    private static let day: Int64 = 86_400_000_000_000
    /// The time for an exchange and the way to the disk together.
    private static let exchange: Int64 = 8_000_000_000

    init(plan: SimulationPlan) {
        nodes = plan.nodes.map { _ in Node() }
        isAlone = plan.coordinators.count == 1
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        guard case .node(let index) = observation.host else { return }
        // The wall clock counts the time without power, so it must be right.
        if nodes[index].power.hasGone(observation) { losePower(index) }
        switch observation.what {
        case .published(let message):
            // A node whose disk refuses writes sends its lines and snoozes all the same.
            if case .ledger(let batch) = message.payload, facts.nodes[index].disk.lastSaveFailed {
                resolve(batch.entries[...], of: index, facts.nodes[index])
            }
            guard case .reported(let report) = message.payload else { return }
            nodes[index].offset = report.wrappedValue.clock.offsetMilliseconds.map { (Int64($0 * 1_000_000), time) }
            nodes[index].isCoordinatorVouched = report.wrappedValue.clock.isCoordinatorVouched
            if facts.nodes[index].disk.lastSaveFailed { resolve(report.wrappedValue.rings, of: index) }
            checkCounted(report.wrappedValue, of: index, at: time, facts.nodes[index], &findings)
            if report.wrappedValue.timers.isEmpty, nodes[index].counts.isEmpty { return }
            let machine = facts.nodes[index]
            guard machine.clock.isVouched, machine.clock.vouchingChangedAt.clampedSpan < time - Self.settling,
                max(machine.clock.setAt, machine.wokeAt).clampedSpan < time - Self.settling, !machine.isHeldUp(at: time)
            else { return }
            compare(report.wrappedValue, of: index, at: time, facts.nodes[index], &findings)
        case .ringHeard(let order):
            guard case .timer(let id) = order.occurrence.source, let count = nodes[index].counts[id] else { return }
            nodes[index].counts[id]?.hasRung = true
            // The timer may have changed since the last report that could be judged.
            guard !count.hasRung, !facts.nodes[index].isSnoozed(order.occurrence), let ends = count.ends,
                time < ends - tolerance(since: count.at, at: time),
                facts.nodes[index].document?.timers.contains(where: { $0.id == id && $0.revision == count.revision })
                    == true
            else { return }
            findings.add(6, at: time, .node(index)) {
                "\(id) rang \(Duration.nanoseconds(ends - time)) before it was to run out as the node reported"
            }
        case .crashed, .clockSet: nodes[index].trustedSince = .max
        case .nodeStarted:
            nodes[index].trustedSince = .max
            if !nodes[index].hasStored { forgetEnds(of: index) }
        case .stateStored:
            nodes[index].hasStored = true
            let zero = facts.nodes[index].document?.clock?.zeroNanoseconds
            if let zero, nodes[index].setting?.zero != zero { nodes[index].setting = (zero, time) }
            forgetUnset(of: index, facts.nodes[index])
            resolve(facts.freshEntries, of: index, facts.nodes[index])
            checkLate(facts.freshEntries, of: index, at: time, facts.nodes[index], &findings)
            if let boot = observation.clock?.boot {
                checkBeginning(of: index, at: time, boot: boot.nanoseconds, facts.nodes[index], &findings)
            }
        case .stateTurnedBack: (nodes[index].counts, nodes[index].left, nodes[index].kept) = ([:], [:], [:])
        default: break
        }
    }

    /// Forgets timers that the document no longer has; one that returns starts a new count.
    private mutating func forgetUnset(of index: Int, _ machine: NodeFacts) {
        guard !nodes[index].counts.isEmpty else { return }
        let defined = machine.document?.timers ?? []
        nodes[index].counts = nodes[index].counts.filter { count in defined.contains { $0.id == count.key } }
    }

    private mutating func forgetEnds(of index: Int) {
        nodes[index].counts = nodes[index].counts.filter { $0.value.ends == nil }
    }

    private mutating func losePower(_ index: Int) {
        forgetEnds(of: index)
        nodes[index].hasStored = false
        nodes[index].kept.merge(nodes[index].left) { $1 }
        nodes[index].left = [:]
    }

    /// Checks that a first count matches the document.
    private mutating func checkBeginning(
        of index: Int, at time: Int64, boot: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        if machine.timers.isEmpty, nodes[index].counted.isEmpty, nodes[index].kept.isEmpty {
            return nodes[index].arrivals = [:]
        }
        nodes[index].left = [:]
        for progress in machine.timers {
            guard case .running(let ends, _) = progress.phase, let end = ends.boot else { continue }
            let left = end.nanoseconds - boot
            guard progress.basis != .arrival else {
                nodes[index].arrivals[progress.id] = (progress.revision, time + left)
                continue
            }
            // A state from a slow disk is older than this.
            if !machine.isHeldUp(at: time) {
                // The disk writes the states of one event one after the other, and all are as old as the event.
                let age = time - machine.disk.writesSince
                nodes[index].left[progress.id] = Kept(revision: progress.revision, left: left + age)
            }
            guard let kept = nodes[index].kept.removeValue(forKey: progress.id), kept.revision == progress.revision,
                left > kept.left + Self.second
            else { continue }
            findings.add(6, at: time, .node(index)) {
                "\(progress.id) had \(Duration.nanoseconds(kept.left)) left at most when the power went, and now has "
                    + "\(Duration.nanoseconds(left))"
            }
        }
        // A timer that left the document may return with another remaining time.
        let defined = machine.document?.timers ?? []
        nodes[index].kept = nodes[index].kept.filter { kept in defined.contains { $0.id == kept.key } }
        let before = nodes[index].counted
        nodes[index].counted = Dictionary(
            machine.timers.map { ($0.id, $0.revision) }, uniquingKeysWith: { first, _ in first })
        for progress in machine.timers where before[progress.id] != progress.revision {
            guard case .running(let ends, _) = progress.phase, progress.basis != .arrival, let end = ends.boot,
                !machine.isHeldUp(at: time),
                let timer = machine.document?.timers.first(where: { $0.id == progress.id }),
                timer.revision == progress.revision, case .running(let defined) = timer.state
            else { continue }
            let left = end.nanoseconds - boot
            let all = Int64(timer.seconds) * Self.second
            if left > all + Self.second {
                findings.add(6, at: time, .node(index)) {
                    "\(timer.id) was set to \(timer.seconds) s, and \(Duration.nanoseconds(left)) are left of it"
                }
            }
            // An instant that a vouched clock named is no instant of a clock that nobody vouches for since.
            guard nodes[index].isCoordinatorVouched || !timer.isVouched, let offset = nodes[index].offset,
                offset.at > max(machine.startedAt, machine.clock.setAt, nodes[index].setting?.at ?? .min),
                max(machine.startedAt, machine.clock.setAt, machine.wokeAt, machine.disk.saveFailedAt).clampedSpan
                    < time - Self.calm
            else { continue }
            let expected = min(all, defined.nanoseconds - (machine.clock.wall(at: time) + offset.nanoseconds))
            guard abs(left - expected) > Self.exchange, expected > -Self.day else { continue }
            findings.add(6, at: time, .node(index)) {
                "\(timer.id) has \(Duration.nanoseconds(expected)) left by the coordinator's clock, and the node counts "
                    + "\(Duration.nanoseconds(left))"
            }
        }
    }

    /// Checks that a timer that ran out while its node was off rings for a day.
    private func checkLate(
        _ entries: ArraySlice<LedgerEntry>, of index: Int, at time: Int64, _ machine: NodeFacts,
        _ findings: inout Findings
    ) {
        for entry in entries {
            guard case .ring(let record) = entry.event, case .timer(let id) = record.occurrence.source,
                record.outcome == .missed, record.reason == .late, machine.clock.isVouched,
                (.zero..<Duration.hours(23)).contains(record.endedAt - record.occurrence.due),
                let timer = machine.document?.timers.first(where: { $0.id == id }),
                case .running(let ends) = timer.state, ends.truncatedToMilliseconds == record.occurrence.due
            else { continue }
            findings.add(6, at: time, .node(index)) {
                "\(id) ran out at \(record.occurrence.due), and was written down as too late at \(record.endedAt)"
            }
        }
    }

    /// Checks that a node that knows the time counts its timers.
    private mutating func checkCounted(
        _ report: Reported, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        guard report.clock.trusted else { return nodes[index].trustedSince = .max }
        nodes[index].trustedSince = min(nodes[index].trustedSince, time)
        guard let document = machine.document, !document.timers.isEmpty, !machine.disk.lastSaveFailed,
            max(nodes[index].trustedSince, machine.documentChangedAt, machine.wokeAt) <= time - Self.calm,
            !machine.isHeldUp(at: time)
        else { return }
        for timer in document.timers {
            if machine.timers.contains(where: { $0.id == timer.id && $0.revision >= timer.revision }) { continue }
            findings.add(6, at: time, .node(index)) {
                "\(timer.id) is in the document on the disk since \(TrueTime(nanoseconds: machine.documentChangedAt)), "
                    + "the clock is trusted, and the node does not count it"
            }
        }
    }

    /// Settles a timer that somebody stopped elsewhere: it ends without a sound, and has its line.
    private mutating func resolve(_ entries: ArraySlice<LedgerEntry>, of index: Int, _ machine: NodeFacts) {
        for entry in entries {
            guard case .ring(let record) = entry.event, case .timer(let id) = record.occurrence.source else { continue }
            if let timer = machine.document?.timers.first(where: { $0.id == id }) {
                nodes[index].over.append(Setting(timer), keeping: Self.rememberedLines)
            }
            if record.reason == .stoppedElsewhere { nodes[index].counts[id]?.hasRung = true }
        }
    }

    /// Settles a timer that somebody snoozed elsewhere: it does not ring before the snooze is over.
    private mutating func resolve(_ rings: [RingReport], of index: Int) {
        guard !nodes[index].counts.isEmpty else { return }
        for ring in rings where ring.state == .snoozed {
            if case .timer(let id) = ring.occurrence.source { nodes[index].counts[id]?.hasRung = true }
        }
    }

    /// The two clocks drift apart, and a report truncates fractions.
    private func tolerance(since then: Int64, at time: Int64) -> Int64 { Self.second + (time - then) / 2_000 }

    /// Checks that a paused timer has the remaining time of its document.
    private func checkPaused(
        _ timer: TimerReport, _ milliseconds: Int, of index: Int, at time: Int64, _ machine: NodeFacts,
        _ findings: inout Findings
    ) {
        guard let defined = machine.document?.timers.first(where: { $0.id == timer.id }),
            defined.revision == timer.revision, case .paused(let left) = defined.state, left != milliseconds
        else { return }
        findings.add(6, at: time, .node(index)) {
            "\(timer.id) was paused with \(Duration.milliseconds(left)) left, and the node reports "
                + "\(Duration.milliseconds(milliseconds))"
        }
    }

    private mutating func compare(
        _ reported: Reported, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        var counts: [TimerID: Count] = [:]
        for timer in reported.timers {
            let known = nodes[index].counts[timer.id].flatMap {
                $0.revision == timer.revision && (isAlone || machine.documentChangedAt <= $0.at) ? $0 : nil
            }
            var count = Count(revision: timer.revision, ends: nil, remaining: 0, at: time)
            count.hasRung = known?.hasRung ?? isOver(timer.id, of: index, machine)
            switch timer.state {
            case .paused(let milliseconds):
                count.remaining = Int64(milliseconds) * 1_000_000
                checkPaused(timer, milliseconds, of: index, at: time, machine, &findings)
                if let known, known.ends == nil, abs(known.remaining - count.remaining) > Self.second {
                    findings.add(6, at: time, .node(index)) {
                        "\(timer.id), paused, had \(Duration.nanoseconds(known.remaining)) left and now has "
                            + "\(Duration.nanoseconds(count.remaining))"
                    }
                }
            case .running(let ends):
                // A later exchange will give a better count.
                let own = machine.timers.first { $0.id == timer.id }
                if own.map({ $0.basis == .arrival || $0.revision != timer.revision }) ?? true { continue }
                let trueEnds = ends.nanoseconds - machine.clock.ahead
                let arrival = nodes[index].arrivals[timer.id].flatMap { $0.revision == timer.revision ? $0.ends : nil }
                if let arrival, abs(arrival - trueEnds) < Self.second { continue }
                count.ends = trueEnds
                if let before = known?.ends, let known {
                    let tolerance = tolerance(since: known.at, at: time)
                    if trueEnds > before + tolerance || trueEnds < before - tolerance {
                        findings.add(6, at: time, .node(index)) {
                            "\(timer.id) was to run out at \(TrueTime(nanoseconds: before)) of true time, and now at "
                                + "\(TrueTime(nanoseconds: trueEnds))"
                        }
                    }
                    // The first report stands, so that the end does not creep.
                    count.ends = before
                    count.at = known.at
                } else if trueEnds <= time {
                    // The first report of it is late: it may have rung by now.
                    count.hasRung = true
                }
            }
            if let ends = count.ends, !count.hasRung { nextJudgement = min(nextJudgement, ends + Self.patience) }
            counts[timer.id] = count
        }
        // A timer that ran out is no longer reported, and another is not yet reported after a start; its count holds as
        // long as the document has it.
        for (id, count) in nodes[index].counts where counts[id] == nil {
            let isStillSet = machine.document?.timers.contains { $0.id == id && $0.revision == count.revision }
            if isStillSet == true { counts[id] = count }
        }
        nodes[index].counts = counts
    }

    /// True if a timer has its line, as set in the document.
    private func isOver(_ id: TimerID, of index: Int, _ machine: NodeFacts) -> Bool {
        machine.document?.timers.contains { $0.id == id && nodes[index].over.contains(Setting($0)) } ?? false
    }

    /// Checks that each timer that has run out rang.
    ///
    /// - Parameter facts: the facts before the event at `time`, which may be much later.
    mutating func check(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        guard time >= nextJudgement else { return }
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
                guard isStillSet == true, machine.documentChangedAt <= ends - Self.calm, machine.clock.isVouched,
                    machine.isUndisturbed(for: Self.calm, until: ends),
                    !machine.output.wasCrowded(since: ends - Self.calm), machine.disk.forgotAt < count.at,
                    !isActedUpon(id, machine)
                else { continue }
                findings.add(6, at: time, .node(index)) {
                    "\(id) ran out at \(TrueTime(nanoseconds: ends)) of true time and did not ring, and nothing stood "
                        + "in its way since \(TrueTime(nanoseconds: machine.disturbedAt))"
                }
            }
        }
    }

    /// True if the node has it as snoozed, or about to ring after a snooze. A timer stopped elsewhere has its line, see
    /// ``resolve(_:of:)``.
    private func isActedUpon(_ id: TimerID, _ machine: NodeFacts) -> Bool {
        machine.rings.contains { $0.occurrence.source == .timer(id) && $0.snoozes > 0 }
    }
}
