public import ClockDomain
internal import ClockWire

/// Every decision of a node: keeps wakes, announces, obeys the desired document, writes the why-ledger, judges the
/// clock. Pure; the daemon carries out its effects.
public struct NodeCore: DecisionCore {
    /// What does not change while the program runs.
    public struct Identity: Sendable {
        public var id: NodeID
        public var version: String
        /// Names the boot of the machine, see ``NodeState/bootID``.
        public var bootID: String
        /// The zone whose time it speaks, as it is at the start.
        public var zone: TimeZoneRules
        /// ALSA name of the output, for reports.
        public var device: String
        /// How long before the target the output is opened and fed silence: what USB and HDMI outputs swallow.
        public var leadIn: Duration
        /// Whose clock it goes by.
        public var clockSource: ClockSource
        /// Until when the certificate is valid by which it connects; `nil` where it has none.
        public var certificateUntil: WallTime?

        public init(
            id: NodeID, version: String, bootID: String, zone: TimeZoneRules, device: String, leadIn: Duration,
            clockSource: ClockSource = .system, certificateUntil: WallTime? = nil
        ) {
            self.id = id
            self.version = version
            self.bootID = bootID
            self.zone = zone
            self.device = device
            self.leadIn = leadIn
            self.clockSource = clockSource
            self.certificateUntil = certificateUntil
        }
    }

    /// How long after the target an announcement may still be decided on.
    static let grace: Duration = .seconds(2)
    /// How long the core looks away at most while it keeps a wake.
    static let longestTrip: Duration = .seconds(1)
    /// How long before a sound begins the trips get so short. A wake comes earlier where another room's melody is longer.
    static let watchedAdvance: Duration = .seconds(13)
    /// Below this much left of the budget it leaves, so that nothing is cut off in the middle.
    static let reserve: Duration = .seconds(5)
    /// The budget of a wake of its own; what sounds before the instant comes on top.
    static let selfWakeBudget: Duration = .seconds(30)
    /// It wakes itself this long before its lead-in when no wake message came.
    static let selfWakeAdvance: Duration = .seconds(2)

    let identity: Identity
    let started: WallTime
    var state: NodeState
    /// What people want of this node: by the stored document, or what a new node starts with.
    var settings: NodeSettings
    var random: SplitMix64

    var session: Session?
    /// Play and ring orders so far; the last one's id.
    var soundCount = 0
    var spokenCommand: SpokenCommand?
    /// How far it is with the sounds that are carried here.
    var carriedBook = CarriedBook()
    /// How far it is with its voice packs.
    var packBook = PackBook()
    /// Whether what is on the disk of packs has been looked at since the start.
    var hasLookedForPacks = false
    var recentCommands: [String] = []
    /// The findings that the probe somebody asked for still waits for.
    var probeAwaits: Set<ProbeFinding> = []
    /// The next quarter hour that needs a record; `nil` while the wall clock may not be the basis of one.
    var nextQuarter: WallTime? {
        didSet { if nextQuarter != oldValue { isReportDue = true } }
    }

    /// How far ahead of the next quarter hour's lead-in its sound begins, as the self-wake is set for it.
    var selfWakeLead: Duration?
    /// What is known of a chime that is somebody's own; `nil` for a built-in one, and until it is read.
    var ownChime: OwnChime?
    /// Of the quarter hour that was last asked about; `nil` when it is to be derived anew.
    var outlook: Outlook?
    var prospect: Prospect?

    var trust: TrustGate
    var following = Following()
    /// Whether the timer for the next look at an untrusted clock is set.
    private var isWatchingTrust = false
    private var trustInterval = NodeCore.firstTrustInterval
    var outstandingExchange: Int64?
    var exchangesSinceConnect = 0
    /// Until the next exchange while the clock is trusted.
    var calmInterval = NodeCore.firstCalmInterval
    /// Until the next exchange while it is not.
    var eagerInterval = NodeCore.eagerInterval

    var isConnected = false
    var isLedgerReady = false
    /// The last sequence number published on this connection; 0 to start over.
    var sentThrough = 0
    /// The last sequence number that may be sent, as it is on the disk.
    var storedThrough: Int
    /// Whether a state with this epoch may be on the disk.
    var isEpochStored = true
    var resendDelay: Duration = NodeCore.firstResend

