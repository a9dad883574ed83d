internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockSimulator
internal import ClockWire

// Definitions and rings in words.

extension TraceWords {
    static func occurrence(_ occurrence: Occurrence) -> String { "\(occurrence.source) of \(instant(occurrence.due))" }

    static func change(_ change: Change) -> String {
        switch change {
        case .addAlarm(let draft): "add alarm \(self.draft(draft))"
        case .editAlarm(let id, let revision, let draft): "edit \(id) of revision \(revision): \(self.draft(draft))"
        case .removeAlarm(let id): "remove \(id)"
        case .startTimer(_, let seconds, let targets, _):
            "start timer of \(length(.seconds(seconds))) in \(self.targets(targets))"
        case .pauseTimer(let id): "pause \(id)"
        case .resumeTimer(let id): "resume \(id)"
        case .addToTimer(let id, let seconds): "add \(signed(.seconds(seconds))) to \(id)"
        case .cancelTimer(let id): "cancel \(id)"
        case .startStopwatch: "start stopwatch"
        case .lapStopwatch(let id): "lap of \(id)"
        case .stopStopwatch(let id): "stop \(id)"
        case .resumeStopwatch(let id): "resume \(id)"
        case .resetStopwatch(let id): "reset \(id)"
        case .removeStopwatch(let id): "remove \(id)"
        case .setGroup(let group): "group \(group.id) is \(names(group.nodes))"
        case .removeGroup(let id): "remove group \(id)"
        case .setHolidays(let calendar): "calendar \(calendar.name), \(calendar.days.count) days"
        case .removeHolidays(let name): "remove calendar \(name)"
        case .setTimetable(let timetable): "timetable \(timetable.name)"
        case .removeTimetable(let name): "remove timetable \(name)"
        case .changeDay(let name, let date, let part): "\(name) on \(date) \(part.map(Self.part) ?? "as the rules say")"
        }
    }

    private static func draft(_ draft: AlarmDraft) -> String {
        "\(schedule(draft.schedule)) in \(targets(draft.targets))\(draft.isEnabled ? "" : ", off")"
    }

    private static func targets(_ targets: RingTargets) -> String {
        (targets.nodes.map(\.rawValue) + targets.groups.map { "group \($0)" }).joined(separator: ", ")
    }

    static func schedule(_ schedule: AlarmSchedule) -> String {
        let days =
            switch schedule.repetition {
            case .once: "once"
            case .onDate(let date): "on \(date)"
            case .weekly(let days): days == .everyDay ? "daily" : days.days.map(\.rawValue).joined(separator: "+")
            case .recurring(let rule): rule.description
            case .program(let name, let days): "\(name) \(days.map(\.coded).joined(separator: " "))"
            }
        return "\(schedule.time.hourAndMinute) \(days)" + (schedule.zone.map { " \($0)" } ?? "")
            + (schedule.skips + schedule.exceptions.map(\.first)).map { " not \($0)" }.joined()
    }

    private static func part(_ part: Timetable.Part) -> String {
        let program =
            switch part.program {
            case .some(.none): "no bells"
            case .some(.named(let name)): name
            case nil: "as planned"
            }
        return "since \(part.since.hourAndMinute) \(program), \(part.delayMinutes) min later"
    }

    static func countdown(_ state: CountdownState) -> String {
        switch state {
        case .running(let ends): "ends \(instant(ends))"
        case .paused(let remaining): "paused with \(length(.milliseconds(remaining)))"
        }
    }

    static func changed(_ event: ChangeEvent) -> String {
        switch (event.old, event.new) {
        case (nil, let new?): "\(name(new)) added"
        case (.some, let new?): "\(name(new)) changed"
        case (let old?, nil): "\(name(old)) removed"
        case (nil, nil): "nothing"
        }
    }

    private static func name(_ object: DefinedObject) -> String {
        switch object {
        case .alarm(let definition): definition.alarm.id.description
        case .timer(let definition): definition.timer.id.description
        case .stopwatch(let stopwatch): stopwatch.id.description
        case .group(let group): "group \(group.id)"
        case .holidays(let calendar): "calendar \(calendar.name)"
        case .timetable(let timetable): "timetable \(timetable.name)"
        case .node(let id, _, _, _): id.rawValue
        }
    }

    static func name(_ id: SiteObjectID) -> String {
        switch id {
        case .alarm(let id): id.description
        case .timer(let id): id.description
        case .stopwatch(let id): id.description
        case .group(let id): "group \(id)"
        case .calendar(let name): "calendar \(name)"
        case .timetable(let name): "timetable \(name)"
        }
    }
}
