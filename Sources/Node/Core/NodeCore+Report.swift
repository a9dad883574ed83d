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
    /// While the clock is not trusted; doubled with each exchange up to ``firstCalmInterval``. Where nobody sets a clock
    /// that is off, it stays so for good, and a fleet of them must not ask all day.
    static let eagerInterval: Duration = .seconds(1)
    /// The longest while nobody answers: when the coordinator is back, a node that was restarted meanwhile speaks again
    /// within five seconds.
    static let longestUnansweredInterval: Duration = .seconds(3)

    mutating func exchange(at now: Now, _ effects: inout [Effect]) {
        guard isConnected else { return }
        guard !trust.isFollowing else { return askCoordinator(at: now, &effects) }
        let isAnswered = outstandingExchange == nil
        outstandingExchange = now.wall.nanoseconds
        exchangesSinceConnect += 1
        effects.append(.publishTimeRequest(TimeRequest(originNanoseconds: now.wall.nanoseconds)))
        let interval: Duration
        if exchangesSinceConnect < NodeCore.burst {
            interval = NodeCore.burstInterval
        } else if trust.verdict(at: now).isTrusted {
            interval = calmInterval
            calmInterval = min(calmInterval.doubled, NodeCore.longestCalmInterval)
        } else {
            let longest = isAnswered ? NodeCore.firstCalmInterval : NodeCore.longestUnansweredInterval
            interval = min(eagerInterval, longest)
            eagerInterval = min(eagerInterval.doubled, longest)
        }
        set(.exchange, .boot(now.boot + interval), &effects)
    }

    /// Something about the clock has changed: the next exchanges follow each other as if they were the first.
    mutating func startExchangesOver() {
        calmInterval = NodeCore.firstCalmInterval
        eagerInterval = NodeCore.eagerInterval
    }

    mutating func receive(_ reply: TimeReply, receivedAt: Receipt, at now: Now, _ effects: inout [Effect]) {
        guard !trust.isFollowing else { return follow(reply, receivedAt: receivedAt.boot, at: now, &effects) }
        guard reply.originNanoseconds == outstandingExchange else { return }
        outstandingExchange = nil
        trust.add(reply: reply, receivedAt: receivedAt.wall, at: now)
        isClockReportDue = true
        guard state.hasUntranslatedTimers else { return }
        adoptTimers(at: now, &effects)
        tendRings(at: now, &effects)
    }

    // MARK: The reported document

    /// The coordinator's view of the offset is refreshed when it has moved by this many milliseconds and by more than
    /// the exchange itself may be wrong, not with every exchange.
    static let reportedOffsetStep = 1.0

    /// Publishes what the node is, when that differs from what it last said.
    mutating func report(at now: Now, _ effects: inout [Effect]) {
        // Most events change nothing of it, and putting it together costs more than they do. Most that change something
        // change only what is known of the clock, and that by nothing worth telling.
        guard isConnected, isReportDue || isClockReportDue else { return }
        isClockReportDue = false
        // It was judged a moment ago, for this event.
        let verdict = lastVerdict
        // Each exchange of a node that follows may be worth a report, and hardly any is.
        if !isReportDue, let within = verdict.followedWithin, verdict.saysTheSame(as: reportedVerdict),
            NodeCore.saysTheSame(
                hundredths(Double(within) / 1e6), as: lastReported?.wrappedValue.clock.errorMilliseconds)
        {
            return
        }
        let clock = clockReport(verdict)
        let lastClock = lastReported?.wrappedValue.clock
        let isClockNews = lastClock.map { NodeCore.isNews(clock, since: $0) } ?? true
        guard isReportDue || isClockNews else { return }
        isReportDue = false
        let current = reported(isClockNews ? clock : lastClock ?? clock)
        if !isClockNews, let lastReported, lastReported.holds(current) { return }
        reportedVerdict = verdict
        let report = current.boxed(with: clock)
        lastReported = report
        effects.append(.publishReported(report))
    }

    private static func isNews(_ clock: ClockReport, since last: ClockReport) -> Bool {
        let moved = (clock.offsetMilliseconds ?? 0) - (last.offsetMilliseconds ?? 0)
        let isNew = (clock.offsetMilliseconds == nil) != (last.offsetMilliseconds == nil)
        let uncertainty = (clock.delayMilliseconds ?? 0) / 2
        guard !isNew, moved.magnitude < max(NodeCore.reportedOffsetStep, uncertainty) else { return true }
        var unchanged = clock
        unchanged.offsetMilliseconds = last.offsetMilliseconds
        unchanged.delayMilliseconds = last.delayMilliseconds
        if saysTheSame(clock.errorMilliseconds, as: last.errorMilliseconds) {
            unchanged.errorMilliseconds = last.errorMilliseconds
        }
        return unchanged != last
    }

    /// How well the coordinator's clock is known changes all the time; by less than the half or the double is no news.
    private static func saysTheSame(_ error: Double?, as last: Double?) -> Bool {
        guard let error, let last else { return error == last }
        return (error - last).magnitude < 0.1 || (last / 2...last * 2).contains(error)
    }

    /// Mutating, as a call of another kind would first copy the whole core.
    mutating func clockReport(_ verdict: TrustGate.Verdict) -> ClockReport {
        let sample = trust.current
        return ClockReport(
            trusted: verdict.isTrusted, reason: verdict.reason,
            offsetMilliseconds: sample.map { hundredths(Double($0.offset) / 1e6) },
            delayMilliseconds: sample.map { hundredths(Double($0.delay) / 1e6) }, source: identity.clockSource,
            errorMilliseconds: verdict.followedWithin.map { hundredths(Double($0) / 1e6) })
    }

    mutating func reported(_ clock: ClockReport) -> Reported {
        let prospect = currentProspect()
        return Reported(
            instance: state.instance, version: identity.version, started: started, zone: zone.name, clock: clock,
            store: state.desired?.store, isBare: state.desired?.isBare(on: identity.id) ?? false,
            refused: allegiance.refused, revision: state.desired?.revision ?? 0, settings: settings, audio: audio,
            voice: voice, packs: packBook.reports, leadMilliseconds: Int(prospect.longestLead.milliseconds),
            sounds: sounds,
            next: prospect.next, last: lastRecord, rings: shownRings,
            upcoming: upcoming(), timers: shownTimers, plays: shownPlays, ledgerPending: ledgerPendingReported,
            problem: storageProblem ?? zoneProblem, certificateUntil: identity.certificateUntil,
            storedRevision: heldInMemory?.storedRevision, alarmCount: state.desired?.alarms.count ?? 0)
    }

    private var storageProblem: String? {
        storeProblem.map { reason in
            "the node's state cannot be saved: \(reason)"
                + (heldInMemory == nil ? "" : "; a crash would lose what was changed last")
        }
    }

    /// Zero, or how many: a line on its way to the store is not worth a report.
    var ledgerPendingReported: Int { state.pending.count <= 1 ? 0 : state.pending.count }

    /// Who asked for a look is answered by a report, also when there is nothing new in it.
    mutating func found(_ finding: ProbeFinding) {
        guard probeAwaits.remove(finding) != nil, probeAwaits.isEmpty else { return }
        lastReported = nil
        isReportDue = true
    }

    mutating func receive(_ report: AudioReport) {
        let before = audio
        defer { if audio != before { isReportDue = true } }
        let known = audio
        audio = report
        audio.depthMilliseconds = known.depthMilliseconds
        audio.hasClock = known.hasClock
        audio.detail = audio.detail?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        audio.devices = audio.devices.lazy
            // A name that was cut would name nothing.
            .filter { (1...AudioDeviceReport.maximumBytes).contains($0.name.utf8.count) }
            .prefix(AudioReport.maximumDevices)
            .map {
                AudioDeviceReport(
                    name: $0.name, description: $0.description.line(maximumBytes: AudioDeviceReport.maximumBytes))
            }
    }

    mutating func receive(_ report: VoiceReport, chime spans: [ChimeSpan], at now: Now, _ effects: inout [Effect]) {
        isReportDue = true
        ownChime = OwnChime(spans)
        forgetOutlook()
        armSelfWake(&effects)
        voice = report
        voice.problems = voice.problems.prefix(VoiceReport.maximumProblems)
            .map { $0.line(maximumBytes: QuarterRecord.maximumDetailBytes) }
        voice.installed = Array(
            Set(voice.installed).filter(NodeSettings.isVoiceName).sorted().prefix(VoiceReport.maximumInstalled))
        // A chime that is longer than was known begins earlier.
        lookAtClock(at: now, &effects)
    }

    mutating func receive(_ report: SoundsReport, _ effects: inout [Effect]) {
        var report = report
        report.folder = report.folder.line(maximumBytes: SoundsReport.maximumFolderBytes)
        report.names = Array(Set(report.names).filter(RingStyle.isSoundName).sorted().prefix(SoundsReport.maximumNames))
        report.problems = report.problems.filter { RingStyle.isSoundName($0.sound) }
            .prefix(SoundsReport.maximumProblems).map { problem in
                SoundProblem(
                    sound: problem.sound, finding: problem.finding.line(maximumBytes: SoundProblem.maximumTextBytes),
                    fix: problem.fix.line(maximumBytes: SoundProblem.maximumTextBytes))
            }
        let known = sounds?.problems ?? []
        effects += report.problems.filter { !known.contains($0) }
            .map { .log(.warning, "sound \($0.sound) cannot ring as it is: \($0.finding); \($0.fix)") }
        if sounds != report { isReportDue = true }
        sounds = report
    }

    /// Has the files looked at that alarms and timers are to ring with.
    func checkSounds(_ effects: inout [Effect]) {
        let alarms = (state.desired?.alarms ?? []).lazy.filter(\.isEnabled).map(\.ring.sound)
        let timers = (state.desired?.timers ?? []).lazy.map(\.ring.sound)
        let files = (Array(alarms) + timers).filter { AlarmSound(rawValue: $0) == nil }
        effects.append(.checkSounds(names: Set(files).sorted()))
    }

    private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// What a look at the output, the voice and the sounds ends with: the voice is looked at before the output, the sounds
/// beside both.
enum ProbeFinding: Hashable, Sendable {
    case voice, audio, sounds
}

extension Reported {
    fileprivate consuming func boxed(with clock: ClockReport) -> Boxed<Reported> {
        self.clock = clock
        return Boxed(wrappedValue: self)
    }
}
