/// An event of a calendar file as far as holidays need it (RFC 5545 section 3.6.1).
struct ICalendarEvent: Hashable, Sendable {
    /// Of its `BEGIN`.
    var line: Int
    var uid: String?
    /// The start of the recurrence that this event stands in for.
    var replaced: ICalendarDate?
    var name = ""
    /// Without a time for an event of whole days.
    var start: ICalendarDate
    /// From its start to its end, as the clocks of its zone count; 1 or more.
    var seconds: Int64
    var rules: [RecurrenceRule] = []
    var additions: [ICalendarDate] = []
    var exclusions: [ICalendarDate] = []
    var isCancelled = false

    /// - Parameters:
    ///   - line: of its `BEGIN`.
    ///   - lines: those between its `BEGIN` and its `END`, without components inside of it.
    init(line: Int, lines: [ICalendarLine], zones: ICalendarZones) throws(ICalendarError) {
        self.line = line
        var written: ICalendarDate?
        var end: (date: ICalendarDate, line: Int)?
        var duration: Int64?
        var isMarked = false
        var ruleLines: [ICalendarLine] = []
        for property in lines {
            switch property.name {
            case "DTSTART": written = try Self.date(property)
            case "DTEND": end = (try Self.date(property), property.number)
            case "DURATION":
                guard let seconds = ICalendarDuration.seconds(property.word) else {
                    throw ICalendarError(
                        line: property.number, "DURATION \(ICalendarError.shown(property.value)) is not like P1D")
                }
                duration = seconds
            case "SUMMARY": name = Label.fitted(Self.unescaped(property.value))
            case "RRULE": ruleLines.append(property)
            case "EXRULE": throw ICalendarError(line: property.number, "EXRULE is not supported")
            case "RDATE": additions += try Self.dates(property)
            case "EXDATE": exclusions += try Self.dates(property)
            case "RECURRENCE-ID":
                if let range = property.parameters["RANGE"] {
                    throw ICalendarError(
                        line: property.number,
                        "RECURRENCE-ID with RANGE=\(Label.fitted(range.prefix(20))) is not supported")
                }
                replaced = try Self.date(property)
            case "UID": uid = property.value
            case "STATUS": isCancelled = property.word == "CANCELLED"
            case "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY":
                isMarked = isMarked || property.word == "TRUE" || property.word == "1"
            default: break
            }
        }
        guard var start = written else { throw ICalendarError(line: line, "the event has no DTSTART") }
        if let end, zones.local(end.date, in: start.zone) < start.local {
            throw ICalendarError(line: end.line, "DTEND \(end.date.date) is before DTSTART \(start.date)")
        }
        if isMarked { start = Self.day(start, zones) }
        let finish: Int64
        if let end {
            finish =
                (isMarked ? Self.day(end.date, zones).local : zones.local(end.date, in: start.zone)).secondsSinceEpoch
        } else {
            finish = start.local.secondsSinceEpoch + (duration ?? (start.time == nil ? Self.day : 0))
        }
        // The end is not part of it; an event without a length has a second.
        seconds = max(1, finish - start.local.secondsSinceEpoch)
        if start.time == nil || Self.isOfDays(start.local.time, seconds) {
            start.time = nil
            seconds = (seconds + Self.day - 1) / Self.day * Self.day
        }
        self.start = start
        for line in ruleLines { rules.append(try RecurrenceRule(line, start: start)) }
    }

    private static let day: Int64 = 86_400

    /// From midnight to midnight, or to the last minute of a day, as some programs write the last day.
    private static func isOfDays(_ start: LocalTime, _ seconds: Int64) -> Bool {
        start == .midnight && (seconds + 60) % day <= 60
    }

    /// The day of a time that a program wrote for an event of whole days: a midnight, of the reader's zone where it is
    /// written in UTC.
    private static func day(_ time: ICalendarDate, _ zones: ICalendarZones) -> ICalendarDate {
        guard time.time != nil else { return time }
        let isUTC = time.zone == TimeZoneRules.utc.name
        let local = isUTC ? zones.local(time.local, of: time.zone) : time.local
        var day = time
        day.date = LocalDateTime(secondsSinceEpoch: local.secondsSinceEpoch + Self.day / 2).date
        (day.time, day.zone) = (nil, nil)
        return day
    }

    // MARK: Occurrences

    /// An occurrence is of whole days, or of hours.
    var isOfDays: Bool { start.time == nil }

