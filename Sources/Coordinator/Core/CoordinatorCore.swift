public import ClockDomain
internal import ClockWire

/// The coordinator's decisions: when to wake the nodes, what they shall be, what of their ledgers is safe, and what
/// people are told.
///
/// Two rules hold everything together. Nothing is told to anybody before it is committed: neither a node's definition
/// nor an acknowledgement nor the answer to a request that changes something. And wakes depend on nothing but the clock
/// and the broker, so a failing store never silences the house.
public struct CoordinatorCore: DecisionCore {
    public typealias Event = CoordinatorEvent
    public typealias Effect = CoordinatorEffect

    /// Whether the broker can be reached, and since when it is so.
    enum Link: Sendable {
        case down(since: WallTime, reason: String?)
        case up(since: WallTime)
    }

    /// More nodes than this are refused.
    static let maximumNodes = 1_000

    let settings: CoordinatorSettings
    let storeID: String
    let started: WallTime
    var nodes: [NodeID: KnownNode]
    var unsaved = UnsavedNews()
    var link: Link
    var store = CommitQueue()
    var timers = TimerBook()
    /// The quarter hour that the armed wake is for.
    var nextTarget: WallTime
    /// A wake for which there was no room.
    var refusedWake: Wake?
    /// The longest of what nodes play before a quarter hour's instant.
    var chimeLead: Duration = .zero
    /// Every quarter hour up to this one has its lines in the store.
    var closedThrough: WallTime
    /// Whether a commit that closes quarter hours is under way.
    var isClosing = false
    var doctor: DoctorRun?
    var adoption: AdoptionRun?
    /// Sounds that people have played.
    var carry = CarryDesk()
    /// Voice packs that are uploaded and sent.
    var packs = PackDesk()
    /// What learners make of words.
    var scores: ScoreBook
    /// Alarms, timers, stopwatches, groups and holidays.
    var book: SiteBook
    var zones = ZoneShelf()
    var rings: RingWatch
    /// Lines of what rings once.
    var ends: RingEnds
    /// Timers that nodes were told another end of, before the clock was set.
    var toldEnds: [TimerID: ToldEnd] = [:]
    /// Requests that wait for the rules of a zone.
    var parked: [ParkedChange] = []
    /// What the wall clock showed, or would have shown, at the boot clock's zero.
    var bootWall: WallTime
    /// Since when the wall clock has not leapt ahead, as far as is known.
    var steadySince: BootTime
    /// When a node was last refused for being one too many, so that the log says so once a minute.
    var lastRefusal: BootTime?
    /// What was more than could be taken.
    var intake = IntakeCount()
    /// Whether what nodes say is left unread for now.
    var isHoldingReports = false
    /// Pages that the store is reading.
    var historyReads = 0
    var commandCount = 0
    private var effects: [Effect] = []

    public init(settings: CoordinatorSettings, stored: StoredState, at now: Now) {
        self.settings = settings
        storeID = stored.storeID
        started = now.wall.truncatedToMilliseconds
        nodes = Dictionary(uniqueKeysWithValues: stored.nodes.map { ($0.definition.id, KnownNode(stored: $0)) })
        link = .down(since: now.wall, reason: nil)
        nextTarget = QuarterHour.after(now.wall)
        book = SiteBook(objects: stored.objects, state: stored.book)
        // Where nothing was closed yet, the first node is the first to have missed anything.
        let beginning = stored.nodes.map(\.definition.firstSeen).reduce(now.wall, min)
        rings = RingWatch(closedThrough: stored.ringsClosedThrough ?? beginning)
        ends = RingEnds(stored.lines)
        scores = ScoreBook(stored.scores)
        bootWall = now.bootWall
        steadySince = now.boot
        closedThrough = stored.closedThrough ?? QuarterHour.atOrBefore(beginning)
    }

