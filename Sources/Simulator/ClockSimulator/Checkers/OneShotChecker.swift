// Invariant 4: a one-shot is used up only after a recorded ring or a recorded miss.
//
// Claimed: a coordinator switches off a one-time alarm of its own accord only when its store has a line for it from
// every node that it names, due no sooner than the alarm as now defined; and it removes a timer of its own accord only
// when the store has a line for it from every node that it names, due no sooner than the first end of its revision.
// Lines are the nodes' own or the coordinator's `absent` ones, which for an alarm count only five minutes after its
// node's last chance to ring late; lines of the same commit count. A change that somebody requested is no decision of
// the coordinator's.
//
// And claimed: a repeating alarm is never switched off, and no alarm ever removed, without a request.
//
// Invariants 3 and 9 cover a node that forgets a one-shot: it must ring, and must have its line.
//
// Its due time on a node follows from the node's recent zones, in every edition of their rules, as the coordinator's
// may be another; the claim holds for the earliest. For two machines with one id, the claim is only that the alarm
// counted by then.
//
// Not claimed: after a coordinator's disk lost commits (it lied, or somebody restored a backup), for earlier
// definitions; for a change of a calendar or group in the same commit; while a coordinator adopts what nodes hold.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct OneShotChecker: Checker {
    fileprivate struct Coordinator {
        var alarms: [AlarmID: AlarmDefinition] = [:]
        var timers: [TimerID: TimerDefinition] = [:]
        /// The earliest end that the store had for each timer's present revision.
        var ends: [TimerID: WallTime] = [:]
        var groups: [GroupID: NodeGroup] = [:]
        var nodes: Set<NodeID> = []
        /// For one-shots: the latest due time for which each node has a line.
        var lines: [RingSource: [NodeID: Lines]] = [:]
        /// The true time of the last change of its clock.
        var clockSetAt = Int64.min
    }

    /// The latest due time of a node's own lines for one source, and of the coordinator's newest one: for a room that
    /// moves to another zone the occurrence may be past there, without a line for the former zone.
    fileprivate struct Lines {
        var own: WallTime?
        var absent: WallTime?
    }

    /// The time after an alarm's last chance to ring late at which its absent line counts.
    private static let patience: Duration = .minutes(5)
    /// A slow disk takes this long from the decision to the commit.
    private static let commitLength: Int64 = 600_000_000_000

    private var coordinators: [Coordinator]
    private let people: [PlannedRequest]
    private let zones: [TimeZoneRules]
    /// All alarms that somebody asked to switch off, and timers to remove, at any time.
    private var asked: Set<RingSource> = []
    private var removed: Set<AlarmID> = []

    init(plan: SimulationPlan) {
        coordinators = plan.coordinators.map { _ in Coordinator() }
        people = plan.people
        zones = plan.zones
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        switch observation.what {
        case .requested(let request): record(people[request].what)
        case .committed(let operations):
            guard case .coordinator(let index) = observation.host else { return }
            for operation in operations { takeLines(operation, of: index) }
            let wall = observation.clock?.wall ?? observation.at.wall
            for operation in operations {
                apply(operation, of: index, at: observation.at.nanoseconds, wall, facts, &findings)
            }
        case .clockSet:
            guard case .coordinator(let index) = observation.host else { return }
            coordinators[index].clockSetAt = observation.at.nanoseconds
        case .coordinatorStarted(let stored):
            guard case .coordinator(let index) = observation.host else { return }
            coordinators[index] = coordinator(stored)
        default: break
        }
    }

    private mutating func record(_ what: PlannedRequest.What) {
        // Some of the present alarms.
        switch what {
        case .tidy, .amend(.remove): for coordinator in coordinators { removed.formUnion(coordinator.alarms.keys) }
        case .amend(.switchOff):
            for coordinator in coordinators { asked.formUnion(coordinator.alarms.keys.map(RingSource.alarm)) }
        case .ask, .ring, .silence, .amend(.move), .forestall, .prolong, .pause, .resume, .emergency, .endEmergency:
            break
        }
        guard let request = what.asked(ChangeRequest.self) else { return }
        for change in request.changes {
            switch change {
            case .editAlarm(let id, _, let draft): if !draft.isEnabled { asked.insert(.alarm(id)) }
            case .removeAlarm(let id): removed.insert(id)
            case .cancelTimer(let id): asked.insert(.timer(id))
            default: break
            }
        }
    }

    /// People may name a thing without its tag.
    private func isAsked(_ source: RingSource) -> Bool { asked.contains { $0.stands(for: source) } }

    private func coordinator(_ stored: StoredState) -> Coordinator {
        var coordinator = Coordinator()
        coordinator.nodes = Set(stored.nodes.map(\.definition.id))
        for object in stored.objects {
            switch object {
            case .alarm(let definition): coordinator.alarms[definition.alarm.id] = definition
            case .timer(let definition): coordinator.set(definition)
            case .group(let group): coordinator.groups[group.id] = group
            case .stopwatch, .calendar, .timetable: break
            }
        }
        for line in stored.lines { coordinator.record(line.occurrence, of: line.node, isOwn: line.isOfNode) }
        return coordinator
    }

    private mutating func takeLines(_ operation: StoreOperation, of index: Int) {
        switch operation {
        case .appendLedger(let node, _, let entries, _):
            for entry in entries {
                guard case .ring(let record) = entry.event else { continue }
                coordinators[index].record(record.occurrence, of: node, isOwn: true)
            }
        case .closeRings(let absences, _):
            for absence in absences {
                coordinators[index].record(absence.record.occurrence, of: absence.node, isOwn: false)
            }
        default: break
        }
    }

    private mutating func apply(
        _ operation: StoreOperation, of index: Int, at time: Int64, _ wall: WallTime, _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        switch operation {
        case .saveObject(.alarm(let definition)):
            let id = definition.alarm.id
            if let before = coordinators[index].alarms[id], before.alarm.isEnabled, !definition.alarm.isEnabled,
                !isAsked(.alarm(id)), !facts.mayAdopt(at: time)
            {
                let schedule = before.alarm.schedule
                if schedule.isOnce {
                    let window = before.alarm.misfire.window + Self.patience
                    let isClockOld = coordinators[index].clockSetAt.clampedSpan < time - Self.commitLength
                    let missing = coordinators[index].missing(.alarm(id), before.targets) { node, lines in
                        let first = firstDue(schedule, on: node, facts)
                        if let own = lines.own, own >= first { return true }
                        guard let absent = lines.absent, absent >= first else { return false }
                        return absent + window <= wall || !isClockOld
                    }
                    report(missing, of: .alarm(id), index, at: time, &findings)
                } else {
                    findings.add(4, at: time, .coordinator(index)) { "\(id) repeats, and was switched off unasked" }
                }
            }
            coordinators[index].alarms[id] = definition
        case .saveObject(.timer(let definition)): coordinators[index].set(definition)
        case .saveObject(.group(let group)): coordinators[index].groups[group.id] = group
        case .removeObject(.timer(let id)):
            if let before = coordinators[index].timers.removeValue(forKey: id), !isAsked(.timer(id)),
                !facts.mayAdopt(at: time)
            {
                let first = coordinators[index].ends.removeValue(forKey: id) ?? WallTime(nanoseconds: .min)
                let missing = coordinators[index].missing(.timer(id), before.targets) { _, lines in
                    max(lines.own ?? first - .seconds(1), lines.absent ?? first - .seconds(1))
                        >= first.truncatedToMilliseconds
                }
                report(missing, of: .timer(id), index, at: time, &findings)
            }
            coordinators[index].lines[.timer(id)] = nil
        case .removeObject(.alarm(let id)):
            if !removed.contains(where: { $0.stands(for: id) }), !facts.mayAdopt(at: time) {
                findings.add(4, at: time, .coordinator(index)) { "\(id) was removed unasked" }
            }
            coordinators[index].alarms[id] = nil
            coordinators[index].lines[.alarm(id)] = nil
        case .removeObject(.group(let id)): coordinators[index].groups[id] = nil
        case .saveDefinition(let definition): coordinators[index].nodes.insert(definition.id)
        case .forget(let node): coordinators[index].nodes.remove(node)
        default: break
        }
    }

    /// The earliest due time of a one-time alarm on a node.
    private func firstDue(_ schedule: AlarmSchedule, on node: NodeID, _ facts: RunFacts) -> WallTime {
        let counts = schedule.countsFrom
        var names: [String] = []
        if let name = schedule.zone {
            names = [name]
        } else if let machine = facts.nodes.first(where: { $0.id == node }), !machine.isShared {
            names = [machine.zone.name] + machine.zones.ofRings.map(\.zone.name)
        }
        let rules = zones.filter { names.contains($0.name) }
        return rules.compactMap { AlarmReference.next(schedule, after: counts, in: $0)?.due }.min() ?? counts
    }

    private func report(
        _ missing: [NodeID], of source: RingSource, _ index: Int, at time: Int64, _ findings: inout Findings
    ) {
        guard let first = missing.first else { return }
        let line = coordinators[index].lines[source]?[first]
        findings.add(4, at: time, .coordinator(index)) {
            "\(source) was used up, and the store has no line for it of node \(first)"
                + (line.map { " that counts, but \($0)" } ?? "")
        }
    }
}

