internal import ClockDomain
internal import ClockInput
internal import ClockSite
internal import ClockWire

/// The state of a timer, for a line after its start or change.
enum TimerSentence {
    /// `t3 pasta counts 10m in kitchen, rings at 14:51:33`; `… is paused with 3m 12s left`. The units show how clockctl
    /// understood the time.
    static func counting(_ definition: TimerDefinition, words: TimeWords) -> StyledText {
        let timer = definition.timer
        let name = StyledText(ScheduleWords.name(timer.id, timer.name), .bold)
        let seconds = CountdownWords.seconds(CountdownWords.left(timer.state, at: words.now))
        let left = DurationInput.words(for: seconds)
        let place = ScheduleWords.targets(definition.targets)
        switch timer.state {
        case .running(let ends):
            let points = timer.speaks ? CountdownTimer.spokenPoints(of: timer.seconds).filter { $0 < seconds } : []
            let says = points.map { DurationInput.words(for: $0) }.joined(separator: ", ")
            return name
                + StyledText(
                    " counts \(left) in \(place), rings \(words.atTimeOrDay(ends))"
                        + (says.isEmpty ? "" : ", says when these are left: \(says)"))
        case .paused: return name + StyledText(" is paused with \(left) left")
        }
    }
}
