// Invariant 11, of timers: the coordinator removes each one that is over.
//
// Claimed of a coordinator undisturbed for twenty minutes: its store has held no timer that long for which each node
// has a line of its own, due no sooner than the timer's end, or than its first end by this revision; and none that ran
// out over 25 hours before.
//
// Not claimed: by a clock that is half a day off, until a node confirms the next one; with two coordinators.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct OverTimerChecker: Checker {
    private struct Known {
        var definition: TimerDefinition
        /// The first end by this revision.
        var first: WallTime
        /// The true time since which nothing of it is still to come.
        var overSince: Int64?
        /// By node: the latest due time that has a line.
        var lines: [NodeID: WallTime] = [:]
    }

    private let isAlone: Bool
    private var timers: [TimerID: Known] = [:]
    private var groups: [GroupID: Set<NodeID>] = [:]
    private var nodes: Set<NodeID> = []
    /// The true time of the coordinator's last disturbance, and the number of its disk's present faults.
    private var disturbedAt = Int64.min
    private var troubles = 0
    private var belief = ClockBelief()

    private static let patience: Int64 = 1_200_000_000_000
    private static let life: Duration = .minutes(25 * 60 + 20)

    init(plan: SimulationPlan) { isAlone = plan.coordinators.count == 1 }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isAlone, case .coordinator = observation.host else { return }
        let time = observation.at.nanoseconds
        belief.observe(observation)
        if !belief.isConfirmed { disturbedAt = time }
        switch observation.what {
        case .coordinatorStarted(let stored):
            disturbedAt = time
            start(with: stored)
        case .faultBegan(let fault): if facts.plan.faults[fault].kind.isTroubleOfDisk { troubles += 1 }
        case .faultEnded(let fault):
            guard facts.plan.faults[fault].kind.isTroubleOfDisk else { return }
            troubles = max(0, troubles - 1)
            disturbedAt = time
        case .clockSet, .notCommitted, .suspended, .resumed, .commitsLost, .storeTurnedBack: disturbedAt = time
        case .committed(let operations):
            for operation in operations { apply(operation) }
            guard !timers.isEmpty, let wall = observation.clock?.wall else { return }
            check(at: time, wall, &findings)
        default: break
        }
    }

    private mutating func start(with stored: StoredState) {
        timers = [:]
        groups = [:]
        nodes = Set(stored.nodes.map(\.definition.id))
        for object in stored.objects { apply(.saveObject(object)) }
        // The coordinator removes its own lines when its clock turns out to have been ahead.
        for line in stored.lines where line.isOfNode { recordLine(line.occurrence, of: line.node) }
    }

    private mutating func apply(_ operation: StoreOperation) {
        switch operation {
        case .saveObject(.timer(let definition)):
            let id = definition.timer.id
            guard case .running(let ends) = definition.timer.state else { return timers[id] = nil }
            if timers[id]?.definition.timer.revision == definition.timer.revision {
                timers[id]?.definition = definition
            } else {
                timers[id] = Known(
                    definition: definition, first: definition.timer.due ?? ends, lines: timers[id]?.lines ?? [:])
            }
        case .removeObject(.timer(let id)): timers[id] = nil
        case .saveObject(.group(let group)): groups[group.id] = Set(group.nodes)
        case .removeObject(.group(let id)): groups[id] = nil
        case .saveDefinition(let definition): nodes.insert(definition.id)
        case .forget(let node):
            nodes.remove(node)
            for id in timers.keys { timers[id]?.lines[node] = nil }
        case .appendLedger(let node, _, let entries, _):
            for entry in entries { if case .ring(let record) = entry.event { recordLine(record.occurrence, of: node) } }
        default: break
        }
    }

    private mutating func recordLine(_ occurrence: Occurrence, of node: NodeID) {
        guard case .timer(let id) = occurrence.source, let known = timers[id] else { return }
        timers[id]?.lines[node] = max(known.lines[node] ?? occurrence.due, occurrence.due)
    }

    private mutating func check(at time: Int64, _ wall: WallTime, _ findings: inout Findings) {
        for (id, known) in timers.sorted(by: { $0.key < $1.key }) {
            guard case .running(let ends) = known.definition.timer.state else { continue }
            let targets = known.definition.targets
            let named = targets.groups.reduce(into: Set(targets.nodes)) { $0.formUnion(groups[$1] ?? []) }
                .intersection(nodes)
            let counts = min(ends, known.first).truncatedToMilliseconds
            let isRung = !named.isEmpty && named.allSatisfy { known.lines[$0].map { $0 >= counts } ?? false }
            guard isRung || ends + Self.life < wall else {
                timers[id]?.overSince = nil
                continue
            }
            let since = known.overSince ?? time
            timers[id]?.overSince = since
            guard troubles == 0, max(since, disturbedAt) < time - Self.patience else { continue }
            // One finding per timer.
            timers[id] = nil
            findings.add(11, at: time, .coordinator(0)) {
                "\(id) is over since \(TrueTime(nanoseconds: since)), and is still in the store"
            }
        }
    }
}

extension FaultKind {
    fileprivate var isTroubleOfDisk: Bool {
        switch self {
        case .diskFull, .diskReadOnly, .diskSlow: true
        default: false
        }
    }
}
