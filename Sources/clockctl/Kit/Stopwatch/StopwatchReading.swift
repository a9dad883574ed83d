internal import ClockDomain

struct StopwatchReading: Encodable, Sendable {
    var id: StopwatchID
    var name: String
    var isRunning: Bool
    var elapsedMilliseconds: Int
    /// Ascending.
    var laps: [Lap]

    struct Lap: Encodable, Hashable, Sendable {
        var number: Int
        var atMilliseconds: Int
        /// Since the lap before.
        var lapMilliseconds: Int

        enum CodingKeys: String, CodingKey {
            case number
            case at = "at_s"
            case lap = "lap_s"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encode(Double(atMilliseconds) / 1000, forKey: .at)
            try container.encode(Double(lapMilliseconds) / 1000, forKey: .lap)
        }
    }

    /// - Parameter now: the time of the coordinator's clock, which stopwatches follow.
    init(_ stopwatch: Stopwatch, at now: WallTime) {
        id = stopwatch.id
        name = stopwatch.name
        switch stopwatch.state {
        case .running(let since):
            isRunning = true
            elapsedMilliseconds = max(0, Int((now - since).nanoseconds / 1_000_000))
        case .stopped(let elapsed):
            isRunning = false
            elapsedMilliseconds = elapsed
        }
        laps = stopwatch.laps.enumerated().map { index, at in
            Lap(
                number: index + 1, atMilliseconds: at,
                lapMilliseconds: at - (index > 0 ? stopwatch.laps[index - 1] : 0))
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, name, laps
        case isRunning = "running"
        case elapsed = "elapsed_s"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(isRunning, forKey: .isRunning)
        try container.encode(Double(elapsedMilliseconds) / 1000, forKey: .elapsed)
        try container.encode(laps, forKey: .laps)
    }
}
