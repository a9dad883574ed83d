// A quarter hour on a node. Every one ends in exactly one record, whatever happens: the announcement, or a reason. A
// wake message is only a reminder; the node's own clock knows the next quarter hour just as well, so two wall-clock
// timers stand for it: one to wake without a message, one to close the quarter hour if nothing else has.
//
// The node keeps a wake as a phone keeps a background push: the wake has a budget of wall-clock run time, reads its own
// clock in trips of at most a second once its sound is near, gives up when too little of the budget is left, and speaks
// at the exact instant.

public import ClockDomain
internal import ClockWire

/// The part of the quarter hours that must survive a crash.
public struct QuarterMemory: Hashable, Sendable {
    /// Quarter hours with a record, in the order of their records, the last ``NodeState/maximumDecided`` of them.
    ///
    /// A list and not just the newest: a clock that was once a year ahead must not silence the year.
    public fileprivate(set) var decided: [WallTime]
    /// The quarter hour whose announcement plays or is about to. Found after a crash, it was interrupted.
    public fileprivate(set) var playing: WallTime?
    /// The clock at that order; in a later boot, the earliest time that the clock shows from the boot's beginning on.
    public fileprivate(set) var playingSince: ClockReading?

    public init(decided: [WallTime] = [], playing: WallTime? = nil, playingSince: ClockReading? = nil) {
        self.decided = decided
        self.playing = playing
        self.playingSince = playing == nil ? nil : playingSince
    }

    /// Discards the boot clock's values after another boot.
    mutating func loseBootClock() {
        playingSince = playingSince.map { since in
            ClockReading(SteeredClock(boot: BootTime(nanoseconds: 0), wall: since.clock.wall, ratePPB: 0))
        }
    }

    fileprivate mutating func decide(_ target: WallTime) {
        decided.append(target)
        decided.removeFirst(max(0, decided.count - NodeState.maximumDecided))
    }

    fileprivate mutating func begin(_ target: WallTime, since: ClockReading) {
        playing = target
        playingSince = since
    }

    fileprivate mutating func forgetPlaying() {
        playing = nil
        playingSince = nil
    }
}

/// The next quarter hour, and the current wake.
struct QuarterHours: Sendable {
    /// A wake that the node keeps.
    struct Session: Sendable {
        enum Phase: Sendable {
            case waiting
            /// With the output. `hasLead`: with the part before the target.
            case playing(hasLead: Bool)
        }

        var target: WallTime
        var source: WakeSource
        var deadline: BootTime
        var wakeLatencyMilliseconds: Int?
        var trips = 0
        var phase = Phase.waiting
        /// True when the output failed to play the part before the target.
        var triedLead = false
        /// The first reason to leave out the part before the target.
        var leftOut: String?

        var isPlaying: Bool {
            switch phase {
            case .waiting: false
            case .playing: true
            }
        }
    }

    /// The latest time after the target at which the node may still announce.
    static let grace: Duration = .seconds(2)
    /// The longest pause between two readings of the clock while the node keeps a wake.
    private static let longestTrip: Duration = .seconds(1)
    /// The time before a sound at which the trips get so short. A wake comes earlier when another room's melody is
    /// longer.
    private static let watchedAdvance: Duration = .seconds(13)
    /// Below this rest of the budget the node gives up, so that it cuts off nothing in the middle.
    private static let reserve: Duration = .seconds(5)
    /// The budget of a self-wake; the part before the instant comes on top.
    private static let selfWakeBudget: Duration = .seconds(30)
    /// The node wakes itself this long before its lead-in when no wake message came.
    private static let selfWakeAdvance: Duration = .seconds(2)
    /// No spoken time is longer.
    static let spokenLength: Duration = .milliseconds(5500)
    /// The longest wait, after its end, for the output's answer to an announcement.
    static let playbackPatience: Duration = .seconds(25)
    /// A clock that is steered while the program is away has not been set back.
    private static let recoverySlack: Duration = .seconds(1)
    /// If a step of the clock skips more quarter hours than this (a day), the coordinator records the older ones.
    private static let maximumSteppedOver = 96

