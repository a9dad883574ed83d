internal import ClockDomain

/// How far the occurrences of alarms have been looked at, and so which lines the coordinator still has to write itself.
///
/// Every occurrence is looked at five minutes after it was due: a node that is offline then gets its line at once. The
/// others have until three hours after it was due, as long as an alarm may ring and be snoozed.
struct RingWatch: Sendable {
    /// How long after it was due an occurrence is first looked at.
    static let firstLook: Duration = .minutes(5)
    /// How long after it was due nobody is waited for any more.
    static let lastLook: Duration = .hours(3)
    /// How long after it ran out a timer has nothing left to ring for.
    static let lastLookAtTimers: Duration = .hours(25)
    /// Occurrences further ahead than this are not remembered from nodes' lines: their clocks are wrong.
    private static let ahead: Duration = .hours(1)
    private static let maximumReported = 20_000

    private struct Due: Comparable, Sendable {
        var due: WallTime
        var alarm: AlarmID
        var zone: String

        static func < (a: Due, b: Due) -> Bool { (a.due, a.alarm, a.zone) < (b.due, b.alarm, b.zone) }
    }

    /// An occurrence that was looked at, and the nodes whose lines are waited for.
    struct Awaited: Sendable {
        var label: String
        var nodes: Set<NodeID>
    }

    /// Every occurrence due up to this instant has been looked at.
    private(set) var seen: WallTime
    /// Every occurrence due up to this instant has its lines in the store, by the store's word.
    private(set) var closed: WallTime
    private(set) var awaited: [Occurrence: Awaited] = [:]
    /// For each alarm that is on, by zone: its first occurrence after `seen`.
    private var dues: [AlarmID: [String: WallTime]] = [:]
    /// The same, ascending, so that a look at what has come due does not go through all that has not.
    private var order: [Due] = []
    /// The nodes whose lines are in the store, of what is due after `closed`: it is looked at again when a commit fails.
    private var reported: [Occurrence: Set<NodeID>] = [:]

    /// - Parameter lines: those in the store; what is due up to `closedThrough` is not looked at again.
    init(closedThrough: WallTime, lines: [RingLine]) {
        seen = closedThrough
        closed = closedThrough
        for line in lines where line.occurrence.due > closedThrough {
            reported[line.occurrence, default: []].insert(line.node)
        }
    }

    // MARK: What is to come

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

    /// The alarms that are due up to and including `end`, in order, and their zones.
    func due(through end: WallTime) -> [(alarm: AlarmID, zone: String)] {
        order.prefix { $0.due <= end }.map { ($0.alarm, $0.zone) }
    }

    /// Everything due up to `instant` has been looked at.
    mutating func look(through instant: WallTime) { seen = max(seen, instant) }

    /// When something is to be looked at next; `nil` when nothing is to come.
    var nextLook: WallTime? {
        // Asked with each commit, so no list is made for it.
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

    /// A node's line is in the store.
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

    /// What nobody is waited for any more, in order; it is then no longer awaited.
    mutating func giveUp(dueThrough end: WallTime) -> [(occurrence: Occurrence, awaited: Awaited)] {
        let late = awaited.filter { $0.key.due <= end }.sorted { $0.key < $1.key }
        for (occurrence, _) in late { awaited[occurrence] = nil }
        return late.map { ($0.key, $0.value) }
    }

    /// Every occurrence due up to this instant has its lines when what is under way is committed.
    var closable: WallTime {
        awaited.keys.map(\.due).min().map { min(seen, $0 - .nanoseconds(1)) } ?? seen
    }

    /// The store has the lines of everything due up to `instant`.
    mutating func close(through instant: WallTime) {
        closed = max(closed, instant)
        if !reported.isEmpty { reported = reported.filter { $0.key.due > closed } }
    }

    /// What was to be closed is not: it is looked at again. `dues` is to be made anew.
    mutating func rollBack() {
        seen = min(seen, closed)
        awaited = [:]
        dues = [:]
        order = []
    }

    /// The clock was ahead: what is due after `now` is still to come, and nobody has looked at what was due after `since`.
    /// `dues` is to be made anew.
    mutating func goBack(to now: WallTime, since: WallTime) {
        closed = min(closed, since)
        seen = min(seen, since)
        awaited = awaited.filter { $0.key.due <= now }
        reported = reported.filter { $0.key.due <= now }
        dues = [:]
        order = []
    }
}
