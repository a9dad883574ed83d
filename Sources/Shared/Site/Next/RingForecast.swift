package import ClockDomain
package import ClockWire

/// One time that something shall ring on a node, or is left out.
package struct RingForecast: Encodable, Sendable {
    package var source: RingSource
    package var label: String
    package var due: WallTime
    /// The reason for silence; `nil` when it rings.
    package var silence: RingReason?
    /// True if the node has it, by its own last word.
    package var arrived = true
    /// The reason for the time, or for the silence, in sentences.
    package var why: [String]

    package var name: String { ScheduleWords.name(source, label) }
}

/// The explanation of the time at which an alarm rings.
package struct RingExplanation: Sendable {
    package var definition: AlarmDefinition
    package var occurrence: ScheduledOccurrence
    /// The rules of the alarm's zone there.
    package var zone: TimeZoneRules
    /// The calendars that the alarm names.
    package var holidays: [HolidayCalendar]
    /// The zone's offset at the alarm's occurrence before this one; `nil` for the first that is shown.
    package var offsetBefore: ZoneOffset?
    /// The program of that day and its reason; `nil` for an alarm that is no bell.
    package var day: String?

    package func sentences() -> [String] { [rule(), day, clocks(), change(), silence()].compactMap(\.self) }

    /// `Mon–Fri 07:00 in Europe/Berlin, the node's own zone (CET, UTC+01:00).`, for a bell with its program.
    private func rule() -> String {
        let schedule = definition.alarm.schedule
        let whose = schedule.zone == nil ? "the node's own zone" : "the alarm's zone"
        if let program = definition.program {
            return "A bell of \(program) at \(schedule.time.hourAndMinute) in \(zone.name), \(whose) "
                + "(\(RingExplanation.words(offset)))."
        }
        let days = ScheduleWords.days(of: schedule)
        return
            "\(days.prefix(1).uppercased() + days.dropFirst()) \(schedule.timeInWords) in \(zone.name), \(whose) "
            + "(\(RingExplanation.words(offset)))."
    }

    private var offset: ZoneOffset { zone.offset(at: occurrence.due) }

    /// The jump of the clocks, if there is one.
    private func clocks() -> String? {
        let time = definition.alarm.schedule.time.hourAndMinute
        switch occurrence.resolution {
        case .unique: return nil
        case .gap(let transition, _):
            let before = zone.localTime(at: transition - .seconds(1)).time.secondOfDay + 1
            let from = LocalTime(secondOfDay: before % 86_400).hourAndMinute
            let to = zone.localTime(at: transition)
            let shown = zone.localTime(at: occurrence.due)
            let date = shown.date == occurrence.date ? "" : " on \(shown.date)"
            return "Clocks jump from \(from) to \(to.time.hourAndMinute) on \(to.date), so there is no \(time) on "
                + "\(occurrence.date): it rings as much later, when clocks show \(shown.time.hourAndMinute)\(date)."
        case .ambiguous(_, let second):
            return "Clocks are set back on \(occurrence.date) and show \(time) twice: it rings the first time "
                + "(\(offset.abbreviation)), not the second (\(zone.offset(at: second).abbreviation))."
        }
    }

    private func change() -> String? {
        guard let offsetBefore, offsetBefore.secondsEast != offset.secondsEast else { return nil }
        return "Clocks have changed since the time before, from \(RingExplanation.words(offsetBefore)) to "
            + "\(RingExplanation.words(offset)); the alarm keeps to what they show."
    }

    private func silence() -> String? {
        let id = definition.alarm.id
        switch occurrence.silence {
        case .skip: return "It was asked to be skipped; clockctl alarm skip \(id) --undo takes that back."
        case .exception:
            let span = definition.alarm.schedule.exceptions.first { $0.contains(occurrence.date) }
            return "\(occurrence.date) is excepted\(span.map { " (\(ScheduleWords.span($0)))" } ?? ""); "
                + "clockctl alarm edit \(id) --except changes that."
        case .holiday:
            let found = holidays.lazy.compactMap { calendar in
                calendar.days.first {
                    $0.span(at: definition.alarm.schedule.time)?.contains(occurrence.date) ?? false
                }.map { (calendar: calendar.name, day: $0) }
            }.first
            let name = found.map { " \($0.day.name)" } ?? ""
            let calendar = found?.calendar ?? definition.holidays?.description ?? ""
            return "\(occurrence.date) is a holiday:\(name) in calendar \(calendar)."
        case .sun:
            let sun = definition.alarm.schedule.sun
            return
                "\(occurrence.date) has no \(sun?.event.rawValue ?? "such hour") at \(sun?.position?.description ?? "")."
        default: return nil
        }
    }

    /// `CET, UTC+01:00`
    package static func words(_ offset: ZoneOffset) -> String {
        let minutes = offset.secondsEast.magnitude / 60
        func padded(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let distance = "UTC\(offset.secondsEast < 0 ? "−" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
        // Zones without letters of their own are named by their distance.
        let isNamed = offset.abbreviation.first?.isLetter ?? false
        return isNamed ? "\(offset.abbreviation), \(distance)" : distance
    }
}