    private(set) var session: Session?
    /// The next quarter hour that needs a record; `nil` while the wall clock cannot name one.
    private(set) var next: WallTime?
    /// The lead of its sound before the lead-in, by which the self-wake is set.
    private var selfWakeLead: Duration?
    private var outlook = QuarterOutlook()

    /// Returns the coming announcements for the report.
    mutating func prospect(_ node: inout NodeContext) -> QuarterOutlook.Prospect { outlook.prospect(from: next, &node) }

    private mutating func expect(_ target: WallTime?, _ node: inout NodeContext) {
        if next != target { node.reporter.isDue = true }
        next = target
    }

    // MARK: Changes

    /// Derives again the next quarter hour and its orders, as far as they depend on the change.
    mutating func apply(_ change: NodeCore.Change, at now: Now, _ node: inout NodeContext) {
        switch change {
        case .started:
            recoverInterrupted(at: now, &node)
            derive(at: now, &node)
        case .trustWon:
            recoverInterrupted(at: now, &node)
            if next == nil { derive(at: now, &node) }
        case .trustLost: reconsider(at: now, &node)
        case .clockSet:
            derive(at: now, &node)
            reconsider(at: now, &node)
        case .document, .zone:
            // Another local time has another chime.
            outlook.forget()
            armSelfWake(&node)
            if case .document = change { silenceIfAsked(at: now, &node) }
            lookAtClock(at: now, &node)
        case .leadIn:
            selfWakeLead = nil
            armSelfWake(&node)
            lookAtClock(at: now, &node)
        }
    }

    /// The chime is another one, whose spans the shell has yet to report.
    mutating func forgetChime() { outlook.learn([]) }

    /// Stores the spans of the chime, as the shell reports them; empty for a built-in one. A longer one begins earlier.
    mutating func learnChime(_ spans: [ChimeSpan], at now: Now, _ node: inout NodeContext) {
        outlook.learn(spans)
        armSelfWake(&node)
        lookAtClock(at: now, &node)
    }

    // MARK: Waking

    mutating func receive(_ wake: Wake, at now: Now, _ node: inout NodeContext) {
        guard !node.memory.quarters.decided.contains(wake.target), session?.target != wake.target else { return }
        let budget = Duration.milliseconds(wake.budgetMilliseconds)
        if node.clock.verdict(at: now).isTrusted {
            guard wake.target + QuarterHours.grace >= now.wall else { return receiveLate(wake, at: now, &node) }
            guard wake.notAfter >= now.wall else {
                return node.log(.warning, "ignored a wake for \(wake.target): it was good until \(wake.notAfter)")
            }
            guard wake.target - now.wall <= budget - QuarterHours.reserve else {
                let ahead = Int((wake.target - now.wall).secondsWithFraction)
                return node.log(
                    .warning,
                    "ignored a wake for \(wake.target): it is \(ahead) s ahead, more than its budget of "
                        + "\(wake.budgetMilliseconds) ms allows; is the coordinator's clock right?")
            }
        } else if let next, next != wake.target {
            // This clock was trusted and has not been set since, so the coordinator's has moved. A record for its
            // quarter hour would silence the room when that comes.
            return node.log(
                .warning,
                "ignored a wake for \(wake.target): by this node's clock \(next) comes first; is the coordinator's clock right?"
            )
        }
        guard session == nil else {
            return node.log(.notice, "ignored a wake for \(wake.target): the node keeps another wake")
        }
        let latency = (now.wall - wake.sent).nanoseconds / 1_000_000
        session = Session(
            target: wake.target, source: .wake, deadline: now.boot + budget,
            // Clocks may differ by anything; a number that is no latency is not reported as one.
            wakeLatencyMilliseconds: latency.magnitude < 3_600_000 ? Int(latency) : nil)
        // For a silent quarter hour nobody needs such an exact clock.
        let view = outlook.of(wake.target, &node)
        if !view.isSilent { node.refreshClock(before: wake.target - view.lead, at: now) }
        lookAtClock(at: now, &node)
    }