    /// Its days within `years`, as the clocks of whom the file is for show them.
    ///
    /// - Parameter replacements: the starts of recurrences that other events stand in for.
    func days(
        in years: DateSpan, without replacements: [ICalendarDate], _ zones: ICalendarZones, budget: inout Int
    ) throws(ICalendarError) -> [HolidayCalendar.Day] {
        var days: [HolidayCalendar.Day] = []
        // A day more at both ends, for other zones.
        let reach =
            CivilDate(
                daysSinceEpoch: years.first.daysSinceEpoch - seconds / Self.day - 2)...CivilDate(
                daysSinceEpoch: years.last.daysSinceEpoch + 1)
        for start in try starts(in: reach, without: replacements, zones, budget: &budget) {
            if let day = day(from: start, in: years, zones) { days.append(day) }
        }
        return days
    }

    private func starts(
        in reach: ClosedRange<CivilDate>, without replacements: [ICalendarDate], _ zones: ICalendarZones,
        budget: inout Int
    ) throws(ICalendarError) -> Set<LocalDateTime> {
        func own(_ date: ICalendarDate) -> LocalDateTime {
            guard let time = start.time else { return LocalDateTime(date: date.date, time: .midnight) }
            return date.time == nil
                ? LocalDateTime(date: date.date, time: time) : zones.local(date, in: start.zone)
        }
        var starts: Set<LocalDateTime> = []
        if rules.isEmpty, reach.contains(start.date) { starts.insert(start.local) }
        for rule in rules {
            let last = rule.until.map { until in
                let last = own(until)
                // Each recurrence has the first one's time of day.
                return last.time < start.local.time
                    ? CivilDate(daysSinceEpoch: last.date.daysSinceEpoch - 1) : last.date
            }
            for date in try rule.dates(from: start.date, in: reach, last: last, budget: &budget) {
                starts.insert(LocalDateTime(date: date, time: start.local.time))
            }
        }
        for date in additions where reach.contains(date.date) { starts.insert(own(date)) }
        return starts.subtracting((exclusions + replacements).map(own))
    }

    private func day(from start: LocalDateTime, in years: DateSpan, _ zones: ICalendarZones) -> HolidayCalendar.Day? {
        let end = LocalDateTime(secondsSinceEpoch: start.secondsSinceEpoch + seconds)
        var (first, last) = (start, end)
        if !isOfDays {
            first = zones.local(start, of: self.start.zone)
            // Clocks may change in it.
            last = max(
                LocalDateTime(secondsSinceEpoch: first.secondsSinceEpoch + 1), zones.local(end, of: self.start.zone))
        }
        // Whole minutes; an end at midnight leaves its day out.
        let minutes = (last.secondsSinceEpoch + 59).flooredQuotient(by: 60) * 60
        last = LocalDateTime(secondsSinceEpoch: minutes)
        var day = HolidayCalendar.Day(span: DateSpan(first: first.date, last: last.date), name: name)
        if first.time.secondOfDay >= 60 { day.from = LocalTime(secondOfDay: first.time.secondOfDay / 60 * 60) }
        if last.time == .midnight {
            day.span.last = CivilDate(daysSinceEpoch: last.date.daysSinceEpoch - 1)
        } else {
            day.to = last.time
        }
        guard day.span.first <= years.last, day.span.last >= years.first else { return nil }
        if day.span.first < years.first { (day.span.first, day.from) = (years.first, nil) }
        if day.span.last > years.last { (day.span.last, day.to) = (years.last, nil) }
        return day
    }

    // MARK: Values

    private static func dates(_ property: ICalendarLine) throws(ICalendarError) -> [ICalendarDate] {
        var dates: [ICalendarDate] = []
        for item in property.word.split(separator: ",", omittingEmptySubsequences: false) {
            dates.append(try date(property, item))
        }
        return dates
    }

    private static func date(_ property: ICalendarLine) throws(ICalendarError) -> ICalendarDate {
        try date(property, property.word[...])
    }

    private static func date(_ property: ICalendarLine, _ value: Substring) throws(ICalendarError) -> ICalendarDate {
        guard var date = ICalendarDate(value, zone: property.parameters["TZID"]) else {
            throw ICalendarError(
                line: property.number,
                "\(property.name) \(ICalendarError.shown(value)) is not a date like 20261224")
        }
        // Some programs write midnight with it.
        if property.parameters["VALUE"].map(ICalendarLine.word) == "DATE" { (date.time, date.zone) = (nil, nil) }
        return date
    }

    /// RFC 5545 section 3.3.11.
    private static func unescaped(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                plain.append(scalar == "n" || scalar == "N" ? " " : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }
}
