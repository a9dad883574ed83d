internal import ClockDomain
internal import ClockWire

/// People's definitions for the site, apart from its nodes, in one state. Frequent queries have their results ready:
/// the sources of each node and the size of its document.
///
/// A change of one object costs in proportion to the nodes that it concerns, whatever else is defined.
struct SiteDefinitions: Sendable {
    private(set) var alarms: [AlarmID: AlarmDefinition] = [:]
    private(set) var timers: [TimerID: TimerDefinition] = [:]
    private(set) var stopwatches: [StopwatchID: Stopwatch] = [:]
    private(set) var groups: [GroupID: NodeGroup] = [:]
    private(set) var calendars: [String: HolidayCalendar] = [:]
    private(set) var timetables: [String: Timetable] = [:]
    /// The ids of all alarms, ascending.
    private(set) var alarmIDs: [AlarmID] = []
    /// The most bytes of JSON of all nodes' alarms and timers together.
    private(set) var documentBytes = 0
    /// The most bytes of JSON of everything but the alarms.
    private(set) var otherBytes = 0
    /// The number of alarms and timers that say their labels.
    private(set) var spokenCount = 0
    private var contents: [NodeID: NodeContents] = [:]

    /// True if nobody has defined anything.
    var isEmpty: Bool {
        alarms.isEmpty && timers.isEmpty && stopwatches.isEmpty && groups.isEmpty && calendars.isEmpty
            && timetables.isEmpty
    }

    private var spans: [String: HolidaySpans] = [:]
    private var days: [String: TimetableDays] = [:]

    /// The sources that one node rings, by id or by group.
    struct NodeContents: Sendable {
        /// Ascending.
        var alarms: [AlarmID] = []
        /// Ascending.
        var timers: [TimerID] = []
        /// The most bytes of JSON of these.
        var bytes = 0

        var isEmpty: Bool { alarms.isEmpty && timers.isEmpty }
    }

    init(_ objects: [SiteObject] = []) {
        // Groups and calendars go first, so that objects that name them find them.
        for object in objects {
            switch object {
            case .group, .calendar, .timetable: set(object.id, object)
            case .alarm, .timer, .stopwatch: break
            }
        }
        for object in objects {
            switch object {
            case .group, .calendar, .timetable: break
            case .alarm, .timer, .stopwatch: set(object.id, object)
            }
        }
    }

    subscript(id: SiteObjectID) -> SiteObject? {
        switch id {
        case .alarm(let id): alarms[id].map(SiteObject.alarm)
        case .timer(let id): timers[id].map(SiteObject.timer)
        case .stopwatch(let id): stopwatches[id].map(SiteObject.stopwatch)
        case .group(let id): groups[id].map(SiteObject.group)
        case .calendar(let name): calendars[name].map(SiteObject.calendar)
        case .timetable(let name): timetables[name].map(SiteObject.timetable)
        }
    }

    func contents(of node: NodeID) -> NodeContents { contents[node] ?? NodeContents() }

    /// The target nodes, by id or by group; an unknown group has none.
    func nodes(of targets: RingTargets) -> Set<NodeID> {
        targets.groups.reduce(into: Set(targets.nodes)) { nodes, id in
            if let group = groups[id] { nodes.formUnion(group.nodes) }
        }
    }

    func rings(_ targets: RingTargets, on node: NodeID) -> Bool {
        targets.nodes.containsAscending(node)
            || targets.groups.contains { groups[$0]?.nodes.containsAscending(node) == true }
    }

    /// The alarms that name a group, ascending.
    func alarms(naming group: GroupID) -> [AlarmDefinition] {
        alarms.values.filter { $0.targets.groups.contains(group) }.sorted { $0.alarm.id < $1.alarm.id }
    }

    /// The timers that name a group, ascending.
    func timers(naming group: GroupID) -> [TimerDefinition] {
        timers.values.filter { $0.targets.groups.contains(group) }.sorted { $0.timer.id < $1.timer.id }
    }

    /// The alarms that name a calendar, ascending.
    func alarms(naming calendar: String) -> [AlarmDefinition] {
        alarms.values.filter { $0.holidays?.contains(calendar) ?? false }.sorted { $0.alarm.id < $1.alarm.id }
    }

