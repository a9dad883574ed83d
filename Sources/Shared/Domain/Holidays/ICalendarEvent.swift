/// An event of a calendar file as far as holidays need it (RFC 5545 section 3.6.1).
struct ICalendarEvent: Hashable, Sendable {
    /// Of its `BEGIN`.
    var line: Int
    var uid: String?
    /// The date of the recurrence that this event stands in for.
    var replaced: CivilDate?
    var name: String
    var first: CivilDate
    /// 1 or more.
    var dayCount: Int64
    var rule: YearlyRule?
    /// Where the rule stands.
    var ruleLine: Int
    var additions: [CivilDate]
    var exclusions: Set<CivilDate>
    var isCancelled: Bool

    /// - Parameter lines: those between its `BEGIN` and its `END`, without components inside of it.
    init(line: Int, lines: [ICalendarLine]) throws(ICalendarError) {
        self.line = line
        name = ""
        ruleLine = line
        additions = []
        exclusions = []
        isCancelled = false
        var start: ICalendarDate?
        var end: (date: ICalendarDate, line: Int)?
        var duration: Int64?
        for property in lines {
            switch property.name {
            case "DTSTART": start = try Self.date(property)
            case "DTEND": end = (try Self.date(property), property.number)
            case "DURATION":
                guard let seconds = ICalendarDuration.seconds(property.value) else {
                    throw ICalendarError(
                        line: property.number, "DURATION \(ICalendarError.shown(property.value)) is not like P1D")
                }
                duration = seconds
            case "SUMMARY": name = Label.fitted(Self.unescaped(property.value))
            case "RRULE":
                guard rule == nil else {
                    throw ICalendarError(line: property.number, "a second RRULE is not supported")
                }
                rule = try YearlyRule(property)
                ruleLine = property.number
            case "EXRULE": throw ICalendarError(line: property.number, "EXRULE is not supported")
            case "RDATE": additions += try Self.dates(property)
            case "EXDATE": exclusions.formUnion(try Self.dates(property))
            case "RECURRENCE-ID": replaced = try Self.date(property).date
            case "UID": uid = property.value
            case "STATUS": isCancelled = property.value.uppercased() == "CANCELLED"
            default: break
            }
        }
        guard let start else { throw ICalendarError(line: line, "the event has no DTSTART") }
        first = start.date
        dayCount = 1
        let startSecond = LocalDateTime(date: start.date, time: start.time ?? .midnight).secondsSinceEpoch
        var endSecond = startSecond
        if let end {
            endSecond = LocalDateTime(date: end.date.date, time: end.date.time ?? .midnight).secondsSinceEpoch
            guard endSecond >= startSecond else {
                throw ICalendarError(line: end.line, "DTEND \(end.date.date) is before DTSTART \(start.date)")
            }
        } else if let duration {
            endSecond += duration
        }
        // The end is not part of it: one at midnight leaves its day out. Some files end where they start.
        let lastSecond = max(startSecond, endSecond - 1)
        dayCount = lastSecond.flooredQuotient(by: 86_400) - first.daysSinceEpoch + 1
    }

    /// The dates on which it starts, ascending, from the year before `years` as far as it can reach into them.
    func starts(in years: ClosedRange<Int>, budget: inout Int) throws(ICalendarError) -> [CivilDate] {
        var starts: Set<CivilDate> = [first]
        if let rule {
            let firstYear = years.lowerBound - 1 - Int(dayCount / 365)
            starts.formUnion(
                try rule.dates(
                    from: first, firstYear: firstYear, lastYear: years.upperBound, budget: &budget, line: ruleLine))
        }
        starts.formUnion(additions)
        return starts.subtracting(exclusions).sorted()
    }

    private static func date(_ property: ICalendarLine) throws(ICalendarError) -> ICalendarDate {
        guard let date = ICalendarDate(property.value.uppercased()) else {
            throw ICalendarError(
                line: property.number,
                "\(property.name) \(ICalendarError.shown(property.value)) is not a date like 20261224")
        }
        return date
    }

    private static func dates(_ property: ICalendarLine) throws(ICalendarError) -> [CivilDate] {
        var dates: [CivilDate] = []
        for item in property.value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let date = ICalendarDate(item.uppercased())?.date else {
                throw ICalendarError(
                    line: property.number,
                    "\(property.name) \(ICalendarError.shown(item)) is not a date like 20261224")
            }
            dates.append(date)
        }
        return dates
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
