internal import ClockDomain
internal import ClockWire

// The coordinator's own lines for what nodes never reported, and the zones that it needs to know what was due.

extension CoordinatorCore {
    /// How long after a start, nodes are waited for to send the lines that they have.
    private static let settling: Duration = .seconds(60)
    /// Lines written by one commit at most, so that a long time without the coordinator does not hold up others.
    private static let linesPerClosing = 5_000
    /// So often, at least, it is stored how far everything is closed.
    private static let closingStep: Duration = .hours(1)

    mutating func startRings(at now: Now) {
        let names =
            book.committed.alarms.values.compactMap(\.alarm.schedule.zone) + nodes.values.compactMap(\.zone)
        for name in Set(names).sorted() where zones.ask(name) { perform(.loadZone(name)) }
        for source in ends.sources { checkEnd(of: source, at: now) }
        setTimer(.rings, .boot(now.boot + Self.settling))
    }

    /// Sets the timer for the next look, if there is something to look at.
    mutating func armRings(at now: Now) {
        guard !rings.isClosing, !store.isFailing else { return }
        var next = rings.nextLook
        for case .running(let ends) in book.pending.timers.values.lazy.map(\.timer.state) {
            let look = ends + RingWatch.lastLookAtTimers
            next = min(next ?? look, look)
        }
        guard let next else { return cancelTimer(.rings) }
        // What is past already waits for what nodes have to say first.
        let isPast = next <= now.wall
        if isPast, timers.isSet(.rings) { return }
        setTimer(.rings, isPast ? .boot(now.boot + Self.settling) : .wall(next))
    }

    // MARK: Zones

    mutating func learn(zone: String, of id: NodeID, at now: Now) {
        guard nodes[id]?.zone != zone, TimeZoneRules.isValidName(zone) else { return }
        closeLines(ofZoneThatLeaves: id, at: now)
        nodes[id]?.zone = zone
        unsaved.addZone(of: id)
        if zones.ask(zone) { perform(.loadZone(zone)) }
        expectRings(on: id)
        armRings(at: now)
    }

    mutating func take(_ rules: TimeZoneRules?, ofZone name: String, at now: Now) {
        if zones.take(name, rules) {
            rebuildRings(in: name)
            armRings(at: now)
        }
        // When an alarm is due is known, or that there is no such zone.
        for source in ends.sources { checkEnd(of: source, at: now) }
        let waiting = parked
        parked = []
        for change in waiting { self.change(change.request, origin: change.origin, at: now) }
    }

    /// Once a day: the tz database may have been updated.
    mutating func renewZones() {
        let used =
            book.pending.alarms.values.compactMap(\.alarm.schedule.zone) + nodes.values.compactMap(\.zone)
        for name in zones.renew(used: Set(used)) { perform(.loadZone(name)) }
    }

    // MARK: What is to come

    /// An alarm may be another one, or ring on other nodes.
    mutating func expectRings(of id: AlarmID) {
        rings.forget(id)
        guard let definition = book.committed.alarms[id], definition.alarm.isEnabled else { return }
        for zone in zoneNames(of: definition) { expect(definition.alarm, in: zone) }
    }

    /// Looks at everything anew.
    mutating func rebuildRings() {
        for id in book.committed.alarmIDs { expectRings(of: id) }
    }

    /// A node is in a zone where it was not before.
    private mutating func expectRings(on node: NodeID) {
        guard let zone = nodes[node]?.zone, zones.rules(zone) != nil else { return }
        for id in book.committed.contents(of: node).alarms {
            guard let alarm = book.committed.alarms[id]?.alarm, alarm.isEnabled, alarm.schedule.zone == nil,
                !rings.isExpected(id, in: zone)
            else { continue }
            expect(alarm, in: zone)
        }
    }

    /// A zone has other rules, or has rules at last.
    private mutating func rebuildRings(in name: String) {
        for id in book.committed.alarmIDs where book.committed.alarms[id]?.alarm.schedule.zone == name {
            expectRings(of: id)
        }
        var done: Set<AlarmID> = []
        for node in nodes.values where node.zone == name {
            for id in book.committed.contents(of: node.id).alarms where done.insert(id).inserted {
                guard let alarm = book.committed.alarms[id]?.alarm, alarm.isEnabled, alarm.schedule.zone == nil else {
                    continue
                }
                expect(alarm, in: name)
            }
        }
    }

    private mutating func expect(_ alarm: Alarm, in zone: String) {
        guard let rules = zones.rules(zone) else { return }
        let due = alarm.schedule.next(after: rings.seen, zone: rules, includingSkipped: true)?.due
        rings.expect(alarm.id, in: zone, at: due)
    }

    /// The zones that an alarm is due by.
    private func zoneNames(of definition: AlarmDefinition) -> [String] {
        if let zone = definition.alarm.schedule.zone { return [zone] }
        return Set(book.committed.nodes(of: definition.targets).compactMap { nodes[$0]?.zone }).sorted()
    }

