import ClockDomain
import ClockWire

/// People's definitions, with as many of the coordinator's rules as these tests meet.
struct StubBook: Sendable {
    var alarms: [AlarmDefinition] = []
    var timers: [TimerDefinition] = []
    var stopwatches: [Stopwatch] = []
    var groups: [NodeGroup] = []
    var holidays: [HolidayCalendar] = []
    var timetables: [Timetable] = []
    /// Events that nobody has heard of yet.
    var unpublished: [ChangeEvent] = []
    /// All events, the newest first.
    var told: [ChangeEvent] = []
    /// Done once, between a client's reading and its writing.
    var meanwhile: [Change] = []

    private var numbers = 0
    private var ids = 0

    func page(_ request: ScheduleRequest, now: WallTime) -> SchedulePage {
        let rest = alarms.filter { definition in request.after.map { definition.alarm.id > $0 } ?? true }
        let shown = Array(rest.prefix(request.limit))
        let isFirst = request.after == nil
        return SchedulePage(
            alarms: shown, next: shown.count < rest.count ? shown.last?.alarm.id : nil, timers: isFirst ? timers : [],
            stopwatches: isFirst ? stopwatches : [], groups: isFirst ? groups : [],
            holidays: isFirst ? holidays : [], timetables: isFirst ? timetables : [], now: now,
            changes: numbers)
    }

    mutating func apply(
        _ changes: [Change], after: Int? = nil, nodes: [NodeID], now: WallTime
    ) throws(RequestError) -> [ChangeEvent] {
        if !meanwhile.isEmpty {
            let quicker = meanwhile
            meanwhile = []
            _ = try apply(quicker, nodes: nodes, now: now)
        }
        if let after, told.contains(where: { event in event.number > after && changes.contains { $0.replaces(event) } })
        {
            throw RequestError(.conflict, "it has changed since")
        }
        var changed = self
        var events: [ChangeEvent] = []
        for change in changes {
            guard let (old, new) = try changed.apply(change, nodes, now) else { continue }
            changed.numbers += 1
            events.append(ChangeEvent(number: changed.numbers, at: now, old: old, new: new))
        }
        changed.unpublished += events
        changed.told = events.reversed() + changed.told
        self = changed
        return events
    }

    private typealias Transition = (old: DefinedObject?, new: DefinedObject?)