    /// The timetables that name a calendar, ascending.
    func timetables(naming calendar: String) -> [Timetable] {
        timetables.values.filter { $0.calendars?.contains(calendar) ?? false }.sorted { $0.name < $1.name }
    }

    /// The bells of a timetable's programs, ascending.
    func bells(of timetable: String) -> [AlarmDefinition] {
        alarms.values.filter { $0.alarm.schedule.program?.timetable == timetable }
            .sorted { $0.alarm.id < $1.alarm.id }
    }

    /// The ids of all timetables' bells, ascending.
    var allBells: [AlarmID] { timetables.isEmpty ? [] : alarmIDs.filter { alarms[$0]?.alarm.schedule.program != nil } }

    func days(of timetable: String) -> TimetableDays? { days[timetable] }

    func holidays(_ calendar: String) -> HolidaySpans? { spans[calendar] }

    /// The days of several calendars as one.
    func holidays(_ names: CalendarNames) -> HolidaySpans {
        if names.names.count == 1, let spans = spans[names.names[0]] { return spans }
        return HolidaySpans(names.names.compactMap { calendars[$0] }.flatMap(\.days))
    }

    // MARK: Changes

    /// Inserts, replaces or removes an object.
    ///
    /// - Parameter object: the object with this id; `nil` to remove it.
    /// - Returns: the nodes whose documents this changes.
    @discardableResult
    mutating func set(_ id: SiteObjectID, _ object: SiteObject?) -> Set<NodeID> {
        if let old = self[id] { count(old, times: -1) }
        if let object { count(object, times: 1) }
        switch (id, object) {
        case (.alarm(let id), .alarm(let definition)): return setAlarm(id, definition)
        case (.alarm(let id), _): return setAlarm(id, nil)
        case (.timer(let id), .timer(let definition)): return setTimer(id, definition)
        case (.timer(let id), _): return setTimer(id, nil)
        case (.stopwatch(let id), .stopwatch(let stopwatch)): stopwatches[id] = stopwatch
        case (.stopwatch(let id), _): stopwatches[id] = nil
        case (.group(let id), .group(let group)): return setGroup(id, group)
        case (.group(let id), _): return setGroup(id, nil)
        case (.calendar(let name), .calendar(let calendar)): return setCalendar(name, calendar)
        case (.calendar(let name), _): return setCalendar(name, nil)
        case (.timetable(let name), .timetable(let timetable)): return setTimetable(name, timetable)
        case (.timetable(let name), _): return setTimetable(name, nil)
        }
        return []
    }

    private mutating func count(_ object: SiteObject, times: Int) {
        if object.isSpoken { spokenCount += times }
        if case .alarm = object { return }
        otherBytes += times * object.maximumJSONBytes
    }

    private mutating func setAlarm(_ id: AlarmID, _ new: AlarmDefinition?) -> Set<NodeID> {
        let old = alarms[id]
        var concerned: Set<NodeID> = []
        if let old {
            concerned = nodes(of: old.targets)
            for node in concerned { unlink(id, from: node, bytes: bytes(of: old)) }
        }
        alarms[id] = new
        guard let new else {
            alarmIDs.removeAscending(id)
            return concerned
        }
        alarmIDs.insertAscending(id)
        let rings = nodes(of: new.targets)
        for node in rings { link(id, to: node, bytes: bytes(of: new)) }
        // A definition that only names other groups for the same nodes does not change their documents.
        let isSame = old.map { $0.alarm == new.alarm && $0.holidays == new.holidays } ?? false
        return isSame ? concerned.symmetricDifference(rings) : concerned.union(rings)
    }

    private mutating func setTimer(_ id: TimerID, _ new: TimerDefinition?) -> Set<NodeID> {
        var concerned: Set<NodeID> = []
        if let old = timers[id] {
            concerned = nodes(of: old.targets)
            for node in concerned { unlink(id, from: node, bytes: old.timer.maximumJSONBytes) }
        }
        timers[id] = new
        guard let new else { return concerned }
        let rings = nodes(of: new.targets)
        for node in rings { link(id, to: node, bytes: new.timer.maximumJSONBytes) }
        return concerned.union(rings)
    }

