internal import ClockDomain
internal import ClockWire

/// What the reported document tells, and when it is worth publishing.
struct Reporter: Sendable {
    /// A report that may be worth publishing.
    struct Draft: Sendable {
        /// The clock as it is.
        fileprivate var clock: ClockReport
        fileprivate var verdict: TrustGate.Verdict
        fileprivate var isClockNews: Bool
        /// The clock as it is told: as last time, where that is no news.
        var told: ClockReport
    }

    /// The coordinator's view of the offset is refreshed when it has moved by this many milliseconds and by more than
    /// the exchange itself may be wrong, not with every exchange.
    private static let offsetStep = 1.0

    /// Whether something that the reported document tells may have changed.
    var isDue = true
    /// Whether what it tells of the clock may have.
    var isClockDue = true
    /// What became of the last quarter hour.
    var last: QuarterRecord?
    private(set) var voice: VoiceReport
    private(set) var sounds: SoundsReport?
    /// What is told of rings, timers and sounds to play: as it is on the disk.
    private(set) var rings: [RingReport] = []
    private(set) var timers: [TimerReport] = []
    private(set) var plays: [PendingSound] = []
    /// Why the configuration was not read again when the program was told to.
    private(set) var configurationProblem: String?
    private(set) var lastReported: Boxed<Reported>?
    /// What was last reported of the clock.
    private var reportedVerdict = TrustGate.Verdict.unknown
    /// The findings that the probe somebody asked for still waits for.
    private var awaited: Set<ProbeFinding> = []

    init(voice: String) { self.voice = VoiceReport(name: voice, problems: []) }

    // MARK: What is found

    mutating func receive(_ report: VoiceReport) {
        isDue = true
        voice = report
        voice.problems = voice.problems.prefix(VoiceReport.maximumProblems)
            .map { $0.line(maximumBytes: QuarterRecord.maximumDetailBytes) }
        voice.installed = Array(
            Set(voice.installed).filter(NodeSettings.isVoiceName).sorted().prefix(VoiceReport.maximumInstalled))
        voice.chimes = voice.chimes.map { Array($0.prefix(VoiceReport.maximumInstalled)) }
        voice.chimeProblem = voice.chimeProblem?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
    }

    mutating func receive(_ report: SoundsReport, _ out: inout Outlet) {
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
        for problem in report.problems where !known.contains(problem) {
            out.log(.warning, "cannot ring with sound \(problem.sound): \(problem.finding); \(problem.fix)")
        }
        if sounds != report { isDue = true }
        sounds = report
    }

    mutating func refused(configuration reason: String) {
        isDue = true
        configurationProblem = "the configuration was not read again, and the earlier one holds: \(reason)"
            .line(maximumBytes: QuarterRecord.maximumDetailBytes)
    }

    /// Somebody has asked for a look.
    mutating func await(_ findings: Set<ProbeFinding>) { awaited = findings }

    /// Who asked for a look is answered by a report, also when there is nothing new in it.
    mutating func found(_ finding: ProbeFinding) {
        guard awaited.remove(finding) != nil, awaited.isEmpty else { return }
        startOver()
    }

    /// The next report is published whatever is in it.
    mutating func startOver() {
        lastReported = nil
        isDue = true
    }

    // MARK: What is shown

    mutating func show(_ rings: [RingReport], _ timers: [TimerReport]) {
        guard rings != self.rings || timers != self.timers else { return }
        self.rings = rings
        self.timers = timers
        isDue = true
    }

    mutating func show(_ plays: [PendingSound]) {
        guard plays != self.plays else { return }
        self.plays = plays
        isDue = true
    }

    /// Whether something is told of rings or timers.
    var showsRings: Bool { !rings.isEmpty || !timers.isEmpty }

    // MARK: Reports

    /// Whether anything may have changed. Most events change nothing, and putting a report together costs more than they
    /// do. Most that change something change only what is known of the clock, and that by nothing worth telling.
    var isAnythingDue: Bool { isDue || isClockDue }

    /// - Returns: what to put together; `nil` where nothing is worth it.
    mutating func draft(_ clock: inout NodeClock, _ source: ClockSource, at now: Now) -> Draft? {
        isClockDue = false
        // It was judged a moment ago, for this event.
        let verdict = clock.lastVerdict
        // Each exchange of a node that follows may be worth a report, and hardly any is.
        if !isDue, let within = verdict.followedWithin, verdict.saysTheSame(as: reportedVerdict),
            Reporter.saysTheSame(
                Reporter.hundredths(Double(within) / 1e6), as: lastReported?.wrappedValue.clock.errorMilliseconds)
        {
            return nil
        }
        let report = Reporter.clockReport(
            verdict, clock.trust.difference(at: now), source, isCoordinatorVouched: clock.isCoordinatorVouched)
        let last = lastReported?.wrappedValue.clock
        let isClockNews = last.map { Reporter.isNews(report, since: $0) } ?? true
        guard isDue || isClockNews else { return nil }
        isDue = false
        return Draft(
            clock: report, verdict: verdict, isClockNews: isClockNews, told: isClockNews ? report : last ?? report)
    }

    /// Publishes what the node is, when that differs from what it last said.
    mutating func publish(_ current: consuming Reported, _ draft: Draft, _ out: inout Outlet) {
        if !draft.isClockNews, let lastReported, lastReported.holds(current) { return }
        reportedVerdict = draft.verdict
        current.clock = draft.clock
        let report = Boxed(wrappedValue: current)
        lastReported = report
        out.emit(.publish(.reported(report)))
    }

    private static func isNews(_ clock: ClockReport, since last: ClockReport) -> Bool {
        let moved = (clock.offsetMilliseconds ?? 0) - (last.offsetMilliseconds ?? 0)
        let isNew = (clock.offsetMilliseconds == nil) != (last.offsetMilliseconds == nil)
        let uncertainty = (clock.delayMilliseconds ?? 0) / 2
        guard !isNew, moved.magnitude < max(Reporter.offsetStep, uncertainty) else { return true }
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

    static func clockReport(
        _ verdict: TrustGate.Verdict, _ best: TrustGate.Sample?, _ source: ClockSource, isCoordinatorVouched: Bool
    ) -> ClockReport {
        let isVouched = if case .system = verdict { true } else { false }
        return ClockReport(
            trusted: verdict.isTrusted, reason: verdict.reason,
            offsetMilliseconds: best.map { hundredths(Double($0.offset) / 1e6) },
            delayMilliseconds: best.map { hundredths(Double($0.delay) / 1e6) }, source: source,
            errorMilliseconds: verdict.followedWithin.map { hundredths(Double($0) / 1e6) },
            isVouched: isVouched, isCoordinatorVouched: best != nil && isCoordinatorVouched)
    }

    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// What a look at the output, the voice and the sounds ends with: the voice is looked at before the output, the sounds
/// beside both.
enum ProbeFinding: Hashable, Sendable {
    case voice, audio, sounds
}
