internal import ClockSite

/// Stopwatches as text.
struct StopwatchView: Sendable {
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    func list(_ readings: [StopwatchReading]) -> [StyledText] {
        guard !readings.isEmpty else {
            return [StyledText("No stopwatch is there. Start one like this: clockctl stopwatch start run")]
        }
        let nothing = StyledText("–", .dim)
        return TextTable(columns: [
            .init(title: "ID", cells: readings.map { StyledText("\($0.id)", .bold) }),
            .init(
                title: "NAME", minimumWidth: 6, comfortableWidth: 24,
                cells: readings.map { $0.name.isEmpty ? nothing : StyledText($0.name) }),
            .init(
                title: "SHOWS", alignment: .right, cells: readings.map { StyledText(elapsed($0.elapsedMilliseconds)) }),
            .init(
                title: "LAPS", alignment: .right, dropRank: 1,
                cells: readings.map { $0.laps.isEmpty ? nothing : StyledText("\($0.laps.count)") }),
            .init(title: "STATE", cells: readings.map(state)),
        ]).lines(width: width)
    }

    /// `s1 run  4:03.10  running, lap 3 in 1:20.02`
    func sentence(_ reading: StopwatchReading) -> StyledText {
        let lap = reading.laps.last.map { ", lap \($0.number) in \(elapsed($0.lapMilliseconds))" } ?? ""
        return head(reading) + StyledText(lap)
    }

    private func head(_ reading: StopwatchReading) -> StyledText {
        StyledText(ScheduleWords.name(reading.id, reading.name), .bold)
            + StyledText("  \(elapsed(reading.elapsedMilliseconds))  ") + state(reading)
    }

    /// Returns one with its laps; the quickest and the slowest of three or more stand out.
    func one(_ reading: StopwatchReading) -> [StyledText] {
        guard !reading.laps.isEmpty else { return [head(reading)] }
        let times = reading.laps.map(\.lapMilliseconds)
        let (quickest, slowest) = times.count > 2 ? (times.min(), times.max()) : (nil, nil)
        return [head(reading)]
            + TextTable(columns: [
                .init(title: "LAP", alignment: .right, cells: reading.laps.map { StyledText("\($0.number)") }),
                .init(
                    title: "TIME", alignment: .right,
                    cells: reading.laps.map { lap in
                        let style: Style =
                            lap.lapMilliseconds == quickest ? .good : lap.lapMilliseconds == slowest ? .bad : .plain
                        return StyledText(elapsed(lap.lapMilliseconds), style)
                    }),
                .init(
                    title: "AT", alignment: .right, cells: reading.laps.map { StyledText(elapsed($0.atMilliseconds)) }),
            ]).lines(width: width)
    }

    private func elapsed(_ milliseconds: Int) -> String { CountdownWords.elapsed(milliseconds: milliseconds) }

    private func state(_ reading: StopwatchReading) -> StyledText {
        reading.isRunning ? StyledText("running", .good) : StyledText("stopped", .dim)
    }
}