    private mutating func setGroup(_ id: GroupID, _ new: NodeGroup?) -> Set<NodeID> {
        let before = Set(groups[id]?.nodes ?? [])
        let after = Set(new?.nodes ?? [])
        let alarms = alarms(naming: id)
        let timers = timers(naming: id)
        // A node that is also a target in its own right rings it either way.
        func change(_ nodes: Set<NodeID>, _ action: (inout SiteDefinitions, NodeID, RingSource, Int) -> Void) {
            for node in nodes {
                for alarm in alarms where !rings(alarm.targets, on: node) {
                    action(&self, node, .alarm(alarm.alarm.id), bytes(of: alarm))
                }
                for timer in timers where !rings(timer.targets, on: node) {
                    action(&self, node, .timer(timer.timer.id), timer.timer.maximumJSONBytes)
                }
            }
        }
        let gained = after.subtracting(before)
        let lost = before.subtracting(after)
        // Without the group, the remaining sources ring by another target.
        groups[id] = nil
        change(lost) { $0.unlink($2, from: $1, bytes: $3) }
        change(gained) { $0.link($2, to: $1, bytes: $3) }
        groups[id] = new
        return alarms.isEmpty && timers.isEmpty ? [] : gained.union(lost)
    }

    private mutating func setCalendar(_ name: String, _ new: HolidayCalendar?) -> Set<NodeID> {
        let named = alarms(naming: name)
        var concerned: Set<NodeID> = []
        let old = spans[name]?.maximumCount ?? 0
        calendars[name] = new
        spans[name] = new.map(HolidaySpans.init)
        let more = ((spans[name]?.maximumCount ?? 0) - old) * DateSpan.maximumJSONBytes
        for alarm in named {
            let nodes = nodes(of: alarm.targets)
            for node in nodes {
                contents[node]?.bytes += more
                documentBytes += more
            }
            concerned.formUnion(nodes)
        }
        for timetable in timetables(naming: name) {
            concerned.formUnion(setTimetable(timetable.name, timetable))
        }
        return concerned
    }

    private mutating func setTimetable(_ name: String, _ new: Timetable?) -> Set<NodeID> {
        timetables[name] = new
        days[name] = new.map { timetable in TimetableDays(timetable) { calendars[$0]?.days ?? [] } }
        return bells(of: name).reduce(into: []) { $0.formUnion(nodes(of: $1.targets)) }
    }

    // MARK: Sources of nodes

    /// The size in a node's document.
    private func bytes(of definition: AlarmDefinition) -> Int {
        // Several calendars have at most as many spans as all of them together.
        let holidays = definition.holidays.map { $0.names.reduce(0) { $0 + (spans[$1]?.maximumCount ?? 0) } } ?? 0
        return definition.alarm.maximumJSONBytes + holidays * DateSpan.maximumJSONBytes
    }

    private mutating func link(_ source: RingSource, to node: NodeID, bytes: Int) {
        switch source {
        case .alarm(let id): link(id, to: node, bytes: bytes)
        case .timer(let id): link(id, to: node, bytes: bytes)
        }
    }

    private mutating func unlink(_ source: RingSource, from node: NodeID, bytes: Int) {
        switch source {
        case .alarm(let id): unlink(id, from: node, bytes: bytes)
        case .timer(let id): unlink(id, from: node, bytes: bytes)
        }
    }

    private mutating func link(_ alarm: AlarmID, to node: NodeID, bytes: Int) {
        contents[node, default: NodeContents()].alarms.insertAscending(alarm)
        count(bytes, of: node)
    }

    private mutating func unlink(_ alarm: AlarmID, from node: NodeID, bytes: Int) {
        contents[node]?.alarms.removeAscending(alarm)
        count(-bytes, of: node)
    }

    private mutating func link(_ timer: TimerID, to node: NodeID, bytes: Int) {
        contents[node, default: NodeContents()].timers.insertAscending(timer)
        count(bytes, of: node)
    }

    private mutating func unlink(_ timer: TimerID, from node: NodeID, bytes: Int) {
        contents[node]?.timers.removeAscending(timer)
        count(-bytes, of: node)
    }

    private mutating func count(_ bytes: Int, of node: NodeID) {
        contents[node]?.bytes += bytes
        documentBytes += bytes
        if contents[node]?.isEmpty == true { contents[node] = nil }
    }
}
