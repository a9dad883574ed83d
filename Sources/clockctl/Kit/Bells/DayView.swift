internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// One day of a timetable: its program, the reason, and its bells.
struct DayView: Sendable {
    let timetable: String
    let plan: SitePlan
    let day: DayPlan
    /// Ascending, those that are over included.
    let bells: [DayBell]
    private let words: TimeWords

    /// - Parameter other: the zone of a timetable whose rooms have reported none.
    init(timetable: String, date: CivilDate, plan: SitePlan, other: TimeZoneRules) {
        self.timetable = timetable
        self.plan = plan
        let days = plan.timetables[timetable] ?? TimetableDays(Timetable(name: timetable)) { _ in [] }
        day = days.plans(date, date)[0]
        bells = plan.bells(ofTimetable: timetable, on: date, otherwise: other)
        words = TimeWords(zone: plan.rules(ofTimetable: timetable, otherwise: other), now: plan.now)
    }

    private func head(named: Bool) -> StyledText {
        (named ? StyledText("\(timetable)  ", .bold) : StyledText())
            + StyledText(DayWords(words: words).sentence(day), named ? .plain : .bold)
    }

    /// - Parameter named: true to begin with the name of the timetable.
    func lines(named: Bool, width: Int?) -> [StyledText] {
        let head = head(named: named)
        let lines = head.width > width ?? .max ? wrapped(named: named, width ?? 80) : [head]
        guard !bells.isEmpty else { return lines }
        func style(_ bell: DayBell, _ style: Style = .plain) -> Style {
            bell.due <= plan.now || bell.silence != nil ? .dim : style
        }
        let programs = Set(bells.compactMap(\.definition.program))
        var columns: [TextTable.Column] = [
            .init(title: "TIME", cells: bells.map { StyledText($0.time.hourAndMinute, style($0, .bold)) }),
            .init(title: "BELL", minimumWidth: 8, cells: bells.map { StyledText(name($0), style($0)) }),
            .init(
                title: "WHERE", minimumWidth: 8, comfortableWidth: 30,
                cells: bells.map { StyledText(ScheduleWords.targets($0.definition.targets), style($0)) }),
            .init(
                title: "SOUND", dropRank: 1, minimumWidth: 6, comfortableWidth: 30,
                cells: bells.map { StyledText(ScheduleWords.sound($0.definition.alarm.ring), style($0)) }),
        ]
        // A day that was changed at noon has bells of two programs.
        if programs.count > 1 {
            let names = bells.map { StyledText($0.definition.program?.program ?? "", style($0)) }
            columns.insert(.init(title: "PROGRAM", dropRank: 2, cells: names), at: 2)
        }
        return lines + TextTable(columns: columns).lines(width: width)
    }

    private func wrapped(named: Bool, _ width: Int) -> [StyledText] {
        head(named: named).plain.wrapped(to: width).map { StyledText($0, named ? .plain : .bold) }
    }

    private func name(_ bell: DayBell) -> String {
        let alarm = bell.definition.alarm
        let name = alarm.label.isEmpty ? "\(alarm.id)" : alarm.label
        return name + (bell.silence.map { " (\(RingOutcomeWords.words($0)))" } ?? "")
    }

    /// The truth after a change: the day, and its next two bells.
    func answer(named: Bool) -> [StyledText] {
        let coming = bells.filter { $0.due > plan.now && $0.silence == nil }.prefix(2)
        let told = coming.map { "\($0.time.hourAndMinute) \(name($0))" }
        let away = coming.first.map { " (\(words.relative($0.due)))" } ?? ""
        let next =
            switch told.count {
            case 0: "no bell is to come that day"
            case 1: "next and last bell \(told[0])\(away)"
            default: "next bells \(told[0])\(away), then \(told[1])"
            }
        return [head(named: named), StyledText(next)]
    }

    var document: DayDocument { DayDocument(day, of: timetable, bells: bells, words: words) }
}
