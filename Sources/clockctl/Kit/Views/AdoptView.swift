internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The rooms' documents that the store lacks, for a person who decides about them.
struct AdoptView {
    let look: AdoptResult
    /// The coordinator's own store; `nil` when it does not report one.
    let own: String?

    func lines() -> [StyledText] {
        var lines = [
            StyledText(
                look.store == own
                    ? "Rooms hold a later state of this coordinator's store, or that of a copy:"
                    : "Rooms hold what people defined in store \(look.store):")
        ]
        lines += look.documents.map { held in
            StyledText(
                "  \(held.node) (\(held.room)): \(QuantityWords.count(held.alarms, "alarm")), "
                    + "\(QuantityWords.count(held.timers, "timer")), revision \(held.revision) of generation "
                    + "\(held.generation)")
        }
        if !look.left.isEmpty {
            lines.append(
                StyledText(
                    "! \(look.left.map(\.rawValue).joined(separator: ", ")) did not answer, and would be left as they are",
                    .warning))
        }
        if look.differing > 0 {
            lines.append(StyledText("What is not everywhere the same:"))
            for difference in look.differences { lines += self.lines(difference) }
            let more = look.differing - look.differences.count
            if more > 0 { lines.append(StyledText("  and \(more) more", .dim)) }
            lines.append(StyledText("Each room keeps its own. Of two forms of one id, one gets another id."))
        }
        lines.append(
            StyledText(
                "Not taken over, as no room has them: groups, holiday calendars (their days become exceptions), "
                    + "stopwatches, scores and history."))
        return lines
    }

    private func lines(_ difference: AdoptDifference) -> [StyledText] {
        difference.forms.enumerated().map { index, form in
            let id = "\(difference.source)"
            let mark = index == 0 ? id : String(repeating: " ", count: id.count)
            let places = form.nodes.map(\.rawValue) + (form.isStored ? ["this store"] : [])
            return StyledText("  \(mark)  \(places.joined(separator: ", ")): \(words(form))")
        }
    }

    private func words(_ form: AdoptDifference.Form) -> String {
        if let alarm = form.alarm {
            let words = [
                alarm.label, "\(ScheduleWords.days(of: alarm.schedule)) \(alarm.schedule.timeInWords)",
                alarm.schedule.zone ?? "", alarm.isEnabled ? "" : "off", ScheduleWords.sound(alarm.ring),
                alarm.schedule.exceptions.isEmpty
                    ? "" : "not on \(alarm.schedule.exceptions.map(ScheduleWords.span).joined(separator: " "))",
            ]
            return words.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        guard let timer = form.timer else { return "not there" }
        let state =
            switch timer.state {
            case .running(let ends): "runs out at \(ends.rfc3339)"
            case .paused(let remaining): "paused with \(TimeWords.span(.milliseconds(remaining))) left"
            }
        return [timer.name, state].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
