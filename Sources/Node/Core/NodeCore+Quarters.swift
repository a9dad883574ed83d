// Every quarter hour ends in exactly one record, whatever happens: it was announced, or there is a reason. A wake
// message is only a reminder; the node's own clock knows as well when the next quarter hour is, so two wall-clock timers
// stand for it: one to wake without being woken, one to close the quarter hour if nothing else has.

public import ClockDomain
internal import ClockWire

extension NodeCore {
    /// Stepping the clock over more quarter hours than this (a day) leaves the older ones to the coordinator.
    static let maximumSteppedOver = 96

    /// Derives the next quarter hour and its timers from the clock as it is now.
    mutating func deriveQuarter(at now: Now, _ effects: inout [Effect]) {
        switch trust.verdict(at: now) {
        case .system, .coordinator, .stale, .follows, .lost:
            // Stale is grown uncertain, not wrong: the quarter hours are still known, only not to be spoken.
            recordSteppedOver(at: now, &effects)
            armQuarter(at: now, &effects)
        case .unknown, .disagrees, .outOfRange, .awaitsCoordinator, .unvouched:
            nextQuarter = nil
            cancel(.selfWake, &effects)
            cancel(.close, &effects)
        }
    }

    /// `target` has its record, or something that will write it.
    private mutating func advance(past target: WallTime, at now: Now, _ effects: inout [Effect]) {
        nextQuarter = target + QuarterHour.length
        switch trust.verdict(at: now) {
        case .system, .coordinator, .stale, .outOfRange, .follows, .lost:
            deriveQuarter(at: now, &effects)
        case .unknown, .disagrees, .awaitsCoordinator, .unvouched:
            // Trust was lost without the clock being set: it goes on saying so at every quarter hour.
            armQuarter(at: now, &effects)
        }
    }

    /// Quarter hours that a set clock jumped over, or that passed while the machine was suspended, never came.
    private mutating func recordSteppedOver(at now: Now, _ effects: inout [Effect]) {
        guard let first = nextQuarter else { return }
        // Taken away meanwhile, so that the records below do not derive it again.
        nextQuarter = nil
        let end = firstInTime(at: now)
        var target = max(first, end - QuarterHour.length * NodeCore.maximumSteppedOver)
        while target < end {
            if !state.decided.contains(target), session?.target != target {
                let record = QuarterRecord(
                    target: target, outcome: .missed, reason: .late,
                    detail: "the clock went past it while the node was not looking; it now shows \(now.wall)")
                self.record(record, at: now, &effects)
            }
            target = target + QuarterHour.length
        }
    }

    /// The first quarter hour that can still be announced: the one just over can within its grace.
    private func firstInTime(at now: Now) -> WallTime { QuarterHour.atOrAfter(now.wall - NodeCore.grace) }

    private mutating func armQuarter(at now: Now, _ effects: inout [Effect]) {
        var target = firstInTime(at: now)
        while state.decided.contains(target) { target = target + QuarterHour.length }
        nextQuarter = target
        selfWakeLead = nil
        armSelfWake(&effects)
        // Later than the loop's own last look, so that it only ever finds what the loop never had.
        set(.close, closing(target), &effects)
    }

    /// Sets the last moment to wake without being woken, where it is another than it was.
    mutating func armSelfWake(_ effects: inout [Effect]) {
        guard let target = nextQuarter else { return }
        let lead = outlook(of: target).lead
        guard selfWakeLead != lead else { return }
        selfWakeLead = lead
        set(.selfWake, .wall(target - lead - leadIn - NodeCore.selfWakeAdvance), &effects)
    }

    private func closing(_ target: WallTime) -> Deadline { .wall(target + NodeCore.grace + .seconds(1)) }

    /// The quarter hour is over. Whatever is still being kept for it reports by itself.
    mutating func closeQuarter(at now: Now, _ effects: inout [Effect]) {
        guard let target = nextQuarter else { return }
        // Early: the clock was set back after the timer had fired. Being told so derives everything anew.
        guard now.wall > target + NodeCore.grace else { return set(.close, closing(target), &effects) }
        let verdict = trust.verdict(at: now)
        if verdict == .outOfRange { return deriveQuarter(at: now, &effects) }
        if session?.target == target || state.decided.contains(target) {
            return advance(past: target, at: now, &effects)
        }
        var record = QuarterRecord(target: target, outcome: .missed)
        if !verdict.isTrusted {
            record.reason = .untrusted
            record.detail = verdict.finding
        } else if settings.selfWake {
            record.reason = .late
            record.detail = "the node got to it only after the target"
        } else {
            record.reason = .noWake
            record.detail = "no wake came and the node is set not to wake itself"
        }
        self.record(record, at: now, &effects)
    }

    /// Writes a quarter hour's one record and moves on to the next.
    mutating func record(_ record: QuarterRecord, at now: Now, _ effects: inout [Effect]) {
        // What was being announced when the program ended, nobody can say was not heard.
        let wasPlaying = state.playing == record.target && session?.isPlaying != true
        if session?.target == record.target {
            session = nil
            cancel(.trip, &effects)
            cancel(.playback, &effects)
        }
        if state.playing == record.target { state.playing = nil }
        guard !state.decided.contains(record.target) else { return }
        var record = record
        if wasPlaying {
            record.outcome = .missed
            record.reason = .interrupted
            record.detail = "the node stopped while it was announcing"
        }
        record.detail = record.detail?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        state.decide(record.target)
        state.append(.quarter(record), at: now.wall)
        lastRecord = record
        isReportDue = true
        save(at: now, &effects)
        effects.append(.logRecord(record))
        if record.target == nextQuarter { advance(past: record.target, at: now, &effects) }
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
