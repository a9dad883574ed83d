internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// One alarm with all its settings and its next occurrences.
struct AlarmShowView: Sendable {
    var definition: AlarmDefinition
    var plan: SitePlan
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    /// Number of occurrences in the view.
    static let occurrences = 5

    func lines() -> [StyledText] {
        let alarm = definition.alarm
        let title =
            StyledText(ScheduleWords.name(alarm.id, alarm.label), .bold) + StyledText("  ")
            + AlarmStanding(definition, in: plan).words(words)
        let labelWidth = rows().map(\.0.terminalWidth).max() ?? 0
        return [width.map(title.truncated) ?? title]
            + rows().flatMap { label, value -> [StyledText] in
                let indent = 2 + labelWidth + 2
                let wrapped = width.map { value.wrapped(to: max(20, $0 - indent)) } ?? [value]
                return wrapped.enumerated().map { index, line in
                    StyledText("  ") + StyledText(index == 0 ? label : "", .dim).padded(to: labelWidth + 2)
                        + StyledText(line)
                }
            }
    }

    private func rows() -> [(String, String)] {
        let alarm = definition.alarm
        let schedule = alarm.schedule
        let ring = alarm.ring
        let isBell = ring.plays != nil
        var rows = [
            ("time", "\(schedule.timeInWords) \(schedule.zone ?? "by each node's own zone")"),
            ("days", ScheduleWords.repetition(schedule.repetition)),
            ("where", ScheduleWords.targets(definition.targets)),
            ("sound", ScheduleWords.sound(ring)),
            ("snooze", ring.snoozeMinutes == 0 ? "off" : "\(ring.snoozeMinutes) min"),
            ("limit", isBell ? "is over when it was played" : "stops by itself after \(ring.limitMinutes) min"),
            ("late", ScheduleWords.misfire(alarm.misfire)),
        ]
        if alarm.speaks { rows.append(("speaks", "the label and the time, between rings")) }
        if !ring.tellsUnanswered, !isBell { rows.append(("unanswered", "nobody gets a message")) }
        if !schedule.skips.isEmpty { rows.append(("skips", schedule.skips.map(\.iso8601).joined(separator: ", "))) }
        if !schedule.exceptions.isEmpty {
            rows.append(("except", schedule.exceptions.map(ScheduleWords.span).joined(separator: ", ")))
        }
        if let holidays = definition.holidays { rows.append(("holidays", holidays.names.joined(separator: ", "))) }
        rows.append(("revision", "\(alarm.revision)"))
        if let changed = definition.changed {
            rows.append(("changed", words.moment(changed.at) + (changed.by.map { " by \($0)" } ?? "")))
        }
        return rows + coming()
    }

    private func coming() -> [(String, String)] {
        guard definition.alarm.isEnabled else { return [] }
        let alarm = plan.alarm(definition)
        let zones = plan.rules(for: definition)
        return zones.flatMap { zone -> [(String, String)] in
            let title = zones.count > 1 ? "next in \(zone.name)" : "next"
            let next = alarm.schedule.occurrences(after: plan.now, zone: zone).prefix(AlarmShowView.occurrences)
            return next.enumerated().map { index, occurrence in
                let silence = occurrence.silence.map { ": does not ring (\(RingOutcomeWords.words($0)))" } ?? ""
                let away = index == 0 ? " (\(words.relative(occurrence.due)))" : ""
                return (index == 0 ? title : "", words.coming(occurrence.due) + away + silence)
            }
        }
    }
}
