public import ClockDomain
internal import ClockWire

/// Every decision of a node: keeps wakes, announces, obeys the desired document, writes the why-ledger, judges the
/// clock. Pure; the daemon carries out its effects.
public struct NodeCore: DecisionCore {
    /// What does not change while the program runs.
    public struct Identity: Sendable {
        public var id: NodeID
        public var version: String
        /// The zone whose time it speaks.
        public var zone: TimeZoneRules
        /// ALSA name of the output, for reports.
        public var device: String
        /// How long before the target the output is opened and fed silence: what USB and HDMI outputs swallow.
        public var leadIn: Duration

        public init(id: NodeID, version: String, zone: TimeZoneRules, device: String, leadIn: Duration) {
            self.id = id
            self.version = version
            self.zone = zone
            self.device = device
            self.leadIn = leadIn
        }
    }

    /// How long after the target an announcement may still be decided on.
    static let grace: Duration = .seconds(2)
    /// How long the core looks away at most while it keeps a wake.
    static let longestTrip: Duration = .seconds(1)
    /// Below this much left of the budget it leaves, so that nothing is cut off in the middle.
    static let reserve: Duration = .seconds(5)
    /// The budget of a wake of its own.
    static let selfWakeBudget: Duration = .seconds(30)
    /// It wakes itself this long before its lead-in when no wake message came.
    static let selfWakeAdvance: Duration = .seconds(2)

    let identity: Identity
    let started: WallTime
    var state: NodeState
    var random: SplitMix64

    var session: Session?
    /// Play orders so far; the last one's id.
    var playCount = 0
    var spokenCommand: SpokenCommand?
    var recentCommands: [String] = []
    /// The finding that completes the probe somebody asked for; `nil` when nobody did.
    var probeAwaits: ProbeFinding?
    /// The next quarter hour that needs a record; `nil` while the wall clock may not be the basis of one.
    var nextQuarter: WallTime?

    var trust = TrustGate()
    /// Whether the timer for the next look at an untrusted clock is set.
    private var isWatchingTrust = false
    var outstandingExchange: Int64?
    var exchangesSinceConnect = 0

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
    var voice: VoiceReport
    var lastRecord: QuarterRecord?
    /// Saves so far; the last one's ticket.
    var saveCount = 0
    /// A document that is not obeyed before the save with this ticket, or a later one, is done.
    var savingDesired: (document: Desired, ticket: Int)?
    var storeProblem: String?
    var lastReported: Reported?
    var lastVerdict: TrustGate.Verdict = .unknown

    private var generations: [TimerKind: Int] = [:]

    /// - Parameters:
    ///   - state: as found on the disk, or new.
    ///   - seed: for the core's own randomness.
    public init(identity: Identity, state: NodeState, seed: UInt64, at now: Now) {
        self.identity = identity
        self.state = state
        storedThrough = state.nextSequence - 1
        started = now.wall.truncatedToMilliseconds.clampedToValid
        random = SplitMix64(seed: seed)
        audio = AudioReport(device: identity.device, state: .unknown)
        voice = VoiceReport(name: (state.desired?.settings ?? .standard).voice, problems: [])
    }

    /// What people want of this node: the stored document, or what a new node starts with.
    var settings: NodeSettings { state.desired?.settings ?? .standard }

    public mutating func handle(_ event: Event, at now: Now) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .started: begin(at: now, &effects)
        case .brokerConnected: connected(at: now, &effects)
        case .brokerDisconnected: disconnected(&effects)
        case .wake(let wake): receive(wake, at: now, &effects)
        case .desired(let document): receive(document, &effects)
        case .acked(let acked): receive(acked, at: now, &effects)
        case .command(let command): receive(command, at: now, &effects)
        case .timeReply(let reply, let receivedAt): receive(reply, receivedAt: receivedAt, at: now, &effects)
        case .timer(let token): fired(token, at: now, &effects)
        case .clockSet: clockSet(at: now, &effects)
        case .stored(let ticket): stored(ticket, at: now, &effects)
        case .storeFailed(let reason): storeFailed(reason, at: now, &effects)
        case .playback(let id, let result): playbackEnded(id: id, result, at: now, &effects)
        case .audio(let report):
            receive(report)
            found(.audio)
        case .voice(let report):
            receive(report)
            found(.voice)
        case .shutdown: shutdown(at: now, &effects)
        }
        followTrust(at: now, &effects)
        report(at: now, &effects)
        return effects
    }

    private mutating func begin(at now: Now, _ effects: inout [Effect]) {
        // A new state's names are only worth something once they are on the disk.
        save(&effects)
        effects += [.loadVoice(name: settings.voice), .probeAudio]
        recoverInterrupted(at: now, &effects)
        lastVerdict = trust.verdict(at: now)
        deriveQuarter(at: now, &effects)
    }

    private mutating func fired(_ token: TimerToken<TimerKind>, at now: Now, _ effects: inout [Effect]) {
        guard token.generation == generations[token.kind] else { return }
        switch token.kind {
        case .trip: lookAtClock(at: now, &effects)
        case .selfWake: wakeSelf(at: now, &effects)
        case .close: closeQuarter(at: now, &effects)
        case .exchange: exchange(at: now, &effects)
        case .resend: resendLedger(at: now, &effects)
        case .ledgerHold: releaseLedger(at: now, &effects)
        case .playback: playbackTimedOut(at: now, &effects)
        case .storeRetry: save(&effects)
        case .trust: isWatchingTrust = false
        }
    }

    mutating func set(_ kind: TimerKind, _ deadline: Deadline, _ effects: inout [Effect]) {
        let generation = (generations[kind] ?? 0) + 1
        generations[kind] = generation
        effects.append(.setTimer(TimerToken(kind: kind, generation: generation), deadline))
    }

    mutating func cancel(_ kind: TimerKind, _ effects: inout [Effect]) {
        guard let generation = generations[kind] else { return }
        // The next generation is the one that no firing carries.
        generations[kind] = generation + 1
        effects.append(.cancelTimer(TimerToken(kind: kind, generation: generation)))
    }

    // MARK: Trust

    /// Acts on a verdict that has changed since the last event: due times exist only in a trusted clock's time.
    private mutating func followTrust(at now: Now, _ effects: inout [Effect]) {
        let verdict = trust.verdict(at: now)
        defer { lastVerdict = verdict }
        // No event tells that a time service has come to trust the clock, and without a broker nothing else may happen.
        if !verdict.isTrusted, !isWatchingTrust {
            isWatchingTrust = true
            set(.trust, .boot(now.boot + NodeCore.eagerInterval), &effects)
        }
        guard verdict.isTrusted != lastVerdict.isTrusted else { return }
        let level: LogLevel = verdict.isTrusted ? .notice : .warning
        effects.append(.log(level, "clock \(verdict.isTrusted ? "trusted" : "not trusted"): \(verdict.finding)"))
        guard verdict.isTrusted else { return reconsiderSound(at: now, &effects) }
        recoverInterrupted(at: now, &effects)
        if nextQuarter == nil { deriveQuarter(at: now, &effects) }
    }

    private mutating func clockSet(at now: Now, _ effects: inout [Effect]) {
        effects.append(.log(.notice, "the wall clock was set; it now shows \(now.wall)"))
        trust.clockStepped()
        outstandingExchange = nil
        exchangesSinceConnect = 0
        deriveQuarter(at: now, &effects)
        reconsiderSound(at: now, &effects)
        if isConnected { exchange(at: now, &effects) }
    }
}