    /// A wake that came after its time. Its quarter hour gets its record if it is the one just over.
    private mutating func receiveLate(_ wake: Wake, at now: Now, _ node: inout NodeContext) {
        let late = now.wall - wake.target
        node.log(.warning, "a wake for \(wake.target) came \(Int(late.secondsWithFraction)) s after its target")
        guard wake.target == next else { return }
        record(
            QuarterRecord(
                target: wake.target, outcome: .missed, reason: .late,
                detail: "the wake came \(Int(late.secondsWithFraction)) s after the target", source: .wake),
            at: now, &node)
    }

    mutating func wakeSelf(at now: Now, _ node: inout NodeContext) {
        guard let target = next, session == nil, node.settings.selfWake else { return }
        let budget = outlook.of(target, &node).lead + QuarterHours.selfWakeBudget
        session = Session(target: target, source: .self, deadline: now.boot + budget)
        lookAtClock(at: now, &node)
    }

    // MARK: The loop

    /// One trip: decide, or sleep for at most a second and read the clock again. By a trusted clock the node need not
    /// read it while the sound is still far, as when the wake came so early for another room's melody; nor before the
    /// lead-in of a silent quarter hour whose chime does not begin ahead of its instant. A set clock or other settings
    /// end such a sleep.
    mutating func lookAtClock(at now: Now, _ node: inout NodeContext) {
        guard let session, case .waiting = session.phase else { return }
        let trusted = node.clock.verdict(at: now)
        let remaining = session.target - now.wall
        let left = session.deadline - now.boot
        let view = outlook.of(session.target, &node)
        let hasLead = view.span.lead > .zero
        if trusted.isTrusted, remaining > left {
            // The clock was set back, or was wrong when the wake came. The wake for the right time will come again.
            node.log(
                .notice,
                "gave up the wake for \(session.target): by this node's clock, that is "
                    + "\(Int(remaining.secondsWithFraction)) s ahead")
            self.session = nil
            node.cancel(.trip)
        } else if trusted.isTrusted, remaining < .zero - QuarterHours.grace {
            let late = Int((.zero - remaining).secondsWithFraction)
            finish(session, .missed, .late, "the clock showed \(late) s past the target", at: now, &node)
        } else if left < QuarterHours.reserve
            || (!trusted.isTrusted && (.zero..<node.output.leadIn).contains(remaining))
        {
            if trusted.isTrusted {
                let text = "\(Int(left.milliseconds)) ms of the budget left, \(Int(remaining.milliseconds)) ms to go"
                finish(session, .expired, nil, text, at: now, &node)
            } else {
                finish(session, .missed, .untrusted, trusted.finding, at: now, &node)
            }
        } else if trusted.isTrusted, hasLead, let whole = wholePlan(for: session, at: now, &node) {
            play(whole, hasLead: true, session, at: now, &node)
        } else if trusted.isTrusted, remaining <= node.output.leadIn {
            decide(session, at: now, &node)
        } else {
            if trusted.isTrusted, hasLead { noteLead(session, remaining, at: now, &node) }
            self.session?.trips += 1
            var sleep = left - QuarterHours.reserve + .milliseconds(1)
            let begin = view.span.lead + node.output.leadIn
            if !trusted.isTrusted || hasLead || !view.isSilent {
                let ahead = remaining - begin - QuarterHours.watchedAdvance
                sleep = min(sleep, trusted.isTrusted && ahead > .zero ? ahead : QuarterHours.longestTrip)
            }
            if remaining > node.output.leadIn { sleep = min(sleep, remaining - node.output.leadIn) }
            if remaining > begin { sleep = min(sleep, remaining - begin) }
            node.set(.trip, .boot(now.boot + sleep))
        }
    }

    /// The lead-in starts: play, or stay silent for a reason.
    private mutating func decide(_ session: Session, at now: Now, _ node: inout NodeContext) {
        recoverInterrupted(at: now, &node)
        guard self.session != nil else { return }
        if let ring = node.ringInTheWay(until: session.target + QuarterHours.spokenLength) {
            return finish(session, .silent, .ringing, ring, at: now, &node)
        }
        if let silence = outlook.silence(at: session.target, &node) {
            return finish(session, .silent, silence.reason, silence.detail, at: now, &node)
        }
        noteLead(session, session.target - now.wall, at: now, &node)
        play(shortPlan(for: self.session ?? session, at: now, &node), hasLead: false, session, at: now, &node)
    }

