/// A countdown timer as a node needs it.
public struct CountdownTimer: Hashable, Sendable {
    public var id: TimerID
    /// 1 for the first version, one more for each change.
    public var revision: Int
    /// For people, by the rule of ``Label``.
    public var name: String
    /// The length of the countdown, with all additions: 1 second to ``maximumSeconds``.
    public var seconds: Int
    /// Another state is another end: its instant names the occurrence. ``move(by:)`` alone keeps that name.
    public var state: CountdownState {
        didSet { firstEnd = nil }
    }
    public var ring: RingStyle
    /// True if a time service, or a person, vouched for the clock by which the state names an instant.
    public var isVouched: Bool
    /// The end before the clock was set, which nodes know.
    private(set) var firstEnd: WallTime?

    /// 99 hours, 59 minutes and 59 seconds, the most that a timer shows.
    public static let maximumSeconds = 359_999

    /// - Parameter due: as ``due``, where that is not the end of the state.
    public init(
        id: TimerID, revision: Int, name: String, seconds: Int, state: CountdownState, ring: RingStyle,
        isVouched: Bool = false, due: WallTime? = nil
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.seconds = seconds
        self.state = state
        self.ring = ring
        self.isVouched = isVouched
        if case .running(let ends) = state, due != ends { firstEnd = due }
    }

    /// The end that nodes first received with this revision, which names the occurrence on all of them; `nil` while the
    /// timer is paused.
    public var due: WallTime? {
        switch state {
        case .running(let ends): firstEnd ?? ends
        case .paused: nil
        }
    }

    /// The clock that names the end was set by `step`: the end moves along, and the occurrence stays the same.
    public mutating func move(by step: Duration) {
        guard case .running(let ends) = state else { return }
        let (due, moved) = (firstEnd ?? ends, (ends + step).truncatedToMilliseconds)
        state = .running(ends: moved)
        if due != moved { firstEnd = due }
    }
}

/// The state of a timer, in a form that needs no message a second.
public enum CountdownState: Hashable, Sendable {
    /// It runs out at this instant, by the clock of the program that writes the state.
    case running(ends: WallTime)
    case paused(remainingMilliseconds: Int)
}

/// A count-up stopwatch.
public struct Stopwatch: Hashable, Sendable, Codable {
    public var id: StopwatchID
    public var revision: Int
    /// For people, by the rule of ``Label``.
    public var name: String
    public var state: StopwatchState
    /// The time that it showed at each lap, in milliseconds, ascending; at most ``maximumLaps``.
    public var laps: [Int]
    /// As ``CountdownTimer/isVouched``.
    public var isVouched: Bool

    public static let maximumLaps = 200

    public init(
        id: StopwatchID, revision: Int, name: String, state: StopwatchState, laps: [Int], isVouched: Bool = false
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.state = state
        self.laps = laps
        self.isVouched = isVouched
    }
}

public enum StopwatchState: Hashable, Sendable {
    /// It shows the time since this instant, by the coordinator's clock.
    case running(since: WallTime)
    case stopped(elapsedMilliseconds: Int)
}
