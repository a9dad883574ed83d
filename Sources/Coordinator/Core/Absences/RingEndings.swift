internal import ClockDomain
internal import ClockWire

/// What rings once and is over: a timer, and an alarm that does not repeat, when each of its nodes has a line for it.
/// Whoever is told of an ``Ending`` takes the one away and switches the other off.
struct RingEndings: Sendable {
    enum Ending: Equatable, CustomStringConvertible {
        case usedUp(AlarmID)
        case over(TimerID)

        var description: String {
            switch self {
            case .usedUp(let alarm): "alarm \(alarm) is used up"
            case .over(let timer): "timer \(timer) is over"
            }
        }
    }

    /// The newest line of each node.
    private var lines: [RingSource: [NodeID: RingLine]] = [:]
    /// Alarms whose absent lines count from an instant on.
    private var rechecks: [AlarmID: WallTime] = [:]

    init(_ lines: [RingLine]) {
        for line in lines { take(line) }
    }

    // MARK: Looking

    /// Everything that has a line, in order.
    var sources: [RingSource] { lines.keys.sorted() }

    /// When an alarm is to be looked at again; `nil` when none is.
    var nextRecheck: WallTime? { rechecks.values.min() }

    /// Alarms that may be used up by now, in order.
    func dueRechecks(at now: WallTime) -> [RingSource] {
        rechecks.filter { $0.value <= now }.keys.sorted().map(RingSource.alarm)
    }

    /// Whether a node has a line for the timer as it last ran, not for an earlier time that it ran out.
    func hasLine(for timer: CountdownTimer, of node: NodeID) -> Bool {
        guard let due = timer.due, let line = lines[.timer(timer.id)]?[node] else { return false }
        return line.occurrence.due >= due
    }

    // MARK: Lines

    /// A line is in the store.
    ///
    /// - Returns: what that was the last line of.
    mutating func commit(_ line: RingLine, _ view: SiteView, at now: WallTime) -> Ending? {
        let source = line.occurrence.source
        guard isDefined(source, view) else { return nil }
        take(line)
        return ending(of: source, view, at: now)
    }

    /// A node's own line takes the place of the coordinator's.
    private mutating func take(_ line: RingLine) {
        let source = line.occurrence.source
        if let known = lines[source]?[line.node] {
            guard line.isOfNode || !known.isOfNode || line.occurrence.due > known.occurrence.due else { return }
            guard line.occurrence.due >= known.occurrence.due || !known.isOfNode else { return }
        }
        lines[source, default: [:]][line.node] = line
    }

    /// The clock was ahead: the coordinator's lines of what is due after `now` are gone.
    mutating func goBack(to now: WallTime) {
        lines = lines.mapValues { $0.filter { $0.value.isOfNode || $0.value.occurrence.due <= now } }
    }

    // MARK: Endings

    /// Whether something that rings once is over.
    mutating func ending(of source: RingSource, _ view: SiteView, at now: WallTime) -> Ending? {
        let pending = view.definitions.pending
        switch source {
        case .alarm(let id):
            guard let definition = pending.alarms[id], pending.ringsOnce(source) else {
                rechecks[id] = nil
                forget(source, view)
                return nil
            }
            guard let end = end(of: definition, view) else { return nil }
            guard end <= now else {
                rechecks[id] = end
                return nil
            }
            rechecks[id] = nil
            return .usedUp(id)
        case .timer(let id):
            guard let definition = pending.timers[id] else {
                forget(source, view)
                return nil
            }
            let nodes = pending.nodes(of: definition.targets)
            return !nodes.isEmpty && nodes.allSatisfy { hasLine(for: definition.timer, of: $0) } ? .over(id) : nil
        }
    }

    /// Whether it rings once by what is in the store, or is decided. What is not in the store yet may be taken back.
    private func isDefined(_ source: RingSource, _ view: SiteView) -> Bool {
        view.definitions.pending.ringsOnce(source) || view.definitions.committed.ringsOnce(source)
    }

    private mutating func forget(_ source: RingSource, _ view: SiteView) {
        if !isDefined(source, view) { lines[source] = nil }
    }

    /// From when on a one-shot alarm is used up; `nil` while a node has no line for it.
    ///
    /// A node that had not heard yet that the alarm is due later has rung it as it was before: that line does not count.
    /// One of the coordinator counts only when the node could not ring late any more if it came back.
    private func end(of definition: AlarmDefinition, _ view: SiteView) -> WallTime? {
        let alarm = definition.alarm
        let nodes = view.definitions.pending.nodes(of: definition.targets)
        guard !nodes.isEmpty else { return nil }
        var end = WallTime(nanoseconds: .min)
        for node in nodes {
            guard let line = lines[.alarm(alarm.id)]?[node], let first = view.firstDue(alarm, on: node),
                line.occurrence.due >= first
            else { return nil }
            if !line.isOfNode { end = max(end, line.occurrence.due + alarm.misfire.window + RingWatch.firstLook) }
        }
        return end
    }
}

extension SiteView {
    /// When an alarm is first due on a node, or the earliest that it can be where there is no such zone; `nil` while that
    /// is being found out.
    fileprivate func firstDue(_ alarm: Alarm, on node: NodeID) -> WallTime? {
        let counts = alarm.schedule.countsFrom
        let name = alarm.schedule.zone ?? nodes[node]?.zone
        if let name, definitions.zones.isAwaited(name) { return nil }
        let next = name.flatMap(definitions.zones.rules).flatMap {
            alarm.schedule.next(after: counts, zone: $0, includingSkipped: true)
        }
        return next?.due ?? counts + .nanoseconds(1)
    }
}

extension SiteDefinitions {
    /// Whether it is there, and is over when it has rung.
    fileprivate func ringsOnce(_ source: RingSource) -> Bool {
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
