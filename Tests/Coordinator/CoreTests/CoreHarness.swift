import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// A coordinator core on virtual time: tests tell it what happens and look at what it does.
struct CoreHarness {
    var core: CoordinatorCore
    var now: Now
    /// The effects of the last event.
    var effects: [CoordinatorEffect] = []
    /// The commit that is under way.
    private(set) var underWay: (id: CommitID, operations: [StoreOperation])?
    /// Zones that were asked for and not answered yet.
    private(set) var awaitedZones: [String] = []
    /// The clients that the broker accepts without a name.
    var openness: BrokerOpenness? = .closed
    /// The zones of the tz database.
    var zones: [String: TimeZoneRules] = ["Europe/Berlin": berlin, "UTC": .utc]
    /// Receives the commits when a test reads them or starts the coordinator again.
    private let store: MemoryStore?
    /// The newest setting of each timer.
    private var armed: [CoordinatorTimer: (token: TimerToken<CoordinatorTimer>, deadline: Deadline)] = [:]
    private let bootAhead: Duration = .seconds(1_000)

    static let origin = RequestOrigin("test")
    static let synchronised = SystemSync.synchronised(by: .chrony)

    /// - Parameters:
    ///   - time: the wall clock's time of 2026-11-21 at the start, UTC.
    ///   - connected: true to connect to the broker right away.
    ///   - commits: false to leave the first commit under way.
    init(
        at time: String, stored: StoredState? = nil, sync: SystemSync = synchronised, connected: Bool = true,
        lead: Duration = .seconds(15), budget: Duration = .seconds(30), isClockVouched: Bool = false,
        certificateUntil: WallTime? = nil, homeAssistant: HomeAssistantSettings? = nil,
        notices: NoticeSettings? = nil, store: MemoryStore? = nil, tag: GenerationTag? = nil, commits: Bool = true,
        position: Position? = nil
    ) {
        self.store = store
        now = Now(wall: instant(time), boot: BootTime(nanoseconds: 0) + bootAhead, sync: sync)
        core = CoordinatorCore(
            settings: CoordinatorSettings(
                site: SiteID("home")!, version: "1.2.3", broker: "broker:1883",
                storePath: "/store", lead: lead,
                budget: budget, isClockVouched: isClockVouched, certificateUntil: certificateUntil,
                generationTag: tag, position: position, homeAssistant: homeAssistant, notices: notices),
            stored: stored ?? store?.contents
                ?? StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: []), at: now)
        send(.started)
        if commits { commitAll() }
        if connected {
            send(.reportsConnected)
            send(.brokerConnected)
        }
    }

    @discardableResult
    mutating func send(_ event: CoordinatorEvent) -> [CoordinatorEffect] {
        switch event {
        case .committed(let id, _), .commitFailed(let id, _): if underWay?.id == id { underWay = nil }
        default: break
        }
        effects = core.handle(event, at: now)
        // The broker answers at once, while the store is still looked at.
        if effects.contains(.checkBroker) { effects += core.handle(.brokerChecked(openness), at: now) }
        for effect in effects {
            if case .setTimer(let token, let deadline) = effect { armed[token.kind] = (token, deadline) }
            if case .cancelTimer(let token) = effect { armed[token.kind] = nil }
            if case .commit(let id, let operations) = effect { underWay = (id, operations) }
            if case .loadZone(let name) = effect { awaitedZones.append(name) }
        }
        return effects
    }

    @discardableResult
    mutating func request(
        _ request: any SiteRequest, from origin: RequestOrigin = origin
    ) -> [CoordinatorEffect] { send(.request(origin, CoordinatorRequest(request))) }

    /// Both clocks go on, and the timers due by then fire in order.
    mutating func advance(_ duration: Duration, firing: Bool = true) -> [CoordinatorEffect] {
        let end = now.boot + duration
        var all: [CoordinatorEffect] = []
        while firing, let next = nextDue, next.at <= end {
            move(by: max(.zero, next.at - now.boot))
            armed[next.kind] = nil
            all += send(.timer(next.token))
        }
        move(by: end - now.boot)
        return all
    }

    /// Somebody sets the wall clock.
    mutating func setClock(to time: String) -> [CoordinatorEffect] {
        now.wall = instant(time)
        return send(.clockSet)
    }

    func deadline(_ kind: CoordinatorTimer) -> Deadline? { armed[kind]?.deadline }
    func token(_ kind: CoordinatorTimer) -> TimerToken<CoordinatorTimer>? { armed[kind]?.token }

    /// The commit that the last event began.
    var commit: (id: CommitID, operations: [StoreOperation])? {
        for case .commit(let id, let operations) in effects { return (id, operations) }
        return nil
    }

    var operations: [StoreOperation] { commit?.operations ?? [] }
    var replies: [CoordinatorAnswer] {
        effects.compactMap { if case .reply(_, let answer) = $0 { answer } else { nil } }
    }
    var acked: [NodeID: Acked] {
        Dictionary(
            effects.compactMap { if case .publish(.acked(let node, let acked)) = $0 { (node, acked) } else { nil } },
            uniquingKeysWith: { $1 })
    }
    var desired: [NodeID: Desired] {
        Dictionary(
            effects.compactMap {
                if case .publish(.desired(let node, let desired)) = $0 { (node, desired) } else { nil }
            },
            uniquingKeysWith: { $1 })
    }
    /// The change events that the coordinator published.
    var changes: [ChangeEvent] {
        effects.compactMap { if case .publish(.change(let event)) = $0 { event } else { nil } }
    }
    var loadedZones: [String] {
        effects.compactMap { if case .loadZone(let name) = $0 { name } else { nil } }
    }
    var wakes: [(wake: Wake, expirySeconds: UInt32)] { effects.wakes }
    var warnings: [String] {
        effects.compactMap {
            switch $0 {
            case .log(let level, let text), .logLimited(let level, let text, _):
                level == .warning || level == .error ? text : nil
            default: nil
            }
        }
    }

    /// The error of the only reply.
    var refusal: RequestError? {
        guard replies.count == 1, let error = replies[0].failure else { return nil }
        return error
    }

    /// Completes the commit under way, and each further commit that this begins.
    @discardableResult
    mutating func commitAll() -> [CoordinatorEffect] {
        var all: [CoordinatorEffect] = []
        while let (id, operations) = underWay {
            all += send(.committed(id, store?.taking(operations) ?? CommitSummary()))
        }
        return all
    }

    /// Fails the commit under way.
    @discardableResult
    mutating func failCommit(at location: SourceLocation = #_sourceLocation) -> [CoordinatorEffect] {
        guard let id = underWay?.id else {
            Issue.record("no commit is under way", sourceLocation: location)
            return []
        }
        return send(.commitFailed(id, reason: "no space"))
    }

    /// Lets the time go on by a minute at a time, with the commits in between.
    @discardableResult
    mutating func live(until time: String) -> [CoordinatorEffect] {
        var all: [CoordinatorEffect] = []
        while now.wall < instant(time) { all += advance(min(.minutes(1), instant(time) - now.wall)) + commitAll() }
        return all
    }

    /// Answers which zones there are.
    @discardableResult
    mutating func answerZones() -> [CoordinatorEffect] {
        var all: [CoordinatorEffect] = []
        while !awaitedZones.isEmpty {
            let name = awaitedZones.removeFirst()
            all += send(.zone(name, zones[name]))
        }
        return all
    }

    /// A node comes online, holding nothing yet, and is stored.
    mutating func join(_ node: NodeID) {
        send(.availability(node, .online))
        commitAll()
        send(.reported(node, reported(revision: 0, store: nil, zone: "")))
        commitAll()
    }

    mutating func status() -> SiteStatus {
        request(StatusRequest())
        guard let status = replies.first?.value as? SiteStatus else {
            preconditionFailure("status was not answered")
        }
        return status
    }

    func status(_ node: NodeID) -> NodeStatus {
        var copy = self
        guard let status = copy.status().nodes.first(where: { $0.id == node }) else {
            preconditionFailure("\(node) is not in the status")
        }
        return status
    }

    private var nextDue: (kind: CoordinatorTimer, token: TimerToken<CoordinatorTimer>, at: BootTime)? {
        armed.map { kind, timer in
            let at: BootTime =
                switch timer.deadline {
                case .boot(let boot): boot
                case .wall(let wall): now.boot + (wall - now.wall)
                }
            return (kind, timer.token, at)
        }.min { ($0.at, $0.token.generation) < ($1.at, $1.token.generation) }
    }

    private mutating func move(by duration: Duration) {
        now.wall = now.wall + duration
        now.boot = now.boot + duration
    }
}

