internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// How a timer stands, said when it was started or changed.
enum TimerSentence {
    /// `t3 pasta counts 10:00 in kitchen, rings at 14:51:33`; `… is paused with 3:12 left`.
    static func counting(_ definition: TimerDefinition, words: TimeWords) -> StyledText {
        let timer = definition.timer
        let name = StyledText(ScheduleWords.name(timer.id, timer.name), .bold)
        let left = CountdownWords.remaining(CountdownWords.left(timer.state, at: words.now))
        let place = ScheduleWords.targets(definition.targets)
        switch timer.state {
        case .running(let ends):
            return name + StyledText(" counts \(left) in \(place), rings \(words.atTimeOrDay(ends))")
        case .paused: return name + StyledText(" is paused with \(left) left")
        }
    }
}