    var audio: AudioReport
    /// How long before it is heard the output takes a sound in, as far as it is ordered so much earlier.
    var outputDepth = Duration.zero
    var voice: VoiceReport
    var sounds: SoundsReport?
    var lastRecord: QuarterRecord?
    /// The zone whose time it speaks.
    var zone: TimeZoneRules
    /// Rules of the zones that alarms name, and of none of that name.
    var namedZones: [String: TimeZoneRules?] = [:]
    /// What is due of the alarms; `nil` when it is to be derived anew.
    var agenda: AlarmAgenda?
    var nextAlarm: WallTime?
    /// What the reported document tells of what is to ring; `nil` when it is to be derived anew.
    var knownUpcoming: [UpcomingRing]?
    var alarmDeadline: Deadline?
    /// Since when it has not been known what time it is.
    var blindSince: BootTime?
    var book: RingBook
    var ringDeadline: BootTime?
    /// When the connection was made that there is.
    var connectedAt: BootTime?
    /// As ``NodeState/derivedThrough``, ``NodeState/contact`` and ``NodeState/reading``, which get it with every save.
    var derivedThrough: WallTime?
    var contact: WallTime?
    var reading: ClockReading?
    /// What the reported document tells of rings, timers and sounds to play: as it is on the disk.
    var shownRings: [RingReport] = []
    var shownTimers: [TimerReport] = []
    var shownPlays: [PendingSound] = []

    /// Saves so far; the last one's ticket.
    var saveCount = 0
    /// Whether something waits for the next save.
    var isSaveDue = false
    /// A document that is not obeyed before the disk has answered to the save with this ticket, or a later one.
    var savingDesired: (document: Desired, ticket: Int)?
    /// The disk did not take the document that is obeyed; the save with this ticket was to bring it.
    var heldInMemory: (ticket: Int, storedRevision: Int)?
    var allegiance = Allegiance()
    /// From when on its alarms are to be looked at, when it is obeyed.
    var derivesFrom: WallTime?
    /// The newest save that is on the disk.
    var storedTicket = 0
    var storeProblem: String?
    var lastReported: Boxed<Reported>?
    /// What it last reported of its clock.
    var reportedVerdict = TrustGate.Verdict.unknown
    /// Whether something that the reported document tells may have changed.
    var isReportDue = true
    /// Whether what it tells of the clock may have.
    var isClockReportDue = true
    var lastVerdict: TrustGate.Verdict = .unknown

    /// By the timers' kinds: the last setting's generation, and whether it is still to fire.
    private var timers = [(generation: Int, isSet: Bool)](repeating: (0, false), count: TimerKind.allCases.count)

    /// - Parameters:
    ///   - state: as found on the disk, or new.
    ///   - seed: for the core's own randomness.
    public init(identity: Identity, state: NodeState, seed: UInt64, at now: Now) {
        self.identity = identity
        trust = TrustGate(source: identity.clockSource)
        self.state = state
        self.state.enter(boot: identity.bootID)
        zone = identity.zone
        book = RingBook(
            self.state.rings, leadIn: identity.leadIn + NodeCore.ringAdvance,
            holdUntil: now.boot + NodeCore.ringHold)
        blindSince = now.boot
        derivedThrough = state.derivedThrough
        contact = state.contact
        reading = self.state.reading
        storedThrough = state.nextSequence - 1
        started = now.wall.truncatedToMilliseconds.clampedToValid
        random = SplitMix64(seed: seed)
        audio = AudioReport(device: identity.device, state: .unknown)
        settings = state.desired?.settings ?? .standard
        voice = VoiceReport(name: settings.voice, problems: [])
    }