extension CoreHarness: CustomTestStringConvertible {
    /// The whole state would drown a failure's message.
    var testDescription: String { "\(now.wall): \(effects)" }
}

extension MemoryStore {
    static func empty() -> MemoryStore { MemoryStore(storeID: "00112233aabbccdd") }

    var contents: StoredState {
        do { return try load() } catch { preconditionFailure("\(error)") }
    }

    /// The newest lines first.
    var lines: [HistoryLine] {
        do { return try history(HistoryRequest(limit: HistoryRequest.maximumLimit)).lines } catch {
            preconditionFailure("\(error)")
        }
    }

    var ringLines: [RingRecord] {
        lines.compactMap { if case .ring(let record) = $0.event { record } else { nil } }
    }

    fileprivate func taking(_ operations: [StoreOperation]) -> CommitSummary {
        do { return try commit(operations) } catch { preconditionFailure("\(error)") }
    }
}

extension [CoordinatorEffect] {
    /// The results of requests, without refusals.
    var results: [any RequestResult] {
        compactMap { if case .reply(_, let answer) = $0 { answer.value } else { nil } }
    }

    var wakes: [(wake: Wake, expirySeconds: UInt32)] {
        compactMap { if case .publish(.wake(let wake, let expiry)) = $0 { (wake, expiry) } else { nil } }
    }

