// Holidays out of calendar files (iCalendar, RFC 5545), as governments, schools and calendar programs publish them.
//
// Of each event the dates and the summary count. An event of several days is one span; a date-time counts by the date
// that is written; an end is not part of its event. Rules are understood as far as holidays go (``YearlyRule``), and
// what is not understood is refused by name and line: a holiday that is missing rings at seven in the morning.
// Cancelled events are left out. Alarms, time zones, to-dos and all else in the file play no part.

extension HolidayCalendar {
    /// Longer files are refused unread.
    public static let maximumFileBytes = 1024 * 1024
    /// How many years and days the rules of one file may make this look at; holidays need a few each.
    private static let maximumRuleDates = 300_000
    private static let maximumEvents = 5_000

    /// The days in a calendar file, ascending, cut to `years`.
    ///
    /// - Parameters:
    ///   - file: the bytes of an iCalendar file, at most ``maximumFileBytes``.
    ///   - years: those that are wanted; of the years 1970 to 2199.
    public static func days(iCalendar file: [UInt8], years: ClosedRange<Int>) throws(ICalendarError) -> [Day] {
        guard file.count <= maximumFileBytes else {
            throw ICalendarError(line: nil, "\(file.count) bytes are over the limit of \(maximumFileBytes)")
        }
        let years = years.clamped(to: 1970...2199)
        let wanted = DateSpan(
            first: CivilDate(year: years.lowerBound, month: 1, day: 1),
            last: CivilDate(year: years.upperBound, month: 12, day: 31))
        let events = try events(in: file)
        var replaced: [String: Set<CivilDate>] = [:]
        for event in events {
            if let uid = event.uid, let date = event.replaced { replaced[uid, default: []].insert(date) }
        }

        var days: Set<Day> = []
        var budget = maximumRuleDates
        for event in events where !event.isCancelled {
            let isMaster = event.replaced == nil
            let others = isMaster ? event.uid.flatMap { replaced[$0] } ?? [] : []
            for start in try event.starts(in: years, budget: &budget) where !others.contains(start) {
                let end = CivilDate(daysSinceEpoch: start.daysSinceEpoch + event.dayCount - 1)
                guard start <= wanted.last, end >= wanted.first else { continue }
                let span = DateSpan(first: max(start, wanted.first), last: min(end, wanted.last))
                days.insert(Day(span: span, name: event.name))
                guard days.count <= maximumDays else {
                    throw ICalendarError(
                        line: event.line,
                        "there are more than \(maximumDays) days in the years \(years.lowerBound) to "
                            + "\(years.upperBound)")
                }
            }
        }
        return days.sorted()
    }

    private static func events(in file: [UInt8]) throws(ICalendarError) -> [ICalendarEvent] {
        let lines = try ICalendarLine.lines(of: file)
        guard let start = lines.first, start.name == "BEGIN", start.value.uppercased() == "VCALENDAR" else {
            throw ICalendarError(
                line: lines.first?.number, "not an iCalendar file: it does not start with BEGIN:VCALENDAR")
        }
        var open: [(name: String, line: Int)] = []
        var properties: [ICalendarLine] = []
        var events: [ICalendarEvent] = []
        for line in lines {
            let component = line.value.uppercased()
            switch line.name {
            case "BEGIN":
                guard open.count < 8 else { throw ICalendarError(line: line.number, "components are nested too deep") }
                guard !open.isEmpty || component == "VCALENDAR" else {
                    throw ICalendarError(
                        line: line.number, "BEGIN:\(Label.fitted(component.prefix(20))) outside of a calendar")
                }
                open.append((component, line.number))
                if component == "VEVENT" { properties = [] }
            case "END":
                guard let last = open.popLast(), last.name == component else {
                    throw ICalendarError(
                        line: line.number, "END:\(Label.fitted(component.prefix(20))) without its BEGIN")
                }
                guard component == "VEVENT" else { continue }
                guard events.count < maximumEvents else {
                    throw ICalendarError(line: last.line, "there are more than \(maximumEvents) events")
                }
                events.append(try ICalendarEvent(line: last.line, lines: properties))
            default:
                if open.last?.name == "VEVENT" { properties.append(line) }
            }
        }
        if let last = open.last {
            throw ICalendarError(
                line: last.line, "BEGIN:\(Label.fitted(last.name.prefix(20))) without its END: the file is cut off")
        }
        return events
    }
}
