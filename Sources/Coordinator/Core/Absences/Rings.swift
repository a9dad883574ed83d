internal import ClockDomain
internal import ClockWire

/// The coordinator's own lines for occurrences that nodes left without one, and the end of sources that ring once.
///
/// It checks an occurrence some minutes after its due time. A node that is offline then gets its line at once; the
/// others have more time to report.
struct Rings: Sendable {
    /// The time after a start in which nodes may send the lines that they have.
    private static let settling: Duration = .seconds(60)
    /// The most lines that one commit writes, so that a long time without the coordinator does not hold up others.
    private static let linesPerClosing = 5_000
    /// The longest interval between two stored values of `closedThrough`.
    private static let closingStep: Duration = .hours(1)

    private let started: BootTime
    private let retention: Duration
    private var watch: RingWatch
    private var endings: RingEndings
    /// True while a commit that closes occurrences is under way.
    private var isClosing = false
    private var skipped: SkippedSpan?
    /// The store still has to delete the `absent` lines of occurrences due after this instant.
    private var unopened: WallTime?
    private var left = LeftZoneLines()

    /// - Parameters:
    ///   - closedThrough: the store has the lines of every occurrence due up to this instant.
    ///   - lines: of sources that ring once, and of occurrences after `closedThrough`.
    ///   - started: the instant at which the coordinator started.
    ///   - retention: the time for which the store keeps history.
    init(closedThrough: WallTime, lines: [RingLine], started: BootTime, retention: Duration) {
        watch = RingWatch(closedThrough: closedThrough, lines: lines)
        endings = RingEndings(lines)
        self.started = started
        self.retention = retention
    }

    // MARK: The next check

    /// Sets the first check after the nodes have had time to send their lines.
    func start(at now: Now, _ out: inout Outbox) { out.setTimer(.rings, .boot(now.boot + Self.settling)) }

    /// Sets the timer for the next check, if there is something to check.
    func arm(
        _ pending: SiteDefinitions, _ setting: ClockWatch.Setting, isFailing: Bool, at now: Now, _ out: inout Outbox
    ) {
        guard !isClosing, !isFailing else { return }
        var next = watch.nextLook
        if let recheck = endings.nextRecheck { next = min(next ?? recheck, recheck) }
        for timer in pending.timers.values.lazy.map(\.timer) {
            guard case .running(let ends) = timer.state, setting.counts(timer.isVouched) else { continue }
            let look = ends + RingWatch.lastLookAtTimers
            next = min(next ?? look, look)
        }
        guard let next else { return out.cancelTimer(.rings) }
        guard next <= now.wall else { return out.setTimer(.rings, .wall(next)) }
        // An overdue check first gives nodes time to report.
        switch out.deadline(of: .rings) {
        case .boot: return
        case .wall(let look) where look <= now.wall: return
        case .wall, nil: out.setTimer(.rings, .boot(now.boot + Self.settling))
        }
    }

    // MARK: Future occurrences

    /// Follows a change of alarms or of their nodes.
    mutating func expect(_ ids: [AlarmID], _ view: SiteView) {
        var bells = view.definitions.bellSpan
        for id in ids {
            watch.forget(id)
            guard let definition = view.definitions.committed.alarms[id], definition.alarm.isEnabled else { continue }
            let alarm = bells.alarm(definition.alarm)
            for zone in view.zoneNames(of: definition) { expect(alarm, in: zone, view) }
        }
    }

    /// Computes the next occurrence of every alarm again.
    mutating func expectAll(_ view: SiteView) { expect(view.definitions.committed.alarmIDs, view) }

    /// Follows a node's arrival in a zone where it was not before.
    mutating func expect(on node: NodeID, in zone: String, _ view: SiteView) {
        guard view.definitions.zones.rules(zone) != nil else { return }
        let committed = view.definitions.committed
        var bells = view.definitions.bellSpan
        for id in committed.contents(of: node).alarms {
            guard let alarm = committed.alarms[id]?.alarm, alarm.isEnabled, alarm.schedule.zone == nil,
                !watch.isExpected(id, in: zone)
            else { continue }
            expect(bells.alarm(alarm), in: zone, view)
        }
    }

    /// Follows a zone's first rules, or changed ones.
    mutating func expect(inZone name: String, _ view: SiteView) {
        let committed = view.definitions.committed
        expect(committed.alarmIDs.filter { committed.alarms[$0]?.alarm.schedule.zone == name }, view)
        var bells = view.definitions.bellSpan
        var done: Set<AlarmID> = []
        for node in view.nodes.all where node.zone == name {
            for id in committed.contents(of: node.id).alarms where done.insert(id).inserted {
                guard let alarm = committed.alarms[id]?.alarm, alarm.isEnabled, alarm.schedule.zone == nil else {
                    continue
                }
                expect(bells.alarm(alarm), in: name, view)
            }
        }
    }

