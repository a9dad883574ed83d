// Sounds that are carried here to be played at an instant. An order is on the disk before anything is done for it, and
// ends in one line of the ledger whatever happens. Its sound is looked up on the disk; where it is not there its chunks
// are subscribed to, kept as they come, and the whole is held against the digest that names it. Shortly before the
// instant the sound is read into memory, at the lead-in it is handed to the output.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// Orders that have their line, to know one that comes again.
    static let rememberedCarried = 64
    /// A sound is read into memory this long before the lead-in.
    static let loadAdvance: Duration = .seconds(4)
    /// As far ahead as the coordinator takes one, and an hour for clocks that differ.
    private static let furthest = PlayOptions.furthest + .hours(1)
    /// What the output may take beyond the longest sound.
    private static let carriedPatience: Duration = .seconds(CarriedSound.maximumSeconds + 30)

    // MARK: Orders

    mutating func receive(_ order: SoundOrder, id: String, at now: Now, _ effects: inout [Effect]) {
        guard !state.carried.contains(where: { $0.id == id }), !state.carriedDone.contains(id) else { return }
        let carried = CarriedOrder(id: id, order: order)
        let verdict = trust.verdict(at: now)
        if !verdict.isTrusted {
            return end(carried, .missed, .untrusted, verdict.finding, at: now, &effects)
        }
        let remaining = order.target - now.wall
        if remaining <= .zero {
            let late = (.zero - remaining).milliseconds
            return end(carried, .missed, .late, "the order came \(Int(late)) ms after the instant", at: now, &effects)
        }
        guard remaining <= NodeCore.furthest else {
            return end(carried, .missed, .late, "it is \(now.wall) here, over a day before", at: now, &effects)
        }
        guard state.carried.count < SoundOrder.maximumPerNode else {
            return end(
                carried, .missed, .busy, "\(state.carried.count) other sounds are waiting to be played", at: now,
                &effects)
        }
        state.carried.append(carried)
        state.carried.sort()
        save(at: now, &effects)
        switch carriedBook.stages[order.sound.id] {
        case nil: find(order.sound, &effects)
        case .kept, .loading, .loaded: reportReady(carried, &effects)
        case .finding, .fetching, .keeping: break
        }
        refreshClock(before: order.target, at: now, &effects)
        tendCarried(at: now, &effects)
    }

    /// The program has started: what was kept of earlier is looked at.
    mutating func beginCarried(at now: Now, _ effects: inout [Effect]) {
        for order in state.carried where carriedBook.stages[order.order.sound.id] == nil {
            find(order.order.sound, &effects)
        }
        tendCarried(at: now, &effects)
    }

    private mutating func find(_ sound: CarriedSound, _ effects: inout [Effect]) {
        carriedBook.stages[sound.id] = .finding
        effects.append(.findSound(sound))
    }

    // MARK: The instant

    /// Does what is to be done for every order by now, and sets the timer for what comes next.
    mutating func tendCarried(at now: Now, _ effects: inout [Effect]) {
        guard !state.carried.isEmpty || !carriedBook.stages.isEmpty else { return }
        let trusted = trust.verdict(at: now)
        var next: [WallTime] = []
        for order in state.carried {
            if let playing = carriedBook.playing[order.id] {
                if now.boot >= playing.answerBy { outputIsSilent(order, playing, at: now, &effects) }
                continue
            }
            tend(order, trusted, at: now, &next, &effects)
        }
        dropUnusedSounds(&effects)
        next += carriedBook.playing.values.map { now.wall + ($0.answerBy - now.boot) }
        guard let first = next.min() else { return cancel(.carried, &effects) }
        set(.carried, .wall(first), &effects)
    }

    private mutating func tend(
        _ order: CarriedOrder, _ trusted: TrustGate.Verdict, at now: Now, _ next: inout [WallTime],
        _ effects: inout [Effect]
    ) {
        let target = order.order.target
        let sound = order.order.sound.id
        let remaining = target - now.wall
        if order.isPlaying {
            // Found after a crash. Only a trusted clock can tell whether it was heard.
            guard trusted.isTrusted else { return }
            guard remaining > .zero else {
                return end(
                    order, .missed, .interrupted, "the node stopped while it was playing", at: now, &effects)
            }
            setPlaying(order.id, false)
        }
        guard remaining > .zero else { return pastTarget(order, at: now, &effects) }
        guard remaining <= NodeCore.furthest + .hours(1) else {
            return end(order, .missed, .late, "the clock was set back to \(now.wall)", at: now, &effects)
        }
        let leadIn = target - leadIn
        let load = leadIn - NodeCore.loadAdvance
        if carriedBook.stages[sound] == .kept, now.wall >= load {
            carriedBook.stages[sound] = .loading
            effects.append(.loadSound(order.order.sound))
        }
        guard now.wall >= leadIn else {
            return next.append(now.wall < load && carriedBook.stages[sound] == .kept ? load : leadIn)
        }
        guard trusted.isTrusted else {
            return end(order, .missed, .untrusted, trusted.finding, at: now, &effects)
        }
        guard carriedBook.stages[sound] == .loaded else { return next.append(target) }
        start(order, at: now, &effects)
    }

    private mutating func pastTarget(_ order: CarriedOrder, at now: Now, _ effects: inout [Effect]) {
        let detail: String
        switch carriedBook.stages[order.order.sound.id] {
        case .fetching(let fetch):
            let text = "\(fetch.arrived) of \(fetch.sound.chunks) parts had come at the instant"
            return end(order, .missed, .incomplete, text, at: now, &effects)
        case .finding, .keeping, .kept, .loading, nil: detail = "the sound was not in memory at the instant"
        case .loaded: detail = "the node got to it only after the instant"
        }
        end(order, .missed, .late, detail, at: now, &effects)
    }

    /// The lead-in has begun: stored as playing first, so that no crash plays it twice.
    private mutating func start(_ order: CarriedOrder, at now: Now, _ effects: inout [Effect]) {
        soundCount += 1
        let remaining = order.order.target - now.wall
        carriedBook.playing[order.id] = CarriedBook.Playing(
            play: soundCount, audibleAt: now.boot + remaining,
            answerBy: now.boot + remaining + NodeCore.carriedPatience)
        setPlaying(order.id, true)
        save(at: now, &effects)
        effects.append(
            .playSound(
                CarriedPlayOrder(
                    id: soundCount, sound: order.order.sound.id, target: order.order.target,
                    volume: settings.playVolume(order.order.volume),
                    trimMicroseconds: settings.trimMicroseconds)))
    }

    private mutating func setPlaying(_ id: String, _ isPlaying: Bool) {
        guard let index = state.carried.firstIndex(where: { $0.id == id }) else { return }
        state.carried[index].isPlaying = isPlaying
    }

    // MARK: The output's answer

    /// - Returns: whether the play order was of a carried sound.
    mutating func carriedEnded(
        id: Int, _ result: PlaybackResult, at now: Now, _ effects: inout [Effect]
    ) -> Bool {
        guard let key = carriedBook.order(played: id), let order = state.carried.first(where: { $0.id == key }) else {
            return false
        }
        switch result {
        case .finished(let onsetError, let underruns, _):
            var record = base(order, .played)
            // Rounded to the nearest microsecond; the output's word is no finer.
            record.onsetErrorMicroseconds = onsetError.map { Int($0 / 1000 + $0 % 1000 / 500) }
            if underruns > 0 {
                record.reason = .underrun
                record.detail = "the output ran dry \(underruns) times"
            }
            end(order, record, at: now, &effects)
        case .failed(.late, let message): end(order, .missed, .late, message, at: now, &effects)
        case .failed(.deviceMissing, let message): end(order, .failed, .deviceMissing, message, at: now, &effects)
        case .failed(.deviceBusy, let message): end(order, .failed, .deviceBusy, message, at: now, &effects)
        case .failed(.deviceFailed, let message): end(order, .failed, .deviceFailed, message, at: now, &effects)
        case .cancelled: end(order, .missed, .interrupted, "the sound was cut off", at: now, &effects)
        }
        tendCarried(at: now, &effects)
        return true
    }

    private mutating func outputIsSilent(
        _ order: CarriedOrder, _ playing: CarriedBook.Playing, at now: Now, _ effects: inout [Effect]
    ) {
        effects.append(.cancelPlay(id: playing.play))
        let text = "the output \(identity.device) did not answer"
        noteOutput(.failed, text)
        end(order, .failed, .deviceFailed, text, at: now, &effects)
    }

    // MARK: Interruptions

    /// The program is told to leave. What was heard in part was interrupted; the rest is found at the next start.
    mutating func stopCarried(at now: Now, _ effects: inout [Effect]) {
        takeBackCarried(at: now, &effects)
        for order in state.carried {
            guard let playing = carriedBook.playing[order.id] else { continue }
            effects.append(.cancelPlay(id: playing.play))
            end(order, .missed, .interrupted, "the node was stopped while it was playing", at: now, &effects)
        }
    }

    /// The clock was set, or is no longer trusted. Sound that has begun is left alone; what has not is to be looked at
    /// anew.
    mutating func takeBackCarried(at now: Now, _ effects: inout [Effect]) {
        var isAny = false
        for order in state.carried {
            guard let playing = carriedBook.playing[order.id], now.boot < playing.audibleAt else { continue }
            effects.append(.cancelPlay(id: playing.play))
            carriedBook.playing[order.id] = nil
            setPlaying(order.id, false)
            isAny = true
        }
        if isAny { save(at: now, &effects) }
    }

    /// Somebody takes an order back. One that is not kept here has its line, or never came.
    mutating func withdraw(order id: String, at now: Now, _ effects: inout [Effect]) {
        guard let order = state.carried.first(where: { $0.id == id }) else { return }
        var record = base(order, .withdrawn)
        record.detail = "it was withdrawn before it was heard"
        if let playing = carriedBook.playing[id] {
            effects.append(.cancelPlay(id: playing.play))
            if now.boot >= playing.audibleAt { record.detail = "it was withdrawn while it was heard" }
        }
        end(order, record, at: now, &effects)
        tendCarried(at: now, &effects)
    }

    // MARK: The line

    private func base(_ order: CarriedOrder, _ outcome: SoundOutcome) -> SoundRecord {
        SoundRecord(
            order: order.id, sound: order.order.sound.id, label: order.order.label, target: order.order.target,
            outcome: outcome)
    }

    mutating func end(
        _ order: CarriedOrder, _ outcome: SoundOutcome, _ reason: SoundReason, _ detail: String, at now: Now,
        _ effects: inout [Effect]
    ) {
        var record = base(order, outcome)
        record.reason = reason
        record.detail = detail.line(maximumBytes: SoundRecord.maximumDetailBytes)
        end(order, record, at: now, &effects)
    }

    private mutating func end(
        _ order: CarriedOrder, _ record: SoundRecord, at now: Now, _ effects: inout [Effect]
    ) {
        state.carried.removeAll { $0.id == order.id }
        carriedBook.playing[order.id] = nil
        state.carriedDone.append(order.id)
        state.carriedDone.removeFirst(max(0, state.carriedDone.count - NodeCore.rememberedCarried))
        state.append(.sound(record), at: now.wall)
        isReportDue = true
        save(at: now, &effects)
        effects.append(.log(record.outcome.logLevel, record.sentence))
    }

    /// Sounds that no order is for any more.
    private mutating func dropUnusedSounds(_ effects: inout [Effect]) {
        let used = Set(state.carried.map(\.order.sound.id))
        for sound in carriedBook.stages.keys.sorted() where !used.contains(sound) {
            switch carriedBook.stages.removeValue(forKey: sound) {
            case .fetching: effects.append(.leaveSound(sound))
            case .loading, .loaded: effects.append(.unloadSound(sound))
            case .finding, .keeping, .kept, nil: break
            }
        }
    }
}

extension SoundOutcome {
    fileprivate var logLevel: LogLevel {
        switch self {
        case .played, .withdrawn: .info
        case .missed, .failed: .warning
        }
    }
}

extension SoundRecord {
    /// One line for the log.
    var sentence: String {
        var text = "sound \(sound.short) at \(target): \(outcome.rawValue)"
        if let reason { text += " (\(reason.rawValue))" }
        if let onsetErrorMicroseconds { text += " onset_error=\(onsetErrorMicroseconds)us" }
        if let detail { text += ": \(detail)" }
        return text
    }
}
