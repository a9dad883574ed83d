internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct TimerListView: Sendable {
    var timers: [TimerStanding]
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    func lines() -> [StyledText] {
        guard !timers.isEmpty else {
            return [StyledText("No timer is set. Start one like this: clockctl timer start 10m pasta --node kitchen")]
        }
        let nothing = StyledText("–", .dim)
        return TextTable(columns: [
            .init(title: "ID", cells: timers.map { StyledText("\($0.definition.timer.id)", .bold) }),
            .init(
                title: "NAME", minimumWidth: 6, comfortableWidth: 24,
                cells: timers.map {
                    $0.definition.timer.name.isEmpty ? nothing : StyledText($0.definition.timer.name)
                }),
            .init(title: "LEFT", alignment: .right, cells: timers.map(left)),
            .init(
                title: "OF", alignment: .right, dropRank: 2,
                cells: timers.map { StyledText(CountdownWords.remaining(.seconds($0.definition.timer.seconds)), .dim) }),
            .init(
                title: "WHERE", dropRank: 1, minimumWidth: 8, comfortableWidth: 24,
                cells: timers.map { StyledText(ScheduleWords.targets($0.definition.targets)) }),
            .init(title: "RINGS", cells: timers.map { $0.ends.map { StyledText(words.timeOrDay($0)) } ?? nothing }),
            .init(title: "STATE", cells: timers.map(state)),
        ]).lines(width: width)
    }

    private func left(_ timer: TimerStanding) -> StyledText {
        StyledText(CountdownWords.remaining(timer.left), timer.state == .running ? .plain : .dim)
    }

    private func state(_ timer: TimerStanding) -> StyledText {
        switch timer.state {
        case .running: StyledText("running", .good)
        case .paused: StyledText("paused", .warning)
        case .ringing: StyledText("RINGING", .bad)
        case .snoozed: StyledText("snoozed", .warning)
        }
    }
}
