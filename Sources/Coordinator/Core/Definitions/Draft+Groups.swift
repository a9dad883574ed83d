internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    mutating func setGroup(_ group: NodeGroup, in context: DefinitionContext) throws(RequestError) {
        guard !group.nodes.isEmpty else {
            throw RequestError(.invalid, "group \(group.id) would have no node: name some, or remove the group")
        }
        if let node = NodeID(group.id.rawValue), context.nodes[node] != nil {
            throw RequestError(.invalid, "\(group.id) is the id of a node: give the group another name")
        }
        if let refusal = context.nodes.refusal(ofUnknown: group.nodes) { throw refusal }
        put(.group(group))
    }

    mutating func removeGroup(_ id: GroupID) throws(RequestError) {
        guard definitions.groups[id] != nil else { throw RequestError(.unknownObject, "there is no group \(id)") }
        let users =
            definitions.alarms(naming: id).map { RingSource.alarm($0.alarm.id) }
            + definitions.timers(naming: id).map { RingSource.timer($0.timer.id) }
        guard users.isEmpty else {
            throw RequestError(.invalid, "group \(id) is named by \(users.inWords): edit or remove them first")
        }
        set(.group(id), nil)
    }

    mutating func setHolidays(_ calendar: HolidayCalendar, in context: DefinitionContext) throws(RequestError) {
        guard HolidayCalendar.isName(calendar.name) else {
            throw RequestError(
                .invalid,
                "calendar \"\(calendar.name.line(maximumBytes: 80))\" is not \(HolidayCalendar.nameRule)")
        }
        guard calendar.days.count <= HolidayCalendar.maximumDays else {
            throw RequestError(
                .invalid,
                "\(calendar.days.count) days are over the limit of \(HolidayCalendar.maximumDays) of a calendar")
        }
        for day in calendar.days {
            try checkLabel(day.name, "holiday")
            guard day.span.first <= day.span.last else {
                throw RequestError(.invalid, "\(day.span.first.iso8601) is after \(day.span.last.iso8601)")
            }
        }
        // The days of several calendars together must also fit into a node's document.
        for alarm in definitions.alarms(naming: calendar.name) {
            let others = (alarm.holidays?.names ?? []).filter { $0 != calendar.name }
            let count = others.reduce(calendar.days.count) { $0 + (definitions.calendars[$1]?.days.count ?? 0) }
            guard count <= AlarmSchedule.maximumHolidays else {
                throw RequestError(
                    .invalid,
                    "alarm \(alarm.alarm.id) heeds \(others.joined(separator: ", ")), too: together these are \(count) "
                        + "days, over the limit of \(AlarmSchedule.maximumHolidays)")
            }
        }
        if definitions.calendars[calendar.name] != calendar { concern(context.nodes.heeding(calendar.name)) }
        put(.calendar(calendar))
    }

    mutating func removeHolidays(_ name: String, in context: DefinitionContext) throws(RequestError) {
        if let refusal = definitions.refusal(ofUnknown: [name]) { throw refusal }
        let users = definitions.alarms(naming: name).map { RingSource.alarm($0.alarm.id) }
        guard users.isEmpty else {
            throw RequestError(
                .invalid, "holiday calendar \(name) is named by \(users.inWords): edit or remove them first")
        }
        if let timetable = definitions.timetables(naming: name).first {
            throw RequestError(
                .invalid, "timetable \(timetable.name) names holiday calendar \(name): change that first")
        }
        let rooms = context.nodes.heeding(name)
        guard rooms.isEmpty else {
            let shown = rooms.prefix(10).map(\.rawValue).joined(separator: ", ")
            throw RequestError(.invalid, "holiday calendar \(name) silences \(shown): set others there first, or none")
        }
        set(.calendar(name), nil)
    }
}

extension SiteDefinitions {
    /// Lists the objects that name a node itself, in words; empty without any.
    func users(of node: NodeID) -> String {
        let contents = contents(of: node)
        let sources =
            contents.alarms.filter { alarms[$0]?.targets.nodes.containsAscending(node) == true }.map(RingSource.alarm)
            + contents.timers.filter { timers[$0]?.targets.nodes.containsAscending(node) == true }.map(RingSource.timer)
        let groups = groups.values.filter { $0.nodes.containsAscending(node) }.map(\.id).sorted()
        let shown = groups.prefix(10).map(\.rawValue).joined(separator: ", ")
        let groupWords = groups.isEmpty ? "" : "group\(groups.count == 1 ? "" : "s") \(shown)"
        return [sources.inWords, groupWords].filter { !$0.isEmpty }.joined(separator: " and ")
    }
}
