internal import ClockDomain
internal import ClockSite

/// The rules of a timetable as people say them.
enum RuleWords {
    /// `Mon–Fri`, `Wed 2026-12-01..2027-01-31`, `Mon–Fri from 2026-12-01`
    static func week(_ rule: Timetable.WeekRule) -> String {
        let days = ScheduleWords.days(rule.days)
        switch (rule.from, rule.through) {
        case (nil, nil): return days
        case (let from?, nil): return "\(days) from \(from.iso8601)"
        case (nil, let through?): return "\(days) until \(through.iso8601)"
        case (let from?, let through?): return "\(days) \(ScheduleWords.span(DateSpan(first: from, last: through)))"
        }
    }

    /// `day1, day2, Mon–Fri from 2026-09-01`
    static func cycle(_ cycle: Timetable.ProgramCycle) -> String {
        "\(cycle.programs.joined(separator: ", ")), \(ScheduleWords.days(cycle.days)) from \(cycle.start.iso8601)"
    }

    /// `2026-12-01 early, 20 min later`
    static func hand(_ rule: Timetable.HandRule) -> String {
        guard let part = rule.parts.last else { return rule.date.iso8601 }
        let program = part.program.map { [$0.name ?? "no bells"] } ?? []
        let words = program + DayWords.change(part)
        return "\(rule.date.iso8601) \(words.isEmpty ? "by the rules again" : words.joined(separator: ", "))"
    }

    /// Returns the days of one program: `Mon–Fri`, `Day 1, 3 of 6`, `"Early release"`, `2026-12-01..2026-12-04`; empty
    /// where no rule names it.
    ///
    /// - Parameter today: dates that are over are left out.
    static func days(of program: String, in timetable: Timetable, today: CivilDate) -> [String] {
        let weeks = timetable.weeks.filter { $0.program == program && $0.through.map { $0 >= today } ?? true }
        var words = weeks.map(week)
        if let cycle = timetable.cycle {
            let days = cycle.programs.indices.filter { cycle.programs[$0] == program }.map { "\($0 + 1)" }
            if !days.isEmpty { words.append("Day \(days.joined(separator: ", ")) of \(cycle.programs.count)") }
        }
        words += timetable.events.filter { $0.program == program }.map { "\"\($0.words)\"" }
        let dates = timetable.dates.filter { $0.program == program && $0.on.last >= today }.map {
            ScheduleWords.span($0.on)
        }
        words += dates.prefix(3)
        if dates.count > 3 { words.append("… (\(dates.count) spans of dates)") }
        let hand = timetable.hand.filter { rule in
            rule.date >= today && rule.parts.contains { $0.program == .named(program) }
        }
        return words + hand.map { "\($0.date.iso8601) by hand" }
    }
}