    /// The nodes on which an alarm is due by a zone.
    private func nodes(of definition: AlarmDefinition, in zone: String) -> Set<NodeID> {
        let all = book.committed.nodes(of: definition.targets)
        return definition.alarm.schedule.zone == nil ? all.filter { nodes[$0]?.zone == zone } : all
    }

    // MARK: Closing

    /// The clock was ahead when it closed occurrences that are still to come.
    mutating func reopenRingsIfAhead(at now: Now) {
        guard rings.seen > now.wall, !rings.isClosing else { return }
        rings.goBack(to: now.wall)
        ends.goBack(to: now.wall)
        store.add(.reopenRings(after: now.wall))
        rebuildRings()
    }

    /// Looks at what has come due, and writes the lines that no node will write.
    mutating func closeRings(at now: Now) {
        guard !rings.isClosing, !store.isFailing else { return }
        var absences: [RingAbsence] = []
        let end = now.wall - RingWatch.firstLook
        let oldest = now.wall - settings.retention
        if rings.seen < oldest {
            // As with ``closeQuarters(at:)``.
            guard clockIsPlausible(at: now) else { return armRings(at: now) }
            // What is older is not kept, so nobody misses it.
            rings.look(through: oldest)
            rebuildRings()
        }
        while rings.seen < end, absences.count < Self.linesPerClosing {
            absences += look(through: min(end, rings.seen + .hours(24)), at: now)
        }
        for (occurrence, awaited) in rings.giveUp(dueThrough: now.wall - RingWatch.lastLook) {
            for node in awaited.nodes.sorted() {
                if let absence = absence(of: node, occurrence, awaited.label, at: now) { absences.append(absence) }
            }
        }
        for (id, due) in rings.rechecks.sorted(by: { $0.key < $1.key }) where due <= now.wall {
            checkEnd(of: .alarm(id), at: now)
        }
        absences += endTimers(at: now)
        let closable = rings.closable
        guard !absences.isEmpty || closable - rings.closed >= Self.closingStep else { return armRings(at: now) }
        rings.isClosing = true
        store.add(.closeRings(absences, through: closable))
    }

    mutating func closed(_ absences: [RingAbsence], through: WallTime?, at now: Now) {
        if let through {
            rings.isClosing = false
            rings.close(through: through)
        }
        for absence in absences {
            let occurrence = absence.record.occurrence
            rings.came(occurrence, of: absence.node, at: now.wall)
            take(RingLine(node: absence.node, occurrence: occurrence, isOfNode: false), at: now)
        }
        reopenRingsIfAhead(at: now)
        if rings.seen < now.wall - RingWatch.firstLook, through != nil {
            closeRings(at: now)
        } else {
            armRings(at: now)
        }
    }

    /// Looks at the occurrences that are due up to and including `end`.
    ///
    /// - Returns: the lines of those on nodes that are offline. The others are awaited.
    private mutating func look(through end: WallTime, at now: Now) -> [RingAbsence] {
        var absences: [RingAbsence] = []
        for (id, zone) in rings.due(through: end) {
            guard let definition = book.committed.alarms[id], let rules = zones.rules(zone) else {
                rings.forget(id)
                continue
            }
            let alarm = definition.alarm
            let due = alarm.schedule.occurrences(after: rings.seen, through: end, zone: rules)
            let nodes = nodes(of: definition, in: zone).sorted()
            for scheduled in due {
                let occurrence = Occurrence(source: .alarm(id), due: scheduled.due)
                var awaited: Set<NodeID> = []
                for node in nodes where !rings.hasCome(occurrence, of: node) {
                    switch self.nodes[node]?.availability {
                    case .online: awaited.insert(node)
                    case .offline, nil:
                        if let absence = absence(of: node, occurrence, alarm.label, at: now) {
                            absences.append(absence)
                        }
                    }
                }
                rings.wait(for: occurrence, alarm.label, of: awaited)
            }
            rings.expect(id, in: zone, at: alarm.schedule.next(after: end, zone: rules, includingSkipped: true)?.due)
        }
        rings.look(through: end)
        return absences
    }

    /// Takes away timers that ran out so long ago that nobody will ring for them.
    private mutating func endTimers(at now: Now) -> [RingAbsence] {
        let over = book.pending.timers.values.filter { definition in
            guard case .running(let ends) = definition.timer.state else { return false }
            return ends + RingWatch.lastLookAtTimers <= now.wall
        }.sorted { $0.timer.id < $1.timer.id }
        guard !over.isEmpty else { return [] }
        let absences = over.flatMap { lines(of: $0, on: book.committed.nodes(of: $0.targets), at: now) }
        decide("timers ran out over a day ago", at: now) { draft in
            for definition in over { draft.set(.timer(definition.timer.id), nil) }
        }
        return absences
    }

    // MARK: What is changed before it is closed

