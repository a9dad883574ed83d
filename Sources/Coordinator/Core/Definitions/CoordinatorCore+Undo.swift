internal import ClockDomain
internal import ClockWire

// Takes back what a person changed. The way back is the old object in the event of the change, so it is stored with the
// change. An undo is a change like any other, with the same checks, and has an event of its own.

extension CoordinatorCore {
    /// Takes back the changes that the store found, all of them or none, and answers when that is committed.
    mutating func undo(_ found: FoundChanges, origin: RequestOrigin, at now: Now) {
        if let lasting = found.lasting, let reason = lasting.reasonToLast {
            let earlier = found.changes.first.map { "; clockctl undo \($0.number) takes back the one before it" } ?? ""
            return out.fail(origin, .unavailable, "\(lasting.inWords) cannot be taken back: \(reason)\(earlier)")
        }
        guard let last = found.changes.first else {
            return out.fail(
                origin, .unknownObject,
                (found.request.change.map { "change \($0) is not one of the last day that could still be taken back" }
                    ?? "nobody has changed anything in the last day that could still be taken back")
                    + ": see clockctl changes --since yesterday")
        }
        guard found.changes.count <= FoundChanges.maximum else {
            return out.fail(
                origin, .unavailable,
                "\(last.inWords) is one of over \(FoundChanges.maximum) made at once, which cannot be taken back together"
            )
        }
        if case .node? = last.old { return undoSettings(found, origin: origin, at: now) }
        change(ChangeRequest(changes: [], by: found.request.by), undoing: found.changes, origin: origin, at: now)
    }

    private mutating func undoSettings(_ found: FoundChanges, origin: RequestOrigin, at now: Now) {
        var wanted: [NodeID: NodeDefinition] = [:]
        var undone: [NodeID: ChangeEvent] = [:]
        for event in found.changes {
            guard case .node(let id, let room, let settings, _)? = event.old,
                case .node(_, let newRoom, let newSettings, _)? = event.new, let node = nodes[id],
                case var definition = wanted[id] ?? node.definition, definition.room == newRoom,
                definition.settings == newSettings
            else { return out.fail(origin, event.hasPassed) }
            let refusal =
                (settings.voice == newSettings.voice ? nil : node.refusal(ofVoice: settings.voice))
                ?? (settings.chime == newSettings.chime ? nil : node.refusal(ofChime: settings.chime))
            if let refusal { return out.fail(origin, .invalid, refusal) }
            (definition.room, definition.settings) = (room, settings)
            (wanted[id], undone[id]) = (definition, event)
        }
        change(wanted.keys.sorted(), by: found.request.by, undoing: undone, origin: origin, at: now) { node in
            guard let definition = wanted[node.id] else { return }
            (node.room, node.settings) = (definition.room, definition.settings)
        }
    }
}

extension Definitions.Draft {
    /// Takes a change back, unless its object is no longer as the change left it.
    mutating func undo(_ event: ChangeEvent, in context: DefinitionContext) throws(RequestError) {
        undone = event
        defer { undone = nil }
        guard let object = event.new ?? event.old, definitions[object]?.content == event.new?.content else {
            throw event.hasPassed
        }
        switch object {
        case .alarm(let it):
            guard case .alarm(let old)? = event.old else { return set(.alarm(it.alarm.id), nil) }
            guard !wasDue(old, in: context) else {
                throw RequestError(
                    .unavailable,
                    "\(event.inWords) cannot be taken back: \(old.alarm.schedule.timeInWords), for which it was set, "
                        + "is over; set it again")
            }
            if let present = definitions.alarms[it.alarm.id] {
                try editAlarm(it.alarm.id, revision: present.alarm.revision, AlarmDraft(old), in: context)
            } else {
                try addAlarm(AlarmDraft(old), again: old.alarm, in: context)
            }
        case .group(let it):
            if case .group(let old)? = event.old { try setGroup(old, in: context) } else { try removeGroup(it.id) }
        case .holidays(let it):
            if case .holidays(let old)? = event.old {
                try setHolidays(old, in: context)
            } else {
                try removeHolidays(it.name, in: context)
            }
        case .timetable(let it):
            if case .timetable(let old)? = event.old {
                try setTimetable(old, hand: old.hand, in: context)
            } else {
                try removeTimetable(it.name)
            }
        case .timer, .stopwatch, .node: preconditionFailure("\(event) is never taken back here")
        }
    }

    /// True for an alarm that rings once and was due in some room.
    private func wasDue(_ definition: AlarmDefinition, in context: DefinitionContext) -> Bool {
        let schedule = definition.alarm.schedule
        guard definition.alarm.isEnabled, schedule.isOnce else { return false }
        return definitions.nodes(of: definition.targets).contains { node in
            guard let zone = schedule.zone ?? context.nodes[node]?.zone, let rules = context.zones.rules(zone),
                let next = schedule.next(after: schedule.countsFrom, zone: rules, includingSkipped: true)
            else { return false }
            return next.due <= context.now
        }
    }
}

extension SiteDefinitions {
    /// The present form of an object.
    fileprivate subscript(object: DefinedObject) -> DefinedObject? {
        switch object {
        case .alarm(let it): alarms[it.alarm.id].map(DefinedObject.alarm)
        case .group(let it): groups[it.id].map(DefinedObject.group)
        case .holidays(let it): calendars[it.name].map(DefinedObject.holidays)
        case .timetable(let it): timetables[it.name].map(DefinedObject.timetable)
        case .timer, .stopwatch, .node: nil
        }
    }
}

extension DefinedObject {
    /// Without the fields that an edit back and forth changes.
    fileprivate var content: DefinedObject {
        guard case .alarm(var definition) = self else { return self }
        definition.alarm.revision = 1
        definition.alarm.schedule.countsFrom = WallTime(seconds: 0)
        definition.changed = nil
        return .alarm(definition)
    }

    fileprivate var inWords: String {
        switch self {
        case .alarm(let it): "alarm \(it.alarm.id)"
        case .timer(let it): "timer \(it.timer.id)"
        case .stopwatch(let it): "stopwatch \(it.id)"
        case .group(let it): "group \(it.id)"
        case .holidays(let it): "holiday calendar \(it.name)"
        case .timetable(let it): "timetable \(it.name)"
        case .node(let id, _, _, _): "node \(id)"
        }
    }
}

extension ChangeEvent {
    /// `change 41 of alarm a3, by anna,`
    fileprivate var inWords: String {
        "change \(number) of \((new ?? old)?.inWords ?? "nothing")\(by.map { ", by \($0)," } ?? "")"
    }

    /// The refusal to take it back when something came after it.
    fileprivate var hasPassed: RequestError {
        RequestError(
            .conflict,
            "\(inWords) cannot be taken back: somebody has changed it since, or it has rung; look at it, and change it by "
                + "hand")
    }
}
