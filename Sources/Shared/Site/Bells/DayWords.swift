package import ClockDomain

/// The program of a day and its reason, as people say them.
package struct DayWords: Sendable {
    /// By the zone of the timetable.
    package var words: TimeWords

    package init(words: TimeWords) { self.words = words }

    /// `Tuesday, 1 December: early, set by hand by office at 05:52, instead of Day 6 (regular)`
    package func sentence(_ plan: DayPlan) -> String { "\(words.longDay(plan.date)): \(course(plan))" }

    /// The same without its date.
    package func course(_ plan: DayPlan) -> String {
        guard let part = plan.parts.last else { return Self.byRules(plan) }
        let changed = Self.change(part)
        let program: String
        switch part.program {
        case .some(.none): program = "no bells"
        case .some(.named(let name)): program = name
        case nil: program = Self.planned(plan) + (part.changesNothing ? " again" : "")
        }
        let instead = part.program == nil ? "" : ", instead of \(Self.planned(plan))"
        let details = part.program == .some(.none) ? [] : changed
        return ([program] + details).joined(separator: ", ") + ", set by hand\(mark(part))\(instead)"
    }

    /// `20 min later`, `no bells before 11:00`
    package static func change(_ part: Timetable.Part) -> [String] {
        var changes: [String] = []
        if part.delayMinutes != 0 { changes.append(delay(part.delayMinutes)) }
        if let until = part.silentUntil { changes.append("no bells before \(until.hourAndMinute)") }
        if let after = part.silentAfter { changes.append("no bells after \(after.hourAndMinute)") }
        return changes
    }

    /// ` by office at 05:52`
    private func mark(_ part: Timetable.Part) -> String {
        let moment = words.moment(part.at)
        let at = moment == words.hourAndMinute(part.at) ? " at \(moment)" : " \(moment)"
        return (part.by.map { " by \($0)" } ?? "") + at
    }

    /// `20 min later`, `10 min earlier`
    private static func delay(_ minutes: Int) -> String {
        "\(minutes.magnitude) min \(minutes < 0 ? "earlier" : "later")"
    }

    /// The program that the rules give, short: `Day 6 (regular)`, `regular`, `no bells`.
    package static func planned(_ plan: DayPlan) -> String {
        let program = plan.planned ?? "no bells"
        guard plan.reason == .cycle, let day = plan.cycleDay else { return program }
        return "Day \(day) (\(program))"
    }

    /// The same with its rule.
    private static func byRules(_ plan: DayPlan) -> String {
        let day = plan.reason != .cycle ? plan.cycleDay.map { " (Day \($0))" } ?? "" : ""
        switch plan.reason {
        case .date: return "\(planned(plan)), set for this date\(day)"
        case .event(let name): return "\(planned(plan)), by the calendar's \"\(name)\"\(day)"
        case .closed(let name): return "no bells, closed by the calendar: \(name)"
        case .cycle: return planned(plan)
        case .week: return "\(planned(plan)), by the day of the week"
        case .nothing: return "no bells: no rule gives this day a program"
        }
    }
}