    private mutating func play(
        _ choice: ChosenPlan, hasLead: Bool, _ session: Session, at now: Now, _ node: inout NodeContext
    ) {
        recoverInterrupted(at: now, &node)
        guard self.session != nil else { return }
        let begin = hasLead ? now.wall : session.target
        OrderedSounds.join(session.target, sounding: begin..<session.target + choice.tail, at: now, &node)
        let audibleAt = now.boot + (session.target - now.wall)
        let sound = node.output.place(
            .quarter, audibleAt: audibleAt, answerBy: audibleAt + choice.tail + QuarterHours.playbackPatience)
        self.session?.phase = .playing(hasLead: hasLead)
        self.session?.leftOut = choice.leftOut
        node.memory.quarters.begin(session.target, since: ClockReading(node.clock.running(from: now)))
        node.save(at: now)
        node.emit(
            .play(
                PlayOrder(
                    id: sound.id, plan: choice.plan, target: session.target, audibleAt: audibleAt,
                    volume: node.settings.announcementVolume, trimMicroseconds: node.settings.trimMicroseconds)))
        node.set(.playback, .boot(sound.answerBy))
        // A melody is long, and no event announces a loss of trust: a last reading, as without it. See
        // ``reconsider(at:_:)``.
        if hasLead { node.set(.trip, .boot(audibleAt - node.output.leadIn)) }
    }

    // MARK: The output's answer

    /// The output has answered an announcement.
    mutating func ended(_ sound: SoundOutput.Sound, _ result: PlaybackResult, at now: Now, _ node: inout NodeContext) {
        guard let session, case .playing(let hasLead) = session.phase else { return }
        switch result {
        case .finished(let onsetError, let underruns, let missing):
            var record = base(session, .announced)
            // Rounded to the nearest microsecond; the output reports no finer.
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
            self.record(record, at: now, &node)
        case .failed(_, let message) where hasLead && now.boot + node.output.openingTime <= sound.audibleAt:
            goOnWithoutLead(message, at: now, &node)
        case .failed(let failure, let message):
            switch failure {
            case .late: finish(session, .missed, .late, message, at: now, &node)
            case .deviceMissing: finish(session, .failed, .deviceMissing, message, at: now, &node)
            case .deviceBusy: finish(session, .failed, .deviceBusy, message, at: now, &node)
            case .deviceFailed: finish(session, .failed, .deviceFailed, message, at: now, &node)
            }
        case .cancelled: finish(session, .missed, .interrupted, "the announcement was cut off", at: now, &node)
        }
    }

    /// The part before the instant cannot be played. The instant counts, and is still to come.
    private mutating func goOnWithoutLead(_ message: String, at now: Now, _ node: inout NodeContext) {
        node.log(.warning, "cannot play the melody before the quarter hour: \(message)")
        node.cancel(.playback)
        node.memory.quarters.forgetPlaying()
        session?.phase = .waiting
        session?.triedLead = true
        session?.leftOut = "the melody was left out: \(message)"
        lookAtClock(at: now, &node)
    }

    mutating func playbackTimedOut(at now: Now, _ node: inout NodeContext) {
        guard let session, session.isPlaying, let sound = node.output.sound(of: .quarter) else { return }
        let waited = Int((now.boot - sound.audibleAt).secondsWithFraction)
        let text = "the output \(node.identity.device) had not answered \(waited) s after the quarter hour"
        node.output.giveUp(.quarter, text, &node.out)
        finish(session, .failed, .deviceFailed, text, at: now, &node)
    }

    // MARK: Interruptions

    /// A play order that a crash or a stop cut off gets a record all the same. If its instant has not come, nobody
    /// heard it, and it is simply due. Only a trusted clock decides that: after a power cut a clock may be hours
    /// behind. A clock that was set back meanwhile cannot decide it: it shows less than at the order, plus the time
    /// since.
    private mutating func recoverInterrupted(at now: Now, _ node: inout NodeContext) {
        guard session?.isPlaying != true, let target = node.memory.quarters.playing,
            node.clock.verdict(at: now).isTrusted
        else { return }
        if let least = node.memory.quarters.playingSince?.clock.wall(at: now.boot), max(least, now.wall) < target,
            now.wall >= least - QuarterHours.recoverySlack
        {
            node.memory.quarters.forgetPlaying()
            return
        }
        record(
            QuarterRecord(
                target: target, outcome: .missed, reason: .interrupted,
                detail: "the node stopped while it was announcing"),
            at: now, &node)
    }

