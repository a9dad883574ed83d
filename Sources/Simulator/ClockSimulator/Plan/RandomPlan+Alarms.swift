internal import ClockDomain
internal import ClockWire

// The alarms and timers that people define, and their reactions to rings.

extension RandomPlan {
    /// The objects requested so far, so that later requests name some that may exist.
    struct Defined {
        var alarms = 0
        /// Alarms requested since somebody last removed old ones.
        var untidied = 0
        var timers = 0
        var stopwatches = 0
    }

    private static let groups = ["upstairs", "downstairs", "school"]
    /// People lose track of this many alarms: after this many more, somebody removes the oldest.
    static let keptAlarms = 20

    /// A change that somebody requests, and people's reactions to the rings that result.
    func change(
        _ plan: SimulationPlan, at: TrueTime, _ defined: inout Defined, _ draws: inout RandomDraws
    ) -> (change: Change, reactions: [PlannedRequest]) {
        switch draws.number(0...99) {
        case 0...29:
            defined.alarms += 1
            defined.untidied += 1
            let draft = draft(plan, at: at, &draws)
            let reactions = reactions(to: draft, plan, after: at, &draws)
            return (.addAlarm(draft), reactions + tidying(after: at, &defined))
        case 30...39:
            let draft = draft(plan, at: at, &draws)
            let edit = Change.editAlarm(alarm(defined, &draws), revision: draws.number(1...3), draft)
            return (edit, reactions(to: draft, plan, after: at, &draws))
        case 40...47: return (.removeAlarm(alarm(defined, &draws)), [])
        case 48...62:
            defined.timers += 1
            let length = draws.scale(.seconds(1) ... .hours(6))
            let start = Change.startTimer(
                name: "tea", seconds: max(1, Int(length.nanoseconds / 1_000_000_000)), targets: targets(&draws),
                ring: style(&draws))
            let reaction = silence(plan, after: at + length, &draws)
            return (start, draws.hits(percent: 70) ? [reaction] : [])
        case 63...66: return (.pauseTimer(timer(defined, &draws)), [])
        case 67...70: return (.resumeTimer(timer(defined, &draws)), [])
        case 71...74: return (.addToTimer(timer(defined, &draws), seconds: draws.number(-600...3_600)), [])
        case 75...77: return (.cancelTimer(timer(defined, &draws)), [])
        case 78...85: return (stopwatch(&defined, &draws), [])
        case 86...91: return (.setGroup(NodeGroup(id: group(&draws), nodes: someNodes(&draws).sorted())), [])
        case 92: return (.removeGroup(group(&draws)), [])
        case 93...97: return (.setHolidays(holidays(at, &draws)), [])
        default: return (.removeHolidays(name: "school-free"), [])
        }
    }

    // MARK: Alarms

    private func draft(_ plan: SimulationPlan, at: TrueTime, _ draws: inout RandomDraws) -> AlarmDraft {
        let today = Self.date(at)
        let repetition: AlarmSchedule.Repetition =
            switch draws.number(0...9) {
            case 0...2: .once
            case 3...4: .onDate(today.advanced(by: draws.number(-1...days)))
            case 5...7: .weekly(.everyDay)
            default: .weekly(WeekdaySet(rawValue: UInt8(draws.number(1...127))))
            }
        var schedule = AlarmSchedule(
            time: time(&draws), repetition: repetition,
            zone: draws.hits(percent: 15) ? draws.pick(plan.zones).name : nil, countsFrom: WallTime(nanoseconds: 0))
        if draws.hits(percent: 15) { schedule.skips = [today.advanced(by: draws.number(0...days))] }
        if draws.hits(percent: 10) {
            let first = today.advanced(by: draws.number(0...days))
            schedule.exceptions = [DateSpan(first: first, last: first.advanced(by: draws.number(0...3)))]
        }
        return AlarmDraft(
            label: draws.pick(["", "Work", "Tee ☕"]), isEnabled: draws.hits(percent: 90), schedule: schedule,
            ring: style(&draws),
            misfire: draws.hits(percent: 15) ? .reportOnly : .ring(withinMinutes: draws.pick([1, 5, 30, 30, 120])),
            targets: targets(&draws), holidays: draws.hits(percent: 15) ? "school-free" : nil)
    }

    /// Often one at which clocks jump somewhere, or at which nodes announce something.
    func time(_ draws: inout RandomDraws) -> LocalTime {
        switch draws.number(0...9) {
        case 0...2: LocalTime(secondOfDay: draws.pick([0, 60, 120, 150, 165, 179, 180]) * 60)
        case 3...5: LocalTime(secondOfDay: draws.number(0...95) * 900)
        default: LocalTime(secondOfDay: draws.number(0...1_439) * 60)
        }
    }

