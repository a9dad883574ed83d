internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    func alarm(_ id: AlarmID) throws(RequestError) -> AlarmDefinition { try find(id, in: definitions.alarms, "alarm") }

    /// - Parameter removed: the alarm that is back by this, under its id.
    mutating func addAlarm(
        _ draft: AlarmDraft, again removed: Alarm? = nil, in context: DefinitionContext
    ) throws(RequestError) {
        let draft = try checked(draft, in: context)
        try checkSunIsToCome(draft, in: context)
        let id = if let removed { removed.id } else { try nextAlarm() }
        var schedule = draft.schedule
        (schedule.countsFrom, schedule.bellDays) = (context.now, [])
        put(
            .alarm(
                definition(draft, id, revision: (removed?.revision ?? 0) + 1, schedule, in: context)
                    .changed(by: context.by, at: context.now)))
    }

    mutating func editAlarm(
        _ id: AlarmID, revision: Int, _ draft: AlarmDraft, in context: DefinitionContext
    ) throws(RequestError) {
        let old = try alarm(id)
        guard old.alarm.revision == revision else {
            throw RequestError(
                .conflict,
                "alarm \(id) has revision \(old.alarm.revision) and this change was made from revision \(revision): "
                    + "somebody changed it meanwhile, look at it again")
        }
        let draft = try checked(draft, in: context)
        let before = old.alarm.schedule
        var schedule = draft.schedule
        schedule.bellDays = []
        let isOther =
            schedule.time != before.time || schedule.sun != before.sun || schedule.repetition != before.repetition
            || schedule.zone != before.zone
        let isSwitchedOn = draft.isEnabled && !old.alarm.isEnabled
        if isOther || isSwitchedOn { try checkSunIsToCome(draft, in: context) }
        schedule.countsFrom = isOther || isSwitchedOn ? context.now : before.countsFrom
        var new = definition(draft, old.alarm.id, revision: revision, schedule, in: context)
        new.changed = old.changed
        if !draft.isEnabled { new.usedUpAt = old.usedUpAt }
        guard new != old else { return }
        put(.alarm(new.revised.changed(by: context.by, at: context.now)))
    }

    /// Switches off an alarm that has rung for its only time.
    mutating func useUp(_ id: AlarmID, at now: WallTime) {
        guard var definition = definitions.alarms[id] else { return }
        definition.alarm.isEnabled = false
        definition.usedUpAt = now.truncatedToMilliseconds
        put(.alarm(definition.revised))
    }

    /// Switches on the alarms that a clock since set back had switched off.
    mutating func restoreUsedUp(after now: WallTime) {
        for var definition in definitions.alarms.values where definition.usedUpAt.map({ $0 > now }) ?? false {
            definition.alarm.isEnabled = true
            definition.usedUpAt = nil
            put(.alarm(definition.revised))
        }
    }

    /// Has the alarms count from now that a clock since set back made. A clock that is some minutes behind must not have
    /// an alarm of tomorrow ring late today.
    mutating func restoreAhead(of now: WallTime) {
        for id in definitions.alarmIDs {
            guard var definition = definitions.alarms[id], definition.alarm.schedule.countsFrom > now + .minutes(30)
            else { continue }
            definition.alarm.schedule.countsFrom = now.truncatedToMilliseconds
            put(.alarm(definition.revised))
        }
    }

    private func definition(
        _ draft: AlarmDraft, _ id: AlarmID, revision: Int, _ schedule: AlarmSchedule, in context: DefinitionContext
    ) -> AlarmDefinition {
        var schedule = schedule
        schedule.holidays = []
        // Skips that no node reads any more make room for others.
        if !context.isDoubtful { schedule.skips = schedule.skips.filter { $0 >= context.now.date(inDays: -8) } }
        return AlarmDefinition(
            alarm: Alarm(
                id: id, revision: revision, label: draft.label, isEnabled: draft.isEnabled, schedule: schedule,
                ring: draft.ring, misfire: draft.misfire, speaks: draft.speaks),
            targets: draft.targets, holidays: draft.holidays)
    }

    /// Returns the draft with the site's position, where it follows the sun.
    private func checked(_ draft: AlarmDraft, in context: DefinitionContext) throws(RequestError) -> AlarmDraft {
        var draft = draft
        if var sun = draft.schedule.sun {
            guard let position = context.position ?? sun.position else {
                throw RequestError(
                    .invalid,
                    "an alarm by the sun needs the site's position: set \"position\" in coordinator.yaml to "
                        + Position.rule)
            }
            guard draft.schedule.program == nil else {
                throw RequestError(.invalid, "bells of a program follow the clock, not the sun")
            }
            sun.position = position
            (draft.schedule.sun, draft.schedule.time) = (sun, sun.standIn)
        }
        try check(draft, in: context)
        return draft
    }

    /// An alarm by the sun of one date has to be due yet, when it is set; later it may be skipped, or get another label.
    private func checkSunIsToCome(_ draft: AlarmDraft, in context: DefinitionContext) throws(RequestError) {
        guard draft.isEnabled, let sun = draft.schedule.sun, case .onDate(let date) = draft.schedule.repetition else {
            return
        }
        // Without a zone its own date may be a day off, and is later then.
        let rules = draft.schedule.zone.flatMap { context.zones.rules($0) } ?? .utc
        let next = draft.schedule.next(after: context.now, zone: rules, includingSkipped: true)
        guard let next, next.silence != .sun else {
            throw RequestError(
                .invalid, "\(date.iso8601) has no \(sun.event.rawValue) to come at \(sun.position?.description ?? "")")
        }
    }

    private func check(_ draft: AlarmDraft, in context: DefinitionContext) throws(RequestError) {
        try checkLabel(draft.label, "label")
        try check(draft.ring, labelled: draft.label)
        guard !draft.speaks || draft.ring.plays == nil else {
            throw RequestError(.invalid, "a bell is over when it was played, and says nothing between rings")
        }
        _ = try checked(draft.targets, in: context)
        let schedule = draft.schedule
        guard schedule.time.second == 0 else {
            throw RequestError(.invalid, "alarms ring on whole minutes, not \(schedule.time.second) seconds after one")
        }
        if let zone = schedule.zone, context.zones.rules(zone) == nil {
            throw RequestError(
                .invalid,
                "no time zone is called \(zone.line(maximumBytes: 80)): name one of the tz database, "
                    + "such as Europe/Berlin")
        }
        switch schedule.repetition {
        case .once: break
        case .onDate(let date):
            // No zone has an earlier date than the day before that of UTC.
            let earliest = context.now.date(inDays: -1)
            if draft.isEnabled, date < earliest {
                throw RequestError(.invalid, "\(date.iso8601) is over: name a date to come")
            }
        case .weekly(let days):
            guard !days.isEmpty else { throw RequestError(.invalid, "a weekly alarm needs at least one day") }
        case .recurring: break
        case .program(let name, _):
            guard definitions.timetables[name.timetable] != nil else { throw unknownTimetable(name.timetable) }
        }
        guard schedule.skips.count <= AlarmSchedule.maximumSkips,
            schedule.exceptions.count <= AlarmSchedule.maximumExceptions
        else {
            throw RequestError(
                .invalid,
                "an alarm has at most \(AlarmSchedule.maximumSkips) skipped dates and "
                    + "\(AlarmSchedule.maximumExceptions) exceptions: take out those that are over")
        }
        if case .ring(let minutes) = draft.misfire, !MisfirePolicy.windowRange.contains(minutes) {
            throw RequestError(.invalid, "\(minutes) minutes are not in \(MisfirePolicy.windowRange)")
        }
        guard let calendars = draft.holidays?.names else { return }
        if let refusal = definitions.refusal(ofUnknown: calendars) { throw refusal }
        let count = calendars.reduce(0) { $0 + (definitions.calendars[$1]?.days.count ?? 0) }
        guard count <= AlarmSchedule.maximumHolidays else {
            throw RequestError(
                .invalid,
                "\(calendars.joined(separator: ", ")) have \(count) days together, over the limit of "
                    + "\(AlarmSchedule.maximumHolidays) for an alarm")
        }
    }
}

extension SiteDefinitions {
    /// Returns the refusal of a request that names a calendar that is not there; `nil` if all are.
    func refusal(ofUnknown calendars: [String]) -> RequestError? {
        guard let name = calendars.first(where: { self.calendars[$0] == nil }) else { return nil }
        let known = self.calendars.keys.sorted().joined(separator: ", ")
        return RequestError(
            .unknownObject,
            "no holiday calendar is called \(name.line(maximumBytes: 80)); "
                + (known.isEmpty ? "there is none yet" : "there are \(known)"))
    }
}

extension AlarmDefinition {
    fileprivate func changed(by person: String?, at now: WallTime) -> AlarmDefinition {
        var copy = self
        copy.changed = ChangeMark(at: now, by: person)
        return copy
    }

    /// With one more revision.
    fileprivate var revised: AlarmDefinition {
        var copy = self
        copy.alarm.revision += 1
        return copy
    }
}

extension WallTime {
    /// The date in UTC after this number of days.
    func date(inDays days: Int64) -> CivilDate { CivilDate(daysSinceEpoch: seconds.flooredQuotient(by: 86_400) + days) }
}
