internal import ClockDomain
internal import ClockWire

/// The days of calendars, for the documents of nodes. An alarm's days are spans that neither overlap nor touch,
/// ascending.
struct HolidaySpans: Sendable {
    /// How far ahead nodes are told holidays.
    static let aheadDays: Int64 = 2 * 366
    /// How long what they were told may serve before they are told more.
    static let renewalDays: Int64 = 30
    /// How far back nodes are told holidays.
    private static let behindDays: Int64 = renewalDays + 1

    /// Joined where they are of whole days; ascending.
    private let days: [HolidayCalendar.Day]
    /// Whether an alarm's time decides about some of its days.
    private let hasHours: Bool
    /// The most that an alarm of a node ever has at a time.
    let maximumCount: Int

    /// The first day that nodes know, where they know them through `last`.
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
        // The window moves over the days, from as far back to as far ahead as nodes are ever told.
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

    /// Those that end on `first` or later and start on `last` or earlier.
    func within(_ first: CivilDate, _ last: CivilDate) -> HolidaySpans {
        HolidaySpans(joined: days.filter { $0.span.last >= first && $0.span.first <= last }, hasHours: hasHours)
    }

    /// For an alarm of this time of day.
    func at(_ time: LocalTime) -> [DateSpan] {
        hasHours ? HolidaySpans.joined(days.compactMap { $0.span(at: time) }) : days.map(\.span)
    }

    /// Whether any starts after `old` and not after `new`.
    func start(after old: CivilDate, through new: CivilDate) -> Bool {
        days.contains { $0.span.first > old && $0.span.first <= new }
    }

    /// Whether any ends on `first` or later, and before `end`.
    func end(from first: CivilDate, before end: CivilDate) -> Bool {
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