    /// The clock was set, or is no longer trusted, while the node keeps a wake. After the instant the sound plays on.
    /// Before it the node cancels the sound and decides again, also on a melody that has begun: the stroke to which it
    /// leads would mark another instant.
    private mutating func reconsider(at now: Now, _ node: inout NodeContext) {
        guard let session else { return }
        if session.isPlaying {
            guard node.output.takeBackUnheard(.quarter, at: now, &node.out) else { return }
            node.cancel(.playback)
            node.memory.quarters.forgetPlaying()
            self.session?.phase = .waiting
        }
        lookAtClock(at: now, &node)
    }

    /// Somebody has silenced the node while the melody before the instant plays.
    private mutating func silenceIfAsked(at now: Now, _ node: inout NodeContext) {
        guard let session, session.isPlaying, let sound = node.output.sound(of: .quarter),
            now.boot < sound.audibleAt, let silence = outlook.silence(at: session.target, &node)
        else { return }
        node.output.takeBack(.quarter, &node.out)
        finish(session, .silent, silence.reason, silence.detail, at: now, &node)
    }

    mutating func shutdown(at now: Now, _ node: inout NodeContext) {
        guard let session, session.isPlaying, let sound = node.output.sound(of: .quarter) else { return }
        node.output.takeBack(.quarter, &node.out)
        if now.boot < sound.audibleAt {
            // Nobody has heard the time yet: a restart in time still announces it.
            node.memory.quarters.forgetPlaying()
            self.session = nil
            node.save(at: now)
        } else {
            finish(session, .missed, .interrupted, "the node was stopped while it was announcing", at: now, &node)
        }
    }

    // MARK: Records

    private func base(_ session: Session, _ outcome: QuarterOutcome) -> QuarterRecord {
        QuarterRecord(
            target: session.target, outcome: outcome, source: session.source,
            wakeLatencyMilliseconds: session.wakeLatencyMilliseconds, trips: session.trips)
    }

    private mutating func finish(
        _ session: Session, _ outcome: QuarterOutcome, _ reason: QuarterReason?, _ detail: String, at now: Now,
        _ node: inout NodeContext
    ) {
        var record = base(session, outcome)
        record.reason = reason
        record.detail = detail
        self.record(record, at: now, &node)
    }

    // MARK: The plan

    /// A plan for a quarter hour, and the part that it leaves out.
    private struct ChosenPlan {
        var plan: AnnouncementPlan
        /// The time from the instant to its end.
        var tail: Duration
        var leftOut: String?
    }

    /// Returns the whole announcement while there is time for the part before the instant, and nothing in its way.
    private mutating func wholePlan(for session: Session, at now: Now, _ node: inout NodeContext) -> ChosenPlan? {
        let view = outlook.of(session.target, &node)
        let span = view.span
        let remaining = session.target - now.wall
        // At the lead-in of the instant itself as much of the budget must be left as without the melody.
        guard !session.triedLead, span.lead > .zero,
            (span.lead + node.output.openingTime...span.lead + node.output.leadIn).contains(remaining),
            session.deadline - now.boot >= remaining - node.output.leadIn + QuarterHours.reserve
        else { return nil }
        let tail = span.tail + QuarterHours.spokenLength
        guard outlook.silence(at: session.target, &node) == nil, node.ringInTheWay(until: session.target + tail) == nil
        else { return nil }
        return ChosenPlan(plan: .spokenTime(view.local, chime: node.settings.chime), tail: tail)
    }