extension OneShotChecker.Coordinator {
    fileprivate mutating func set(_ definition: TimerDefinition) {
        let id = definition.timer.id
        let isSame = timers[id]?.timer.revision == definition.timer.revision
        timers[id] = definition
        guard case .running(let moved) = definition.timer.state else { return ends[id] = nil }
        // A line names the end that people set, whatever the clock made of it since.
        let end = definition.timer.due ?? moved
        ends[id] = isSame ? min(ends[id] ?? end, end) : end
    }

    fileprivate mutating func record(_ occurrence: Occurrence, of node: NodeID, isOwn: Bool) {
        // The coordinator can no longer use up an undefined one.
        switch occurrence.source {
        case .alarm(let id): guard alarms[id]?.alarm.schedule.isOnce == true else { return }
        case .timer(let id): guard timers[id] != nil else { return }
        }
        var known = lines[occurrence.source]?[node] ?? OneShotChecker.Lines()
        if isOwn { known.own = max(known.own ?? occurrence.due, occurrence.due) } else { known.absent = occurrence.due }
        lines[occurrence.source, default: [:]][node] = known
    }

    /// The nodes that it names without a line that counts, in order.
    fileprivate func missing(
        _ source: RingSource, _ targets: RingTargets,
        where counts: (_ node: NodeID, _ lines: OneShotChecker.Lines) -> Bool
    ) -> [NodeID] {
        var named = Set(targets.nodes)
        for group in targets.groups { named.formUnion(groups[group]?.nodes ?? []) }
        return named.intersection(nodes).sorted().filter { node in
            guard let lines = lines[source]?[node] else { return true }
            return !counts(node, lines)
        }
    }
}

extension OneShotChecker.Lines: CustomStringConvertible {
    /// `its own for …, an absent one for …`
    var description: String {
        [own.map { "its own for \($0)" }, absent.map { "an absent one for \($0)" }].compactMap { $0 }
            .joined(separator: ", ")
    }
}
