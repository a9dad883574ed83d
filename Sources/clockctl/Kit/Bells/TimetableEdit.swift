internal import ClockDomain

extension Timetable {
    /// Gives a program days of the week, in place of those that it had.
    mutating func setWeek(_ program: String, _ days: WeekdaySet, from: CivilDate?, through: CivilDate?) {
        weeks.removeAll { $0.program == program }
        weeks.append(.init(days: days, from: from, through: through, program: program))
    }

    /// Takes dates out of the rules by date.
    mutating func freeDates(_ spans: [DateSpan]) {
        for span in spans {
            dates = dates.flatMap { rule -> [DateRule] in
                guard rule.on.first <= span.last, span.first <= rule.on.last else { return [rule] }
                var left: [DateRule] = []
                if rule.on.first < span.first {
                    let last = CivilDate(daysSinceEpoch: span.first.daysSinceEpoch - 1)
                    left.append(.init(on: DateSpan(first: rule.on.first, last: last), program: rule.program))
                }
                if span.last < rule.on.last {
                    let first = CivilDate(daysSinceEpoch: span.last.daysSinceEpoch + 1)
                    left.append(.init(on: DateSpan(first: first, last: rule.on.last), program: rule.program))
                }
                return left
            }
        }
    }

    /// Gives dates a program, or no bells with `nil`, in place of what they had.
    mutating func setDates(_ spans: [DateSpan], _ program: String?) {
        freeDates(spans)
        dates += spans.map { .init(on: $0, program: program) }
        dates.sort { $0.on < $1.on }
    }
}
