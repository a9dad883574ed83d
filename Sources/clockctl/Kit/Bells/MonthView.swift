internal import ClockDomain
internal import ClockSite

/// A month of a timetable as a calendar: each day with its program, the number in the cycle, and a mark for changes by
/// hand.
struct MonthView: Sendable {
    let timetable: String
    let month: CivilDate
    let plan: SitePlan
    let words: TimeWords
    private let cell: Int
    private let days: [DayPlan]

    /// - Parameters:
    ///   - month: its first day.
    ///   - width: terminal columns; `nil` for 80.
    init(timetable: String, month: CivilDate, plan: SitePlan, words: TimeWords, width: Int?) {
        self.timetable = timetable
        self.month = month
        self.plan = plan
        self.words = words
        // Seven columns with a blank between.
        cell = max(6, min(((width ?? 80) - 6) / 7, 16))
        let length = CivilDate.days(inMonth: month.month, of: month.year)
        let last = CivilDate(year: month.year, month: month.month, day: length)
        days = plan.timetables[timetable]?.plans(month, last) ?? []
    }

    func lines() -> [StyledText] {
        let title = StyledText(timetable, .bold) + StyledText("  \(TimeWords.month(of: month))")
        let names = Weekday.allCases.map { StyledText(TimeWords.shortWeekday($0), .dim) }
        return [title, row(names)] + weeks().flatMap(week) + legend()
    }

    /// The days by weeks, Monday first, `nil` for those of other months.
    private func weeks() -> [[DayPlan?]] {
        var weeks: [[DayPlan?]] = []
        for day in days {
            if weeks.isEmpty || day.date.weekday == .monday {
                weeks.append(Array(repeating: nil, count: Weekday.allCases.count))
            }
            weeks[weeks.count - 1][day.date.weekday.index] = day
        }
        return weeks
    }

    private func week(_ week: [DayPlan?]) -> [StyledText] {
        let first = row(week.map { $0.map(date) ?? StyledText() })
        let second = week.map { $0.map(mark) ?? StyledText() }
        return second.contains { !$0.isEmpty } ? [first, row(second)] : [first]
    }

    private func date(_ day: DayPlan) -> StyledText {
        let today = words.zone.localTime(at: words.now).date
        let number = day.date.day < 10 ? " \(day.date.day)" : "\(day.date.day)"
        let style: Style = day.date == today ? .bold : day.date < today ? .dim : .plain
        let program = day.program.map { StyledText($0, style) } ?? StyledText("-", .dim)
        return StyledText("\(number) ", style) + program
    }

    private func mark(_ day: DayPlan) -> StyledText {
        let parts = [day.cycleDay.map { "Day \($0)" }, day.parts.isEmpty ? nil : "*"].compactMap(\.self)
        return parts.isEmpty ? StyledText() : StyledText("   " + parts.joined(separator: " "), .dim)
    }

    private func row(_ cells: [StyledText]) -> StyledText {
        cells.enumerated().reduce(into: StyledText()) { line, entry in
            if entry.offset > 0 { line += StyledText(" ") }
            line += entry.element.truncated(to: cell).padded(to: cell)
        }
    }

    private func legend() -> [StyledText] {
        let named = Set(days.compactMap(\.program)).sorted()
        let programs = ProgramBook(plan.schedule).programs.filter { $0.name.timetable == timetable }
        var entries = named.map { name in
            (name, programs.first { $0.name.program == name }.map(\.summary) ?? "no bells yet")
        }
        if days.contains(where: { $0.program == nil }) { entries.append(("-", "no bells")) }
        if days.contains(where: { !$0.parts.isEmpty }) { entries.append(("*", "changed by hand")) }
        let width = entries.map(\.0.terminalWidth).max() ?? 0
        return [StyledText()]
            + entries.map { StyledText($0.0).padded(to: width + 2) + StyledText($0.1, .dim) }
    }

    /// The output of `days --json`.
    var documents: [DayDocument] { days.map { DayDocument($0, of: timetable, words: words) } }
}
