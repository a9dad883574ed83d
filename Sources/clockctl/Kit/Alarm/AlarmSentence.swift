internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// A sentence about an alarm that somebody has just set or changed.
struct AlarmSentence: Sendable {
    var definition: AlarmDefinition
    var plan: SitePlan
    var words: TimeWords
    /// True to show the second next time too.
    var explains = false

    /// `a3 Work rings Mon–Fri 07:00 in bedroom, next Mon 07:00 (in 1 d 16 h)`.
    func line() -> StyledText {
        let alarm = definition.alarm
        let name = StyledText(ScheduleWords.name(alarm.id, alarm.label), .bold)
        guard alarm.isEnabled else { return name + StyledText(" is off") }
        return name
            + StyledText(" \(verb) \(AlarmSentence.when(alarm.schedule)) in \(place)\(plays)\(except()), \(next())")
    }

    private var verb: String { definition.alarm.ring.isSpoken ? "is said" : "rings" }

    /// `, played once`: for a bell.
    private var plays: String {
        guard let plays = definition.alarm.ring.plays else { return "" }
        return definition.alarm.ring.isSpoken
            ? ", \(ScheduleWords.plays(plays))" : ", played \(ScheduleWords.plays(plays))"
    }

    /// `, not on 2026-12-24..2027-01-06`: present and future skips and exceptions.
    private func except() -> String {
        let today = words.zone.localTime(at: words.now).date
        let schedule = definition.alarm.schedule
        let all = schedule.exceptions + schedule.skips.map { DateSpan(first: $0, last: $0) }
        let spans = InputWords.merged(all).filter { $0.last >= today }
        guard !spans.isEmpty else { return "" }
        let shown = spans.prefix(3).map(ScheduleWords.span).joined(separator: ", ")
        return ", not on \(shown)\(spans.count > 3 ? ", …" : "")"
    }

    /// `Mon–Fri 07:00`, `2026-12-24 18:00`, `once at 07:00 (Asia/Tokyo)`.
    static func when(_ schedule: AlarmSchedule) -> String {
        "\(ScheduleWords.days(of: schedule)) \(schedule.timeInWords)\(schedule.zone.map { " (\($0))" } ?? "")"
    }

    private var place: String { ScheduleWords.targets(definition.targets) }

    private func next() -> String {
        if let next = plan.next(definition, after: plan.now) {
            let second = explains ? plan.next(definition, after: next.due) : nil
            return "next \(words.coming(next.due)) (\(words.relative(next.due)))"
                + (second.map { ", then \(words.coming($0.due))" } ?? "")
        }
        if plan.rules(for: definition).isEmpty { return "next when its node has said in which zone it is" }
        return "but nothing is to come: see clockctl next --explain"
    }
}
