// The alarms that a node must ring.
//
// This type counts off, by the node's own clock, the alarms of the document on its disk, with due times by
// ``AlarmReference``. Shortly after each it checks that nothing disturbed the node from a minute before (see
// ``QuarterDuty``): then the alarm must have rung. If it did not because the node was off, its clock untrusted, its
// output gone or busy with as many rings as it mixes, the duty stays open for the alarm's misfire window: after a
// minute and a half without disturbance within it, the alarm must ring late.
//
// An alarm that was made and came due while its node had no connection is open likewise, once the node receives it.
//
// An alarm that has its line is over. A node whose disk refuses writes sends its lines all the same; while it has no
// connection either, they are in its memory alone, and the duty waits.
//
// If the tz database has several editions of an alarm's zone, a duty arises when all of them give the same due time.
//
// No duty arises for a skipped alarm, for one that somebody stopped or snoozed elsewhere with an instant of the last
// day by the node's clock, for a due time that the clock has already passed, while the rules of a zone are in doubt,
// for due times before the start of a program that has never known the time, and for a clock without a voucher: alarms
// follow the last trusted reading then, and only invariant 2 judges them.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct RingDuty {
    struct Failure {
        var node: Int
        var occurrence: Occurrence
        var isLate: Bool
        var undisturbedSince: Int64
        var followsStep: Bool
    }

    /// An occurrence that must have ended in a line by now.
    struct Passed {
        var node: Int
        var occurrence: Occurrence
    }

    private struct Entry {
        var id: AlarmID
        /// Its place in the document.
        var alarm: Int
        /// Its schedule, its rules, the instant of its derivation, and the first due time after that instant.
        var schedule: AlarmSchedule
        var zone: TimeZoneRules
        var from: WallTime
        var due: AlarmReference.Due

        func holds(for alarm: Alarm, after wall: WallTime, in rules: TimeZoneRules) -> Bool {
            id == alarm.id && from <= wall && wall < due.due && schedule == alarm.schedule && zone == rules
        }
    }

    private struct Open {
        var occurrence: Occurrence
        /// The zone of its due time, unless the alarm names its own: a node that checks it in another zone finds other
        /// due times.
        var zone: TimeZoneRules?
        var until: Int64
        var countsFrom: WallTime
    }

    private struct Node {
        /// Ascending by alarm.
        var entries: [Entry] = []
        var open: [Open] = []
        var judgement = Int64.max
        /// The true time of the next check of the open ones.
        var lateLook = Int64.max
        /// By alarm: the last due times that rang, were acted upon or have their line.
        var settled: [RingSource: [WallTime]] = [:]
        /// The last occurrences with an action so old that it only affects a present ring. The node may ring them while
        /// the disk has yet to store that.
        var oldActions: [Occurrence] = []
    }

    private var nodes: [Node]
    private let zones: [TimeZoneRules]
    private(set) var nextJudgement = Int64.max
    private(set) var passed: [Passed] = []

    private static let calm: Int64 = 60_000_000_000
    private static let lateCalm: Int64 = 90_000_000_000
    private static let patience: Int64 = 6_000_000_000
    /// A day, and the time for an action's way.
    private static let actionLife: UInt64 = 90_000_000_000_000
    private static let lateInterval: Int64 = 30_000_000_000
    private static let zoneSettling: Int64 = 7_200_000_000_000
    private static let rememberedDues = 16
    private static let rememberedOldActions = 32
    /// Beyond this many alarms, the checker forgets those that the document does not name.
    private static let rememberedAlarms = 1_024
    private static let openLimit = 64

    init(plan: SimulationPlan) {
        nodes = plan.nodes.map { _ in Node() }
        zones = plan.zones
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts) {
        if !passed.isEmpty { passed = [] }
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .ringHeard(let order): resolve(order.occurrence, of: index)
        case .delivered(let message):
            // An action of any age silences a present ring.
            guard case .ringActions(let list) = message.payload else { return }
            for action in list.actions {
                if facts.nodes[index].rings.contains(where: { $0.occurrence == action.occurrence })
                    || !isOld(action, for: facts.nodes[index], at: time)
                {
                    resolve(action.occurrence, of: index)
                } else {
                    remember(action.occurrence, of: index)
                }
            }
        case .published(let message):
            guard case .ledger(let batch) = message.payload, facts.nodes[index].disk.lastSaveFailed else { return }
            resolve(batch.entries[...], of: index)
        case .stateStored:
            resolve(facts.freshEntries, of: index)
            settleBegun(of: index, facts.nodes[index])
            if facts.nodes[index].documentChangedAt == time { derive(index, at: time, facts) }
        case .stateNotStored: if facts.nodes[index].documentChangedAt == time { derive(index, at: time, facts) }
        case .nodeStarted(let state, _, _):
            // Without a known time a program cannot tell when it was off, and starts with occurrences after its start.
            if state.alarms.derivedThrough == nil { nodes[index].open = [] }
            derive(index, at: time, facts)
        case .clockSet, .zoneChanged: derive(index, at: time, facts)
        case .crashed, .stopped:
            // Occurrences that come due meanwhile are open at its next start.
            break
        default: break
        }
    }

    /// True if the node must treat the action as one of another day, without effect on later rings.
    private func isOld(_ action: RingAction, for machine: NodeFacts, at time: Int64) -> Bool {
        machine.clock.isVouched
            && max(machine.clock.vouchingChangedAt, machine.clock.setAt).clampedSpan <= time - Self.calm
            && !machine.isHeldUp(at: time)
            && (machine.clock.wall(at: time) &- action.at.nanoseconds).magnitude > Self.actionLife
    }

    private mutating func remember(_ occurrence: Occurrence, of index: Int) {
        nodes[index].oldActions.append(occurrence, keeping: Self.rememberedOldActions)
    }

    private mutating func settleBegun(of index: Int, _ machine: NodeFacts) {
        if nodes[index].oldActions.isEmpty { return }
        for ring in machine.rings where ring.snoozes > 0 && nodes[index].oldActions.contains(ring.occurrence) {
            resolve(ring.occurrence, of: index)
        }
    }

    private mutating func resolve(_ entries: ArraySlice<LedgerEntry>, of index: Int) {
        for entry in entries { if case .ring(let record) = entry.event { resolve(record.occurrence, of: index) } }
    }

    private mutating func resolve(_ occurrence: Occurrence, of index: Int) {
        guard case .alarm = occurrence.source else { return }
        var dues = nodes[index].settled[occurrence.source] ?? []
        guard !dues.contains(occurrence.due) else { return }
        dues.append(occurrence.due, keeping: Self.rememberedDues)
        nodes[index].settled[occurrence.source] = dues
    }

    // MARK: Coming occurrences

    private mutating func derive(_ index: Int, at time: Int64, _ facts: RunFacts) {
        let machine = facts.nodes[index]
        let before = nodes[index].entries
        nodes[index].entries = []
        if nodes[index].settled.count > Self.rememberedAlarms {
            let named = Set((machine.document?.alarms ?? []).map { RingSource.alarm($0.id) })
            nodes[index].settled = nodes[index].settled.filter { named.contains($0.key) }
        }
        let wall = WallTime(nanoseconds: machine.clock.wall(at: time))
        var known = before.startIndex
        for (place, alarm) in (machine.document?.alarms ?? []).enumerated() where alarm.isEnabled {
            guard let zone = rules(for: alarm, machine) else { continue }
            if machine.documentChangedAt == time { openIfItCameLate(alarm, zone, of: index, at: time, machine) }
            while known < before.endIndex, before[known].id < alarm.id { known += 1 }
            if known < before.endIndex, before[known].holds(for: alarm, after: wall, in: zone) {
                nodes[index].entries.append(before[known])
                nodes[index].entries[nodes[index].entries.endIndex - 1].alarm = place
            } else if let due = AlarmReference.next(alarm.schedule, after: wall, in: zone) {
                nodes[index].entries.append(
                    Entry(id: alarm.id, alarm: place, schedule: alarm.schedule, zone: zone, from: wall, due: due))
            }
        }
        arm(index, facts)
    }

    /// Opens a duty for an alarm that was made and came due while the node had no connection, and that it receives now.
    private mutating func openIfItCameLate(
        _ alarm: Alarm, _ zone: TimeZoneRules, of index: Int, at time: Int64, _ machine: NodeFacts
    ) {
        let made = alarm.schedule.countsFrom.nanoseconds &- machine.clock.ahead
        let disturbances = [
            machine.startedAt, machine.clock.setAt, machine.clock.vouchingChangedAt, machine.wokeAt,
            machine.disk.forgotAt, machine.disk.saveFailedAt, machine.disk.troubleEndedAt,
        ]
        guard machine.clock.isVouched, machine.isRunning, machine.connectedAt != .max, machine.disconnectedAt < made,
            disturbances.allSatisfy({ $0.clampedSpan < made - Self.calm }),
            alarm.schedule.zone != nil || machine.zones.changedAt.clampedSpan < made - Self.zoneSettling,
            let first = AlarmReference.next(alarm.schedule, after: alarm.schedule.countsFrom, in: zone),
            first.due.nanoseconds &- machine.clock.ahead < machine.connectedAt,
            isCertain(first.due, after: alarm.schedule.countsFrom, alarm.schedule),
            !AlarmReference.isSilent(alarm.schedule, on: first.date)
        else { return }
        let occurrence = Occurrence(source: .alarm(alarm.id), due: first.due)
        guard !nodes[index].open.contains(where: { $0.occurrence == occurrence }) else { return }
        nodes[index].open.append(
            Open(
                occurrence: occurrence, zone: alarm.schedule.zone == nil ? machine.zone : nil,
                until: first.due.nanoseconds + alarm.misfire.window.nanoseconds, countsFrom: alarm.schedule.countsFrom))
        nodes[index].lateLook = min(nodes[index].lateLook, time + Self.lateInterval)
    }

    private func rules(for alarm: Alarm, _ machine: NodeFacts) -> TimeZoneRules? {
        guard let name = alarm.schedule.zone else { return machine.zone }
        return zones.first { $0.name == name }
    }

    /// True if every edition of the rules that the machine may have gives this due time.
    private func isCertain(_ due: WallTime, after instant: WallTime, _ schedule: AlarmSchedule) -> Bool {
        guard let name = schedule.zone else { return true }
        return zones.allSatisfy { $0.name != name || AlarmReference.next(schedule, after: instant, in: $0)?.due == due }
    }

    private mutating func arm(_ index: Int, _ facts: RunFacts) {
        let ahead = facts.nodes[index].clock.ahead
        var next = nodes[index].entries.lazy.map { $0.due.due.nanoseconds - ahead + Self.patience }.min() ?? .max
        if !nodes[index].open.isEmpty { next = min(next, nodes[index].lateLook) }
        nodes[index].judgement = next
        nextJudgement = nodes.lazy.map(\.judgement).min() ?? .max
    }

    // MARK: Due occurrences

    mutating func failures(until time: Int64, _ facts: RunFacts) -> [Failure] {
        var failures: [Failure] = []
        for index in nodes.indices where nodes[index].judgement <= time {
            let machine = facts.nodes[index]
            judgeDue(index, at: time, machine, &failures)
            judgeLate(index, at: time, machine, &failures)
            nodes[index].lateLook = time + Self.lateInterval
            arm(index, facts)
        }
        return failures
    }

    private mutating func judgeDue(_ index: Int, at time: Int64, _ machine: NodeFacts, _ failures: inout [Failure]) {
        guard let alarms = machine.document?.alarms else { return }
        for place in nodes[index].entries.indices.reversed() {
            let entry = nodes[index].entries[place]
            let due = entry.due.due.nanoseconds - machine.clock.ahead
            guard due + Self.patience <= time, alarms.indices.contains(entry.alarm) else { continue }
            let alarm = alarms[entry.alarm]
            if isCertain(entry.due.due, after: entry.from, alarm.schedule) {
                check(entry.due, alarm, of: index, due: due, machine, &failures)
            }
            let zone = rules(for: alarm, machine)
            let next = zone.flatMap { AlarmReference.next(alarm.schedule, after: entry.due.due, in: $0) }
            if let zone, let next {
                nodes[index].entries[place].zone = zone
                nodes[index].entries[place].from = entry.due.due
                nodes[index].entries[place].due = next
            } else {
                nodes[index].entries.remove(at: place)
            }
        }
    }

    private mutating func check(
        _ scheduled: AlarmReference.Due, _ alarm: Alarm, of index: Int, due: Int64, _ machine: NodeFacts,
        _ failures: inout [Failure]
    ) {
        let occurrence = Occurrence(source: .alarm(alarm.id), due: scheduled.due)
        let zoneIsOpen = alarm.schedule.zone == nil && machine.zones.changedAt > due - Self.zoneSettling
        guard !zoneIsOpen, !machine.clock.hasLivedThrough(scheduled.due.seconds, early: 0) else { return }
        // A one-time alarm that has rung is over, even in another zone.
        let settled = nodes[index].settled[occurrence.source] ?? []
        let isSpent = settled.contains { $0 != occurrence.due && $0 > alarm.schedule.countsFrom }
        if alarm.schedule.isOnce, isSpent { return }
        let isSettled = settled.contains(occurrence.due)
        let isVouched = machine.clock.isVouched && machine.clock.vouchingChangedAt <= due - Self.calm
        let isInForce = machine.documentChangedAt <= due - Self.calm
        if isVouched, isInForce, machine.isRunning { passed.append(Passed(node: index, occurrence: occurrence)) }
        guard !isSettled, !AlarmReference.isSilent(alarm.schedule, on: scheduled.date) else { return }
        if isVouched, isInForce, machine.isUndisturbed(for: Self.calm, until: due),
            !machine.output.wasCrowded(since: due - Self.calm)
        {
            failures.append(failure(index, occurrence, isLate: false, machine))
        } else if isInForce {
            let until = scheduled.due.nanoseconds + alarm.misfire.window.nanoseconds
            nodes[index].open.append(
                Open(
                    occurrence: occurrence, zone: alarm.schedule.zone == nil ? machine.zone : nil, until: until,
                    countsFrom: alarm.schedule.countsFrom), keeping: Self.openLimit)
        }
    }

    private mutating func judgeLate(_ index: Int, at time: Int64, _ machine: NodeFacts, _ failures: inout [Failure]) {
        guard !nodes[index].open.isEmpty else { return }
        let wall = machine.clock.wall(at: time)
        let alarms = machine.document?.alarms ?? []
        let settled = nodes[index].settled
        let forgotAt = machine.disk.forgotAt
        let known = nodes[index].open
        var open = known
        open.removeAll { late in
            let isStillSet = alarms.contains {
                .alarm($0.id) == late.occurrence.source && $0.isEnabled && $0.schedule.countsFrom == late.countsFrom
            }
            let isNewest = !known.contains {
                $0.occurrence.source == late.occurrence.source && $0.occurrence.due > late.occurrence.due
            }
            let isSettled = settled[late.occurrence.source]?.contains(late.occurrence.due) == true
            return !isStillSet || !isNewest || isSettled || wall > late.until
                || wall < late.occurrence.due.nanoseconds || late.zone.map { $0 != machine.zone } ?? false
                || forgotAt > late.occurrence.due.nanoseconds - machine.clock.ahead
        }
        // At this moment it has time to begin.
        if machine.isUndisturbed(for: Self.lateCalm, until: time), machine.clock.isVouched,
            !machine.output.wasCrowded(since: time - Self.lateCalm),
            !machine.disk.lastSaveFailed || machine.connectedAt <= time - Self.lateCalm,
            machine.clock.vouchingChangedAt <= time - Self.lateCalm, machine.documentChangedAt <= time - Self.lateCalm
        {
            for late in open { failures.append(failure(index, late.occurrence, isLate: true, machine)) }
            open = []
        }
        nodes[index].open = open
    }

    private func failure(_ index: Int, _ occurrence: Occurrence, isLate: Bool, _ machine: NodeFacts) -> Failure {
        let followsStep =
            machine.clock.setAt > machine.startedAt
            && machine.disturbedAt - machine.clock.setAt.clampedSpan < DueIsHeardChecker.afterStep
        return Failure(
            node: index, occurrence: occurrence, isLate: isLate, undisturbedSince: machine.disturbedAt,
            followsStep: followsStep)
    }
}
