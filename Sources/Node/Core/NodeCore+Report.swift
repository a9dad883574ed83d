internal import ClockDomain
internal import ClockWire

extension NodeCore {
    // MARK: Time exchange

    /// Exchanges right after connecting, close together, so that trust is a matter of a second.
    static let burst = 4
    static let burstInterval: Duration = .milliseconds(250)
    /// While the clock is trusted; doubled with each exchange up to the longest, as NTP lengthens its poll interval
    /// (RFC 5905 section 7.3, MAXPOLL 10). Both are short against the hours for which trust is kept.
    static let firstCalmInterval: Duration = .seconds(64)
    static let longestCalmInterval: Duration = .seconds(1024)
    /// While the clock is not trusted.
    static let eagerInterval: Duration = .seconds(8)

    mutating func exchange(at now: Now, _ effects: inout [Effect]) {
        guard isConnected else { return }
        outstandingExchange = now.wall.nanoseconds
        exchangesSinceConnect += 1
        effects.append(.publishTimeRequest(TimeRequest(originNanoseconds: now.wall.nanoseconds)))
        var interval = NodeCore.eagerInterval
        if exchangesSinceConnect < NodeCore.burst {
            interval = NodeCore.burstInterval
        } else if trust.verdict(at: now).isTrusted {
            interval = calmInterval
            calmInterval = min(calmInterval * 2, NodeCore.longestCalmInterval)
        }
        set(.exchange, .boot(now.boot + interval), &effects)
    }

    mutating func receive(_ reply: TimeReply, receivedAt: WallTime, at now: Now, _ effects: inout [Effect]) {
        guard reply.originNanoseconds == outstandingExchange else { return }
        outstandingExchange = nil
        trust.add(reply: reply, receivedAt: receivedAt, at: now)
        isReportDue = true
        guard hasUntranslatedTimers else { return }
        adoptTimers(at: now, &effects)
        tendRings(at: now, &effects)
    }

    // MARK: The reported document

    /// The coordinator's view of the offset is refreshed when it has moved by this many milliseconds and by more than
    /// the exchange itself may be wrong, not with every exchange.
    static let reportedOffsetStep = 1.0

    /// Publishes what the node is, when that differs from what it last said.
    mutating func report(at now: Now, _ effects: inout [Effect]) {
        // Most events change nothing of it, and putting it together costs more than they do.
        guard isConnected, isReportDue else { return }
        isReportDue = false
        let current = reported(at: now)
        if let last = lastReported {
            var unchanged = current
            unchanged.clock.offsetMilliseconds = last.clock.offsetMilliseconds
            unchanged.clock.delayMilliseconds = last.clock.delayMilliseconds
            let moved = (current.clock.offsetMilliseconds ?? 0) - (last.clock.offsetMilliseconds ?? 0)
            let isNew = (current.clock.offsetMilliseconds == nil) != (last.clock.offsetMilliseconds == nil)
            let uncertainty = (current.clock.delayMilliseconds ?? 0) / 2
            if unchanged == last, !isNew, moved.magnitude < max(NodeCore.reportedOffsetStep, uncertainty) { return }
        }
        lastReported = current
        effects.append(.publishReported(current))
    }

    mutating func reported(at now: Now) -> Reported {
        var trust = trust
        let verdict = trust.verdict(at: now)
        let best = trust.best(at: now.boot)
        return Reported(
            instance: state.instance, version: identity.version, started: started, zone: zone.name,
            clock: ClockReport(
                trusted: verdict.isTrusted, reason: verdict.reason,
                offsetMilliseconds: best.map { hundredths(Double($0.offset) / 1e6) },
                delayMilliseconds: best.map { hundredths(Double($0.delay) / 1e6) }),
            store: state.desired?.store, revision: state.desired?.revision ?? 0, settings: settings, audio: audio,
            voice: voice, next: nextAnnouncement(at: now), last: lastRecord, rings: shownRings,
            upcoming: upcoming(), timers: shownTimers, ledgerPending: ledgerPendingReported,
            problem: storeProblem.map { "the node's state cannot be saved: \($0)" } ?? zoneProblem)
    }

    /// Zero, or how many: a line on its way to the store is not worth a report.
    private var ledgerPendingReported: Int { state.pending.count <= 1 ? 0 : state.pending.count }

    /// The next quarter hour that is to be heard by the settings; looks two days ahead.
    private func nextAnnouncement(at now: Now) -> WallTime? {
        guard !settings.muted, settings.every != .off, let first = nextQuarter else { return nil }
        let candidates = (0..<192).lazy.map { first + QuarterHour.length * $0 }
        return candidates.first { silence(at: $0) == nil }
    }

    /// Who asked for a look is answered by a report, also when there is nothing new in it.
    mutating func found(_ finding: ProbeFinding) {
        guard probeAwaits == finding else { return }
        probeAwaits = nil
        lastReported = nil
        isReportDue = true
    }

    mutating func receive(_ report: AudioReport) {
        isReportDue = true
        audio = report
        audio.detail = audio.detail?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
    }

    mutating func receive(_ report: VoiceReport) {
        isReportDue = true
        voice = report
        voice.problems = voice.problems.prefix(VoiceReport.maximumProblems)
            .map { $0.line(maximumBytes: QuarterRecord.maximumDetailBytes) }
    }

    private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// What a look at the output and the voice ends with: the voice is looked at first.
enum ProbeFinding: Sendable {
    case voice, audio
}
