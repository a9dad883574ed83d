internal import ClockDomain
internal import ClockWire

/// Holds the reported document, and decides when it is worth publishing.
struct Reporter: Sendable {
    /// A report that may be worth publishing.
    struct Draft: Sendable {
        fileprivate var clock: ClockReport
        fileprivate var verdict: TrustGate.Verdict
        fileprivate var isClockNews: Bool
        /// The clock for the report: as last time, if the change is no news.
        var told: ClockReport
    }

    /// A new offset is news when it has moved by this many milliseconds and by more than the possible error of the
    /// exchange, not with every exchange.
    private static let offsetStep = 1.0

    /// True when the reported document may have changed.
    var isDue = true
    /// True when its report on the clock may have changed.
    var isClockDue = true
    /// The record of the last quarter hour.
    var last: QuarterRecord?
    private(set) var voice: VoiceReport
    private(set) var sounds: SoundsReport?
    /// The report on rings, timers and pending sounds: as they are on the disk.
    private(set) var rings: [RingReport] = []
    private(set) var timers: [TimerReport] = []
    private(set) var plays: [PendingSound] = []
    /// The mistake for which the program did not read its configuration again.
    private(set) var configurationProblem: String?
    private(set) var lastReported: Boxed<Reported>?
    /// The verdict in the last report.
    private var reportedVerdict = TrustGate.Verdict.unknown
    /// The findings for which the last probe still waits.
    private var awaited: Set<ProbeFinding> = []

    init(voice: String) { self.voice = VoiceReport(name: voice, problems: []) }

    // MARK: Findings

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

    /// Somebody has asked for a probe.
    mutating func await(_ findings: Set<ProbeFinding>) { awaited = findings }

    /// A probe is answered by a report, even one without news.
    mutating func found(_ finding: ProbeFinding) {
        guard awaited.remove(finding) != nil, awaited.isEmpty else { return }
        startOver()
    }

    /// The next report is published even without news.
    mutating func startOver() {
        lastReported = nil
        isDue = true
    }

    // MARK: Rings, timers and sounds

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

    /// True when the report names rings or timers.
    var showsRings: Bool { !rings.isEmpty || !timers.isEmpty }

    // MARK: Reports

    /// True when anything may have changed. Most events change nothing, and making a report costs more than they do.
    /// Most others change only the knowledge of the clock, and that by too little for a report.
    var isAnythingDue: Bool { isDue || isClockDue }

    /// - Returns: the draft of a report; `nil` when nothing is worth one.
    mutating func draft(_ clock: inout NodeClock, _ source: ClockSource, at now: Now) -> Draft? {
        isClockDue = false
        // The clock was judged a moment ago, for this event.
        let verdict = clock.lastVerdict
        // Each exchange of a node that follows may be worth a report, but hardly any is.
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

    /// Publishes the state of the node when it differs from the last report.
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

    /// Returns false for news. The accuracy changes all the time; less than to the half or the double is no news.
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

/// The findings of a probe of the output, the voice and the sounds: the voice comes before the output, the sounds
/// beside both.
enum ProbeFinding: Hashable, Sendable {
    case voice, audio, sounds
}
