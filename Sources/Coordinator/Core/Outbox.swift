internal import ClockDomain
internal import ClockWire

/// The effects of an event, in the order in which the machines perform them.
///
/// It keeps the current setting of each timer, so that a machine may set a timer as often as it likes. It also numbers
/// the commands to nodes.
struct Outbox: Sendable {
    private var effects: [CoordinatorEffect] = []
    private var timers: [CoordinatorTimer: (generation: Int, deadline: Deadline)] = [:]
    private var lastGeneration = 0
    private var commandCount = 0
    /// The coordinator's own stops and snoozes of this run.
    private var ringActions = RingActionList()
    /// Home Assistant's requests come from inside the core, and their answers stay there.
    private var homeAssistantAnswers: [(command: HomeAssistantCommand, answer: CoordinatorAnswer)] = []
    /// Distinguishes this run's commands from those of an earlier one.
    private let run: String

    init(started: WallTime) { run = String(started.nanoseconds / 1_000_000, radix: 36) }

    /// Swaps in the array that collects effects; a second call swaps it out again.
    mutating func exchange(_ effects: inout [CoordinatorEffect]) { swap(&effects, &self.effects) }

    mutating func perform(_ effect: CoordinatorEffect) {
        if case .reply(let origin, let answer) = effect, let command = origin.address(as: HomeAssistantCommand.self) {
            homeAssistantAnswers.append((command, answer))
        } else {
            effects.append(effect)
        }
    }

    mutating func takeHomeAssistantAnswers() -> [(command: HomeAssistantCommand, answer: CoordinatorAnswer)] {
        defer { homeAssistantAnswers = [] }
        return homeAssistantAnswers
    }

    mutating func log(_ level: LogLevel, _ line: String) { perform(.log(level, line)) }

    mutating func reply(_ answer: CoordinatorAnswer, to origin: RequestOrigin) { perform(.reply(origin, answer)) }

    mutating func fail(_ origin: RequestOrigin, _ code: RequestError.Code, _ message: String) {
        fail(origin, RequestError(code, message))
    }

    mutating func fail(_ origin: RequestOrigin, _ error: RequestError) { perform(.reply(origin, .failed(error))) }

    // MARK: Timers

    /// Sets a timer; does nothing when it has this deadline already.
    mutating func setTimer(_ kind: CoordinatorTimer, _ deadline: Deadline) {
        if let known = timers[kind], known.deadline == deadline { return }
        lastGeneration += 1
        timers[kind] = (lastGeneration, deadline)
        perform(.setTimer(TimerToken(kind: kind, generation: lastGeneration), deadline))
    }

    /// Cancels a timer; does nothing when it is not set.
    mutating func cancelTimer(_ kind: CoordinatorTimer) {
        guard let known = timers.removeValue(forKey: kind) else { return }
        perform(.cancelTimer(TimerToken(kind: kind, generation: known.generation)))
    }

    /// Returns the deadline of a timer; `nil` when it is not set.
    func deadline(of kind: CoordinatorTimer) -> Deadline? { timers[kind]?.deadline }

    /// Returns true if `token` is the current setting of its timer, and clears that timer.
    mutating func fires(_ token: TimerToken<CoordinatorTimer>) -> Bool {
        guard timers[token.kind]?.generation == token.generation else { return false }
        timers[token.kind] = nil
        return true
    }

    // MARK: Commands

    /// - Parameter due: the deadline, to which the grace is added.
    mutating func command(_ action: Command.Action, to node: NodeID, before due: WallTime, at now: Now) {
        commandCount += 1
        let notAfter = due + CoordinatorSettings.grace
        perform(
            .publish(
                .command(
                    node, Command(id: "\(run)-\(commandCount)", action: action, notAfter: notAfter),
                    expirySeconds: now.expirySeconds(until: notAfter))))
    }

    /// Stops or snoozes an occurrence in all rooms, as a client does.
    ///
    /// - Parameter client: the name to record.
    mutating func act(_ kind: RingAction.Kind, on occurrence: Occurrence, by client: String, at now: Now) {
        commandCount += 1
        let action = RingAction(
            id: "\(run)-\(commandCount)", occurrence: occurrence, kind: kind, at: now.wall.truncatedToMilliseconds,
            by: client)
        ringActions.expire(at: now.wall)
        ringActions.add([action])
        perform(.publish(.ringActions(ringActions)))
    }
}

extension Now {
    /// The whole seconds left until `end`, at least one: with zero the broker would never deliver the message.
    func expirySeconds(until end: WallTime) -> UInt32 {
        UInt32(clamping: max(1, (end - wall).nanoseconds / 1_000_000_000))
    }
}
