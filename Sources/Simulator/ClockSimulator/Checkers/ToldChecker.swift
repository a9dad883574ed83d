// Invariant 11, per commit: every node that a change concerns receives it.
//
// Claimed: a commit that changes a node's rings (an alarm, a timer, a group that one of them names, the holidays of an
// alarm, the timetable of a bell) raises the revision of that node's document as well; and no commit removes a group or calendar that something
// names. This checker finds those nodes from the definitions alone.
//
// Not claimed: for a timer whose end moves with the coordinator's clock under the same revision, which is the same
// timer to its nodes; for a restored store, until the coordinator starts with it.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct ToldChecker: Checker {
    fileprivate struct Coordinator {
        var alarms: [AlarmID: AlarmDefinition] = [:]
        var timers: [TimerID: TimerDefinition] = [:]
        var groups: [GroupID: Set<NodeID>] = [:]
        var timetables: [String: Timetable] = [:]
        var nodes: Set<NodeID> = []
        var hasLost = false

        func rings(_ targets: RingTargets) -> Set<NodeID> {
            targets.groups.reduce(into: Set(targets.nodes)) { $0.formUnion(groups[$1] ?? []) }
        }
    }

    private var coordinators: [Coordinator]

    init(plan: SimulationPlan) { coordinators = plan.coordinators.map { _ in Coordinator() } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .coordinator(let index) = observation.host else { return }
        switch observation.what {
        case .coordinatorStarted(let stored):
            coordinators[index] = Coordinator(nodes: Set(stored.nodes.map(\.definition.id)))
            for object in stored.objects { _ = coordinators[index].apply(object.id, object) }
        case .commitsLost, .storeTurnedBack: coordinators[index].hasLost = true
        case .committed(let operations): apply(operations, of: index, at: observation.at.nanoseconds, &findings)
        default: break
        }
    }

    private mutating func apply(
        _ operations: [StoreOperation], of index: Int, at time: Int64, _ findings: inout Findings
    ) {
        var concerned: Set<NodeID> = []
        var raised: Set<NodeID> = []
        for operation in operations {
            switch operation {
            case .saveObject(let object): concerned.formUnion(coordinators[index].apply(object.id, object))
            case .removeObject(let id):
                if let user = coordinators[index].user(of: id), !coordinators[index].hasLost {
                    findings.add(11, at: time, .coordinator(index)) { "\(id) was taken away, and \(user) names it" }
                }
                concerned.formUnion(coordinators[index].apply(id, nil))
            case .saveDefinition(let definition):
                raised.insert(definition.id)
                coordinators[index].nodes.insert(definition.id)
            case .forget(let node): coordinators[index].nodes.remove(node)
            default: break
            }
        }
        guard !coordinators[index].hasLost else { return }
        for node in concerned.subtracting(raised).intersection(coordinators[index].nodes).sorted() {
            findings.add(11, at: time, .coordinator(index)) {
                "what node \(node) is to ring was changed, and the revision of its document was not"
            }
        }
    }
}

extension ToldChecker.Coordinator {
    /// - Returns: the nodes whose rings changed.
    fileprivate mutating func apply(_ id: SiteObjectID, _ object: SiteObject?) -> Set<NodeID> {
        switch id {
        case .alarm(let id):
            let old = alarms[id]
            alarms[id] = if case .alarm(let new) = object { new } else { nil }
            let new = alarms[id]
            let (before, after) = (old.map { rings($0.targets) } ?? [], new.map { rings($0.targets) } ?? [])
            return old?.alarm == new?.alarm && old?.holidays == new?.holidays
                ? before.symmetricDifference(after) : before.union(after)
        case .timer(let id):
            let old = timers[id]
            timers[id] = if case .timer(let new) = object { new } else { nil }
            let new = timers[id]
            if let old, let new, old.timer.revision == new.timer.revision { return [] }
            return (old.map { rings($0.targets) } ?? []).union(new.map { rings($0.targets) } ?? [])
        case .group(let id):
            let users =
                alarms.values.map(\.targets).filter { $0.groups.contains(id) }
                + timers.values.map(\.targets).filter { $0.groups.contains(id) }
            let before = users.map(rings)
            groups[id] = if case .group(let new) = object { Set(new.nodes) } else { nil }
            return zip(before, users).reduce(into: []) { $0.formUnion($1.0.symmetricDifference(rings($1.1))) }
        case .calendar(let name):
            let heeding = alarms.values.filter { $0.holidays?.contains(name) ?? false }
            let closed = timetables.values.filter { $0.calendars?.contains(name) ?? false }
            return (heeding + closed.flatMap { bells(of: $0.name) }).reduce(into: []) {
                $0.formUnion(rings($1.targets))
            }
        case .timetable(let name):
            timetables[name] = if case .timetable(let new) = object { new } else { nil }
            return Set(bells(of: name).flatMap { rings($0.targets) })
        case .stopwatch: return []
        }
    }

    private func bells(of timetable: String) -> [AlarmDefinition] {
        alarms.values.filter { $0.alarm.schedule.program?.timetable == timetable }
    }

    /// The first object that names a group, a calendar or a timetable; `nil` without one.
    fileprivate func user(of id: SiteObjectID) -> String? {
        switch id {
        case .group(let id):
            let users =
                alarms.values.filter { $0.targets.groups.contains(id) }.map { "\($0.alarm.id)" }
                + timers.values.filter { $0.targets.groups.contains(id) }.map { "\($0.timer.id)" }
            return users.min()
        case .calendar(let name):
            return alarms.values.filter { $0.holidays?.contains(name) ?? false }.map { "\($0.alarm.id)" }.min()
                ?? timetables.values.filter { $0.calendars?.contains(name) ?? false }.map(\.name).min()
        case .timetable(let name): return bells(of: name).map { "\($0.alarm.id)" }.min()
        case .alarm, .timer, .stopwatch: return nil
        }
    }
}