    private mutating func apply(_ change: Change, _ nodes: [NodeID], _ now: WallTime) throws(RequestError)
        -> Transition?
    {
        switch change {
        case .addAlarm(let draft):
            try check(draft.targets, nodes)
            let definition = definition(AlarmID(uncheckedNumber: nextID()), revision: 1, draft, now)
            alarms.append(definition)
            return (nil, .alarm(definition))
        case .editAlarm(let id, let revision, let draft):
            let index = try alarms.index(\.alarm.id, id, "alarm")
            let old = alarms[index]
            guard old.alarm.revision == revision else {
                throw RequestError(
                    .conflict, "alarm \(id) has revision \(old.alarm.revision), not \(revision): somebody changed it")
            }
            try check(draft.targets, nodes)
            alarms[index] = definition(id, revision: revision + 1, draft, now)
            return (.alarm(old), .alarm(alarms[index]))
        case .removeAlarm(let id): return (.alarm(alarms.remove(at: try alarms.index(\.alarm.id, id, "alarm"))), nil)
        case .startTimer(let name, let seconds, let targets, let ring, let speaks):
            try check(targets, nodes)
            let timer = CountdownTimer(
                id: TimerID(uncheckedNumber: nextID()), revision: 1, name: name, seconds: seconds,
                state: .running(ends: now + .seconds(seconds)), ring: ring, speaks: speaks)
            timers.append(TimerDefinition(timer: timer, targets: targets))
            return (nil, .timer(timers[timers.count - 1]))
        case .pauseTimer(let id):
            return try changeTimer(id) { timer in
                guard case .running(let ends) = timer.state else { return }
                timer.state = .paused(remainingMilliseconds: Int((ends - now).nanoseconds / 1_000_000))
            }
        case .resumeTimer(let id):
            return try changeTimer(id) { timer in
                guard case .paused(let left) = timer.state else { return }
                timer.state = .running(ends: now + .milliseconds(left))
            }
        case .addToTimer(let id, let seconds):
            return try changeTimer(id) { timer in
                timer.seconds += seconds
                switch timer.state {
                case .running(let ends): timer.state = .running(ends: ends + .seconds(seconds))
                case .paused(let left): timer.state = .paused(remainingMilliseconds: left + seconds * 1000)
                }
            }
        case .cancelTimer(let id): return (.timer(timers.remove(at: try timers.index(\.timer.id, id, "timer"))), nil)
        case .startStopwatch(let name):
            stopwatches.append(
                Stopwatch(
                    id: StopwatchID(uncheckedNumber: nextID()), revision: 1, name: name, state: .running(since: now),
                    laps: []))
            return (nil, .stopwatch(stopwatches[stopwatches.count - 1]))
        case .lapStopwatch(let id):
            return try changeStopwatch(id) { $0.laps.append($0.elapsed(at: now)) }
        case .stopStopwatch(let id):
            return try changeStopwatch(id) { $0.state = .stopped(elapsedMilliseconds: $0.elapsed(at: now)) }
        case .resumeStopwatch(let id):
            return try changeStopwatch(id) { $0.state = .running(since: now - .milliseconds($0.elapsed(at: now))) }
        case .resetStopwatch(let id):
            return try changeStopwatch(id) { ($0.state, $0.laps) = (.stopped(elapsedMilliseconds: 0), []) }
        case .removeStopwatch(let id):
            return (.stopwatch(stopwatches.remove(at: try stopwatches.index(\.id, id, "stopwatch"))), nil)
        case .setGroup(let group):
            try check(RingTargets(nodes: group.nodes), nodes)
            let old = groups.first { $0.id == group.id }
            groups = groups.filter { $0.id != group.id } + [group]
            return old == group ? nil : (old.map { .group($0) }, .group(group))
        case .removeGroup(let id): return (.group(groups.remove(at: try groups.index(\.id, id, "group"))), nil)
        case .setHolidays(let calendar):
            let old = holidays.first { $0.name == calendar.name }
            holidays = holidays.filter { $0.name != calendar.name } + [calendar]
            return old == calendar ? nil : (old.map { .holidays($0) }, .holidays(calendar))
        case .removeHolidays(let name):
            return (.holidays(holidays.remove(at: try holidays.index(\.name, name, "holiday calendar"))), nil)
        case .setTimetable(let timetable): return try set(timetable)
        case .removeTimetable(let name):
            let index = try timetables.index(\.name, name, "timetable")
            guard bells(of: name).isEmpty else { throw RequestError(.invalid, "timetable \(name) has bells") }
            return (.timetable(timetables.remove(at: index)), nil)
        case .changeDay(let name, let date, let part): return try changeDay(name, date, part, now)
        }
    }

    private mutating func set(_ timetable: Timetable) throws(RequestError) -> Transition? {
        if let fault = timetable.fault { throw RequestError(.invalid, fault) }
        let old = timetables.first { $0.name == timetable.name }
        var new = timetable
        new.hand = old?.hand ?? []
        for name in new.calendars?.names ?? [] { _ = try holidays.index(\.name, name, "holiday calendar") }
        timetables = (timetables.filter { $0.name != new.name } + [new]).sorted { $0.name < $1.name }
        return old == new ? nil : (old.map { .timetable($0) }, .timetable(new))
    }

    private mutating func changeDay(
        _ name: String, _ date: CivilDate, _ part: Timetable.Part?, _ now: WallTime
    ) throws(RequestError) -> Transition? {
        let index = try timetables.index(\.name, name, "timetable")
        let old = timetables[index]
        var parts = old.hand.first { $0.date == date }?.parts ?? []
        if var part {
            (part.by, part.at) = ("office", now)
            parts.removeAll { $0.since >= part.since }
            parts.append(part)
            if part.changesNothing, parts.count == 1 { parts = [] }
        } else {
            parts = []
        }
        timetables[index].hand.removeAll { $0.date == date }
        if !parts.isEmpty { timetables[index].hand.append(.init(date: date, parts: parts)) }
        timetables[index].hand.sort { $0.date < $1.date }
        if let fault = timetables[index].fault { throw RequestError(.invalid, fault) }
        return timetables[index] == old ? nil : (.timetable(old), .timetable(timetables[index]))
    }

