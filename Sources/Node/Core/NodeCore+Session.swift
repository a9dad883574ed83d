// The life of one wake, as a phone keeps a background push: it has a budget of wall-clock run time, looks at its own
// clock in trips of at most a second once its sound is near, leaves when too little of the budget is left, and speaks at
// the exact instant.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// A wake that is being kept.
    struct Session: Sendable {
        enum Phase: Sendable {
            case waiting
            /// Handed to the output. `audibleAt`: when the target will have been reached, on the boot clock.
            /// `hasLead`: with what sounds before that.
            case playing(id: Int, audibleAt: BootTime, hasLead: Bool)
        }

        var target: WallTime
        var source: WakeSource
        var deadline: BootTime
        var wakeLatencyMilliseconds: Int?
        var trips = 0
        var phase = Phase.waiting
        /// Whether what sounds before the target was handed to the output, in vain.
        var triedLead = false
        /// Why what would sound before the target is not played, as it was first seen.
        var leftOut: String?

        var isPlaying: Bool {
            switch phase {
            case .waiting: false
            case .playing: true
            }
        }
    }

    // MARK: Waking

    mutating func receive(_ wake: Wake, at now: Now, _ effects: inout [Effect]) {
        guard !state.decided.contains(wake.target), session?.target != wake.target else { return }
        let budget = Duration.milliseconds(wake.budgetMilliseconds)
        if trust.verdict(at: now).isTrusted {
            guard wake.target + NodeCore.grace >= now.wall else { return receiveLate(wake, at: now, &effects) }
            guard wake.notAfter >= now.wall else {
                return effects.append(
                    .log(.warning, "ignored a wake for \(wake.target): it was good until \(wake.notAfter)"))
            }
            guard wake.target - now.wall <= budget - NodeCore.reserve else {
                let ahead = Int((wake.target - now.wall).secondsWithFraction)
                return effects.append(
                    .log(
                        .warning,
                        "ignored a wake for \(wake.target): it is \(ahead) s ahead, more than its budget of "
                            + "\(wake.budgetMilliseconds) ms allows; is the coordinator's clock right?"))
            }
        }
        guard session == nil else {
            return effects.append(.log(.notice, "ignored a wake for \(wake.target): another one is being kept"))
        }
        let latency = (now.wall - wake.sent).nanoseconds / 1_000_000
        session = Session(
            target: wake.target, source: .wake, deadline: now.boot + budget,
            // Clocks may differ by anything; a number that is no latency is not reported as one.
            wakeLatencyMilliseconds: latency.magnitude < 3_600_000 ? Int(latency) : nil)
        // Where nothing is to be heard, nobody needs to know the time that well.
        let outlook = outlook(of: wake.target)
        if !outlook.isSilent { refreshClock(before: wake.target - outlook.lead, at: now, &effects) }
        lookAtClock(at: now, &effects)
    }

    /// A wake that came after its time. The quarter hour it was for gets its record if it is the one just over.
    private mutating func receiveLate(_ wake: Wake, at now: Now, _ effects: inout [Effect]) {
        let late = now.wall - wake.target
        effects.append(
            .log(.warning, "a wake for \(wake.target) came \(Int(late.secondsWithFraction)) s after its target"))
        guard wake.target == nextQuarter else { return }
        record(
            QuarterRecord(
                target: wake.target, outcome: .missed, reason: .late,
                detail: "the wake came \(Int(late.secondsWithFraction)) s after the target", source: .wake),
            at: now, &effects)
    }

    mutating func wakeSelf(at now: Now, _ effects: inout [Effect]) {
        guard let target = nextQuarter, session == nil, settings.selfWake else { return }
        let budget = outlook(of: target).lead + NodeCore.selfWakeBudget
        session = Session(target: target, source: .self, deadline: now.boot + budget)
        lookAtClock(at: now, &effects)
    }

    // MARK: The loop

    /// One trip: decide, or sleep for at most a second and look again. By a trusted clock there is nothing to see while the
    /// sound is still far, as where the wake came so early for another room's melody; and where nothing is to be heard and
    /// no chime begins ahead of its instant, nothing before the lead-in. Being told of a set clock or of other settings
    /// ends such a sleep.
    mutating func lookAtClock(at now: Now, _ effects: inout [Effect]) {
        guard let session, case .waiting = session.phase else { return }
        let trusted = trust.verdict(at: now)
        let remaining = session.target - now.wall
        let left = session.deadline - now.boot
        let outlook = outlook(of: session.target)
        let hasLead = outlook.span.lead > .zero
        if trusted.isTrusted, remaining > left {
            // The clock was set back, or was wrong when the wake came. What wakes at the right time will come again.
            effects.append(
                .log(
                    .notice,
                    "the wake for \(session.target) is given up: by the clock it is "
                        + "\(Int(remaining.secondsWithFraction)) s ahead"))
            self.session = nil
            cancel(.trip, &effects)
        } else if trusted.isTrusted, remaining < .zero - NodeCore.grace {
            let late = Int((.zero - remaining).secondsWithFraction)
            end(session, .missed, .late, "the clock showed \(late) s past the target", at: now, &effects)
        } else if left < NodeCore.reserve || (!trusted.isTrusted && (.zero..<leadIn).contains(remaining)) {
            if trusted.isTrusted {
                let text = "\(Int(left.milliseconds)) ms of the budget left, \(Int(remaining.milliseconds)) ms to go"
                end(session, .expired, nil, text, at: now, &effects)
            } else {
                end(session, .missed, .untrusted, trusted.finding, at: now, &effects)
            }
        } else if trusted.isTrusted, hasLead, let whole = wholePlan(for: session, at: now) {
            play(whole, hasLead: true, session, at: now, &effects)
        } else if trusted.isTrusted, remaining <= leadIn {
            decide(session, at: now, &effects)
        } else {
            if trusted.isTrusted, hasLead { noteLead(session, remaining, at: now) }
            self.session?.trips += 1
            var sleep = left - NodeCore.reserve + .milliseconds(1)
            let begin = outlook.span.lead + leadIn
            if !trusted.isTrusted || hasLead || !outlook.isSilent {
                let ahead = remaining - begin - NodeCore.watchedAdvance
                sleep = min(sleep, trusted.isTrusted && ahead > .zero ? ahead : NodeCore.longestTrip)
            }
            if remaining > leadIn { sleep = min(sleep, remaining - leadIn) }
            if remaining > begin { sleep = min(sleep, remaining - begin) }
            set(.trip, .boot(now.boot + sleep), &effects)
        }
    }

    /// The lead-in starts: play, or keep silent for a reason.
    private mutating func decide(_ session: Session, at now: Now, _ effects: inout [Effect]) {
        recoverInterrupted(at: now, &effects)
        guard self.session != nil else { return }
        if let ring = ringInTheWay(until: session.target + NodeCore.spokenLength, at: now) {
            return end(session, .silent, .ringing, ring, at: now, &effects)
        }
        if let silence = silence(at: session.target) {
            return end(session, .silent, silence.reason, silence.detail, at: now, &effects)
        }
        noteLead(session, session.target - now.wall, at: now)
        play(shortPlan(for: self.session ?? session, at: now), hasLead: false, session, at: now, &effects)
    }

    private mutating func play(
        _ choice: ChosenPlan, hasLead: Bool, _ session: Session, at now: Now, _ effects: inout [Effect]
    ) {
        recoverInterrupted(at: now, &effects)
        guard self.session != nil else { return }
        dropSpoken(&effects)
        soundCount += 1
        let audibleAt = now.boot + (session.target - now.wall)
        self.session?.phase = .playing(id: soundCount, audibleAt: audibleAt, hasLead: hasLead)
        self.session?.leftOut = choice.leftOut
        state.playing = session.target
        state.playingSince = ClockReading(clock(from: now))
        save(at: now, &effects)
        effects.append(
            .play(
                PlayOrder(
                    id: soundCount, plan: choice.plan, target: session.target, volume: settings.announcementVolume,
                    trimMicroseconds: settings.trimMicroseconds)))
        set(.playback, .boot(audibleAt + choice.tail + NodeCore.playbackPatience), &effects)
        // A melody is long, and no event tells that trust was lost: a last look, as without it. See `followTrust`.
        if hasLead { set(.trip, .boot(audibleAt - leadIn), &effects) }
    }

    /// Whether the quarter hour is not to be heard by the settings.
    func isSilent(at target: WallTime) -> Bool {
        if settings.muted || settings.every == .off { return true }
        let local = zone.localTime(at: target).time
        return settings.quiet.contains { $0.contains(local) } || !settings.every.includes(local)
    }

    /// Why the quarter hour is not to be heard by the settings; `nil` when it is.
    func silence(at target: WallTime) -> (reason: QuarterReason, detail: String)? {
        if settings.muted { return (.muted, "the node is muted") }
        let local = zone.localTime(at: target).time
        if let period = settings.quiet.first(where: { $0.contains(local) }) {
            return (.quietHours, "\(local.hourAndMinute) is within the quiet hours \(period)")
        }
        if settings.every == .off { return (.interval, "announcements are off") }
        if settings.every.includes(local) { return nil }
        return (.interval, "set to announce every \(settings.every.rawValue) minutes")
    }

    /// How long after its end the output's answer to an announcement is waited for.
    static let playbackPatience: Duration = .seconds(25)
    /// A clock that is steered while the program is away has not been set back.
    static let recoverySlack: Duration = .seconds(1)

    // MARK: The output's answer

    mutating func playbackEnded(id: Int, _ result: PlaybackResult, at now: Now, _ effects: inout [Effect]) {
        noteOutput(result)
        if carriedEnded(id: id, result, at: now, &effects) { return }
        if spokenCommand?.order?.id == id {
            if case .failed(_, let message) = result {
                effects.append(.log(.error, "could not say the time as asked: \(message)"))
            }
            spokenCommand = nil
            return
        }
        guard let session, case .playing(id, let audibleAt, let hasLead) = session.phase else { return }
        switch result {
        case .finished(let onsetError, let underruns, let missing):
            var record = base(session, .announced)
            // Rounded to the nearest microsecond; the output's word is no finer.
            record.onsetErrorMicroseconds = onsetError.map { Int($0 / 1000 + $0 % 1000 / 500) }
            var details = [session.leftOut].compactMap(\.self)
            if !missing.isEmpty {
                record.reason = .fallbackTone
                details.append("missing or broken clips: \(missing.joined(separator: ", "))")
            } else if underruns > 0 {
                record.reason = .underrun
                details.append("the output ran dry \(underruns) times")
            }
            record.detail = details.isEmpty ? nil : details.joined(separator: "; ")
            self.record(record, at: now, &effects)
        case .failed(let failure, let message) where hasLead && now.boot + openingTime <= audibleAt:
            goOnWithoutLead(failure, message, at: now, &effects)
        case .failed(let failure, let message):
            switch failure {
            case .late: end(session, .missed, .late, message, at: now, &effects)
            case .deviceMissing: end(session, .failed, .deviceMissing, message, at: now, &effects)
            case .deviceBusy: end(session, .failed, .deviceBusy, message, at: now, &effects)
            case .deviceFailed: end(session, .failed, .deviceFailed, message, at: now, &effects)
            }
        case .cancelled:
            end(session, .missed, .interrupted, "the announcement was cut off", at: now, &effects)
        }
    }

    /// What sounds before the instant cannot be played. What counts is the instant, and that is still to come.
    private mutating func goOnWithoutLead(
        _ failure: PlaybackFailure, _ message: String, at now: Now, _ effects: inout [Effect]
    ) {
        effects.append(.log(.warning, "cannot play what comes before the quarter hour: \(message)"))
        cancel(.playback, &effects)
        state.playing = nil
        session?.phase = .waiting
        session?.triedLead = true
        session?.leftOut = "the melody was left out: \(message)"
        lookAtClock(at: now, &effects)
    }

    mutating func playbackTimedOut(at now: Now, _ effects: inout [Effect]) {
        guard let session, case .playing(let id, let audibleAt, _) = session.phase else { return }
        effects.append(.cancelPlay(id: id))
        let waited = Int((now.boot - audibleAt).secondsWithFraction)
        let text = "the output \(identity.device) had not answered \(waited) s after the quarter hour"
        noteOutput(.failed, text)
        end(session, .failed, .deviceFailed, text, at: now, &effects)
    }

    private mutating func noteOutput(_ result: PlaybackResult) {
        switch result {
        case .finished: noteOutput(.ok, nil)
        case .failed(.late, _), .cancelled: break
        case .failed(let failure, let text): noteOutput(AudioReport.State(failure), text)
        }
    }

    mutating func noteOutput(_ state: AudioReport.State, _ detail: String?) {
        receive(AudioReport(device: identity.device, state: state, detail: detail, devices: audio.devices))
    }

    // MARK: Interruptions

    /// A play order that a crash or a stop cut off has a record all the same. One whose instant has not come was not
    /// heard by anybody, and is simply due. Only a trusted clock can tell: after a power cut it may be hours behind. And
    /// one that was set back meanwhile cannot: it shows less than it did when the order was given, and the time since.
    mutating func recoverInterrupted(at now: Now, _ effects: inout [Effect]) {
        guard session?.isPlaying != true, let target = state.playing, trust.verdict(at: now).isTrusted else { return }
        if let least = state.playingSince?.clock.wall(at: now.boot), max(least, now.wall) < target,
            now.wall >= least - NodeCore.recoverySlack
        {
            state.playing = nil
            return
        }
        record(
            QuarterRecord(
                target: target, outcome: .missed, reason: .interrupted,
                detail: "the node stopped while it was announcing"),
            at: now, &effects)
    }

    /// The clock was set, or is no longer trusted, while a wake was being kept. Where the instant is over, what sounds is
    /// left alone. Before that it is taken back and looked at anew, a melody that has begun as well: the stroke that it
    /// leads to would mark another instant.
    mutating func reconsiderSound(at now: Now, _ effects: inout [Effect]) {
        takeBackSpoken(at: now, &effects)
        guard let session else { return }
        if case .playing(let id, let audibleAt, _) = session.phase {
            guard now.boot < audibleAt else { return }
            effects.append(.cancelPlay(id: id))
            cancel(.playback, &effects)
            state.playing = nil
            self.session?.phase = .waiting
        }
        lookAtClock(at: now, &effects)
    }

    /// Somebody has silenced the node while the melody before the instant plays.
    mutating func silenceIfAsked(at now: Now, _ effects: inout [Effect]) {
        guard let session, case .playing(let id, let audibleAt, _) = session.phase, now.boot < audibleAt,
            let silence = silence(at: session.target)
        else { return }
        effects.append(.cancelPlay(id: id))
        end(session, .silent, silence.reason, silence.detail, at: now, &effects)
    }

    mutating func shutdown(at now: Now, _ effects: inout [Effect]) {
        dropSpoken(&effects)
        stopCarried(at: now, &effects)
        silenceRings(at: now, &effects)
        guard let session, case .playing(let id, let audibleAt, _) = session.phase else { return }
        effects.append(.cancelPlay(id: id))
        if now.boot < audibleAt {
            // The time was not heard yet: a restart in time still announces it.
            state.playing = nil
            self.session = nil
            save(at: now, &effects)
        } else {
            end(session, .missed, .interrupted, "the node was stopped while it was announcing", at: now, &effects)
        }
    }

    // MARK: Records

    private func base(_ session: Session, _ outcome: QuarterOutcome) -> QuarterRecord {
        QuarterRecord(
            target: session.target, outcome: outcome, source: session.source,
            wakeLatencyMilliseconds: session.wakeLatencyMilliseconds, trips: session.trips)
    }

    private mutating func end(
        _ session: Session, _ outcome: QuarterOutcome, _ reason: QuarterReason?, _ detail: String, at now: Now,
        _ effects: inout [Effect]
    ) {
        var record = base(session, outcome)
        record.reason = reason
        record.detail = detail
        self.record(record, at: now, &effects)
    }
}