    private mutating func expect(_ alarm: Alarm, in zone: String, _ view: SiteView) {
        guard let rules = view.definitions.zones.rules(zone) else { return }
        let due = alarm.schedule.next(after: watch.seen, zone: rules, includingSkipped: true)?.due
        watch.expect(alarm.id, in: zone, at: due)
    }

    // MARK: Closing

    /// Reopens occurrences that a clock ahead of time closed too early.
    ///
    /// - Returns: the operation that deletes their lines; `nil` when the clock was not ahead.
    mutating func reopenIfAhead(_ view: SiteView, at now: Now) -> StoreOperation? {
        guard watch.seen > now.wall, !isClosing else { return nil }
        var since = now.wall
        if let skipped, skipped.isMissed(at: since, retention) { since = min(since, skipped.from) }
        skipped = nil
        watch.goBack(to: now.wall, since: since)
        endings.goBack(to: now.wall)
        left.goBack(to: now.wall)
        expectAll(view)
        return .reopenRings(after: now.wall)
    }

    /// Checks the occurrences that have come due.
    ///
    /// - Returns: the lines that no node will write; `nil` while none may be written.
    mutating func look(_ view: SiteView, _ clock: ClockWatch, at now: Now) -> [RingAbsence]? {
        guard !isClosing else { return nil }
        let end = now.wall - RingWatch.firstLook
        let oldest = now.wall - retention
        if watch.seen < oldest {
            // As with ``Quarters/close(_:_:_:at:)``.
            guard clock.isPlausible(at: now, view.nodes) else { return nil }
            // The store keeps nothing older, so nobody misses it.
            skipped = SkippedSpan(from: watch.seen, to: oldest)
            watch.look(through: oldest)
            expectAll(view)
        }
        var absences: [RingAbsence] = []
        while watch.seen < end, absences.count < Self.linesPerClosing {
            absences += look(through: min(end, watch.seen + .hours(24)), view, at: now)
        }
        for (occurrence, awaited) in watch.giveUp(dueThrough: now.wall - RingWatch.lastLook) {
            for node in awaited.nodes.sorted() {
                if let absence = absence(of: node, occurrence, awaited.label, view, at: now) {
                    absences.append(absence)
                }
            }
        }
        return absences
    }

    /// Checks the occurrences due up to and including `end`.
    ///
    /// - Returns: the lines for nodes that are offline. It waits for the others.
    private mutating func look(through end: WallTime, _ view: SiteView, at now: Now) -> [RingAbsence] {
        var absences: [RingAbsence] = []
        var bells = view.definitions.bellSpan
        for (id, zone) in watch.due(through: end) {
            guard let definition = view.definitions.committed.alarms[id] else {
                watch.forget(id)
                continue
            }
            guard let rules = view.definitions.zones.rules(zone) else {
                // The last node has left the zone. In the other zones the alarm is still to come.
                watch.expect(id, in: zone, at: nil)
                continue
            }
            let alarm = bells.alarm(definition.alarm)
            let due = alarm.schedule.occurrences(after: watch.seen, through: end, zone: rules)
            let nodes = view.nodes(of: definition, in: zone).sorted()
            for scheduled in due {
                let occurrence = Occurrence(source: .alarm(id), due: scheduled.due)
                var awaited: Set<NodeID> = []
                for node in nodes where !watch.hasCome(occurrence, of: node) {
                    switch view.nodes[node]?.availability {
                    case .online: awaited.insert(node)
                    case .offline, nil:
                        if let absence = absence(of: node, occurrence, alarm.label, view, at: now) {
                            absences.append(absence)
                        }
                    }
                }
                watch.wait(for: occurrence, alarm.label, of: awaited)
            }
            watch.expect(id, in: zone, at: alarm.schedule.next(after: end, zone: rules, includingSkipped: true)?.due)
        }
        watch.look(through: end)
        return absences
    }

    /// Returns, by id, the timers that ran out so long ago that nobody will ring for them. A clock that nobody vouched for
    /// since the start may be months ahead of an end that a vouched clock named.
    func timersLongOver(_ pending: SiteDefinitions, _ setting: ClockWatch.Setting, at now: Now) -> [TimerDefinition] {
        pending.timers.values.filter { definition in
            guard case .running(let ends) = definition.timer.state, setting.counts(definition.timer.isVouched) else {
                return false
            }
            return ends + RingWatch.lastLookAtTimers <= now.wall
        }.sorted { $0.timer.id < $1.timer.id }
    }

