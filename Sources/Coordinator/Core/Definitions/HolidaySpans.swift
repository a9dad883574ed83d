internal import ClockDomain

/// The days of calendars, for nodes' documents. An alarm's days are spans that neither overlap nor touch, ascending.
struct HolidaySpans: Sendable {
    /// The number of days ahead for which nodes receive holidays.
    static let aheadDays: Int64 = 2 * 366
    /// The number of days after which nodes receive further holidays.
    static let renewalDays: Int64 = 30
    /// The number of past days for which nodes receive holidays.
    private static let behindDays: Int64 = renewalDays + 1

    /// The days, ascending; whole days are joined.
    let days: [HolidayCalendar.Day]
    /// True if some days apply only to alarms at certain times of day.
    private let hasHours: Bool
    /// The most spans that an alarm of a node ever has at a time.
    let maximumCount: Int

    /// The first day that nodes have if they have the holidays through `last`.
    static func firstTold(with last: CivilDate) -> CivilDate {
        CivilDate(daysSinceEpoch: last.daysSinceEpoch - aheadDays - behindDays)
    }

    init(_ calendar: HolidayCalendar) { self.init(calendar.days) }

    init(_ days: [HolidayCalendar.Day]) {
        let hours = days.filter { $0.from != nil || $0.to != nil }
        let whole = HolidaySpans.joined(days.filter { $0.from == nil && $0.to == nil }.map(\.span))
        self.init(
            joined: (whole.map { HolidayCalendar.Day(span: $0, name: "") } + hours).sorted(), hasHours: !hours.isEmpty)
    }

    private init(joined days: [HolidayCalendar.Day], hasHours: Bool) {
        self.days = days
        self.hasHours = hasHours
        // The window moves over the days, with the widest span that nodes ever receive.
        var count = 0
        var first = 0
        for (index, day) in days.enumerated() {
            let start =
                day.span.first.daysSinceEpoch - HolidaySpans.aheadDays - HolidaySpans.renewalDays
                - HolidaySpans.behindDays
            while days[first].span.last.daysSinceEpoch < start { first += 1 }
            count = max(count, index - first + 1)
        }
        maximumCount = count
    }

    /// The days that end on `first` or later and start on `last` or earlier.
    func within(_ first: CivilDate, _ last: CivilDate) -> HolidaySpans {
        HolidaySpans(joined: days.filter { $0.span.last >= first && $0.span.first <= last }, hasHours: hasHours)
    }

    /// The spans for an alarm at this time of day.
    func at(_ time: LocalTime) -> [DateSpan] {
        hasHours ? HolidaySpans.joined(days.compactMap { $0.span(at: time) }) : days.map(\.span)
    }

    /// True if a day starts after `old` and not after `new`.
    func start(after old: CivilDate, through new: CivilDate) -> Bool {
        days.contains { $0.span.first > old && $0.span.first <= new }
    }

    /// True if a day ends on `first` or later, and before `end`.
    func endsWithin(from first: CivilDate, before end: CivilDate) -> Bool {
        days.contains { $0.span.last >= first && $0.span.last < end }
    }

    /// A span may lie within another one, of the same calendar or of another.
    private static func joined(_ spans: [DateSpan]) -> [DateSpan] {
        var joined: [DateSpan] = []
        for span in spans.sorted() {
            guard let last = joined.last, span.first.daysSinceEpoch <= last.last.daysSinceEpoch + 1 else {
                joined.append(span)
                continue
            }
            joined[joined.count - 1].last = max(last.last, span.last)
        }
        return joined
    }
}
