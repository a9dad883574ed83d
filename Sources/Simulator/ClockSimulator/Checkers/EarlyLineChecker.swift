// Invariant 9, for a coordinator whose clock was ahead: no store records a future occurrence as over.
//
// Claimed: when the coordinator's clock has been right for twenty minutes, to within half a minute, its store has no
// `absent` line for an occurrence that is due later than now. A timer is due at the end that its revision was first
// stored with, whatever that end is called: the clock that named it may have been ahead.
//
// Not claimed: with two coordinators; within twenty minutes after the coordinator started, woke, had its clock set or
// its store refused something; for a store that lost commits; for an occurrence that a change removed while the clock
// was ahead, because it gets its line with the change; for a timer that was first stored within a minute after such a
// disturbance.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct EarlyLineChecker: Checker {
    private struct Line: Hashable {
        var node: NodeID
        var occurrence: Occurrence
        /// The true time at which it is due.
        var due: Int64
    }

    private struct TimerEnd {
        var revision: Int
        /// The true time; `nil` if it is unknown.
        var at: Int64?
    }

    /// `absent` lines for occurrences that were still in the future when written.
    private var early: Set<Line> = []
    private var ends: [TimerID: TimerEnd] = [:]
    /// The true time of the last event that the coordinator may still be working on.
    private var disturbedAt = Int64.min
    private let isAlone: Bool

    private static let settling: Int64 = 1_200_000_000_000
    private static let slack: Int64 = 60_000_000_000

    init(plan: SimulationPlan) { isAlone = plan.coordinators.count == 1 }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isAlone, case .coordinator = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .coordinatorStarted: disturbedAt = time
        case .clockSet, .notCommitted, .resumed: disturbedAt = time
        case .commitsLost, .storeTurnedBack: (early, ends) = ([], [:])
        case .committed(let operations):
            for operation in operations { apply(operation, observation.clock, at: time) }
            check(observation.clock, at: time, &findings)
        default: break
        }
    }

    private mutating func apply(_ operation: StoreOperation, _ clock: Now?, at time: Int64) {
        switch operation {
        case .closeRings(let absences, .some):
            for absence in absences {
                let occurrence = absence.record.occurrence
                guard let due = due(occurrence), due > time + Self.slack else { continue }
                early.insert(Line(node: absence.node, occurrence: occurrence, due: due))
            }
        case .saveObject(.timer(let definition)):
            let timer = definition.timer
            guard ends[timer.id]?.revision != timer.revision, let wall = clock?.wall else { return }
            var end = TimerEnd(revision: timer.revision)
            if case .running(let ends) = timer.state, disturbedAt.clampedSpan < time - Self.slack {
                end.at = (TrueTime(nanoseconds: time) + (ends - wall)).nanoseconds
            }
            ends[timer.id] = end
        case .reopenRings(let after): if !early.isEmpty { early = early.filter { $0.occurrence.due <= after } }
        case .appendLedger(let node, _, let entries, _):
            if early.isEmpty { return }
            for entry in entries {
                if case .ring(let record) = entry.event {
                    early = early.filter { $0.node != node || $0.occurrence != record.occurrence }
                }
            }
        case .forget(let id): if !early.isEmpty { early = early.filter { $0.node != id } }
        default: break
        }
    }

    private func due(_ occurrence: Occurrence) -> Int64? {
        switch occurrence.source {
        case .alarm: occurrence.due.nanoseconds
        case .timer(let id): ends[id]?.at
        }
    }

    private mutating func check(_ clock: Now?, at time: Int64, _ findings: inout Findings) {
        guard !early.isEmpty, let wall = clock?.wall.nanoseconds else { return }
        early = early.filter { $0.due > time + Self.slack }
        guard (wall &- time).magnitude < UInt64(Self.slack / 2), disturbedAt.clampedSpan < time - Self.settling,
            let line = early.min(by: { ($0.occurrence, $0.node) < ($1.occurrence, $1.node) })
        else { return }
        early = []
        findings.add(9, at: time, .coordinator(0)) {
            "\(line.occurrence.source), due at \(TrueTime(nanoseconds: line.due)), is still to come, and the store has a "
                + "line that node \(line.node) told nothing of it"
        }
    }
}