    /// - Parameter absences: the lines to write.
    /// - Returns: the operation that closes as much as possible; `nil` when a commit is not worth it yet.
    mutating func close(writing absences: [RingAbsence]) -> StoreOperation? {
        let closable = watch.closable
        guard !absences.isEmpty || closable - watch.closed >= Self.closingStep else { return nil }
        isClosing = true
        return .closeRings(absences, through: closable)
    }

    // MARK: The store

    /// Records that the store has the lines of everything due up to an instant.
    mutating func commit(closedThrough: WallTime) {
        isClosing = false
        watch.close(through: closedThrough)
    }

    /// True if more has come due while a commit was under way.
    func isBehind(at now: Now) -> Bool { watch.seen < now.wall - RingWatch.firstLook }

    /// Records that the store has a line.
    ///
    /// - Returns: the ending that this line completes.
    mutating func commit(_ line: RingLine, _ view: SiteView, at now: Now) -> RingEndings.Ending? {
        watch.came(line.occurrence, of: line.node, at: now.wall)
        left.came(line.occurrence, of: line.node)
        return endings.commit(line, view, at: now.wall)
    }

    /// Undoes the closing after the store has refused the lines.
    mutating func rollBack() {
        isClosing = false
        left.rollBack()
        watch.rollBack()
        if let from = skipped?.from, watch.seen <= from { skipped = nil }
    }

    /// The store did not delete the lines of occurrences due after this instant.
    mutating func loseReopening(after instant: WallTime) { unopened = min(unopened ?? instant, instant) }

    /// Returns the operation that deletes lines before any is written again.
    mutating func takeReopening() -> StoreOperation? {
        defer { unopened = nil }
        return unopened.map { .reopenRings(after: $0) }
    }

    // MARK: Changes before the closing

    /// Returns lines for past occurrences that a change removes from the schedule; they go to the store with the
    /// change. A node's own line replaces the coordinator's when it arrives.
    func lines(lostBy decision: Definitions.Decision, _ view: SiteView, at now: Now) -> [RingAbsence] {
        let (committed, pending) = (view.definitions.committed, view.definitions.pending)
        var absences: [RingAbsence] = []
        for edit in decision.edits {
            switch edit.old {
            case .alarm(let old):
                guard old.alarm.isEnabled else { continue }
                let before = committed.nodes(of: old.targets)
                guard case .alarm(let new) = edit.new, new.alarm.isEnabled,
                    new.alarm.schedule.countsFrom == old.alarm.schedule.countsFrom
                else {
                    absences += lines(of: old, on: before, view, at: now)
                    continue
                }
                absences += lines(of: old, on: before.subtracting(pending.nodes(of: new.targets)), view, at: now)
            case .timer(let old):
                if case .timer(let new) = edit.new, new.timer.state == old.timer.state { continue }
                absences += lines(of: old, on: committed.nodes(of: old.targets), view, at: now)
            case .group(let old):
                for alarm in pending.alarms(naming: old.id) where alarm.alarm.isEnabled {
                    let lost = Set(old.nodes).subtracting(pending.nodes(of: alarm.targets))
                    absences += lines(of: alarm, on: lost, view, at: now)
                }
                for timer in pending.timers(naming: old.id) {
                    let lost = Set(old.nodes).subtracting(pending.nodes(of: timer.targets))
                    absences += lines(of: timer, on: lost, view, at: now)
                }
            case .stopwatch, .calendar, .timetable, nil: break
            }
        }
        return absences
    }

    /// Writes the lines of a node's past occurrences by the zone that it leaves: after a restart nobody knows that
    /// zone. Earlier occurrences, for which nodes have no time left to report, fall before this program's start: nobody
    /// knows the node's zone of then.
    mutating func leaveZone(of id: NodeID, _ view: SiteView, at now: Now) {
        guard view.nodes[id]?.zone != nil else { return }
        let since = now.wall - RingWatch.lastLook
        let committed = view.definitions.committed
        for alarm in committed.contents(of: id).alarms {
            guard let definition = committed.alarms[alarm], definition.alarm.isEnabled,
                definition.alarm.schedule.zone == nil
            else { continue }
            left.add(lines(of: definition, on: [id], since: since, view, at: now))
        }
    }

    /// Returns the operation that writes the lines of zones that nodes have left. The new zones must be stored after
    /// it.
    mutating func takeLeftLines(_ nodes: Nodes) -> StoreOperation? { left.nextOperation(nodes) }

