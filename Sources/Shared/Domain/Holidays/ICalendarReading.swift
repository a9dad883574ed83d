// Holidays out of calendar files (iCalendar, RFC 5545), as governments, schools and calendar programs publish them.
//
// Of each event the dates and the summary count. An event of several days is one span; an end is not part of its event.
// A problem names an event that is not understood by its line: a missing holiday rings at seven in the morning. The
// reader of the file decides about it, and about events of hours. The reading leaves out cancelled events. Alarms,
// to-dos and all else in the file play no part.

/// The days of a calendar file.
public struct ICalendarReading: Sendable {
    /// An event that has days within the years.
    public struct Event: Hashable, Sendable {
        /// In the file, from 1.
        public var line: Int
        /// By the rule of ``Label``.
        public var name: String
    }

    /// Of events of whole days, ascending, each once.
    public private(set) var days: [HolidayCalendar.Day] = []
    /// Of events with a time of day, ascending, each once.
    public private(set) var hours: [HolidayCalendar.Day] = []
    /// Those with a time of day, by line.
    public private(set) var timed: [Event] = []
    /// The events that are not understood, by line; their days are missing.
    public private(set) var problems: [ICalendarError] = []

    /// Longer files are refused unread.
    public static let maximumFileBytes = 1024 * 1024
    /// The number of days that the rules of one file may make this examine; ten years of a daily event need 10,000.
    private static let maximumRuleDays = 40_000_000
    private static let maximumEvents = 5_000
    /// More is no calendar of holidays.
    private static let maximumDays = 100_000

    /// Reads in a time that is linear in the file's size and in the days of its rules.
    ///
    /// - Parameters:
    ///   - file: the bytes of an iCalendar file, at most ``maximumFileBytes``.
    ///   - years: the wanted ones, of the years 1970 to 2199.
    public init(_ file: [UInt8], years: ClosedRange<Int>, zones: ICalendarZones = .asWritten) throws(ICalendarError) {
        guard file.count <= Self.maximumFileBytes else {
            throw ICalendarError(line: nil, "\(file.count) bytes are over the limit of \(Self.maximumFileBytes)")
        }
        let years = years.clamped(to: 1970...2199)
        let wanted = DateSpan(
            first: CivilDate(year: years.lowerBound, month: 1, day: 1),
            last: CivilDate(year: years.upperBound, month: 12, day: 31))
        guard let text = FileText.bytes(file) else { throw ICalendarError(line: nil, "is not text") }
        let lines = ICalendarLine.lines(of: text)
        // A line that cannot be read names no zone; the events report it.
        let zones = zones.reading(Set(lines.compactMap { try? $0.get().parameters["TZID"] }))
        let events = try events(in: lines, zones)
        var replaced: [String: [ICalendarDate]] = [:]
        for event in events {
            if let uid = event.uid, let date = event.replaced { replaced[uid, default: []].append(date) }
        }

        var (whole, timed): (Set<HolidayCalendar.Day>, Set<HolidayCalendar.Day>) = ([], [])
        var budget = Self.maximumRuleDays
        for event in events where !event.isCancelled {
            let others = event.replaced == nil ? event.uid.flatMap { replaced[$0] } ?? [] : []
            let found = try event.days(in: wanted, without: others, zones, budget: &budget)
            if event.isOfDays {
                whole.formUnion(found)
            } else if !found.isEmpty {
                timed.formUnion(found)
                self.timed.append(Event(line: event.line, name: event.name))
            }
            guard whole.count + timed.count <= Self.maximumDays else {
                throw ICalendarError(line: event.line, "the file has over \(Self.maximumDays) days")
            }
        }
        days = whole.sorted()
        hours = timed.sorted()
    }

    private mutating func events(
        in lines: [Result<ICalendarLine, ICalendarError>], _ zones: ICalendarZones
    ) throws(ICalendarError) -> [ICalendarEvent] {
        let first = try lines.first?.get()
        guard first?.name == "BEGIN", first?.word == "VCALENDAR" else {
            throw ICalendarError(line: first?.number, "not an iCalendar file: it does not start with BEGIN:VCALENDAR")
        }
        var open: [(name: String, line: Int)] = []
        var properties: [ICalendarLine] = []
        var problem: ICalendarError?
        var events: [ICalendarEvent] = []
        var count = 0
        var isCancelled = false
        for result in lines {
            let line: ICalendarLine
            do throws(ICalendarError) {
                line = try result.get()
            } catch {
                guard open.contains(where: { $0.name == "VEVENT" }) else { throw error }
                problem = problem ?? error
                continue
            }
            let component = line.word
            switch line.name {
            case "BEGIN":
                guard open.count < 8 else { throw ICalendarError(line: line.number, "components are nested too deep") }
                guard !open.isEmpty || component == "VCALENDAR" else {
                    throw ICalendarError(
                        line: line.number, "BEGIN:\(Label.fitted(component.prefix(20))) outside of a calendar")
                }
                if component == "VCALENDAR" { isCancelled = false }
                open.append((component, line.number))
                if component == "VEVENT" { (properties, problem) = ([], nil) }
            case "END":
                guard let last = open.popLast(), last.name == component else {
                    throw ICalendarError(
                        line: line.number, "END:\(Label.fitted(component.prefix(20))) without its BEGIN")
                }
                guard component == "VEVENT" else { continue }
                count += 1
                guard count <= Self.maximumEvents else {
                    throw ICalendarError(line: last.line, "there are more than \(Self.maximumEvents) events")
                }
                do throws(ICalendarError) {
                    if let problem { throw problem }
                    var event = try ICalendarEvent(line: last.line, lines: properties, zones: zones)
                    event.isCancelled = event.isCancelled || isCancelled
                    events.append(event)
                } catch {
                    problems.append(error)
                }
            case "METHOD" where open.count == 1: isCancelled = component == "CANCEL"
            default: if open.last?.name == "VEVENT" { properties.append(line) }
            }
        }
        if let last = open.last {
            throw ICalendarError(
                line: last.line, "BEGIN:\(Label.fitted(last.name.prefix(20))) without its END: the file is cut off")
        }
        return events
    }
}
