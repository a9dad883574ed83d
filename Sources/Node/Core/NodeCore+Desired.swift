internal import ClockDomain
internal import ClockWire

extension NodeCore {
    static let storeRetry: Duration = .seconds(30)
    /// Commands whose repetition is recognised.
    static let rememberedCommands = 16

    // MARK: The desired document

    /// A newer document is saved first and obeyed when it is on the disk, so that what the node reports as applied
    /// survives anything.
    mutating func receive(_ document: Desired, _ effects: inout [Effect]) {
        let known = savingDesired?.document ?? state.desired
        if let known, known.store == document.store, known.revision >= document.revision { return }
        savingDesired = (document, saveCount + 1)
        save(&effects)
    }

    /// Has the state saved, with the document that waits for it.
    mutating func save(_ effects: inout [Effect]) {
        saveCount += 1
        var saved = state
        if let savingDesired { saved.desired = savingDesired.document }
        effects.append(.store(saved, ticket: saveCount))
    }

    mutating func stored(_ ticket: Int, _ effects: inout [Effect]) {
        storeProblem = nil
        guard let saving = savingDesired, ticket >= saving.ticket else { return }
        savingDesired = nil
        let before = settings
        state.desired = saving.document
        effects.append(.log(.info, "settings revision \(saving.document.revision) applied"))
        if settings.voice != before.voice { effects.append(.loadVoice(name: settings.voice)) }
    }

    mutating func storeFailed(_ reason: String, at now: Now, _ effects: inout [Effect]) {
        if storeProblem != reason {
            effects.append(.log(.error, "the node's state cannot be saved: \(reason); it goes on without"))
        }
        storeProblem = reason
        set(.storeRetry, .boot(now.boot + NodeCore.storeRetry), &effects)
    }

    // MARK: Commands

    mutating func receive(_ command: Command, at now: Now, _ effects: inout [Effect]) {
        guard !recentCommands.contains(command.id) else { return }
        recentCommands.append(command.id)
        recentCommands.removeFirst(max(0, recentCommands.count - NodeCore.rememberedCommands))
        let verdict = trust.verdict(at: now)
        if verdict.isTrusted, command.notAfter < now.wall {
            return effects.append(.log(.warning, "ignored a command that was good until \(command.notAfter)"))
        }
        switch command.action {
        case .probe:
            effects.append(.loadVoice(name: settings.voice))
            if case .playing = session?.phase { return }
            effects.append(.probeAudio)
        case .announce(let target):
            guard verdict.isTrusted else {
                return effects.append(.log(.warning, "asked to say the time, but the clock is not trusted: \(verdict.reason)"))
            }
            announce(target, command: command.id, at: now, &effects)
        }
    }

    /// Says the time on request. The quarter hour has the right of way.
    private mutating func announce(
        _ target: WallTime, command: String, at now: Now, _ effects: inout [Effect]
    ) {
        guard (Duration.zero...NodeCore.selfWakeBudget).contains(target - now.wall) else {
            return effects.append(.log(.warning, "ignored a request to say the time at \(target): it is \(now.wall) here"))
        }
        let quarter = QuarterHour.atOrAfter(target - identity.leadIn)
        guard session?.target != quarter || quarter - target > identity.leadIn + NodeCore.spokenLength else {
            return effects.append(.log(.notice, "the quarter hour \(quarter) is about to be announced instead"))
        }
        if let spokenCommand { effects.append(.cancelPlay(id: spokenCommand.play)) }
        playCount += 1
        spokenCommand = (playCount, command)
        let local = identity.zone.localTime(at: target).time
        effects.append(
            .play(
                PlayOrder(
                    id: playCount, plan: .spokenTime(local, chime: .none), target: target, volume: settings.volume)))
    }

    /// No spoken time is longer.
    private static let spokenLength: Duration = .seconds(4)
}