    /// Returns the lines that an alarm's occurrences until now still lack on these nodes.
    private func lines(
        of definition: AlarmDefinition, on nodes: Set<NodeID>, since: WallTime? = nil, _ view: SiteView, at now: Now
    ) -> [RingAbsence] {
        guard !nodes.isEmpty else { return [] }
        var bells = view.definitions.bellSpan
        let alarm = bells.alarm(definition.alarm)
        var lacking = watch.awaited.filter { $0.key.source == .alarm(alarm.id) }.mapValues {
            $0.nodes.intersection(nodes)
        }
        for zone in view.zoneNames(of: definition) {
            guard let rules = view.definitions.zones.rules(zone) else { continue }
            let here = view.nodes(of: definition, in: zone).intersection(nodes)
            let seen = since.map { max($0, watch.seen) } ?? watch.seen
            for due in alarm.schedule.occurrences(after: seen, through: now.wall, zone: rules) {
                let occurrence = Occurrence(source: .alarm(alarm.id), due: due.due)
                lacking[occurrence, default: []].formUnion(here.filter { !watch.hasCome(occurrence, of: $0) })
            }
        }
        return lacking.sorted { $0.key < $1.key }.flatMap { occurrence, nodes in
            nodes.sorted().compactMap { absence(of: $0, occurrence, alarm.label, view, at: now) }
        }
    }

    /// Returns the lines that an expired timer still lacks on these nodes.
    func lines(of definition: TimerDefinition, on nodes: Set<NodeID>, _ view: SiteView, at now: Now) -> [RingAbsence] {
        let timer = definition.timer
        guard case .running(let ends) = timer.state, let due = timer.due, ends <= now.wall else { return [] }
        let occurrence = Occurrence(source: .timer(timer.id), due: due)
        return nodes.sorted().filter { !endings.hasLine(for: timer, of: $0) }
            .compactMap { absence(of: $0, occurrence, timer.name, endedAt: ends, view, at: now) }
    }

    /// - Parameter ended: the end of a timer by the present clock; the name of its occurrence may come from an earlier
    ///   setting.
    private func absence(
        of id: NodeID, _ occurrence: Occurrence, _ label: String, endedAt ended: WallTime? = nil, _ view: SiteView,
        at now: Now
    ) -> RingAbsence? {
        // The store has no lines for nodes that it does not have.
        guard let node = view.nodes[id], node.committed != nil else { return nil }
        // A node knows nothing of an alarm due before the node was first seen. A timer's end may come from a clock that
        // was far behind.
        if case .alarm = occurrence.source, node.firstSeen(at: now) >= occurrence.due { return nil }
        let reason: RingReason
        let detail: String
        if (ended ?? occurrence.due) < now.wall(at: started) {
            reason = .unreported
            detail = "the coordinator was not running and the node sent no line since"
        } else if let since = view.link.downSince {
            reason = .unreported
            detail = "the coordinator has no connection to the broker since \(since.truncatedToMilliseconds)"
        } else {
            switch node.availability {
            case .online:
                reason = .unreported
                detail = "online, but it has sent no line for this"
            case .offline:
                reason = .offline
                detail = node.availabilitySince.map { "offline since \($0)" } ?? "never seen online"
            }
        }
        return RingAbsence(
            node: id,
            record: RingRecord(
                occurrence: occurrence, label: label, outcome: .absent, reason: reason, detail: detail,
                endedAt: now.wall.truncatedToMilliseconds),
            isUnderWay: node.reported?.rings.contains { $0.occurrence == occurrence } == true)
    }

    // MARK: Endings

    /// All sources with a line, in order.
    var sourcesWithLines: [RingSource] { endings.sources }

    /// Returns, in order, the one-shot alarms that may be used up by now.
    func dueRechecks(at now: Now) -> [RingSource] { endings.dueRechecks(at: now.wall) }

    /// Returns the ending of a source that rings once, if it is over.
    mutating func ending(of source: RingSource, _ view: SiteView, at now: Now) -> RingEndings.Ending? {
        endings.ending(of: source, view, at: now.wall)
    }
}

extension SiteView {
    /// Returns the zones that give an alarm its due times.
    fileprivate func zoneNames(of definition: AlarmDefinition) -> [String] {
        if let zone = definition.alarm.schedule.zone { return [zone] }
        return Set(definitions.committed.nodes(of: definition.targets).compactMap { nodes[$0]?.zone }).sorted()
    }

    /// Returns the nodes on which a zone gives an alarm its due times.
    fileprivate func nodes(of definition: AlarmDefinition, in zone: String) -> Set<NodeID> {
        let all = definitions.committed.nodes(of: definition.targets)
        return definition.alarm.schedule.zone == nil ? all.filter { nodes[$0]?.zone == zone } : all
    }
}
