// Invariant 7: an expired wake, or one with under five seconds of its budget left, means silence and a recorded reason.
//
// Claimed: a quarter hour that a node's ledger records as not announced (expired, silent, missed for being late,
// untrusted or unwoken) was not heard in its room, and has a reason. A node that is set not to wake itself announces
// only after a wake for that quarter hour has arrived, and no later than five seconds before that wake's budget ends,
// plus the lead-in.
//
// Not claimed: for announcements before the node's disk was restored, damaged or full when the program ended: the node
// does not know; for a record that is older than the last few announcements, or than the decisions that a node
// remembers, as after a wake of a coordinator whose clock was days ahead; for a node whose settings changed in the
// minute before, or whose disk held it up: it handles its wake late, and so starts the budget late; nor for an
// announcement whose output is stuck while it sounds, because the node learns nothing then.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct BudgetChecker: Checker {
    private struct Wake {
        var target: Int64
        /// The true time before which its announcement must begin.
        var heardBefore: Int64
    }

    private struct Node {
        /// The announcements heard, each with the number of decisions before it.
        var heard: [(target: Int64, at: Int64, decisions: Int)] = []
        /// The quarter hours that its disk records as silent, each with the number of decisions before it.
        var silent: [(target: Int64, at: Int64, decisions: Int)] = []
        /// Lines of quarter hours.
        var decisions = 0
        var wakes: [Wake] = []
    }

    private var nodes: [Node]

    private static let rememberedHearings = 8
    /// Decisions that a node surely remembers; allows for unseen lines, acknowledged while its disk was full.
    private static let remembered = NodeState.maximumDecided - 8
    private static let rememberedWakes = 8
    private static let reserve: Int64 = 5_000_000_000
    private static let settling: Int64 = 60_000_000_000
    /// For the way through the mailbox, and the clocks' drift over a budget.
    private static let tolerance: Int64 = 1_000_000_000

    init(plan: SimulationPlan) { nodes = plan.nodes.map { _ in Node() } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .delivered(let message):
            guard case .wake(let wake) = message.payload else { return }
            let budget = Int64(wake.budgetMilliseconds) * 1_000_000
            let leadIn = facts.nodes[index].leadIn
            nodes[index].wakes.append(
                Wake(
                    target: wake.target.nanoseconds, heardBefore: time + budget - Self.reserve + leadIn + Self.tolerance
                ), keeping: Self.rememberedWakes)
        case .heard(let sound):
            guard facts.isQuarterHour(sound.target) else { return }
            nodes[index].heard.append(
                (sound.target.nanoseconds, time, nodes[index].decisions), keeping: Self.rememberedHearings)
            let forgotAt = facts.nodes[index].disk.forgotAt
            let oldest = nodes[index].decisions - Self.remembered
            let isRecorded = nodes[index].silent.contains {
                $0.target == sound.target.nanoseconds && $0.at > forgotAt && $0.decisions > oldest
            }
            if isRecorded, !facts.nodes[index].output.isStuck {
                findings.add(7, at: time, .node(index)) {
                    "the quarter hour \(sound.target) is heard, and was recorded as not announced before"
                }
            }
            checkWoken(index, for: sound.target, at: time, facts, &findings)
        case .stateStored:
            for entry in facts.freshEntries {
                if case .quarter(let record) = entry.event { check(record, of: index, at: time, facts, &findings) }
            }
        default: break
        }
    }

    private func checkWoken(
        _ index: Int, for target: WallTime, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard !node.settings.selfWake, node.documentChangedAt.clampedSpan < time - Self.settling,
            node.disk.troubles == 0, node.disk.troubleEndedAt.clampedSpan < time - Self.settling
        else { return }
        let wakes = nodes[index].wakes.lazy.filter { $0.target == target.nanoseconds }
        guard let last = wakes.map(\.heardBefore).max() else {
            return findings.add(7, at: time, .node(index)) {
                "the quarter hour \(target) was announced without a wake, and the node is set not to wake itself"
            }
        }
        guard last < time else { return }
        findings.add(7, at: time, .node(index)) {
            "the quarter hour \(target) was announced \(Duration.nanoseconds(time - last)) after its wake's budget "
                + "allowed for it"
        }
    }

    private mutating func check(
        _ record: QuarterRecord, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let forgotAt = facts.nodes[index].disk.forgotAt
        nodes[index].decisions += 1
        let oldest = nodes[index].decisions - Self.remembered
        let isSilent: Bool
        switch record.outcome {
        case .announced, .failed, .absent: isSilent = false
        case .silent, .expired: isSilent = true
        case .missed: isSilent = record.reason != .interrupted
        }
        if isSilent {
            nodes[index].silent.append(
                (record.target.nanoseconds, time, nodes[index].decisions), keeping: Self.rememberedHearings)
        }
        if isSilent,
            nodes[index].heard.contains(where: {
                $0.target == record.target.nanoseconds && $0.at > forgotAt && $0.decisions > oldest
            })
        {
            findings.add(7, at: time, .node(index)) {
                "the quarter hour \(record.target) is recorded as \(record.outcome.rawValue) "
                    + "(\(record.reason?.rawValue ?? "")), and was heard: \(record.detail ?? "")"
            }
        }
        let hasReason =
            switch record.outcome {
            case .announced: true
            case .expired: record.detail != nil
            case .silent, .missed, .failed, .absent: record.reason != nil
            }
        guard !hasReason else { return }
        findings.add(7, at: time, .node(index)) {
            "the quarter hour \(record.target) is recorded as \(record.outcome.rawValue) without a reason"
        }
    }
}
