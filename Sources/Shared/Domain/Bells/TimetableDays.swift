/// The course of one date by a timetable.
public struct DayPlan: Hashable, Sendable {
    public var date: CivilDate
    /// The program that the rules give, without changes by hand; `nil` for no bells.
    public var planned: String?
    public var reason: Reason
    /// The number of the day in the cycle, from 1; `nil` on days that the cycle does not count.
    public var cycleDay: Int?
    /// Changes by hand; empty without any.
    public var parts: [Timetable.Part]

    /// The rule that gave ``planned``.
    public enum Reason: Hashable, Sendable {
        case date
        /// An entry of a calendar whose name gives a program.
        case event(String)
        /// An entry of a calendar that closes the day.
        case closed(String)
        case cycle, week
        /// No rule applies.
        case nothing
    }

    /// The last program of the day; `nil` for no bells.
    public var program: String? { program(of: parts.last) }

    /// The program of a part; `nil` for no bells.
    public func program(of part: Timetable.Part?) -> String? {
        switch part?.program {
        case .some(.none): nil
        case .some(.named(let name)): name
        case nil: planned
        }
    }

    /// Returns the minutes by which a bell of a program rings later on this date; `nil` when it does not ring.
    ///
    /// - Parameter time: the bell's own time.
    public func delay(of time: LocalTime, in program: String) -> Int? {
        // Nearly every day, and asked for each bell and date.
        if parts.isEmpty { return planned == program ? 0 : nil }
        let minutes = time.secondOfDay / 60
        /// The time that the bell had before the part.
        var previous = minutes
        for (index, part) in ([nil] + parts).enumerated() {
            guard self.program(of: part) == program else {
                previous = minutes
                continue
            }
            let delay = part?.delayMinutes ?? 0
            let rings = minutes + delay
            defer { previous = rings }
            // A bell stays within its date. A bell that was over when the part began is over.
            let since = part.map { $0.since.secondOfDay } ?? 0
            guard (0..<1_440).contains(rings), min(previous, rings) * 60 >= since,
                index == parts.count || rings * 60 < parts[index].since.secondOfDay
            else { continue }
            if let until = part?.silentUntil, rings * 60 < until.secondOfDay { continue }
            if let after = part?.silentAfter, rings * 60 > after.secondOfDay { continue }
            return delay
        }
        return nil
    }
}

/// A timetable with the days of its calendars, ready for questions about dates.
public struct TimetableDays: Sendable {
    private static let noon = LocalTime(secondOfDay: 43_200)

    public let timetable: Timetable
    /// Names of the calendars' entries, by day since 1970-01-01.
    private let entries: [Int64: [String]]

    /// - Parameter calendar: the days of a calendar of this name; none for an unknown one.
    public init(_ timetable: Timetable, calendar: (String) -> [HolidayCalendar.Day]) {
        self.timetable = timetable
        var entries: [Int64: [String]] = [:]
        for day in (timetable.calendars?.names ?? []).flatMap(calendar) where day.from == nil && day.to == nil {
            // A calendar's entry of many years must not cost more than the cycle can use.
            let first = day.span.first.daysSinceEpoch
            for date in first...min(day.span.last.daysSinceEpoch, first + Timetable.ProgramCycle.maximumDays) {
                entries[date, default: []].append(day.name)
            }
        }
        self.entries = entries
    }

    /// Returns the plan of each date, ascending.
    public func plans(_ first: CivilDate, _ last: CivilDate) -> [DayPlan] {
        let (first, last) = (first.daysSinceEpoch, last.daysSinceEpoch)
        guard first <= last else { return [] }
        var counted = 0
        // The cycle's numbers follow from the days that it has counted since its start.
        let start = timetable.cycle.map { $0.end <= first ? first : min(first, $0.start.daysSinceEpoch) } ?? first
        var plans: [DayPlan] = []
        for day in start...last {
            let plan = plan(CivilDate(daysSinceEpoch: day), &counted)
            if day >= first { plans.append(plan) }
        }
        return plans
    }

    public func plan(_ date: CivilDate) -> DayPlan? { plans(date, date).first }

    /// - Parameter counted: the days that the cycle has counted before this one.
    private func plan(_ date: CivilDate, _ counted: inout Int) -> DayPlan {
        let parts = timetable.hand.first { $0.date == date }?.parts ?? []
        let names = (entries[date.daysSinceEpoch] ?? []).sorted()
        let event = timetable.events.lazy.compactMap { rule in
            names.first { $0.lowercased().contains(rule.words.lowercased()) }.map { ($0, rule.program) }
        }.first
        var plan = DayPlan(date: date, planned: nil, reason: .nothing, cycleDay: nil, parts: parts)
        if let rule = timetable.dates.last(where: { $0.on.contains(date) }) {
            (plan.planned, plan.reason) = (rule.program, .date)
        } else if let (name, program) = event {
            (plan.planned, plan.reason) = (program, .event(name))
        } else if let name = names.first {
            plan.reason = .closed(name)
        } else if let rule = timetable.weeks.last(where: { $0.applies(to: date) }) {
            (plan.planned, plan.reason) = (rule.program, .week)
        }
        guard let cycle = timetable.cycle, date >= cycle.start, date.daysSinceEpoch < cycle.end,
            cycle.days.contains(date.weekday)
        else { return plan }
        switch plan.reason {
        case .closed: return plan
        case .date, .event: if plan.planned == nil { return plan }
        case .week, .nothing, .cycle:
            (plan.planned, plan.reason) = (cycle.programs[counted % cycle.programs.count], .cycle)
        }
        // A day that somebody closed before noon is closed: its number comes again.
        if parts.first.map({ $0.since < Self.noon && plan.program(of: $0) == nil }) ?? false { return plan }
        plan.cycleDay = counted % cycle.programs.count + 1
        counted += 1
        return plan
    }

    /// Returns the dates from `first` to `last` on which a bell rings, joined, ascending.
    ///
    /// - Parameter time: the bell's own time.
    public func days(of program: String, at time: LocalTime, in plans: [DayPlan]) -> [BellDays] {
        var days: [BellDays] = []
        for plan in plans {
            guard let delay = plan.delay(of: time, in: program) else { continue }
            if let last = days.last, last.delayMinutes == delay,
                last.span.last.daysSinceEpoch + 1 == plan.date.daysSinceEpoch
            {
                days[days.count - 1].span.last = plan.date
            } else {
                days.append(BellDays(span: DateSpan(first: plan.date, last: plan.date), delayMinutes: delay))
            }
        }
        return days
    }
}
