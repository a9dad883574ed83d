// Invariant 12: an acknowledged request survives any crash of anything.
//
// Claimed: when a client receives the answer to a change, the store has the change (it is committed, and matches the
// request); and whenever a coordinator starts again, and at the end of the run, every definition is there as last
// committed. Invariant 11 covers the nodes' obedience.
//
// And claimed of commits: a revision grows by one at a time, a new object has an id that was never given, and a removed
// object was there. So a refused request leaves nothing behind.
//
// Not claimed: for earlier answers of a coordinator whose disk lost acknowledged commits (it lied, or somebody restored
// a backup). A missing answer says nothing: the change may have been made all the same.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct AcknowledgementChecker: Checker {
    private struct Coordinator {
        /// As last committed.
        var definitions: [NodeID: NodeDefinition] = [:]
        var objects: [SiteObjectID: SiteObject] = [:]
        /// The highest number in an id of each kind.
        var alarm = 0
        var timer = 0
        var stopwatch = 0
        /// Likewise.
        var scores: [ScoreKey: WordScore] = [:]
        /// The last save or removal of each object, true time; of the last hour at least.
        var changedAt: [SiteObjectID: Int64] = [:]
        /// The true time at which each node was last forgotten.
        var forgotten: [NodeID: Int64] = [:]
        var hasStarted = false
        var hasLost = false
        /// The true time of the last loss of commits.
        var lostAt = Int64.min
    }

    private var coordinators: [Coordinator]
    private let people: [PlannedRequest]
    /// By request: the true time at which it was made.
    private var requestedAt: [Int64]

    /// Two changes committed within this time may have been decided in the same millisecond.
    private static let sameMoment: Int64 = 1_000_000_000
    /// Beyond this many objects, the checker forgets those without a request under way.
    private static let rememberedChanges = 1_024
    /// No client receives an answer that comes later than this after its request.
    private static let longestRequest: Int64 = 3_600_000_000_000

    init(plan: SimulationPlan) {
        coordinators = plan.coordinators.map { _ in Coordinator() }
        people = plan.people
        requestedAt = plan.people.map { _ in .max }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        switch observation.what {
        case .requested(let request): requestedAt[request] = time
        case .answered(let request, let answer): check(answer, to: request, observation.host, at: time, &findings)
        case .committed(let operations):
            guard case .coordinator(let index) = observation.host else { return }
            for operation in operations {
                checkRevision(operation, of: index, at: time, facts, &findings)
                commit(operation, of: index, at: time)
            }
        case .commitsLost, .storeTurnedBack:
            guard case .coordinator(let index) = observation.host else { return }
            coordinators[index].hasLost = true
            coordinators[index].lostAt = time
        case .coordinatorStarted(let stored):
            guard case .coordinator(let index) = observation.host else { return }
            compare(stored, with: index, at: time, &findings)
            coordinators[index].hasLost = false
            coordinators[index].alarm = stored.numbers.lastAlarm
            coordinators[index].timer = stored.numbers.lastTimer
            coordinators[index].stopwatch = stored.numbers.lastStopwatch
            coordinators[index].hasStarted = true
            coordinators[index].definitions = Dictionary(
                stored.nodes.map { ($0.definition.id, $0.definition) }, uniquingKeysWith: { first, _ in first })
            coordinators[index].objects = Dictionary(
                stored.objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            coordinators[index].scores = Dictionary(
                stored.scores.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        default: break
        }
    }

    private mutating func commit(_ operation: StoreOperation, of index: Int, at time: Int64) {
        switch operation {
        case .saveDefinition(let definition): coordinators[index].definitions[definition.id] = definition
        case .forget(let node):
            coordinators[index].definitions[node] = nil
            coordinators[index].forgotten[node] = time
        case .saveObject(let object):
            coordinators[index].objects[object.id] = object
            noteChange(of: object.id, in: index, at: time)
        case .removeObject(let id):
            coordinators[index].objects[id] = nil
            noteChange(of: id, in: index, at: time)
        case .saveScore(let score): coordinators[index].scores[score.key] = score
        default: break
        }
    }

    /// Checks that a commit follows from the state before it.
    private mutating func checkRevision(
        _ operation: StoreOperation, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        // An adopted object has the ids and revisions of another state of the store.
        let isBound = !coordinators[index].hasLost && !facts.mayAdopt(at: time)
        let problem: String?
        switch operation {
        case .saveDefinition(let definition):
            guard let known = coordinators[index].definitions[definition.id], definition.revision < known.revision,
                !coordinators[index].hasLost
            else { return }
            return findings.add(12, at: time, .coordinator(index)) {
                "node \(definition.id) was committed as revision \(definition.revision) after \(known.revision)"
            }
        case .saveObject(let object):
            let known = coordinators[index].objects[object.id]?.revision
            if isBound { checkCountsFrom(object, of: index, at: time, &findings) }
            problem =
                switch object {
                case .alarm(let new):
                    Self.leap(
                        new.alarm.id.number, new.alarm.revision, known, mayStay: false, &coordinators[index].alarm)
                // A clock change moves a running timer or stopwatch, under the same revision.
                case .timer(let new):
                    Self.leap(new.timer.id.number, new.timer.revision, known, mayStay: true, &coordinators[index].timer)
                case .stopwatch(let new):
                    Self.leap(new.id.number, new.revision, known, mayStay: true, &coordinators[index].stopwatch)
                case .group, .calendar, .timetable: nil
                }
            if let problem, isBound {
                findings.add(12, at: time, .coordinator(index)) { "\(object.id) was committed \(problem)" }
            }
        case .removeObject(let id):
            guard coordinators[index].objects[id] == nil, !coordinators[index].hasLost else { return }
            findings.add(12, at: time, .coordinator(index)) { "\(id) was removed, and the store did not have it" }
        default: break
        }
    }

    /// An alarm counts from another instant exactly when its time, days or zone change, or when it is switched on; and
    /// from an earlier one when a clock that was ahead had made it.
    private func checkCountsFrom(_ object: SiteObject, of index: Int, at time: Int64, _ findings: inout Findings) {
        // If one request made and changed it, or two of the same millisecond that wait for the store, it counts from
        // one instant.
        guard coordinators[index].changedAt[object.id].map({ time - $0 > Self.sameMoment }) != false,
            case .alarm(let new) = object, case .alarm(let old) = coordinators[index].objects[object.id],
            new.alarm.revision == old.alarm.revision + 1,
            // A clock that is set back switches it on again, and a person may.
            old.usedUpAt == nil
        else { return }
        let (before, after) = (old.alarm.schedule, new.alarm.schedule)
        let isOther =
            before.time != after.time || before.repetition != after.repetition || before.zone != after.zone
            || (new.alarm.isEnabled && !old.alarm.isEnabled)
        guard isOther == (before.countsFrom == after.countsFrom), isOther || before.countsFrom < after.countsFrom else {
            return
        }
        findings.add(12, at: time, .coordinator(index)) {
            "\(new.alarm.id) is \(isOther ? "" : "not ")due otherwise, and counts from \(after.countsFrom) after "
                + "\(before.countsFrom)"
        }
    }

    /// The error in a revision after the known one; `nil` if it follows.
    private static func leap(_ number: Int, _ revision: Int, _ known: Int?, mayStay: Bool, _ highest: inout Int)
        -> String?
    {
        guard let known else {
            let isNew = number > highest
            highest = max(highest, number)
            if !isNew { return "again, under an id that was given before" }
            return revision == 1 ? nil : "for the first time, as revision \(revision)"
        }
        return revision == known + 1 || (mayStay && revision == known) ? nil : "as revision \(revision) after \(known)"
    }

    private mutating func noteChange(of id: SiteObjectID, in index: Int, at time: Int64) {
        coordinators[index].changedAt[id] = time
        guard coordinators[index].changedAt.count > Self.rememberedChanges else { return }
        coordinators[index].changedAt = coordinators[index].changedAt.filter { $0.value > time - Self.longestRequest }
    }

    // MARK: Answers

    private func check(
        _ answer: CoordinatorAnswer, to request: Int, _ client: Host, at time: Int64, _ findings: inout Findings
    ) {
        let since = requestedAt[request]
        guard case .ask(let asked) = people[request].what else {
            if let result = answer.value as? ChangeResult {
                check(result, request, since: since, client, at: time, &findings)
            }
            return
        }
        switch (asked.content, answer.value) {
        case (let set as SetRequest, let result as SetResult):
            for node in result.nodes {
                if set.change.accepted(as: node.settings).applied(to: node.settings) != node.settings {
                    findings.add(12, at: time, client) {
                        "request \(request) was answered with settings of node \(node.node) that are not what it asked for"
                    }
                }
                check(node, request: request, since: since, client, at: time, &findings) {
                    $0.settings == node.settings
                }
            }
            if Set(result.nodes.map(\.node)) != Set(set.nodes) {
                findings.add(12, at: time, client) { "request \(request) was answered for other nodes than it named" }
            }
        case (let rename as RenameRequest, let result as SetResult):
            for node in result.nodes {
                check(node, request: request, since: since, client, at: time, &findings) { $0.room == rename.room }
            }
        case (let forget as ForgetRequest, is ForgetResult):
            let isDone = coordinators.contains { ($0.forgotten[forget.node] ?? .min) >= since || $0.lostAt >= since }
            if !isDone {
                findings.add(12, at: time, client) {
                    "request \(request) was answered, and no store had forgotten node \(forget.node) by then"
                }
            }
        case (let change as ChangeRequest, let result as ChangeResult):
            check(result, request, since: since, client, at: time, &findings)
            checkEdits(change, result, request, client, at: time, &findings)
        case (_, let result as ScoreResult):
            for score in result.scores {
                // A later answer may have raised the score.
                let isKept = coordinators.contains { coordinator in
                    coordinator.lostAt >= since
                        || coordinator.scores[score.key].map { $0.known + $0.missed >= score.known + score.missed }
                            ?? false
                }
                if isKept { continue }
                findings.add(12, at: time, client) {
                    "request \(request) was answered with a score of \(score.key.word), and no store had committed it "
                        + "by then"
                }
            }
        default: break
        }
    }

    private func check(
        _ result: ChangeResult, _ request: Int, since: Int64, _ client: Host, at time: Int64, _ findings: inout Findings
    ) {
        for event in result.events {
            guard let id = event.objectID else { continue }
            let isKept = coordinators.contains { ($0.changedAt[id] ?? .min) >= since || $0.lostAt >= since }
            if isKept { continue }
            findings.add(12, at: time, client) {
                "request \(request) was answered with a change of \(id), and no store had committed it by then"
            }
        }
    }

    /// An edit applies to the revision that it names, or is refused.
    private func checkEdits(
        _ asked: ChangeRequest, _ result: ChangeResult, _ request: Int, _ client: Host, at time: Int64,
        _ findings: inout Findings
    ) {
        guard asked.changes.count == 1, case .editAlarm(let id, let revision, _) = asked.changes[0],
            case .alarm(let old) = result.events.first?.old, old.alarm.revision != revision
        else { return }
        findings.add(12, at: time, client) {
            "request \(request) changed revision \(old.alarm.revision) of \(id), and was made from \(revision)"
        }
    }

    /// Checks that the definition in the answer, or a later one, is committed.
    private func check(
        _ answered: SetResult.NodeRevision, request: Int, since: Int64, _ client: Host, at time: Int64,
        _ findings: inout Findings, says: (NodeDefinition) -> Bool
    ) {
        let isKept = coordinators.contains { coordinator in
            if (coordinator.forgotten[answered.node] ?? .min) >= since || coordinator.lostAt >= since { return true }
            guard let definition = coordinator.definitions[answered.node] else { return false }
            return definition.revision > answered.revision
                || (definition.revision == answered.revision && says(definition))
        }
        if isKept { return }
        findings.add(12, at: time, client) {
            "request \(request) was answered with revision \(answered.revision) of node \(answered.node), and no store "
                + "had committed it by then"
        }
    }

    // MARK: Crashes

    private func compare(_ stored: StoredState, with index: Int, at time: Int64, _ findings: inout Findings) {
        guard !coordinators[index].hasLost, coordinators[index].hasStarted else { return }
        compareObjects(stored, with: index, at: time, &findings)
        compareScores(stored, with: index, at: time, &findings)
        for (node, definition) in coordinators[index].definitions.sorted(by: { $0.key < $1.key }) {
            // The crash may have hidden the report of a commit that made it newer.
            let kept = stored.nodes.first { $0.definition.id == node }?.definition
            if let kept, kept == definition || kept.revision > definition.revision { continue }
            findings.add(12, at: time, .coordinator(index)) {
                "the store had committed revision \(definition.revision) of node \(node), and now has "
                    + (kept.map { "another \($0.revision)" } ?? "none")
            }
        }
    }

    private func compareObjects(_ stored: StoredState, with index: Int, at time: Int64, _ findings: inout Findings) {
        let kept = Dictionary(stored.objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard kept != coordinators[index].objects else { return }
        let all = Set(kept.keys).union(coordinators[index].objects.keys)
        let changed = all.filter { kept[$0] != coordinators[index].objects[$0] }
        findings.add(12, at: time, .coordinator(index)) {
            "the store no longer has what was committed of \(changed.map { "\($0)" }.sorted().joined(separator: ", "))"
        }
    }

    private func compareScores(_ stored: StoredState, with index: Int, at time: Int64, _ findings: inout Findings) {
        let kept = Dictionary(stored.scores.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        guard kept != coordinators[index].scores else { return }
        findings.add(12, at: time, .coordinator(index)) {
            "the store has \(kept.count) scores of words, and \(coordinators[index].scores.count) were committed, or "
                + "other ones"
        }
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        for index in coordinators.indices {
            // A store in memory never fails.
            guard let stored = try? end.stores[index].load() else { continue }
            compare(stored, with: index, at: end.at, &findings)
        }
    }
}

extension SiteObject {
    /// `nil` for an object without revisions.
    fileprivate var revision: Int? {
        switch self {
        case .alarm(let definition): definition.alarm.revision
        case .timer(let definition): definition.timer.revision
        case .stopwatch(let stopwatch): stopwatch.revision
        case .group, .calendar, .timetable: nil
        }
    }
}

extension ChangeEvent {
    /// The changed object; `nil` for a node.
    fileprivate var objectID: SiteObjectID? {
        switch new ?? old {
        case .alarm(let definition): .alarm(definition.alarm.id)
        case .timer(let definition): .timer(definition.timer.id)
        case .stopwatch(let stopwatch): .stopwatch(stopwatch.id)
        case .group(let group): .group(group.id)
        case .holidays(let calendar): .calendar(calendar.name)
        case .timetable(let timetable): .timetable(timetable.name)
        case .node, nil: nil
        }
    }
}
