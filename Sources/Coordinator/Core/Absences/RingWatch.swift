internal import ClockDomain

/// The coordinator's progress in checking the occurrences of alarms: which lines it still has to write itself.
///
/// It checks every occurrence five minutes after its due time: a node that is offline then gets its line at once. Other
/// nodes have until three hours after the due time, as long as an alarm may ring and be snoozed.
struct RingWatch: Sendable {
    /// The time from the due instant to the first check.
    static let firstLook: Duration = .minutes(5)
    /// The time from the due instant to the end of the wait for nodes.
    static let lastLook: Duration = .hours(3)
    /// The time after its end at which a timer cannot ring any more.
    static let lastLookAtTimers: Duration = .hours(25)
    /// The furthest that an occurrence in a node's line may lie ahead; beyond it the node's clock is wrong.
    private static let ahead: Duration = .hours(1)
    private static let maximumReported = 20_000

    private struct Due: Comparable, Sendable {
        var due: WallTime
        var alarm: AlarmID
        var zone: String

        static func < (a: Due, b: Due) -> Bool { (a.due, a.alarm, a.zone) < (b.due, b.alarm, b.zone) }
    }

    /// A checked occurrence, and the nodes whose lines are missing.
    struct Awaited: Sendable {
        var label: String
        var nodes: Set<NodeID>
    }

    /// The coordinator has checked every occurrence due up to this instant.
    private(set) var seen: WallTime
    /// The store has the lines of every occurrence due up to this instant.
    private(set) var closed: WallTime
    private(set) var awaited: [Occurrence: Awaited] = [:]
    /// For each alarm that is on, by zone: its first occurrence after `seen`.
    private var dues: [AlarmID: [String: WallTime]] = [:]
    /// The same, ascending, so that a check of due occurrences does not go through all later ones.
    private var order: [Due] = []
    /// The nodes whose lines the store has, for occurrences after `closed`: a failed commit makes the coordinator check
    /// them again.
    private var reported: [Occurrence: Set<NodeID>] = [:]

    /// - Parameter lines: the lines in the store; occurrences up to `closedThrough` need no further check.
    init(closedThrough: WallTime, lines: [RingLine]) {
        seen = closedThrough
        closed = closedThrough
        for line in lines where line.occurrence.due > closedThrough {
            reported[line.occurrence, default: []].insert(line.node)
        }
    }

    // MARK: Future occurrences

    mutating func forget(_ alarm: AlarmID) {
        for (zone, due) in dues.removeValue(forKey: alarm) ?? [:] {
            order.removeAscending(Due(due: due, alarm: alarm, zone: zone))
        }
    }

    func isExpected(_ alarm: AlarmID, in zone: String) -> Bool { dues[alarm]?[zone] != nil }

    mutating func expect(_ alarm: AlarmID, in zone: String, at due: WallTime?) {
        if let known = dues[alarm]?[zone] { order.removeAscending(Due(due: known, alarm: alarm, zone: zone)) }
        dues[alarm, default: [:]][zone] = due
        if let due { order.insertAscending(Due(due: due, alarm: alarm, zone: zone)) }
    }

    /// Returns the alarms due up to and including `end`, in order, and their zones.
    func due(through end: WallTime) -> [(alarm: AlarmID, zone: String)] {
        order.prefix { $0.due <= end }.map { ($0.alarm, $0.zone) }
    }

    /// Records that everything due up to `instant` has been checked.
    mutating func look(through instant: WallTime) { seen = max(seen, instant) }

    /// The instant of the next check; `nil` when there is nothing to check.
    var nextLook: WallTime? {
        // Every commit asks for it, so it builds no list.
        var next: WallTime?
        if let first = order.first {
            let look = first.due + Self.firstLook
            next = min(next ?? look, look)
        }
        if let last = awaited.keys.lazy.map(\.due).min() {
            let look = last + Self.lastLook
            next = min(next ?? look, look)
        }
        return next
    }

    // MARK: Lines

    /// Records that the store has a node's line.
    mutating func came(_ occurrence: Occurrence, of node: NodeID, at now: WallTime) {
        if awaited[occurrence] != nil {
            awaited[occurrence]?.nodes.remove(node)
            if awaited[occurrence]?.nodes.isEmpty == true { awaited[occurrence] = nil }
        }
        if occurrence.due > closed, occurrence.due < now + Self.ahead, reported.count < Self.maximumReported {
            reported[occurrence, default: []].insert(node)
        }
    }

    func hasCome(_ occurrence: Occurrence, of node: NodeID) -> Bool { reported[occurrence]?.contains(node) == true }

    mutating func wait(for occurrence: Occurrence, _ label: String, of nodes: Set<NodeID>) {
        guard !nodes.isEmpty else { return }
        awaited[occurrence, default: Awaited(label: label, nodes: [])].nodes.formUnion(nodes)
    }

    /// Removes and returns, oldest first, the occurrences whose nodes have run out of time to report.
    mutating func giveUp(dueThrough end: WallTime) -> [(occurrence: Occurrence, awaited: Awaited)] {
        let late = awaited.filter { $0.key.due <= end }.sorted { $0.key < $1.key }
        for (occurrence, _) in late { awaited[occurrence] = nil }
        return late.map { ($0.key, $0.value) }
    }

    /// The instant up to which every occurrence has its lines once the present commit succeeds.
    var closable: WallTime { awaited.keys.map(\.due).min().map { min(seen, $0 - .nanoseconds(1)) } ?? seen }

    /// Records that the store has the lines of everything due up to `instant`.
    mutating func close(through instant: WallTime) {
        closed = max(closed, instant)
        if !reported.isEmpty { reported = reported.filter { $0.key.due > closed } }
    }

    /// Returns to the last closed instant after a failed commit. The caller must fill `dues` again.
    mutating func rollBack() {
        seen = min(seen, closed)
        awaited = [:]
        dues = [:]
        order = []
    }

    /// The clock was ahead: occurrences after `now` are still to come, and those after `since` need a check. The caller
    /// must fill `dues` again.
    mutating func goBack(to now: WallTime, since: WallTime) {
        closed = min(closed, since)
        seen = min(seen, since)
        awaited = awaited.filter { $0.key.due <= now }
        reported = reported.filter { $0.key.due <= now }
        dues = [:]
        order = []
    }
}
