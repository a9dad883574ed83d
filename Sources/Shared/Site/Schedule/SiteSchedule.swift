package import ClockDomain
package import ClockWire

/// The definitions of a site, all pages as one.
package struct SiteSchedule: Hashable, Sendable {
    /// Ascending by id.
    package var alarms: [AlarmDefinition] = []
    /// Ascending by id.
    package var timers: [TimerDefinition] = []
    /// Ascending by id.
    package var stopwatches: [Stopwatch] = []
    /// Ascending by id.
    package var groups: [NodeGroup] = []
    /// Ascending by name.
    package var holidays: [HolidayCalendar] = []
    /// Ascending by name.
    package var timetables: [Timetable] = []
    /// The coordinator's clock at its first answer.
    package var now: WallTime
    /// The number of the newest change event in it, see ``ChangeRequest/after``.
    package var changes: Int?

    package init(_ page: SchedulePage) {
        alarms = page.alarms
        timers = page.timers
        stopwatches = page.stopwatches
        groups = page.groups
        holidays = page.holidays
        timetables = page.timetables
        now = page.now
        changes = page.changes
    }

    /// The nodes that `targets` name, groups taken apart; ascending, each once.
    package func nodes(of targets: RingTargets) -> [NodeID] {
        guard !targets.groups.isEmpty else { return targets.nodes }
        let members = groups.filter { targets.groups.contains($0.id) }.flatMap(\.nodes)
        return Set(targets.nodes + members).sorted()
    }
}

extension SiteSchedule {
    /// Puts a change in. One that is in it already changes nothing.
    package mutating func apply(_ change: ChangeEvent) {
        switch change.new ?? change.old {
        case .alarm(let any): alarms.replace(any.alarm.id, by: \.alarm.id, with: change.new?.alarm)
        case .timer(let any): timers.replace(any.timer.id, by: \.timer.id, with: change.new?.timer)
        case .stopwatch(let any): stopwatches.replace(any.id, by: \.id, with: change.new?.stopwatch)
        case .group(let any): groups.replace(any.id, by: \.id, with: change.new?.group)
        case .holidays(let any): holidays.replace(any.name, by: \.name, with: change.new?.holidays)
        case .timetable(let any): timetables.replace(any.name, by: \.name, with: change.new?.timetable)
        case .node, nil: break
        }
    }
}

extension DefinedObject {
    package var alarm: AlarmDefinition? { if case .alarm(let alarm) = self { alarm } else { nil } }
    package var timer: TimerDefinition? { if case .timer(let timer) = self { timer } else { nil } }
    package var stopwatch: Stopwatch? { if case .stopwatch(let stopwatch) = self { stopwatch } else { nil } }
    package var group: NodeGroup? { if case .group(let group) = self { group } else { nil } }
    package var holidays: HolidayCalendar? { if case .holidays(let calendar) = self { calendar } else { nil } }
    package var timetable: Timetable? { if case .timetable(let timetable) = self { timetable } else { nil } }
}

extension Array {
    /// Takes the element with a key out, and puts another in its place in the ascending order.
    fileprivate mutating func replace<Key: Comparable>(
        _ key: Key, by path: KeyPath<Element, Key>, with element: Element?
    ) {
        var place = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            if self[place + half][keyPath: path] < key {
                place += half + 1
                length -= half + 1
            } else {
                length = half
            }
        }
        if place < endIndex, self[place][keyPath: path] == key { remove(at: place) }
        if let element { insert(element, at: place) }
    }
}