    /// What was due before a change is due no longer by what is now defined: it gets its lines with the change. The
    /// nodes' own take their place when they come.
    mutating func closeLines(of decision: SiteBook.Decision, at now: Now) {
        var absences: [RingAbsence] = []
        for edit in decision.edits {
            switch edit.old {
            case .alarm(let old):
                guard old.alarm.isEnabled else { continue }
                let before = book.committed.nodes(of: old.targets)
                guard case .alarm(let new) = edit.new, new.alarm.isEnabled,
                    new.alarm.schedule.countsFrom == old.alarm.schedule.countsFrom
                else {
                    absences += lines(of: old, on: before, at: now)
                    continue
                }
                absences += lines(of: old, on: before.subtracting(book.pending.nodes(of: new.targets)), at: now)
            case .timer(let old):
                if case .timer(let new) = edit.new, new.timer.state == old.timer.state { continue }
                absences += lines(of: old, on: book.committed.nodes(of: old.targets), at: now)
            case .group(let old):
                for alarm in book.pending.alarms(naming: old.id) where alarm.alarm.isEnabled {
                    let lost = Set(old.nodes).subtracting(book.pending.nodes(of: alarm.targets))
                    absences += lines(of: alarm, on: lost, at: now)
                }
                for timer in book.pending.timers(naming: old.id) {
                    let lost = Set(old.nodes).subtracting(book.pending.nodes(of: timer.targets))
                    absences += lines(of: timer, on: lost, at: now)
                }
            case .stopwatch, .calendar, nil: break
            }
        }
        if !absences.isEmpty { store.add(.closeRings(absences, through: nil)) }
    }

    /// A node is about to be in another zone. What was due on it by the one that it leaves gets its lines now, as after a
    /// restart nobody knows that zone. What was due earlier than nodes are waited for is from a time when this was not
    /// running: nobody knows which zone the node was in then.
    private mutating func closeLines(ofZoneThatLeaves id: NodeID, at now: Now) {
        guard nodes[id]?.zone != nil else { return }
        let since = now.wall - RingWatch.lastLook
        let absences = book.committed.contents(of: id).alarms.flatMap { alarm -> [RingAbsence] in
            guard let definition = book.committed.alarms[alarm], definition.alarm.isEnabled,
                definition.alarm.schedule.zone == nil
            else { return [] }
            return lines(of: definition, on: [id], since: since, at: now)
        }
        if !absences.isEmpty { store.add(.closeRings(absences, through: nil)) }
    }

    /// The lines that an alarm's occurrences until now still lack on these nodes.
    private func lines(
        of definition: AlarmDefinition, on nodes: Set<NodeID>, since: WallTime? = nil, at now: Now
    ) -> [RingAbsence] {
        guard !nodes.isEmpty else { return [] }
        let alarm = definition.alarm
        var lacking = rings.awaited.filter { $0.key.source == .alarm(alarm.id) }.mapValues {
            $0.nodes.intersection(nodes)
        }
        for zone in zoneNames(of: definition) {
            guard let rules = zones.rules(zone) else { continue }
            let here = self.nodes(of: definition, in: zone).intersection(nodes)
            let seen = since.map { max($0, rings.seen) } ?? rings.seen
            for due in alarm.schedule.occurrences(after: seen, through: now.wall, zone: rules) {
                let occurrence = Occurrence(source: .alarm(alarm.id), due: due.due)
                lacking[occurrence, default: []].formUnion(here.filter { !rings.hasCome(occurrence, of: $0) })
            }
        }
        return lacking.sorted { $0.key < $1.key }.flatMap { occurrence, nodes in
            nodes.sorted().compactMap { absence(of: $0, occurrence, alarm.label, at: now) }
        }
    }

    /// The lines that a timer which has run out still lacks on these nodes.
    private func lines(of definition: TimerDefinition, on nodes: Set<NodeID>, at now: Now) -> [RingAbsence] {
        let timer = definition.timer
        guard case .running(let ends) = timer.state, ends <= now.wall else { return [] }
        let occurrence = Occurrence(source: .timer(timer.id), due: ends)
        return nodes.sorted().filter { !hasLine(for: timer, of: $0) }
            .compactMap { absence(of: $0, occurrence, timer.name, at: now) }
    }

    private func absence(of id: NodeID, _ occurrence: Occurrence, _ label: String, at now: Now) -> RingAbsence? {
        // The store has no lines for nodes that it does not have.
        guard let node = nodes[id], node.committed != nil else { return nil }
        // Of an alarm that was due before its time, a node knows nothing. A timer that names it may have got its end from a
        // clock that was far behind.
        if case .alarm = occurrence.source, node.definition.firstSeen >= occurrence.due { return nil }
        let reason: RingReason
        let detail: String
        if occurrence.due < started {
            reason = .unreported
            detail = "the coordinator was not running and the node sent no line since"
        } else if case .down(let since, _) = link {
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
                endedAt: now.wall.truncatedToMilliseconds))
    }
}
