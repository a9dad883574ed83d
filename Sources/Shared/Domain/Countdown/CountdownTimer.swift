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
    public var state: CountdownState { didSet { (firstEnd, vouchedEnd) = (nil, nil) } }
    public var ring: RingStyle
    /// True if rooms say how long is left, at its ``spokenPoints``.
    public var speaks: Bool
    /// True if a time service, or a person, vouched for the clock by which the state names an instant.
    public var isVouched: Bool { didSet { if isVouched { vouchedEnd = nil } } }
    /// The end before the clock was set, which nodes know.
    private(set) var firstEnd: WallTime?
    /// The end by the last clock that somebody vouched for; `nil` if the state has it, or if there was none.
    private(set) var vouchedEnd: WallTime?

    /// 99 hours, 59 minutes and 59 seconds, the most that a timer shows.
    public static let maximumSeconds = 359_999

    /// - Parameters:
    ///   - due: as ``due``, where that is not the end of the state.
    ///   - vouchedEnd: the end by the last clock that somebody vouched for, where the state does not have it.
    public init(
        id: TimerID, revision: Int, name: String, seconds: Int, state: CountdownState, ring: RingStyle,
        speaks: Bool = false, isVouched: Bool = false, due: WallTime? = nil, vouchedEnd: WallTime? = nil
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.seconds = seconds
        self.state = state
        self.ring = ring
        self.speaks = speaks
        self.isVouched = isVouched
        if case .running(let ends) = state {
            if due != ends { firstEnd = due }
            if !isVouched { self.vouchedEnd = vouchedEnd }
        }
    }

    /// The fixed times left, in seconds, and the shortest timer that says each.
    private static let fixedPoints = [(left: 600, from: 1_800), (left: 300, from: 900), (left: 60, from: 180)]
    /// The shortest timer that says the half.
    private static let leastHalved = 120

    /// The times left, in seconds, at which a timer of that length speaks: descending, and none near its ring.
    public static func spokenPoints(of seconds: Int) -> [Int] {
        guard seconds >= leastHalved else { return [] }
        let half = seconds / 2
        return [half] + fixedPoints.filter { $0.from <= seconds && $0.left < half }.map(\.left)
    }

    /// The end that nodes first received with this revision, which names the occurrence on all of them; `nil` while the
    /// timer is paused.
    public var due: WallTime? {
        switch state {
        case .running(let ends): firstEnd ?? ends
        case .paused: nil
        }
    }

    /// The clock that names the end was set by `step`: the end moves along, nobody vouches for it yet, and the
    /// occurrence stays the same.
    public mutating func move(by step: Duration) {
        guard case .running(let ends) = state else { return }
        let vouched = isVouched ? ends : vouchedEnd
        move(to: (ends + step).truncatedToMilliseconds)
        isVouched = false
        vouchedEnd = vouched
    }

    /// The program that moved the end with its clock has ended, and nobody knows how that clock is set now: the end is
    /// again the one that a vouched clock named.
    ///
    /// - Returns: false if it is that already, or no vouched clock named one.
    public mutating func returnToVouchedEnd() -> Bool {
        guard let vouchedEnd else { return false }
        move(to: vouchedEnd)
        isVouched = true
        return true
    }

    private mutating func move(to end: WallTime) {
        let due = self.due
        state = .running(ends: end)
        if due != end { firstEnd = due }
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
    public var state: StopwatchState { didSet { vouchedStart = nil } }
    /// The time that it showed at each lap, in milliseconds, ascending; at most ``maximumLaps``.
    public var laps: [Int]
    /// As ``CountdownTimer/isVouched``.
    public var isVouched: Bool { didSet { if isVouched { vouchedStart = nil } } }
    /// The instant of the state by the last clock that somebody vouched for; `nil` if the state has it, or if there was
    /// none.
    private(set) var vouchedStart: WallTime?

    public static let maximumLaps = 200

    /// - Parameter vouchedStart: the instant of the state by the last clock that somebody vouched for, where the state
    ///   does not have it.
    public init(
        id: StopwatchID, revision: Int, name: String, state: StopwatchState, laps: [Int], isVouched: Bool = false,
        vouchedStart: WallTime? = nil
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.state = state
        self.laps = laps
        self.isVouched = isVouched
        if case .running = state, !isVouched { self.vouchedStart = vouchedStart }
    }

    /// As ``CountdownTimer/move(by:)``: the reading does not change.
    public mutating func move(by step: Duration) {
        guard case .running(let since) = state else { return }
        let vouched = isVouched ? since : vouchedStart
        state = .running(since: (since + step).truncatedToMilliseconds)
        isVouched = false
        vouchedStart = vouched
    }

    /// As ``CountdownTimer/returnToVouchedEnd()``.
    public mutating func returnToVouchedStart() -> Bool {
        guard let vouchedStart else { return false }
        state = .running(since: vouchedStart)
        isVouched = true
        return true
    }
}

public enum StopwatchState: Hashable, Sendable {
    /// It shows the time since this instant, by the coordinator's clock.
    case running(since: WallTime)
    case stopped(elapsedMilliseconds: Int)
}
