internal import ClockDomain
internal import ClockWire

/// The endings of sources that ring once: a timer, and an alarm that does not repeat, end when each of their nodes has
/// a line. The caller deletes the timer, and switches the alarm off, on receiving an ``Ending``.
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
    /// The instants from which the absent lines of alarms count.
    private var rechecks: [AlarmID: WallTime] = [:]

    init(_ lines: [RingLine]) {
        for line in lines { replace(line) }
    }

    // MARK: Checks

    /// All sources with a line, in order.
    var sources: [RingSource] { lines.keys.sorted() }

    /// The instant of the next check of an alarm; `nil` when none is due.
    var nextRecheck: WallTime? { rechecks.values.min() }

    /// Returns, in order, the alarms that may be used up by now.
    func dueRechecks(at now: WallTime) -> [RingSource] {
        rechecks.filter { $0.value <= now }.keys.sorted().map(RingSource.alarm)
    }

    /// True if a node has a line for the timer's latest run, not for an earlier one.
    func hasLine(for timer: CountdownTimer, of node: NodeID) -> Bool {
        guard let due = timer.due, let line = lines[.timer(timer.id)]?[node] else { return false }
        return line.occurrence.due >= due
    }

    // MARK: Lines

    /// Records that the store has a line.
    ///
    /// - Returns: the ending that this line completes.
    mutating func commit(_ line: RingLine, _ view: SiteView, at now: WallTime) -> Ending? {
        let source = line.occurrence.source
        guard isDefined(source, view) else { return nil }
        replace(line)
        return ending(of: source, view, at: now)
    }

    /// Replaces the coordinator's line by a node's own.
    private mutating func replace(_ line: RingLine) {
        let source = line.occurrence.source
        if let known = lines[source]?[line.node] {
            guard line.isOfNode || !known.isOfNode || line.occurrence.due > known.occurrence.due else { return }
            guard line.occurrence.due >= known.occurrence.due || !known.isOfNode else { return }
        }
        lines[source, default: [:]][line.node] = line
    }

    /// Forgets the coordinator's lines of occurrences after `now`: the clock was ahead, and the store deleted them.
    mutating func goBack(to now: WallTime) {
        lines = lines.mapValues { $0.filter { $0.value.isOfNode || $0.value.occurrence.due <= now } }
    }

    // MARK: Endings

    /// Returns the ending of a source that rings once, if it is over.
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

    /// True if the source rings once by the stored or the pending definitions. Pending ones may be rolled back.
    private func isDefined(_ source: RingSource, _ view: SiteView) -> Bool {
        view.definitions.pending.ringsOnce(source) || view.definitions.committed.ringsOnce(source)
    }

    private mutating func forget(_ source: RingSource, _ view: SiteView) {
        if !isDefined(source, view) { lines[source] = nil }
    }

    /// The instant from which a one-shot alarm is used up; `nil` while a node has no line for it.
    ///
    /// A node that has not yet received a later due time rings at the earlier one: that line does not count. A line of
    /// the coordinator counts only when the node could no longer ring late if it came back.
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
    /// The instant at which an alarm is first due on a node, or the earliest possible one when the zone does not exist;
    /// `nil` while the zone's rules are being read.
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
    /// True if the source exists, and is over once it has rung.
    fileprivate func ringsOnce(_ source: RingSource) -> Bool {
        let object =
            switch source {
            case .alarm(let id): self[.alarm(id)]
            case .timer(let id): self[.timer(id)]
            }
        return object?.onceRinging == source
    }
}
