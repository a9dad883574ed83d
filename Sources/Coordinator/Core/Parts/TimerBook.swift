internal import ClockDomain

/// Which generation of each timer is the current one.
struct TimerBook: Sendable {
    private var current: [CoordinatorTimer: Int] = [:]
    private var lastGeneration = 0

    mutating func set(_ kind: CoordinatorTimer, _ deadline: Deadline) -> CoordinatorEffect {
        lastGeneration += 1
        current[kind] = lastGeneration
        return .setTimer(TimerToken(kind: kind, generation: lastGeneration), deadline)
    }

    func isSet(_ kind: CoordinatorTimer) -> Bool { current[kind] != nil }

    /// `nil` when the timer is not set.
    mutating func cancel(_ kind: CoordinatorTimer) -> CoordinatorEffect? {
        guard let generation = current.removeValue(forKey: kind) else { return nil }
        return .cancelTimer(TimerToken(kind: kind, generation: generation))
    }

    /// Whether `token` is the current setting of its timer, which it then ends.
    mutating func fires(_ token: TimerToken<CoordinatorTimer>) -> Bool {
        guard current[token.kind] == token.generation else { return false }
        current[token.kind] = nil
        return true
    }
}
