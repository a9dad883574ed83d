internal import ClockDomain

/// Fills in the dates of bells, for the span of days that nodes know in advance. Plans each timetable once.
struct BellSpan: Sendable {
    /// Days ahead for which nodes know their bells, at least.
    static let aheadDays: Int64 = 56
    /// Past days, for occurrences that nodes are late to report.
    private static let behindDays: Int64 = 8
    /// Room for the share of one bell: bells of a program have their dates in common, see ``ClockWire/Desired``.
    static let maximumJSONBytes = 200

    private let definitions: SiteDefinitions
    private let first: CivilDate
    private let last: CivilDate
    private var plans: [String: [DayPlan]] = [:]

    /// - Parameter holidaysThrough: the last day whose holidays nodes have. It moves every
    ///   ``HolidaySpans/renewalDays`` days, and this span with it.
    init(_ definitions: SiteDefinitions, holidaysThrough: CivilDate) {
        self.definitions = definitions
        let review = holidaysThrough.daysSinceEpoch - HolidaySpans.aheadDays
        first = CivilDate(daysSinceEpoch: review - Self.behindDays)
        last = CivilDate(daysSinceEpoch: review + HolidaySpans.renewalDays + Self.aheadDays)
    }

    /// Returns the alarm with its dates if it is a bell of a program, and as it is otherwise.
    mutating func alarm(_ alarm: Alarm) -> Alarm {
        guard let name = alarm.schedule.program, let days = definitions.days(of: name.timetable) else { return alarm }
        let plans = plans[name.timetable] ?? days.plans(first, last)
        self.plans[name.timetable] = plans
        var alarm = alarm
        alarm.schedule.bellDays = days.days(of: name.program, at: alarm.schedule.time, in: plans)
        return alarm
    }
}
