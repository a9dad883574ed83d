// Invariant 6, to the quarter second: a timer rings when it runs out.
//
// Claimed of a node undisturbed for a minute: a timer that had over a minute left when the node's disk stored it rings
// within a quarter second of its end, by the boot clock and the state on the disk.
//
// Not claimed: for one that somebody snoozed; while as many others ring as an output mixes; within a minute after any
// event of the machine, its disk or its document.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct PromptTimerChecker: Checker {
    private struct Due {
        var revision: Int
        /// By the boot clock, in nanoseconds.
        var boot: Int64
    }

    /// By node: the ends of the timers in the last state on its disk.
    private var dues: [[TimerID: Due]]

    private static let promptness: Int64 = 250_000_000
    private static let calm: Int64 = 60_000_000_000

    init(plan: SimulationPlan) { dues = plan.nodes.map { _ in [:] } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        switch observation.what {
        case .ringHeard(let order):
            guard let boot = observation.clock?.boot.nanoseconds else { return }
            check(
                order.occurrence, of: index, at: observation.at.nanoseconds, boot: boot, facts.nodes[index], &findings)
        // A restarted boot clock cannot be compared with earlier readings.
        case .crashed, .nodeStarted: dues[index] = [:]
        case .stateStored:
            guard let boot = observation.clock?.boot.nanoseconds else { return }
            record(facts.nodes[index], of: index, boot: boot)
        default: break
        }
    }

    private mutating func record(_ machine: NodeFacts, of index: Int, boot: Int64) {
        if machine.timers.isEmpty, dues[index].isEmpty { return }
        for progress in machine.timers {
            guard case .running(let ends, _) = progress.phase, let end = ends.boot?.nanoseconds else {
                if case .paused = progress.phase { dues[index][progress.id] = nil }
                continue
            }
            // A timer first counted shortly before its end leaves no time to prepare.
            if end - boot > Self.calm {
                dues[index][progress.id] = Due(revision: progress.revision, boot: end)
            } else if let known = dues[index][progress.id], known.revision != progress.revision || known.boot != end {
                dues[index][progress.id] = nil
            }
        }
        let defined = machine.document?.timers ?? []
        dues[index] = dues[index].filter { due in defined.contains { $0.id == due.key } }
    }

    private mutating func check(
        _ occurrence: Occurrence, of index: Int, at time: Int64, boot: Int64, _ machine: NodeFacts,
        _ findings: inout Findings
    ) {
        guard case .timer(let id) = occurrence.source, let due = dues[index].removeValue(forKey: id),
            !machine.disk.lastSaveFailed, boot - due.boot > Self.promptness + machine.output.onsetTolerance,
            case let span = boot - due.boot + Self.calm,
            machine.isUndisturbed(for: span, until: time), !machine.output.wasCrowded(since: time - span),
            max(machine.documentChangedAt, machine.disk.saveFailedAt, machine.disk.troubleEndedAt).clampedSpan < time
                - span,
            machine.document?.timers.contains(where: { $0.id == id && $0.revision == due.revision }) == true,
            !machine.isSnoozed(occurrence)
        else { return }
        findings.add(6, at: time, .node(index)) {
            "\(id) rang \(Duration.nanoseconds(boot - due.boot)) after it ran out, and nothing stood in its way since "
                + "\(TrueTime(nanoseconds: machine.disturbedAt))"
        }
    }
}

extension NodeFacts {
    /// True if somebody snoozed it, perhaps before it began here.
    func isSnoozed(_ occurrence: Occurrence) -> Bool {
        rings.contains { $0.occurrence == occurrence && $0.snoozes > 0 }
    }
}