    /// Stores the reason to leave out the melody, as soon as there is one.
    private mutating func noteLead(_ session: Session, _ remaining: Duration, at now: Now, _ node: inout NodeContext) {
        guard session.leftOut == nil else { return }
        let span = outlook.of(session.target, &node).span
        guard span.lead > .zero, remaining < span.lead + node.output.leadIn else { return }
        let end = session.target + span.tail + QuarterHours.spokenLength
        if let ring = node.ringInTheWay(until: end) {
            self.session?.leftOut = "the melody was left out: \(ring)"
        } else if outlook.silence(at: session.target, &node) != nil {
            self.session?.leftOut = "the melody was left out: the node was to be silent when it would have begun"
        } else {
            let left = Int(remaining.milliseconds)
            self.session?.leftOut =
                "the melody was left out: \(left) ms were left, and it begins \(Int(span.lead.milliseconds)) ms ahead"
        }
    }

    /// Returns the announcement without the part before the instant; without the chime if a ring is due while that
    /// sounds.
    private mutating func shortPlan(for session: Session, at now: Now, _ node: inout NodeContext) -> ChosenPlan {
        let view = outlook.of(session.target, &node)
        let (local, span) = (view.local, view.span)
        let tail = span.tail + QuarterHours.spokenLength
        if let ring = node.ringInTheWay(until: session.target + tail) {
            return ChosenPlan(
                plan: .spokenTime(local, chime: .none), tail: QuarterHours.spokenLength,
                leftOut: "the chime was left out: \(ring)")
        }
        let whole = AnnouncementPlan.spokenTime(local, chime: node.settings.chime)
        guard span.lead > .zero else { return ChosenPlan(plan: whole, tail: tail) }
        return ChosenPlan(plan: whole.withoutLead, tail: tail, leftOut: session.leftOut)
    }

    // MARK: The next quarter hour

    /// Derives the next quarter hour and its timers from the clock as it is now.
    private mutating func derive(at now: Now, _ node: inout NodeContext) {
        switch node.clock.verdict(at: now) {
        case .system, .coordinator, .stale, .follows, .lost:
            // A stale clock is uncertain, not wrong: the quarter hours are still known, only not announced.
            recordSteppedOver(at: now, &node)
            arm(at: now, &node)
        case .unknown, .disagrees, .outOfRange, .awaitsCoordinator, .unvouched:
            expect(nil, &node)
            node.cancel(.selfWake)
            node.cancel(.close)
        }
    }

    /// `target` has its record, or the code that will write it.
    private mutating func advance(past target: WallTime, at now: Now, _ node: inout NodeContext) {
        expect(target + QuarterHour.length, &node)
        switch node.clock.verdict(at: now) {
        case .system, .coordinator, .stale, .outOfRange, .follows, .lost: derive(at: now, &node)
        case .unknown, .disagrees, .awaitsCoordinator, .unvouched:
            // Trust was lost without a set clock: every quarter hour records that.
            arm(at: now, &node)
        }
    }

    /// Records quarter hours that a set clock jumped over, or that passed while the machine was suspended.
    private mutating func recordSteppedOver(at now: Now, _ node: inout NodeContext) {
        guard let first = next else { return }
        // Cleared meanwhile, so that the records below do not derive it again.
        expect(nil, &node)
        let end = firstInTime(at: now)
        var target = max(first, end - QuarterHour.length * QuarterHours.maximumSteppedOver)
        while target < end {
            if !node.memory.quarters.decided.contains(target), session?.target != target {
                let record = QuarterRecord(
                    target: target, outcome: .missed, reason: .late,
                    detail:
                        "the clock went past this quarter hour while the node did not look at it; it now shows \(now.wall)"
                )
                self.record(record, at: now, &node)
            }
            target = target + QuarterHour.length
        }
    }

    /// Returns the first quarter hour that can still be announced: the one just over can within its grace.
    private func firstInTime(at now: Now) -> WallTime { QuarterHour.atOrAfter(now.wall - QuarterHours.grace) }

    private mutating func arm(at now: Now, _ node: inout NodeContext) {
        var target = firstInTime(at: now)
        while node.memory.quarters.decided.contains(target) { target = target + QuarterHour.length }
        expect(target, &node)
        selfWakeLead = nil
        armSelfWake(&node)
        // Later than the loop's own last reading, so that it only ever finds quarter hours that the loop never had.
        node.set(.close, closing(target))
    }

