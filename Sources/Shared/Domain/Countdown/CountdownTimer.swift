/// A countdown timer as a node needs it.
public struct CountdownTimer: Hashable, Sendable {
    public var id: TimerID
    /// 1 for the first version, one more for each change.
    public var revision: Int
    /// For people, by the rule of ``Label``.
    public var name: String
    /// What it counts down from, with all that was added: 1 second to ``maximumSeconds``.
    public var seconds: Int
    public var state: CountdownState
    public var ring: RingStyle

    /// 99 hours, 59 minutes and 59 seconds, the most that a timer shows.
    public static let maximumSeconds = 359_999

    public init(id: TimerID, revision: Int, name: String, seconds: Int, state: CountdownState, ring: RingStyle) {
        self.id = id
        self.revision = revision
        self.name = name
        self.seconds = seconds
        self.state = state
        self.ring = ring
    }
}

/// Whether a timer counts, in a form that needs no message a second.
public enum CountdownState: Hashable, Sendable {
    /// It runs out at this instant, by the clock of whoever says so.
    case running(ends: WallTime)
    case paused(remainingMilliseconds: Int)
}

/// A count-up stopwatch.
public struct Stopwatch: Hashable, Sendable {
    public var id: StopwatchID
    public var revision: Int
    /// For people, by the rule of ``Label``.
    public var name: String
    public var state: StopwatchState
    /// What it showed at each lap, in milliseconds, ascending; at most ``maximumLaps``.
    public var laps: [Int]

    public static let maximumLaps = 200

    public init(id: StopwatchID, revision: Int, name: String, state: StopwatchState, laps: [Int]) {
        self.id = id
        self.revision = revision
        self.name = name
        self.state = state
        self.laps = laps
    }
}

public enum StopwatchState: Hashable, Sendable {
    /// It shows the time since this instant, by the coordinator's clock.
    case running(since: WallTime)
    case stopped(elapsedMilliseconds: Int)
}
