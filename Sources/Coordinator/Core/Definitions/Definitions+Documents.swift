internal import ClockDomain
internal import ClockWire

extension Definitions {
    /// Returns a node's document, made of committed definitions.
    ///
    /// - Parameter store: this store's identifier.
    func document(of node: NodeDefinition, store: String, at now: Now) -> Desired {
        let contents = committed.contents(of: node.id)
        // By the last review, not by the present clock, which may be wrong.
        let last = committedState.holidaysThrough ?? now.wall.date(inDays: HolidaySpans.aheadDays)
        let first = HolidaySpans.firstTold(with: last)
        var holidays: [CalendarNames: HolidaySpans] = [:]
        var bells = BellSpan(committed, holidaysThrough: last)
        let alarms = contents.alarms.compactMap { id -> Alarm? in
            guard let definition = committed.alarms[id] else { return nil }
            guard let names = definition.holidays else { return bells.alarm(definition.alarm) }
            let days = holidays[names] ?? committed.holidays(names).within(first, last)
            holidays[names] = days
            var alarm = definition.alarm
            alarm.schedule.holidays = days.at(alarm.schedule.time)
            return bells.alarm(alarm)
        }
        let calendars = CalendarNames(node.settings.holidays)
        let silent = calendars.map { committed.holidays($0).within(first, last).days } ?? []
        return Desired(
            revision: node.revision, store: store, lineage: node.lineage, replaces: node.replaces, room: node.room,
            settings: node.settings, alarms: alarms, timers: contents.timers.compactMap { committed.timers[$0]?.timer },
            packs: node.packs,
            silentDays: silent.prefix(Desired.maximumSilentDays).map {
                HolidayCalendar.Day(span: $0.span, name: "", from: $0.from, to: $0.to)
            })
    }

    /// Returns a page of committed alarms: `limit` of them if they fit into one message. The first page also has
    /// everything else.
    func page(_ request: ScheduleRequest, at now: WallTime) -> SchedulePage {
        let (alarms, ids) = (committed.alarms, committed.alarmIDs)
        let isFirst = request.after == nil
        var start = 0
        if let after = request.after {
            start = ids.lowerBound(of: after)
            if start < ids.count, ids[start] == after { start += 1 }
        }
        var bytes = isFirst ? committed.otherBytes : 0
        var page: [AlarmDefinition] = []
        for id in ids[start...].prefix(request.limit) {
            guard let definition = alarms[id] else { continue }
            bytes += definition.maximumJSONBytes
            if !page.isEmpty, bytes > DefinitionLimits.bytesOfAnswer { break }
            page.append(definition)
        }
        func all<ID: Comparable, Object>(_ objects: [ID: Object]) -> [Object] {
            isFirst ? objects.keys.sorted().compactMap { objects[$0] } : []
        }
        return SchedulePage(
            alarms: page, next: start + page.count < ids.count ? page.last?.alarm.id : nil,
            timers: all(committed.timers), stopwatches: all(committed.stopwatches), groups: all(committed.groups),
            holidays: all(committed.calendars), timetables: all(committed.timetables), now: now,
            changes: committedState.lastChange)
    }

    /// The committed bells with their dates, as nodes ring them.
    var bellSpan: BellSpan {
        // The first timetable is committed in one batch with the first review.
        let told = committedState.holidaysThrough ?? state.holidaysThrough
        return BellSpan(committed, holidaysThrough: told ?? CivilDate(daysSinceEpoch: 0))
    }
}
