// Invariants 2 and 6: a timer rings at the instant of its end, by the clock that the room trusts, and never before. So
// all rooms ring a timer at once.
//
// Claimed of a room whose vouched clock agrees with the coordinator's to within 20 ms, as its disk stores a timer's
// revision and as the timer sounds: it sounds no earlier than its end in the document, by the room's own clock. If the
// revision was stored over a minute before the end and both machines were undisturbed from a minute before that, it
// sounds no later either.
//
// Not claimed: for a timer that somebody snoozed; with several coordinators; while a disk holds the room up; while as
// many others ring as an output mixes; for a crystal that gains or loses over 500 ppm.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct CommonInstantChecker: Checker {
    private struct Due {
        var revision: Int
        /// By the document, in nanoseconds of the wall clock.
        var ends: Int64
        /// The true time at which the room's disk stored this revision.
        var storedAt: Int64
        /// True if nothing disturbed either machine for a minute before.
        var isCalm: Bool
    }

    private struct Coordinator {
        /// Its wall clock minus true time, at the last reading.
        var ahead: Int64 = 0
        var isVouched = false
        /// The last change of its clock, or of what vouches for it, or start.
        var disturbedAt = Int64.min
    }

    private var coordinator = Coordinator()
    private var dues: [[TimerID: Due]]
    private let isAlone: Bool

    private static let agreement: Int64 = 20_000_000
    private static let tolerance: Int64 = 4_000_000
    private static let calm: Int64 = 60_000_000_000
    /// From a change of the coordinator's clock to the document that names it, at a room whose disk works.
    private static let onItsWay: Int64 = 15_000_000_000

    init(plan: SimulationPlan) {
        dues = plan.nodes.map { _ in [:] }
        isAlone = plan.coordinators.count == 1
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isAlone else { return }
        let time = observation.at.nanoseconds
        switch observation.host {
        case .coordinator: follow(observation, at: time)
        case .node(let index):
            switch observation.what {
            case .crashed, .nodeStarted, .stateTurnedBack: dues[index] = [:]
            case .stateStored: note(facts.nodes[index], of: index, at: time)
            case .ringHeard(let order):
                guard let wall = observation.clock?.wall.nanoseconds else { return }
                judge(order.occurrence, of: index, at: time, wall: wall, facts.nodes[index], &findings)
            default: break
            }
        case .client, .broker: break
        }
    }

    private mutating func follow(_ observation: borrowing Observation, at time: Int64) {
        if let clock = observation.clock { coordinator.ahead = clock.wall.nanoseconds &- time }
        switch observation.what {
        case .coordinatorStarted, .clockSet, .suspended, .resumed, .crashed: coordinator.disturbedAt = time
        case .vouched(let isVouched):
            coordinator.isVouched = isVouched
            coordinator.disturbedAt = time
        default: break
        }
    }

    private mutating func note(_ room: NodeFacts, of index: Int, at time: Int64) {
        let timers = room.document?.timers ?? []
        if timers.isEmpty, dues[index].isEmpty { return }
        var known = dues[index]
        dues[index] = [:]
        for timer in timers {
            guard case .running(let ends) = timer.state else { continue }
            if let due = known.removeValue(forKey: timer.id), due.revision == timer.revision,
                due.ends == ends.nanoseconds
            {
                dues[index][timer.id] = due
            } else if agree(room, at: time), coordinator.disturbedAt.clampedSpan < time - Self.onItsWay {
                dues[index][timer.id] = Due(
                    revision: timer.revision, ends: ends.nanoseconds, storedAt: time,
                    isCalm: isCalm(room, since: time - Self.calm))
            }
        }
    }

    /// True if both machines have vouched clocks, which show the same time.
    private func agree(_ room: NodeFacts, at time: Int64) -> Bool {
        !room.isFollower && room.clock.isVouched && coordinator.isVouched
            && (room.clock.ahead &- coordinator.ahead).magnitude <= UInt64(Self.agreement)
            && max(room.clock.setAt, room.clock.vouchingChangedAt).clampedSpan < time - Self.onItsWay
            && !room.isHeldUp(at: time)
    }

    private func isCalm(_ room: NodeFacts, since instant: Int64) -> Bool {
        max(room.disturbedAt, coordinator.disturbedAt, room.clock.setAt).clampedSpan < instant
    }

    private mutating func judge(
        _ occurrence: Occurrence, of index: Int, at time: Int64, wall: Int64, _ room: NodeFacts,
        _ findings: inout Findings
    ) {
        guard case .timer(let id) = occurrence.source, let due = dues[index].removeValue(forKey: id),
            agree(room, at: time), !room.disk.lastSaveFailed, !room.isSnoozed(occurrence),
            max(room.clock.setAt, coordinator.disturbedAt).clampedSpan < due.storedAt
        else { return }
        let tolerance = room.output.onsetTolerance + Self.tolerance
        let span = wall &- due.ends
        if span < -tolerance {
            findings.add(2, at: time, .node(index)) {
                "\(id) rings \(Duration.nanoseconds(-span)) before its end by the clock that the room trusts"
            }
        } else if span > tolerance, due.isCalm, due.ends &- room.clock.ahead > due.storedAt + Self.calm,
            room.isUndisturbed(for: time - due.storedAt + Self.calm, until: time),
            !room.output.wasCrowded(since: due.storedAt)
        {
            findings.add(6, at: time, .node(index)) {
                "\(id) rings \(Duration.nanoseconds(span)) after its end by the clock that the room trusts, so not at "
                    + "one instant with other rooms"
            }
        }
    }
}