    var commands: [(node: NodeID, command: Command, expirySeconds: UInt32)] {
        compactMap {
            if case .publish(.command(let node, let command, let expiry)) = $0 { (node, command, expiry) } else { nil }
        }
    }

    var closings: [QuarterClosing] {
        flatMap { effect -> [StoreOperation] in
            if case .commit(_, let operations) = effect { operations } else { [] }
        }.compactMap { if case .closeQuarters(let closing) = $0 { closing } else { nil } }
    }
}

let kitchen = NodeID("kitchen")!
let bedroom = NodeID("bedroom")!

/// `HH:MM:SS` of 2026-11-21 or a whole date-time, UTC.
func instant(_ text: String) -> WallTime {
    guard let time = WallTime(rfc3339: text.contains("T") ? text : "2026-11-21T\(text)Z") else {
        preconditionFailure("\(text) is not a time")
    }
    return time
}

func announced(_ target: String) -> QuarterRecord {
    QuarterRecord(target: instant(target), outcome: .announced, source: .wake, onsetErrorMicroseconds: 7, trips: 3)
}

func entry(_ sequence: Int, _ target: String = "18:00:00") -> LedgerEntry {
    LedgerEntry(sequence: sequence, at: instant(target), event: .quarter(announced(target)))
}

func batch(_ sequences: ClosedRange<Int>, epoch: String = "e1", oldest: Int = 1) -> LedgerBatch {
    LedgerBatch(epoch: epoch, oldest: oldest, entries: sequences.map { entry($0) })
}

extension CoordinatorEvent {
    static func reported(_ node: NodeID, _ reported: Reported) -> CoordinatorEvent {
        .reported(node, reported.clipped())
    }
}

func reported(
    instance: String = "machine-a", revision: Int = 1, audio: AudioReport.State = .ok, trusted: Bool = true,
    problems: [String] = [], pending: Int = 0, store: String? = "00112233aabbccdd", isBare: Bool = false,
    refused: RefusedStore? = nil, plays: [PendingSound] = [], problem: String? = nil, zone: String = "Europe/Berlin",
    lead: Int = 0, sounds: SoundsReport? = nil, alarms: Int = 0, generation: StoreGeneration = .uncounted
) -> Reported {
    Reported(
        instance: instance, version: "1.2.3", started: instant("12:00:00"), zone: zone,
        clock: ClockReport(
            trusted: trusted, reason: trusted ? "synchronised by chrony" : "never set", offsetMilliseconds: 0.2,
            delayMilliseconds: 1),
        store: store, generation: generation, isBare: isBare, refused: refused, revision: revision, settings: .standard,
        audio: AudioReport(device: "default", state: audio),
        voice: VoiceReport(name: "english", problems: problems), leadMilliseconds: lead, sounds: sounds, next: nil,
        last: nil, plays: plays, ledgerPending: pending, problem: problem, alarmCount: alarms)
}

func stored(
    _ node: NodeID, firstSeen: String = "2026-11-01T00:00:00Z", revision: Int = 1, last: QuarterRecord? = nil,
    availability: Availability = .offline, cursors: [Acked] = []
) -> StoredNode {
    StoredNode(
        definition: NodeDefinition(
            id: node, firstSeen: instant(firstSeen), room: node.rawValue, settings: .standard, revision: revision),
        availability: availability, availabilitySince: instant("10:00:00"), zone: "Europe/Berlin", last: last,
        cursors: cursors)
}
