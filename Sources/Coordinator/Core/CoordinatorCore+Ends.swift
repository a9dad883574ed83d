internal import ClockDomain
internal import ClockWire

// What rings once is over when each of its nodes has a line for it: a timer is then taken away, an alarm switched off.

/// When a timer runs out, as its nodes were told with a revision of it.
struct ToldEnd: Sendable {
    var revision: Int
    var ends: WallTime
}

extension CoordinatorCore {
    /// A node's line is in the store.
    mutating func take(_ record: RingRecord, of node: NodeID, at now: Now) {
        rings.came(record.occurrence, of: node, at: now.wall)
        take(RingLine(node: node, occurrence: record.occurrence, isOfNode: true), at: now)
    }

    mutating func take(_ line: RingLine, at now: Now) {
        let source = line.occurrence.source
        guard book.pending.ringsOnce(source) else { return }
        ends.take(line)
        checkEnd(of: source, at: now)
    }

    mutating func checkEnd(of source: RingSource, at now: Now) {
        switch source {
        case .alarm(let id):
            guard let definition = book.pending.alarms[id], book.pending.ringsOnce(source) else {
                rings.rechecks[id] = nil
                return ends.forget(source)
            }
            guard let end = end(of: definition) else { return }
            guard end <= now.wall else {
                rings.rechecks[id] = end
                return
            }
            rings.rechecks[id] = nil
            decide("alarm \(id) is used up", at: now) { $0.useUp(id) }
        case .timer(let id):
            guard let definition = book.pending.timers[id] else { return ends.forget(source) }
            guard hasEnded(definition) else { return }
            decide("timer \(id) is over", at: now) { $0.set(.timer(id), nil) }
        }
    }

    /// Makes a change that nobody asked for.
    mutating func decide(_ what: String, at now: Now, _ change: (inout SiteBook.Draft) -> Void) {
        do throws(RequestError) {
            let decision = try book.decide { draft throws(RequestError) in change(&draft) }
            if !decision.edits.isEmpty { perform(.log(.debug, what)) }
            record(decision, at: now)
        } catch {
            preconditionFailure("\(what), and the book refuses it: \(error)")
        }
    }

    /// From when on a one-shot alarm is used up; `nil` while a node has no line for it.
    ///
    /// A node that had not heard yet that the alarm is due later has rung it as it was before: that line does not count.
    /// One of the coordinator counts only when the node could not ring late any more if it came back.
    private func end(of definition: AlarmDefinition) -> WallTime? {
        let alarm = definition.alarm
        let nodes = book.pending.nodes(of: definition.targets)
        guard !nodes.isEmpty else { return nil }
        var end = WallTime(nanoseconds: .min)
        for node in nodes {
            guard let line = ends.line(.alarm(alarm.id), of: node), let first = firstDue(alarm, on: node),
                line.occurrence.due >= first
            else { return nil }
            if !line.isOfNode { end = max(end, line.occurrence.due + alarm.misfire.window + RingWatch.firstLook) }
        }
        return end
    }

    /// When an alarm is first due on a node, or the earliest that it can be where there is no such zone; `nil` while that
    /// is being found out.
    private func firstDue(_ alarm: Alarm, on node: NodeID) -> WallTime? {
        let counts = alarm.schedule.countsFrom
        let name = alarm.schedule.zone ?? nodes[node]?.zone
        if let name, zones.isAwaited(name) { return nil }
        let next = name.flatMap(zones.rules).flatMap {
            alarm.schedule.next(after: counts, zone: $0, includingSkipped: true)
        }
        return next?.due ?? counts + .nanoseconds(1)
    }

    private func hasEnded(_ definition: TimerDefinition) -> Bool {
        let nodes = book.pending.nodes(of: definition.targets)
        return !nodes.isEmpty && nodes.allSatisfy { hasLine(for: definition.timer, of: $0) }
    }

    /// Whether a node has a line for the timer as it last ran, not for an earlier time that it ran out.
    func hasLine(for timer: CountdownTimer, of node: NodeID) -> Bool {
        guard case .running(let ends) = timer.state, let line = self.ends.line(.timer(timer.id), of: node) else {
            return false
        }
        // To the nodes it is due when they were first told that it is.
        let told = toldEnds[timer.id].flatMap { $0.revision == timer.revision ? $0.ends : nil }
        return line.occurrence.due >= min(ends, told ?? ends)
    }

    /// The coordinator's clock is about to be followed: nodes go on by what they were told of running timers.
    mutating func rememberToldEnds() {
        toldEnds = toldEnds.filter { book.pending.timers[$0.key]?.timer.revision == $0.value.revision }
        for (id, definition) in book.pending.timers where toldEnds[id] == nil {
            if case .running(let ends) = definition.timer.state {
                toldEnds[id] = ToldEnd(revision: definition.timer.revision, ends: ends)
            }
        }
    }
}

extension SiteDefinitions {
    /// Whether it is there, and is over when it has rung.
    func ringsOnce(_ source: RingSource) -> Bool {
        let object =
            switch source {
            case .alarm(let id): self[.alarm(id)]
            case .timer(let id): self[.timer(id)]
            }
        return object?.onceRinging == source
    }
}

extension AlarmSchedule {
    /// Whether it has one occurrence only.
    var isOnce: Bool {
        switch repetition {
        case .once, .onDate: true
        case .weekly: false
        }
    }
}
