internal import ClockDomain

/// Computes an alarm's due times a second time, naively: tries each day of the local calendar, by the zone's rules,
/// until one fits. Checkers use this instead of the code under test.
enum AlarmReference {
    struct Due: Hashable {
        var due: WallTime
        /// The local date that it belongs to.
        var date: CivilDate
    }

    /// The search skips a weekly alarm whose exceptions fill more than this.
    private static let days: Int64 = 400

    /// The alarm's first instant strictly after `instant`, skipped or not; `nil` for none within 400 days.
    static func next(_ schedule: AlarmSchedule, after instant: WallTime, in zone: TimeZoneRules) -> Due? {
        switch schedule.repetition {
        case .onDate(let date):
            let due = self.due(schedule, on: date, in: zone)
            return due.due > max(instant, schedule.countsFrom) ? due : nil
        case .once:
            let first = search(schedule, after: schedule.countsFrom, in: zone) { _ in true }
            return first.flatMap { $0.due > instant ? $0 : nil }
        case .weekly(let days):
            return search(schedule, after: max(instant, schedule.countsFrom), in: zone) { days.contains(weekday($0)) }
        case .recurring(let rule):
            return search(schedule, after: max(instant, schedule.countsFrom), in: zone) { fits(rule, $0) }
        case .program(_, let days):
            // Each delay is an alarm of its own, some minutes later, on its own dates.
            return Set(days.map(\.delayMinutes)).compactMap { delay in
                let second = schedule.time.secondOfDay + delay * 60
                guard (0..<86_400).contains(second) else { return nil }
                var delayed = schedule
                delayed.time = LocalTime(secondOfDay: second)
                return search(delayed, after: max(instant, schedule.countsFrom), in: zone) { date in
                    days.contains { $0.delayMinutes == delay && $0.span.contains(date) }
                }
            }.min { $0.due < $1.due }
        }
    }

    /// The local date for which the alarm is due at `instant`; `nil` if it is not due then.
    static func date(of instant: WallTime, _ schedule: AlarmSchedule, in zone: TimeZoneRules) -> CivilDate? {
        let due = next(schedule, after: instant - .nanoseconds(1), in: zone)
        return due?.due == instant ? due?.date : nil
    }

    static func isSilent(_ schedule: AlarmSchedule, on date: CivilDate) -> Bool {
        schedule.skips.contains(date) || schedule.exceptions.contains { $0.first <= date && date <= $0.last }
            || schedule.holidays.contains { $0.first <= date && date <= $0.last }
    }

    /// Counts weeks and days one by one.
    private static func fits(_ rule: DayRule, _ date: CivilDate) -> Bool {
        let today = date.daysSinceEpoch
        func month(_ day: Int64) -> Int { CivilDate(daysSinceEpoch: day).month }
        switch rule {
        case .weeks(let weeks, let days, let first):
            guard days.contains(weekday(date)) else { return false }
            let start = first.daysSinceEpoch
            return stride(from: start - Int64(first.weekday.index), through: today, by: 7 * weeks).contains {
                $0 <= today && today < $0 + 7 && today >= start
            }
        case .monthDay(-1): return month(today + 1) != date.month
        case .monthDay(let day): return date.day == day
        case .monthWeekday(let place, let day):
            guard weekday(date) == day else { return false }
            if place < 0 { return month(today + 7) != date.month }
            return (1...4).first { month(today - 7 * Int64($0)) != date.month } == place
        }
    }

    private static func search(
        _ schedule: AlarmSchedule, after instant: WallTime, in zone: TimeZoneRules, where fits: (CivilDate) -> Bool
    ) -> Due? {
        let today = instant.seconds.flooredQuotient(by: 86_400)
        for day in today - 2...today + days {
            let date = CivilDate(daysSinceEpoch: day)
            guard fits(date) else { continue }
            let due = self.due(schedule, on: date, in: zone)
            if due.due > instant { return due }
        }
        return nil
    }

    private static func due(_ schedule: AlarmSchedule, on date: CivilDate, in zone: TimeZoneRules) -> Due {
        // The offsets before and after a change of the zone around that day.
        let shown = date.daysSinceEpoch * 86_400 + Int64(schedule.time.secondOfDay)
        let around: Int64 = 2 * 86_400
        let before = ZoneReference.offset(at: WallTime(seconds: shown - around), in: zone)
        let after = ZoneReference.offset(at: WallTime(seconds: shown + around), in: zone)
        // The earlier of two instants that show it; without one, the instant by the offset before the gap.
        let shows = [shown - before, shown - after].filter {
            $0 + ZoneReference.offset(at: WallTime(seconds: $0), in: zone) == shown
        }
        return Due(due: WallTime(seconds: shows.min() ?? shown - before), date: date)
    }

    /// 1970-01-01 was a Thursday.
    private static func weekday(_ date: CivilDate) -> Weekday {
        Weekday.allCases[Int((date.daysSinceEpoch + 3).flooredRemainder(by: 7))]
    }
}
