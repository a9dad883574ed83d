// Invariant 9, as the coordinator keeps it: it closes itself each occurrence that no node reports.
//
// Claimed of the store at the end of the run: every occurrence of an alarm that was due over three hours ago has a line
// of every node that had to ring it, even if that node was off or has gone for good. The same during the run, if the
// coordinator has run with the right time, and its store has refused nothing, since before the due time. A time that was
// half a day off is right again once a node confirms it.
//
// An occurrence counts when the store kept the alarm, its groups and the node unchanged for two minutes before and
// after the due time; when it is due by every edition of the rules of its zone; and, if that is the node's own zone,
// when the store has had that zone for a day and the node has reported no other. An occurrence no longer counts if a
// change finds it still in the future by the coordinator's clock.
//
// Not claimed: with two coordinators; after a store lost commits, for earlier occurrences; for occurrences older than
// the store's retention; for an occurrence due in a zone over three hours before its node left it, if the coordinator
// had just started, its store had just refused something, or its clock was over three hours ahead: nobody checked in
// time, and afterwards nobody knows the node's zone.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct AbsenceChecker: Checker {
    private struct Node {
        var knownSince: Int64
        var firstSeen: WallTime
        var zone: String?
        var zoneSince: Int64
        /// The time since which it has reported another zone that the store does not have.
        var isElsewhereSince: Int64?
    }

    private struct Planned {
        var definition: AlarmDefinition
        var changedAt: Int64
        /// The next instant at which it is due, by the zones that it is due in.
        var dues: [String: WallTime] = [:]
    }

    private struct Open: Hashable {
        var node: NodeID
        var occurrence: Occurrence
    }

    private var alarms: [AlarmID: Planned] = [:]
    private var groups: [GroupID: Set<NodeID>] = [:]
    private var nodes: [NodeID: Node] = [:]
    /// Occurrences that came due and have no line.
    private var open: Set<Open> = []
    /// Occurrences of the last day that have a line.
    private var lined: Set<Open> = []
    private var linedSince = Int64.min
    /// The last start of the coordinator, or refusal of its store, true time.
    private var disturbedAt = Int64.min
    /// Likewise; also the last change of its clock, sleep, or loss of its store.
    private var troubledAt = Int64.min
    private var belief = ClockBelief()
    private var isRunning = false
    private var isAsleep = false
    /// The next check of the occurrences without a line.
    private var nextLook = Int64.min
    private let isAlone: Bool
    /// Of the plan's nodes.
    private let names: [NodeID]
    private let zones: [TimeZoneRules]
    private let retention: Int64
    /// The true time of the next judgement.
    private(set) var nextJudgement = Int64.max

    private static let calm: Int64 = 120_000_000_000
    private static let day: Int64 = 86_400_000_000_000
    private static let lastLook: Duration = .hours(3)
    /// The time that a coordinator needs to check missed occurrences.
    private static let settling: Int64 = 1_200_000_000_000
    private static let lookInterval: Int64 = 600_000_000_000
    private static let clockSlack: UInt64 = 60_000_000_000
    /// Three hours, and the time for the check.
    private static let patience: Int64 = 11_700_000_000_000

    init(plan: SimulationPlan) {
        isAlone = plan.coordinators.count == 1
        names = plan.nodes.map(\.id)
        zones = plan.zones
        retention = plan.coordinators.map(\.retention.nanoseconds).min() ?? 0
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isAlone else { return }
        let time = observation.at.nanoseconds
        if time >= nextJudgement { check(at: time) }
        if case .node(let index) = observation.host, case .published(let message) = observation.what,
            case .reported(let report) = message.payload
        {
            told(report.wrappedValue.zone, by: names[index], at: time)
        }
        guard case .coordinator = observation.host else { return }
        belief.observe(observation)
        if !belief.isConfirmed { troubledAt = time }
        if time >= nextLook { look(observation.clock, at: time, facts, &findings) }
        switch observation.what {
        case .crashed, .stopped: isRunning = false
        case .clockSet: troubledAt = time
        case .suspended: isAsleep = true
        case .resumed:
            isAsleep = false
            troubledAt = time
        case .coordinatorStarted(let stored):
            (isRunning, isAsleep) = (true, false)
            troubledAt = time
            disturbedAt = time
            start(with: stored, at: time)
        case .notCommitted:
            troubledAt = time
            disturbedAt = time
        case .commitsLost, .storeTurnedBack:
            troubledAt = time
            open = []
            lined = []
        case .committed(let operations):
            let wall = observation.clock?.wall ?? observation.at.wall
            for operation in operations {
                forgetWhatIsToCome(after: wall, with: operation, at: time)
                apply(operation, at: time)
            }
        default: break
        }
    }

    /// The store may have no room for another zone; the node's later occurrences follow that zone.
    private mutating func told(_ zone: String, by id: NodeID, at time: Int64) {
        guard let node = nodes[id], let known = node.zone else { return }
        if zone != known {
            nodes[id]?.isElsewhereSince = node.isElsewhereSince ?? time
        } else if node.isElsewhereSince != nil {
            nodes[id]?.isElsewhereSince = nil
            nodes[id]?.zoneSince = time
        }
    }

    private mutating func start(with stored: StoredState, at time: Int64) {
        // Unchanged definitions keep their history.
        let (before, known) = (alarms, nodes)
        alarms = [:]
        groups = [:]
        nodes = [:]
        for node in stored.nodes {
            nodes[node.definition.id] =
                known[node.definition.id]
                ?? Node(knownSince: time, firstSeen: node.definition.firstSeen, zone: node.zone, zoneSince: time)
        }
        // A restored store has the lines of its time.
        for line in stored.lines {
            let known = Open(node: line.node, occurrence: line.occurrence)
            lined.insert(known)
            open.remove(known)
        }
        for case .group(let group) in stored.objects { groups[group.id] = Set(group.nodes) }
        for case .alarm(let definition) in stored.objects {
            let id = definition.alarm.id
            let isSame = before[id]?.definition == definition
            alarms[id] = Planned(
                definition: definition, changedAt: isSame ? before[id]?.changedAt ?? time : time,
                dues: isSame ? before[id]?.dues ?? [:] : [:])
            derive(id, at: time)
        }
        arm()
    }

    private mutating func apply(_ operation: StoreOperation, at time: Int64) {
        switch operation {
        case .saveDefinition(let definition):
            if nodes[definition.id] == nil {
                nodes[definition.id] = Node(
                    knownSince: time, firstSeen: definition.firstSeen, zone: nil, zoneSince: time)
            }
        case .forget(let id):
            nodes[id] = nil
            open = open.filter { $0.node != id }
        case .saveZone(let id, let zone):
            guard nodes[id] != nil, nodes[id]?.zone != zone else { return }
            // The node was in its first reported zone before the report as well.
            let isFirst = nodes[id]?.zone == nil
            nodes[id]?.zoneSince = isFirst ? time - Self.day : time
            nodes[id]?.zone = zone
            nodes[id]?.isElsewhereSince = nil
            for alarm in alarms.keys { derive(alarm, at: time) }
            arm()
        case .saveObject(.alarm(let definition)):
            alarms[definition.alarm.id] = Planned(definition: definition, changedAt: time)
            derive(definition.alarm.id, at: time)
            arm()
        case .removeObject(.alarm(let id)):
            alarms[id] = nil
            arm()
        case .saveObject(.group(let group)):
            groups[group.id] = Set(group.nodes)
            for id in alarms.keys where alarms[id]?.definition.targets.groups.contains(group.id) == true {
                alarms[id]?.changedAt = time
            }
        case .removeObject(.group(let id)): groups[id] = nil
        case .appendLedger(let node, _, let entries, _):
            for entry in entries {
                if case .ring(let record) = entry.event { close(record.occurrence, of: node, at: time) }
            }
        case .closeRings(let absences, _):
            for absence in absences { close(absence.record.occurrence, of: absence.node, at: time) }
        default: break
        }
    }

    /// If the clock is behind, occurrences that came due are still in its future; a changed alarm, or a node that is
    /// then in another zone, no longer has them.
    private mutating func forgetWhatIsToCome(after wall: WallTime, with operation: StoreOperation, at time: Int64) {
        switch operation {
        case .saveObject(.alarm(let definition)):
            open = open.filter { $0.occurrence.source != .alarm(definition.alarm.id) || $0.occurrence.due <= wall }
        case .removeObject(.alarm(let id)):
            open = open.filter { $0.occurrence.source != .alarm(id) || $0.occurrence.due <= wall }
        case .saveObject(.group), .removeObject(.group): open = open.filter { $0.occurrence.due <= wall }
        case .saveZone(let node, let zone):
            guard nodes[node]?.zone != zone else { return }
            // Nor did a coordinator close anything while its clock was days ahead.
            let isLate =
                disturbedAt.clampedSpan > time - Self.settling || wall > WallTime(nanoseconds: time) + Self.lastLook
            let looked = isLate ? wall - Self.lastLook : WallTime(nanoseconds: .min)
            open = open.filter {
                $0.node != node || hasOwnZone($0.occurrence.source)
                    || ($0.occurrence.due > looked && $0.occurrence.due <= wall)
            }
        default: break
        }
    }

    private func hasOwnZone(_ source: RingSource) -> Bool {
        guard case .alarm(let id) = source else { return false }
        return alarms[id]?.definition.alarm.schedule.zone != nil
    }

    private mutating func close(_ occurrence: Occurrence, of node: NodeID, at time: Int64) {
        let line = Open(node: node, occurrence: occurrence)
        open.remove(line)
        guard occurrence.due.nanoseconds > time - Self.day else { return }
        lined.insert(line)
        guard linedSince.clampedSpan < time - Self.day else { return }
        linedSince = time
        lined = lined.filter { $0.occurrence.due.nanoseconds > time - Self.day }
    }

    // MARK: Due occurrences

    private func zoneNames(of definition: AlarmDefinition) -> Set<String> {
        if let zone = definition.alarm.schedule.zone { return [zone] }
        return Set(nodes.values.compactMap(\.zone))
    }

    private mutating func derive(_ id: AlarmID, at time: Int64) {
        guard let planned = alarms[id], planned.definition.alarm.isEnabled else { return }
        for name in zoneNames(of: planned.definition) {
            if let known = planned.dues[name], known.nanoseconds + Self.calm > time { continue }
            let due = next(planned.definition.alarm.schedule, in: name, after: time - Self.calm)
            alarms[id]?.dues[name] = due
        }
    }

    /// By the first edition of its rules.
    private func next(_ schedule: AlarmSchedule, in name: String, after time: Int64) -> WallTime? {
        guard let rules = zones.first(where: { $0.name == name }) else { return nil }
        return AlarmReference.next(schedule, after: WallTime(nanoseconds: time), in: rules)?.due
    }

    private mutating func arm() {
        nextJudgement = .max
        for planned in alarms.values where planned.definition.alarm.isEnabled {
            for due in planned.dues.values { nextJudgement = min(nextJudgement, due.nanoseconds + Self.calm) }
        }
    }

    private mutating func check(at time: Int64) {
        for (id, planned) in alarms where planned.definition.alarm.isEnabled {
            for (name, due) in planned.dues where due.nanoseconds + Self.calm <= time {
                wait(for: due, of: planned, in: name)
                let following = next(planned.definition.alarm.schedule, in: name, after: due.nanoseconds)
                alarms[id]?.dues[name] = following
            }
        }
        arm()
    }

    private mutating func wait(for due: WallTime, of planned: Planned, in name: String) {
        let instant = due.nanoseconds
        let schedule = planned.definition.alarm.schedule
        guard planned.changedAt < instant - Self.calm,
            zones.allSatisfy({ $0.name != name || AlarmReference.date(of: due, schedule, in: $0) != nil })
        else { return }
        let targets = planned.definition.targets
        let named = targets.groups.reduce(into: Set(targets.nodes)) { $0.formUnion(groups[$1] ?? []) }
        for id in named {
            guard let node = nodes[id], node.knownSince < instant - Self.calm, node.firstSeen < due,
                schedule.zone != nil
                    || (node.zone == name && node.zoneSince < instant - Self.day
                        && node.isElsewhereSince.map { $0 > instant } ?? true)
            else { continue }
            let line = Open(node: id, occurrence: Occurrence(source: .alarm(planned.definition.alarm.id), due: due))
            if !lined.contains(line) { open.insert(line) }
        }
    }

    /// Reports the occurrences that the coordinator should have closed by now.
    private mutating func look(_ clock: Now?, at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        nextLook = time + Self.lookInterval
        guard isRunning, !isAsleep, !open.isEmpty, let wall = clock?.wall.nanoseconds,
            (wall &- time).magnitude < Self.clockSlack, troubledAt < time - Self.patience
        else { return }
        report(dueFrom: troubledAt, at: time, facts, &findings)
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        report(dueFrom: end.at - retention + Self.day, at: end.at, facts, &findings)
    }

    private func report(dueFrom kept: Int64, at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        let missing = open.filter { (kept...time - Self.patience).contains($0.occurrence.due.nanoseconds) }
        for line in missing.sorted(by: { ($0.occurrence, $0.node) < ($1.occurrence, $1.node) }) {
            // It may be snoozed again and again, or ring for hours.
            let rings = facts.nodes.contains { node in
                node.id == line.node && node.rings.contains { $0.occurrence == line.occurrence }
            }
            if rings { continue }
            findings.add(9, at: time, .coordinator(0)) {
                "\(line.occurrence.source), due at \(line.occurrence.due), has no line of node \(line.node) in the store"
            }
        }
    }
}
