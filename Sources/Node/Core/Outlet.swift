internal import ClockDomain

/// Collects, in order, the effects of a node's machines, and the timers that are set.
struct Outlet: Sendable {
    /// The effects of the current event so far.
    var effects: [NodeCore.Effect] = []
    /// By the timers' kinds: the last setting's generation, and true while it has yet to fire.
    private var timers = [(generation: Int, isSet: Bool)](
        repeating: (0, false), count: NodeCore.TimerKind.allCases.count)

    mutating func emit(_ effect: NodeCore.Effect) { effects.append(effect) }

    mutating func log(_ level: LogLevel, _ text: String) { effects.append(.log(level, text)) }

    // MARK: Timers

    mutating func set(_ kind: NodeCore.TimerKind, _ deadline: Deadline) {
        timers[kind.rawValue].generation += 1
        timers[kind.rawValue].isSet = true
        effects.append(.setTimer(TimerToken(kind: kind, generation: timers[kind.rawValue].generation), deadline))
    }

    mutating func cancel(_ kind: NodeCore.TimerKind) {
        guard timers[kind.rawValue].isSet else { return }
        timers[kind.rawValue].isSet = false
        effects.append(.cancelTimer(TimerToken(kind: kind, generation: timers[kind.rawValue].generation)))
    }

    /// Accepts a timer that has fired.
    ///
    /// - Returns: true when it is the one that was set last, and not cancelled.
    mutating func accept(_ token: TimerToken<NodeCore.TimerKind>) -> Bool {
        guard timers[token.kind.rawValue] == (token.generation, true) else { return false }
        timers[token.kind.rawValue].isSet = false
        return true
    }

    // MARK: Silence first

    /// Puts effects that end sounds with numbers up to `id` before all others since `first`: a cancelled sound may be
    /// about to start, and each record waits for the disk.
    mutating func bringSilenceForward(from first: Int, through id: Int) {
        let anew = effects[first...]
        let ordered = anew.filter { $0.silences(through: id) } + anew.filter { !$0.silences(through: id) }
        effects.replaceSubrange(first..., with: ordered)
    }
}
