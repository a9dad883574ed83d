package import ClockDomain
internal import ClockWire

/// One date of a timetable, for `day --json`, `days --json` and the page.
package struct DayDocument: Encodable, Sendable {
    package struct Bell: Encodable, Sendable {
        package var id: AlarmID
        package var label: String
        package var due: WallTime
        package var time: LocalTime
        package var program: String?
        package var delayMinutes: Int
        package var sound: String
        package var targets: RingTargets
        package var silence: RingReason?

        enum CodingKeys: String, CodingKey {
            case id, label, due, time, program, sound, targets, silence
            case delayMinutes = "delay_min"
        }
    }

    package var timetable: String
    package var date: CivilDate
    /// `nil` for no bells.
    package var program: String?
    package var planned: String?
    package var reason: String
    /// The calendar's entry that gave the program or closed the day.
    package var entry: String?
    package var cycleDay: Int?
    package var byHand: [Timetable.Part]
    package var sentence: String
    /// `nil` in a month.
    package var bells: [Bell]?

    enum CodingKeys: String, CodingKey {
        case timetable, date, program, planned, reason, entry, sentence, bells
        case cycleDay = "cycle_day"
        case byHand = "by_hand"
    }

    /// - Parameter bells: `nil` in a month.
    package init(_ day: DayPlan, of timetable: String, bells: [DayBell]? = nil, words: TimeWords) {
        self.timetable = timetable
        date = day.date
        program = day.program
        planned = day.planned
        (reason, entry) = Self.reason(day.reason)
        cycleDay = day.cycleDay
        byHand = day.parts
        sentence = DayWords(words: words).sentence(day)
        self.bells = bells?.map { bell in
            Bell(
                id: bell.definition.alarm.id, label: bell.definition.alarm.label, due: bell.due, time: bell.time,
                program: bell.definition.program?.program, delayMinutes: bell.delayMinutes,
                sound: bell.definition.alarm.ring.sound, targets: bell.definition.targets, silence: bell.silence)
        }
    }

    private static func reason(_ reason: DayPlan.Reason) -> (String, entry: String?) {
        switch reason {
        case .date: ("date", nil)
        case .event(let name): ("event", name)
        case .closed(let name): ("closed", name)
        case .cycle: ("cycle", nil)
        case .week: ("week", nil)
        case .nothing: ("none", nil)
        }
    }
}

/// The page's view of a timetable: a month, one of its days, and the programs that a person can choose.
package struct TimetableDocument: Encodable, Sendable {
    package var name: String
    /// Ascending.
    package var programs: [String]
    /// tz database name of the zone in which its days count.
    package var zone: String
    package var today: CivilDate
    package var month: [DayDocument]
    package var day: DayDocument
    /// True when a change by hand has moved bells of that day already: then taking it back begins now.
    package var handHasRung: Bool
    /// The newest change event in it, for ``ChangeRequest/after``.
    package var changes: Int?

    enum CodingKeys: String, CodingKey {
        case name, programs, zone, today, month, day, changes
        case handHasRung = "hand_has_rung"
    }

    /// - Parameters:
    ///   - date: the day; `nil` for today.
    ///   - other: the zone of a timetable whose rooms have reported none.
    package init(_ name: String, date: CivilDate?, in plan: SitePlan, otherwise other: TimeZoneRules) {
        let rules = plan.rules(ofTimetable: name, otherwise: other)
        let words = TimeWords(zone: rules, now: plan.now)
        let now = rules.localTime(at: plan.now)
        let date = date ?? now.date
        let days = plan.timetables[name] ?? TimetableDays(Timetable(name: name)) { _ in [] }
        let length = CivilDate.days(inMonth: date.month, of: date.year)
        let plans = days.plans(
            CivilDate(year: date.year, month: date.month, day: 1),
            CivilDate(year: date.year, month: date.month, day: length))
        self.name = name
        programs = Set(plan.schedule.bells(ofTimetable: name).compactMap { $0.program?.program }).sorted()
        zone = rules.name
        today = now.date
        month = plans.map { DayDocument($0, of: name, words: words) }
        day = DayDocument(
            plans[date.day - 1], of: name, bells: plan.bells(ofTimetable: name, on: date, otherwise: other),
            words: words)
        changes = plan.schedule.changes
        handHasRung = date == now.date && plan.handHasRung(name, on: date, before: now.time)
    }
}
