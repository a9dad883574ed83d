internal import ClockDomain
internal import ClockSite

/// Holiday calendars as text.
struct HolidaysView: Sendable {
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    func list(_ calendars: [HolidayCalendar]) -> [StyledText] {
        guard !calendars.isEmpty else {
            return [
                StyledText(
                    "No holiday calendar is there. Take one like this: "
                        + "clockctl holidays import school.ics --name school")
            ]
        }
        let nothing = StyledText("–", .dim)
        return TextTable(columns: [
            .init(title: "NAME", cells: calendars.map { StyledText($0.name, .bold) }),
            .init(title: "ENTRIES", alignment: .right, cells: calendars.map { StyledText("\($0.days.count)") }),
            .init(title: "FROM", cells: calendars.map { $0.days.first.map { day($0.span.first) } ?? nothing }),
            .init(title: "TO", cells: calendars.map { $0.days.map(\.span.last).max().map(day) ?? nothing }),
            .init(
                title: "NEXT", minimumWidth: 10,
                cells: calendars.map { calendar in
                    next(calendar).map { StyledText("\(words.day($0.span.first)) \($0.name)") } ?? nothing
                }),
        ]).lines(width: width)
    }

    func one(_ calendar: HolidayCalendar) -> [StyledText] {
        TextTable(columns: [
            .init(title: "FROM", cells: calendar.days.map { day($0.span.first, $0.from) }),
            .init(title: "TO", cells: calendar.days.map(end)),
            .init(title: "DAY", cells: calendar.days.map { StyledText(TimeWords.shortWeekday($0.span.first.weekday)) }),
            .init(title: "NAME", minimumWidth: 8, cells: calendar.days.map { StyledText($0.name) }),
        ]).lines(width: width)
    }

    /// `12 entries from 2026-01-01 to 2027-12-31, next Thu 24 Dec Christmas Eve`
    func summary(_ calendar: HolidayCalendar) -> String {
        let count = "\(calendar.days.count) \(calendar.days.count == 1 ? "entry" : "entries")"
        guard let first = calendar.days.first?.span.first, let last = calendar.days.map(\.span.last).max() else {
            return count
        }
        let next = next(calendar).map { ", next \(words.day($0.span.first)) \($0.name)" } ?? ""
        return "\(count) from \(first) to \(last)\(next)"
    }

    private func next(_ calendar: HolidayCalendar) -> HolidayCalendar.Day? {
        let today = words.zone.localTime(at: words.now).date
        return calendar.days.first { $0.span.last >= today }
    }

    private func end(_ day: HolidayCalendar.Day) -> StyledText {
        day.span.first == day.span.last && day.to == nil ? StyledText("–", .dim) : self.day(day.span.last, day.to)
    }

    private func day(_ date: CivilDate) -> StyledText { StyledText(date.iso8601) }

    private func day(_ date: CivilDate, _ time: LocalTime?) -> StyledText {
        StyledText(date.iso8601 + (time.map { " \($0.hourAndMinute)" } ?? ""))
    }
}