    func bells(of timetable: String) -> [AlarmDefinition] {
        alarms.filter {
            if case .program(let name, _) = $0.alarm.schedule.repetition { name.timetable == timetable } else { false }
        }
    }

    /// The nodes whose documents have a part of it.
    func nodes(of object: DefinedObject?) -> [NodeID] {
        func nodes(_ targets: RingTargets) -> [NodeID] {
            targets.nodes + groups.filter { targets.groups.contains($0.id) }.flatMap(\.nodes)
        }
        switch object {
        case .alarm(let definition): return nodes(definition.targets)
        case .timer(let definition): return nodes(definition.targets)
        case .timetable(let timetable): return bells(of: timetable.name).flatMap { nodes($0.targets) }
        case .stopwatch, .group, .holidays, .node, nil: return []
        }
    }

    private mutating func nextID() -> Int {
        ids = max(ids, alarms.last?.alarm.id.number ?? 0) + 1
        return ids
    }

    private func definition(
        _ id: AlarmID, revision: Int, _ draft: AlarmDraft, _ now: WallTime
    ) -> AlarmDefinition {
        var schedule = draft.schedule
        schedule.countsFrom = now
        return AlarmDefinition(
            alarm: Alarm(
                id: id, revision: revision, label: draft.label, isEnabled: draft.isEnabled, schedule: schedule,
                ring: draft.ring, misfire: draft.misfire, speaks: draft.speaks), targets: draft.targets,
            holidays: draft.holidays)
    }

    private func check(_ targets: RingTargets, _ nodes: [NodeID]) throws(RequestError) {
        for node in targets.nodes where !nodes.contains(node) {
            throw RequestError(.unknownNode, "node \"\(node)\" is not known")
        }
        for group in targets.groups where !groups.contains(where: { $0.id == group }) {
            throw RequestError(.unknownObject, "there is no group \"\(group)\"")
        }
    }

    private mutating func changeTimer(
        _ id: TimerID, _ change: (inout CountdownTimer) -> Void
    ) throws(RequestError) -> Transition? {
        let index = try timers.index(\.timer.id, id, "timer")
        let old = timers[index]
        change(&timers[index].timer)
        guard timers[index] != old else { return nil }
        timers[index].timer.revision += 1
        return (.timer(old), .timer(timers[index]))
    }

    private mutating func changeStopwatch(
        _ id: StopwatchID, _ change: (inout Stopwatch) -> Void
    ) throws(RequestError) -> Transition? {
        let index = try stopwatches.index(\.id, id, "stopwatch")
        let old = stopwatches[index]
        change(&stopwatches[index])
        guard stopwatches[index] != old else { return nil }
        stopwatches[index].revision += 1
        return (.stopwatch(old), .stopwatch(stopwatches[index]))
    }
}

extension Array where Element: Sendable {
    fileprivate func index<ID: Equatable>(
        _ id: KeyPath<Element, ID>, _ wanted: ID, _ kind: String
    ) throws(RequestError) -> Int {
        guard let index = firstIndex(where: { $0[keyPath: id] == wanted }) else {
            throw RequestError(.unknownObject, "there is no \(kind) \(wanted)")
        }
        return index
    }
}

extension Stopwatch {
    fileprivate func elapsed(at now: WallTime) -> Int {
        switch state {
        case .running(let since): Int((now - since).nanoseconds / 1_000_000)
        case .stopped(let elapsed): elapsed
        }
    }
}

extension Change {
    /// True if it replaces or removes the object of the event, of a kind that has no revision.
    fileprivate func replaces(_ event: ChangeEvent) -> Bool {
        switch (self, event.new ?? event.old) {
        case (.setGroup(let mine), .group(let other)): mine.id == other.id
        case (.removeGroup(let mine), .group(let other)): mine == other.id
        case (.setHolidays(let mine), .holidays(let other)): mine.name == other.name
        case (.removeHolidays(let mine), .holidays(let other)): mine == other.name
        case (.setTimetable(let mine), .timetable(let other)): mine.name == other.name
        case (.removeTimetable(let mine), .timetable(let other)), (.changeDay(let mine, _, _), .timetable(let other)):
            mine == other.name
        default: false
        }
    }
}