    /// Sets the last moment of the self-wake, if it is another than before.
    private mutating func armSelfWake(_ node: inout NodeContext) {
        guard let target = next else { return }
        let lead = outlook.of(target, &node).lead
        guard selfWakeLead != lead else { return }
        selfWakeLead = lead
        node.set(.selfWake, .wall(target - lead - node.output.leadIn - QuarterHours.selfWakeAdvance))
    }

    private func closing(_ target: WallTime) -> Deadline { .wall(target + QuarterHours.grace + .seconds(1)) }

    /// The quarter hour is over. A session for it writes its own record.
    mutating func close(at now: Now, _ node: inout NodeContext) {
        guard let target = next else { return }
        // Early: the clock was set back after the timer had fired. The event of the set clock derives everything again.
        guard now.wall > target + QuarterHours.grace else { return node.set(.close, closing(target)) }
        let verdict = node.clock.verdict(at: now)
        if verdict == .outOfRange { return derive(at: now, &node) }
        if session?.target == target || node.memory.quarters.decided.contains(target) {
            return advance(past: target, at: now, &node)
        }
        var record = QuarterRecord(target: target, outcome: .missed)
        if !verdict.isTrusted {
            record.reason = .untrusted
            record.detail = verdict.finding
        } else if node.settings.selfWake {
            record.reason = .late
            record.detail = "the node got to it only after the target"
        } else {
            record.reason = .noWake
            record.detail = "no wake came and the node is set not to wake itself"
        }
        self.record(record, at: now, &node)
    }

    /// Writes a quarter hour's one record and moves on to the next.
    private mutating func record(_ record: QuarterRecord, at now: Now, _ node: inout NodeContext) {
        // If the program ended during an announcement, nobody can say that it was not heard.
        let wasPlaying = node.memory.quarters.playing == record.target && session?.isPlaying != true
        if session?.target == record.target {
            session = nil
            node.cancel(.trip)
            node.cancel(.playback)
        }
        if node.memory.quarters.playing == record.target { node.memory.quarters.forgetPlaying() }
        guard !node.memory.quarters.decided.contains(record.target) else { return }
        var record = record
        if wasPlaying {
            record.outcome = .missed
            record.reason = .interrupted
            record.detail = "the node stopped while it was announcing"
        }
        record.detail = record.detail?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        node.memory.quarters.decide(record.target)
        node.write(.quarter(record), at: now)
        OrderedSounds.finish(joinedTo: record, at: now, &node)
        node.reporter.last = record
        node.save(at: now)
        node.emit(.logRecord(record))
        if record.target == next { advance(past: record.target, at: now, &node) }
    }

    // MARK: The time on request

    /// Returns the instant at which the announcement of a quarter hour is over.
    mutating func end(of quarter: WallTime, _ node: inout NodeContext) -> WallTime {
        quarter + outlook.of(quarter, &node).span.tail + QuarterHours.spokenLength
    }

    /// Returns the quarter hour whose announcement would overlap a time spoken at `target`.
    mutating func quarterInTheWay(of target: WallTime, _ node: inout NodeContext) -> WallTime? {
        if let session, session.isPlaying { return session.target }
        let quarter = QuarterHour.atOrAfter(target)
        guard quarter - target <= outlook.of(quarter, &node).lead + node.output.leadIn + QuarterHours.spokenLength,
            !node.memory.quarters.decided.contains(quarter), outlook.silence(at: quarter, &node) == nil,
            session?.target == quarter || node.settings.selfWake
        else { return nil }
        return quarter
    }
}

extension QuarterOutcome {
    public var logLevel: LogLevel {
        switch self {
        case .announced, .silent: .info
        case .missed, .expired, .failed, .absent: .warning
        }
    }
}

extension QuarterRecord {
    /// One line for the log.
    public var sentence: String {
        var text = "\(target): \(outcome.rawValue)"
        if let reason { text += " (\(reason.rawValue))" }
        if let source { text += " source=\(source.rawValue)" }
        if let wakeLatencyMilliseconds { text += " wake_latency=\(wakeLatencyMilliseconds)ms" }
        if let onsetErrorMicroseconds { text += " onset_error=\(onsetErrorMicroseconds)us" }
        if let trips { text += " trips=\(trips)" }
        if let detail { text += ": \(detail)" }
        return text
    }
}