    public mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
        swap(&effects, &self.effects)
        followClock(at: now)
        switch event {
        case .started: start(at: now)
        case .brokerConnected: connect(at: now)
        case .brokerDisconnected(let reason): disconnect(reason: reason, at: now)
        case .timer(let token): if timers.fires(token) { fire(token.kind, at: now) }
        case .clockSet: deriveTimes(at: now)
        case .availability(let node, let availability): take(availability, of: node, at: now)
        case .reported(let node, let reported): take(reported, of: node, at: now)
        case .ledger(let node, let batch): take(batch, of: node, at: now)
        case .timeRequest(let node, let request, let received, let correlation):
            perform(
                .replyTime(
                    node, originNanoseconds: request.originNanoseconds, received: received,
                    isVouched: settings.isClockVouched || now.sync != .unsynchronised, correlation: correlation))
        case .request(let origin, let request): answer(request, to: origin, at: now)
        case .committed(let id, let summary): commitSucceeded(id, summary, at: now)
        case .commitFailed(let id, let reason): commitFailed(id, reason: reason, at: now)
        case .historyRead(let origin, let page):
            historyReads -= 1
            perform(.reply(origin, .history(page)))
        case .historyFailed(let origin, let reason):
            historyReads -= 1
            fail(origin, .storeFailed, reason)
        case .storeChecked(let check): doctorLearned(check, at: now)
        case .zone(let name, let rules): take(rules, ofZone: name, at: now)
        case .soundReport(let node, let report): take(report, of: node, at: now)
        case .soundReady(let job, let sound, let milliseconds):
            soundReady(job, sound, milliseconds: milliseconds, at: now)
        case .soundRefused(let job, let error): soundRefused(job, error, at: now)
        case .uploadFound(let origin, let file, let bytes, let isThere):
            uploadFound(file, bytes: bytes, isThere: isThere, origin: origin, at: now)
        case .uploadKept(let origin, let file, let chunk): uploadKept(file, chunk: chunk, origin: origin)
        case .uploadFailed(let origin, let file, let reason): uploadFailed(file, reason: reason, origin: origin)
        case .packWant(let node, let want): take(want, of: node, at: now)
        case .held(let node, let document): take(shown: document, of: node, at: now)
        case .packFilesFound(let origin, let pack, let missing):
            packFilesFound(pack, missing: missing, origin: origin, at: now)
        case .packFileKept(let origin, let file, let isWhole): packFileKept(file, isWhole: isWhole, origin: origin)
        case .packFileRefused(let origin, let file, let error): packFileRefused(file, error, origin: origin)
        case .packUnreadable(let pack, let reason): packUnreadable(pack, reason: reason)
        case .brokerChecked(let openness): doctorLearned(openness, at: now)
        case .turnedAway(let requests, let reports):
            intake.turnedAway(requests: requests, reports: reports, at: now)
        case .wakeRefused(let wake, let reason): wakeRefused(wake, reason: reason, at: now)
        }
        beginCommit()
        holdReports()
        swap(&effects, &self.effects)
    }

    mutating func perform(_ effect: Effect) { effects.append(effect) }

    mutating func setTimer(_ kind: CoordinatorTimer, _ deadline: Deadline) {
        if let effect = timers.set(kind, deadline) { perform(effect) }
    }

    mutating func cancelTimer(_ kind: CoordinatorTimer) {
        if let effect = timers.cancel(kind) { perform(effect) }
    }

    mutating func fail(_ origin: RequestOrigin, _ code: RequestError.Code, _ message: String) {
        perform(.reply(origin, .failed(RequestError(code, message))))
    }

    var isConnected: Bool {
        switch link {
        case .up: true
        case .down: false
        }
    }

    /// The ids of all nodes, in order.
    var nodeIDs: [NodeID] { nodes.keys.sorted() }

    private mutating func start(at now: Now) {
        perform(
            .log(
                .notice,
                "coordinator \(settings.version) of site \(settings.site), store \(storeID), "
                    + "\(nodes.count) known \(nodes.count == 1 ? "node" : "nodes")"))
        deriveTimes(at: now)
        purge(at: now)
        startRings(at: now)
        // An upload that a restart cut off has its time to go on.
        setTimer(.packs, .boot(now.boot + PackDesk.draftPatience))
    }

    /// Everything that follows from the wall clock.
    private mutating func deriveTimes(at now: Now) {
        deriveWake(at: now)
        reopenIfAhead(at: now)
        armClosing(at: now)
        reopenRingsIfAhead(at: now)
        armRings(at: now)
    }

    private mutating func fire(_ kind: CoordinatorTimer, at now: Now) {
        switch kind {
        case .wake: deriveWake(at: now)
        case .closing:
            reopenIfAhead(at: now)
            closeQuarters(at: now)
            armClosing(at: now)
        case .rings:
            reopenRingsIfAhead(at: now)
            closeRings(at: now)
        case .purge:
            purge(at: now)
            renewZones()
            reviewHolidays(at: now)
        case .storeRetry: store.add(.probe(at: now.wall))
        case .settled: settle(at: now)
        case .doctor: finishDoctor(at: now)
        case .adoption: finishAdoption(at: now)
        case .carry: tendCarry(at: now)
        case .packs: tidyPacks(at: now)
        case .refusedWake: sendRefusedWake(at: now)
        }
    }

    private mutating func connect(at now: Now) {
        link = .up(since: now.wall)
        perform(.log(.notice, "connected to the broker at \(settings.broker)"))
        perform(.publishAvailability(.online))
        for id in nodeIDs {
            nodes[id]?.isHeard = false
            introduce(to: id, at: now)
        }
        deriveWake(at: now)
        setTimer(.settled, .boot(now.boot + .seconds(10)))
    }

    private mutating func disconnect(reason: String, at now: Now) {
        switch link {
        case .up:
            link = .down(since: now.wall, reason: reason)
            cancelTimer(.settled)
            perform(.log(.warning, "lost the broker at \(settings.broker): \(reason); trying again"))
        case .down(let since, let known):
            // Every attempt is reported; people want to read a reason once.
            guard known != reason else { return }
            link = .down(since: since, reason: reason)
            perform(.log(.warning, "no connection to the broker at \(settings.broker): \(reason); trying again"))
        }
    }
}
