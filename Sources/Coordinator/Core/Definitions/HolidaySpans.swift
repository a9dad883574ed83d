internal import ClockDomain
internal import ClockWire

/// A calendar's days as nodes are told them: spans that neither overlap nor touch, ascending.
struct HolidaySpans: Sendable {
    /// How far ahead nodes are told holidays.
    static let aheadDays: Int64 = 2 * 366
    /// How long what they were told may serve before they are told more.
    static let renewalDays: Int64 = 30

    private let spans: [DateSpan]
    /// The most that a node is ever told at a time.
    let maximumCount: Int

    init(_ calendar: HolidayCalendar) { self.init(calendar.days) }

    init(_ days: [HolidayCalendar.Day]) {
        var spans: [DateSpan] = []
        for day in days.map(\.span).sorted() {
            guard let last = spans.last, day.first.daysSinceEpoch <= last.last.daysSinceEpoch + 1 else {
                spans.append(day)
                continue
            }
            spans[spans.count - 1].last = max(last.last, day.last)
        }
        self.spans = spans
        // The window moves over the spans: from the day before one to as far ahead as nodes are ever told.
        var count = 0
        var first = 0
        for (index, span) in spans.enumerated() {
            let start = span.first.daysSinceEpoch - HolidaySpans.aheadDays - HolidaySpans.renewalDays - 1
            while spans[first].last.daysSinceEpoch < start { first += 1 }
            count = max(count, index - first + 1)
        }
        maximumCount = count
    }

    /// Those that end on `first` or later and start on `last` or earlier.
    func within(_ first: CivilDate, _ last: CivilDate) -> [DateSpan] {
        spans.filter { $0.last >= first && $0.first <= last }
    }

    /// Whether any starts after `old` and not after `new`.
    func start(after old: CivilDate, through new: CivilDate) -> Bool {
        spans.contains { $0.first > old && $0.first <= new }
    }
}
