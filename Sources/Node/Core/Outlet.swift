internal import ClockDomain

/// Where the machines of a node put what is to be done, in order, and the timers that are set.
struct Outlet: Sendable {
    /// What the event at hand has led to so far.
    var effects: [NodeCore.Effect] = []
    /// By the timers' kinds: the last setting's generation, and whether it is still to fire.
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

    /// A timer has fired.
    ///
    /// - Returns: whether it is the one that was set last, and not cancelled.
    mutating func take(_ token: TimerToken<NodeCore.TimerKind>) -> Bool {
        guard timers[token.kind.rawValue] == (token.generation, true) else { return false }
        timers[token.kind.rawValue].isSet = false
        return true
    }

    // MARK: Silence first

    /// Puts what ends sounds with numbers up to `id` before everything else that was put out from `first` on: what is
    /// taken back may be about to be heard, and each record waits for the disk.
    mutating func bringSilenceForward(from first: Int, through id: Int) {
        let anew = effects[first...]
        let ordered = anew.filter { $0.silences(through: id) } + anew.filter { !$0.silences(through: id) }
        effects.replaceSubrange(first..., with: ordered)
    }
}
