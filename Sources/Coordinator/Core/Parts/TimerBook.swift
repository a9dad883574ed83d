internal import ClockDomain

/// Which generation of each timer is the current one, and when it is to fire.
struct TimerBook: Sendable {
    private var current: [CoordinatorTimer: (generation: Int, deadline: Deadline)] = [:]
    private var lastGeneration = 0

    /// `nil` when the timer is set for then already.
    mutating func set(_ kind: CoordinatorTimer, _ deadline: Deadline) -> CoordinatorEffect? {
        if let known = current[kind], known.deadline == deadline { return nil }
        lastGeneration += 1
        current[kind] = (lastGeneration, deadline)
        return .setTimer(TimerToken(kind: kind, generation: lastGeneration), deadline)
    }

    func isSet(_ kind: CoordinatorTimer) -> Bool { current[kind] != nil }

    /// `nil` when the timer is not set.
    mutating func cancel(_ kind: CoordinatorTimer) -> CoordinatorEffect? {
        guard let known = current.removeValue(forKey: kind) else { return nil }
        return .cancelTimer(TimerToken(kind: kind, generation: known.generation))
    }

    /// Whether `token` is the current setting of its timer, which it then ends.
    mutating func fires(_ token: TimerToken<CoordinatorTimer>) -> Bool {
        guard current[token.kind]?.generation == token.generation else { return false }
        current[token.kind] = nil
        return true
    }
}