    private func style(_ draws: inout RandomDraws) -> RingStyle {
        RingStyle(
            sound: draws.pick(AlarmSound.allCases).rawValue,
            volume: draws.tossesCoin() ? nil : Volume(percent: draws.number(0...100)),
            rampSeconds: draws.hits(percent: 30) ? draws.number(1...120) : 0,
            limitMinutes: draws.pick([1, 2, 5, 10, 10, 30]), snoozeMinutes: draws.pick([0, 1, 2, 5, 9, 9]))
    }

    /// A person who wakes up stops it, or snoozes it a few times; or nobody is there.
    private func reactions(
        to draft: AlarmDraft, _ plan: SimulationPlan, after: TrueTime, _ draws: inout RandomDraws
    ) -> [PlannedRequest] {
        let rules =
            draft.schedule.zone.flatMap { name in plan.zones.first { $0.name == name } }
            ?? plan.zones[plan.nodes[draws.number(0...(nodes - 1))].zone]
        let today = Self.date(after)
        var reactions: [PlannedRequest] = []
        for day in -1...min(days, 10) where draws.hits(percent: 60) {
            let local = LocalDateTime(date: today.advanced(by: day), time: draft.schedule.time)
            let due = TrueTime(rules.instant(of: local))
            guard due > after, due < plan.healsAt else { continue }
            for _ in 0..<draws.number(1...3) { reactions.append(silence(plan, after: due, &draws)) }
        }
        return reactions
    }

    /// Somebody stops or snoozes a ring, at once or after the snooze.
    func silence(_ plan: SimulationPlan, after due: TrueTime, _ draws: inout RandomDraws) -> PlannedRequest {
        PlannedRequest(
            at: due + draws.scale(.milliseconds(500) ... .minutes(25)),
            client: draws.number(0...(plan.clients.count - 1)),
            what: .silence(nil, draws.hits(percent: 60) ? .snooze : .stop))
    }

    /// Keeps a house at some dozen alarms, however long the run.
    private func tidying(after: TrueTime, _ defined: inout Defined) -> [PlannedRequest] {
        guard defined.untidied >= Self.keptAlarms else { return [] }
        defined.untidied = 0
        return [PlannedRequest(at: after + .minutes(3), what: .tidy(keeping: Self.keptAlarms))]
    }

    // MARK: Others

    private func stopwatch(_ defined: inout Defined, _ draws: inout RandomDraws) -> Change {
        guard let id = StopwatchID(number: draws.number(1...max(1, defined.stopwatches + 1))) else {
            preconditionFailure("a positive number names a stopwatch")
        }
        switch draws.number(0...5) {
        case 0:
            defined.stopwatches += 1
            return .startStopwatch(name: "run")
        case 1: return .lapStopwatch(id)
        case 2: return .stopStopwatch(id)
        case 3: return .resumeStopwatch(id)
        case 4: return .resetStopwatch(id)
        default: return .removeStopwatch(id)
        }
    }

    private func holidays(_ at: TrueTime, _ draws: inout RandomDraws) -> HolidayCalendar {
        let first = Self.date(at).advanced(by: draws.number(0...days))
        let half = draws.number(0...2)
        let span = DateSpan(first: first, last: first.advanced(by: 2 * half))
        // Public holidays lie within those of schools.
        let middle = first.advanced(by: half)
        return HolidayCalendar(
            name: "school-free",
            days: [
                HolidayCalendar.Day(span: span, name: "Ferien"),
                HolidayCalendar.Day(span: DateSpan(first: middle, last: middle), name: "Feiertag"),
            ])
    }

    private func targets(_ draws: inout RandomDraws) -> RingTargets {
        draws.hits(percent: 20)
            ? RingTargets(nodes: [], groups: [group(&draws)]) : RingTargets(nodes: someNodes(&draws))
    }

    private func group(_ draws: inout RandomDraws) -> GroupID {
        let name = draws.pick(Self.groups)
        guard let id = GroupID(name) else { preconditionFailure("\(name) is an id") }
        return id
    }

    /// One that was requested, or one that never was.
    private func alarm(_ defined: Defined, _ draws: inout RandomDraws) -> AlarmID {
        guard let id = AlarmID(number: draws.number(1...defined.alarms + 1)) else {
            preconditionFailure("a positive number names an alarm")
        }
        return id
    }

    private func timer(_ defined: Defined, _ draws: inout RandomDraws) -> TimerID {
        guard let id = TimerID(number: draws.number(1...defined.timers + 1)) else {
            preconditionFailure("a positive number names a timer")
        }
        return id
    }

    static func date(_ time: TrueTime) -> CivilDate {
        CivilDate(daysSinceEpoch: time.wall.seconds.flooredQuotient(by: 86_400))
    }
}

extension CivilDate {
    func advanced(by days: Int) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + Int64(days)) }
}