    public mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
        switch event {
        case .started: begin(at: now, &effects)
        case .brokerConnected: connected(at: now, &effects)
        case .brokerDisconnected: disconnected(at: now, &effects)
        case .wake(let wake): receive(wake, at: now, &effects)
        case .desired(let document): receive(document, at: now, &effects)
        case .acked(let acked): receive(acked, at: now, &effects)
        case .command(let command): receive(command, at: now, &effects)
        case .timeReply(let reply, let receivedAt): receive(reply, receivedAt: receivedAt, at: now, &effects)
        case .timer(let token): fired(token, at: now, &effects)
        case .clockSet: clockSet(at: now, &effects)
        case .stored(let ticket): stored(ticket, at: now, &effects)
        case .storeFailed(let ticket, let reason): storeFailed(ticket, reason, at: now, &effects)
        case .playback(let id, let result): playbackEnded(id: id, result, at: now, &effects)
        case .ringAction(let action): receive(action, at: now, &effects)
        case .ring(let id, let result): ring(id: id, result, at: now, &effects)
        case .zone(let name, let rules): receive(zone: name, rules, at: now, &effects)
        case .audio(let report):
            receive(report)
            found(.audio)
        case .outputLearned(let depth, let hasClock): learned(depth, hasClock: hasClock, at: now, &effects)
        case .voice(let report, let spans):
            receive(report, chime: spans, at: now, &effects)
            found(.voice)
        case .sounds(let report):
            receive(report, &effects)
            found(.sounds)
        case .soundChunk(let sound, let chunk, let bytes): receive(chunk: chunk, of: sound, bytes, at: now, &effects)
        case .soundFound(let sound, let isThere): found(sound, isThere: isThere, at: now, &effects)
        case .soundKept(let sound): kept(sound, at: now, &effects)
        case .soundLoaded(let sound): loaded(sound, at: now, &effects)
        case .soundLost(let sound, let reason, let detail): lost(sound, reason, detail, at: now, &effects)
        case .packChunk(let pack, let file, let chunk, let bytes):
            receive(chunk: chunk, of: file, inPack: pack, bytes, at: now, &effects)
        case .packFound(let pack, let finding): found(pack, finding, at: now, &effects)
        case .packFileKept(let pack, let file): packFileKept(file, inPack: pack, at: now, &effects)
        case .packInstalled(let pack): packInstalled(pack, at: now, &effects)
        case .packFailed(let pack, let reason): packFailed(pack, reason, at: now, &effects)
        case .packsDropped(let names): packsDropped(names, &effects)
        case .shutdown: shutdown(at: now, &effects)
        }
        moveClock(at: now, &effects)
        followTrust(at: now, &effects)
        report(at: now, &effects)
    }

    private mutating func begin(at now: Now, _ effects: inout [Effect]) {
        // A new state's names are only worth something once they are on the disk.
        save(at: now, &effects)
        checkSounds(&effects)
        loadVoice(&effects)
        effects.append(.probeAudio)
        loadZones(at: now, &effects)
        recoverInterrupted(at: now, &effects)
        lastVerdict = trust.verdict(at: now)
        deriveQuarter(at: now, &effects)
        reconsiderRings(at: now, &effects)
        alarmsChanged(at: now, &effects)
        adoptTimers(at: now, &effects)
        // The clock may have been set while the program was not running, or before what it then showed was stored.
        followTimers(at: now, &effects)
        deriveAlarms(at: now, &effects)
        tendRings(at: now, &effects)
        beginCarried(at: now, &effects)
        adoptPacks(at: now, &effects)
    }

    private mutating func fired(_ token: TimerToken<TimerKind>, at now: Now, _ effects: inout [Effect]) {
        guard timers[token.kind.rawValue] == (token.generation, true) else { return }
        timers[token.kind.rawValue].isSet = false
        switch token.kind {
        case .trip: lookAtClock(at: now, &effects)
        case .selfWake: wakeSelf(at: now, &effects)
        case .close: closeQuarter(at: now, &effects)
        case .exchange: exchange(at: now, &effects)
        case .resend: resendLedger(at: now, &effects)
        case .ledgerHold: releaseLedger(at: now, &effects)
        case .playback: playbackTimedOut(at: now, &effects)
        case .spoken: tendSpoken(at: now, &effects)
        case .storeRetry: save(at: now, &effects)
        case .trust: isWatchingTrust = false
        case .alarm:
            alarmDeadline = nil
            deriveAlarms(at: now, &effects)
            tendRings(at: now, &effects)
        case .ring:
            ringDeadline = nil
            tendRings(at: now, &effects)
        case .zones:
            loadZones(at: now, &effects)
            // An alarm more than a year ahead comes within sight some time.
            deriveAlarms(at: now, &effects)
        case .carried: tendCarried(at: now, &effects)
        case .carriedFetch: tendFetches(at: now, &effects)
        case .packs: lookAtPacks(at: now, &effects)
        case .stepped: deriveAnew(at: now, &effects)
        }
    }

    mutating func set(_ kind: TimerKind, _ deadline: Deadline, _ effects: inout [Effect]) {
        timers[kind.rawValue].generation += 1
        timers[kind.rawValue].isSet = true
        effects.append(.setTimer(TimerToken(kind: kind, generation: timers[kind.rawValue].generation), deadline))
    }

    mutating func cancel(_ kind: TimerKind, _ effects: inout [Effect]) {
        guard timers[kind.rawValue].isSet else { return }
        timers[kind.rawValue].isSet = false
        effects.append(.cancelTimer(TimerToken(kind: kind, generation: timers[kind.rawValue].generation)))
    }

    // MARK: Trust

    /// Pauses between looks at a clock that is not trusted; doubled with each. While something is to be announced it is
    /// looked at every second anyway.
    private static let firstTrustInterval: Duration = .seconds(1)
    private static let longestTrustInterval: Duration = .seconds(16)

    /// Acts on a verdict that has changed since the last event: due times exist only in a trusted clock's time.
    private mutating func followTrust(at now: Now, _ effects: inout [Effect]) {
        let verdict = trust.verdict(at: now)
        takeReading(verdict, at: now)
        if !verdict.saysTheSame(as: lastVerdict) { isReportDue = true }
        defer { lastVerdict = verdict }
        // No event tells that a time service has come to trust the clock, and without a broker nothing else may happen. A
        // node that follows the coordinator's comes to trust it by an answer only.
        if !verdict.isTrusted, !trust.isFollowing {
            if lastVerdict.isTrusted { trustInterval = NodeCore.firstTrustInterval }
            if !isWatchingTrust || lastVerdict.isTrusted {
                isWatchingTrust = true
                set(.trust, .boot(now.boot + trustInterval), &effects)
                trustInterval = min(trustInterval + trustInterval, NodeCore.longestTrustInterval)
            }
        }
        guard verdict.isTrusted != lastVerdict.isTrusted else { return }
        let level: LogLevel = verdict.isTrusted ? .notice : .warning
        effects.append(.log(level, "clock \(verdict.isTrusted ? "trusted" : "not trusted"): \(verdict.finding)"))
        if verdict.isTrusted {
            recoverInterrupted(at: now, &effects)
            if nextQuarter == nil { deriveQuarter(at: now, &effects) }
        } else {
            startExchangesOver()
            reconsiderSound(at: now, &effects)
            takeBackCarried(at: now, &effects)
        }
        tendCarried(at: now, &effects)
        reconsiderRings(at: now, &effects)
        adoptTimers(at: now, &effects)
        followTimers(at: now, &effects)
        deriveAlarms(at: now, &effects)
        tendRings(at: now, &effects)
    }

    private mutating func clockSet(at now: Now, _ effects: inout [Effect]) {
        // Whoever sets the machine's clock does not set the one that the node goes by.
        guard trust.follower.shown == nil else { return }
        effects.append(.log(.notice, "the wall clock was set; it now shows \(now.wall)"))
        trust.clockStepped()
        outstandingExchange = nil
        exchangesSinceConnect = 0
        startExchangesOver()
        deriveAnew(at: now, &effects)
        if isConnected { exchange(at: now, &effects) }
    }

    /// The wall clock shows another time than what everything due was derived from.
    private mutating func deriveAnew(at now: Now, _ effects: inout [Effect]) {
        let lastOrder = soundCount
        var anew: [Effect] = []
        deriveQuarter(at: now, &anew)
        reconsiderSound(at: now, &anew)
        takeBackCarried(at: now, &anew)
        tendCarried(at: now, &anew)
        reconsiderRings(at: now, &anew)
        followTimers(at: now, &anew)
        loadZones(at: now, &anew)
        deriveAlarms(at: now, &anew)
        tendRings(at: now, &anew)
        // Silence first: what is taken back may be about to be heard, and each record waits for the disk.
        effects += anew.filter { $0.silences(through: lastOrder) }
        effects += anew.filter { !$0.silences(through: lastOrder) }
    }
}
