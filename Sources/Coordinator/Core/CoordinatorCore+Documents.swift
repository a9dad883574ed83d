internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// A node's document, from what is committed.
    func desired(_ definition: NodeDefinition, at now: Now) -> Desired {
        let contents = book.committed.contents(of: definition.id)
        // From yesterday, as somewhere it still is.
        let first = now.wall.date(inDays: -1)
        let last = book.committedState.holidaysThrough ?? now.wall.date(inDays: HolidaySpans.aheadDays)
        var holidays: [String: [DateSpan]] = [:]
        let alarms = contents.alarms.compactMap { id -> Alarm? in
            guard let definition = book.committed.alarms[id] else { return nil }
            guard let name = definition.holidays, let calendar = book.committed.holidays(name) else {
                return definition.alarm
            }
            let days = holidays[name] ?? calendar.within(first, last)
            holidays[name] = days
            var alarm = definition.alarm
            alarm.schedule.holidays = days
            return alarm
        }
        return Desired(
            revision: definition.revision, store: storeID, replaces: definition.replaces, room: definition.room,
            settings: definition.settings,
            alarms: alarms, timers: contents.timers.compactMap { book.committed.timers[$0]?.timer },
            packs: definition.packs)
    }

    /// Once in a while nodes are told the holidays further ahead, so that they know those of two years.
    mutating func reviewHolidays(at now: Now) {
        guard !book.pending.calendars.isEmpty else { return }
        let ahead = now.wall.date(inDays: HolidaySpans.aheadDays)
        guard let told = book.state.holidaysThrough else { return book.tellHolidays(through: ahead) }
        let days = ahead.daysSinceEpoch - told.daysSinceEpoch
        // A clock that was once far ahead told more than is needed now.
        guard days.magnitude >= HolidaySpans.renewalDays else { return }
        book.tellHolidays(through: ahead)
        guard days > 0 else { return }
        var concerned: Set<NodeID> = []
        for name in book.pending.calendars.keys.sorted()
        where book.pending.holidays(name)?.start(after: told, through: ahead) == true {
            for alarm in book.pending.alarms(naming: name) {
                concerned.formUnion(book.pending.nodes(of: alarm.targets))
            }
        }
        for node in concerned.sorted() { define(node) { _ in } }
    }
}
