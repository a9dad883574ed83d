import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// A node's shell on virtual time: two clocks, the timers that the core sets, a disk, an output and a coordinator's
/// clock to compare with. Everything happens in the order of time, and the same script always runs the same way.
struct NodeDriver {
    /// The disk's answers.
    enum Disk: Equatable {
        case works
        case fails(String)
        /// Answers when ``answerStores()`` is called.
        case hesitates
    }

    /// The output's answer to a play order.
    enum Output: Equatable {
        /// Three seconds after the target.
        case plays(onsetErrorNanoseconds: Int64? = 12_400, underruns: Int = 0, missingClips: [String] = [])
        /// At once.
        case fails(PlaybackFailure, message: String)
        case neverAnswers
    }

    /// The output's answer to a ring order.
    enum RingOutput: Equatable {
        /// A quarter second after the first frame was heard.
        case plays(missingSound: String? = nil)
        /// At once.
        case fails(PlaybackFailure, message: String)
        case neverAnswers
    }

    /// An ordered loop, and the part of it that was heard.
    struct HeardRing: Equatable {
        var order: RingOrder
        /// By the node's clocks; `nil` when nothing was heard.
        var from: Now?
        /// The end: stopped, failed, or the program ended; `nil` while it goes on.
        var until: Now?
    }

    struct Scheduled {
        var at: BootTime
        var order: Int
        var event: NodeCore.Event
        var play: Int?
    }

    /// A sound that will begin.
    struct Onset {
        var id: Int
        var at: BootTime
    }

    private(set) var core: NodeCore
    private var identity: NodeCore.Identity
    private let fresh: NodeState
    private var seed: UInt64
    private var timers: [NodeCore.TimerKind: (token: TimerToken<NodeCore.TimerKind>, deadline: Deadline)] = [:]
    var scheduled: [Scheduled] = []
    private var scheduleCount = 0
    private(set) var unansweredStores: [(state: NodeState, ticket: Int)] = []

    var now: Now
    var disk = Disk.works
    var output = Output.plays()
    var ringOutput = RingOutput.plays()
    /// The delay of a ring beyond its ordered instant.
    var ringDelay: Duration = .zero
    /// True when the output answers an order to stop a ring.
    var answersStops = true
    /// The tz database, and which of its zones is the node's own.
    var zones: [String: TimeZoneRules] = [:]
    var ownZone: TimeZoneRules?
    /// Names of the sounds in the folder.
    var soundFiles: [String] = []
    var answersSounds = true
    /// True when the tz database answers.
    var answersZones = true
    /// Every ring that was ordered, in the order of orders.
    var rings: [HeardRing] = []
    var alerts: [HeardAlert] = []
    var peer: Peer?
    /// The state that a crash leaves behind.
    private(set) var saved: NodeState
    /// The state that the disk received last.
    private var given: NodeState
    /// Everything the core ever asked for, and when.
    private(set) var log: [(at: Now, effect: NodeCore.Effect)] = []
    /// The core's sleep in each trip.
    private(set) var trips: [Duration] = []
    /// Called with every effect before it is carried out.
    var inspect: (NodeCore.Effect, NodeCore, NodeState, Now) -> Void = { _, _, _, _ in }

    init(
        at wall: WallTime, zone: TimeZoneRules = .utc, leadIn: Duration = .seconds(2), state: NodeState? = nil,
        sync: SystemSync = .synchronised(by: .timesyncd), source: ClockSource = .system, seed: UInt64 = 1,
        certificateUntil: WallTime? = nil
    ) {
        now = Now(wall: wall, boot: BootTime(nanoseconds: 1_000_000_000_000), sync: sync)
        identity = NodeCore.Identity(
            id: NodeID("kitchen")!, version: "1.2.3", bootID: "boot 1", zone: zone, device: "default", leadIn: leadIn,
            clockSource: source, certificateUntil: certificateUntil)
        ownZone = zone
        fresh = state ?? NodeState(instance: "instance", epoch: "first")
        saved = fresh
        given = fresh
        self.seed = seed
        network = SplitMix64(seed: seed)
        core = NodeCore(identity: identity, state: fresh, seed: seed, at: now)
    }

    // MARK: What the core asked for

    var effects: [NodeCore.Effect] { log.map(\.effect) }
    var stores: [NodeState] {
        effects.compactMap { if case .store(let state, _) = $0 { state.wrappedValue } else { nil } }
    }
    var plays: [PlayOrder] { effects.compactMap { if case .play(let order) = $0 { order } else { nil } } }
    var cancelledPlays: [Int] { effects.compactMap { if case .cancelPlay(let id) = $0 { id } else { nil } } }
    var batches: [LedgerBatch] {
        effects.compactMap { if case .publish(.ledger(let batch)) = $0 { batch } else { nil } }
    }
    var entriesSent: [LedgerEntry] { batches.flatMap(\.entries) }
    var reports: [Reported] {
        effects.compactMap { if case .publish(.reported(let it)) = $0 { it.wrappedValue } else { nil } }
    }
    var exchanges: [TimeRequest] {
        effects.compactMap { if case .publish(.timeRequest(let it)) = $0 { it } else { nil } }
    }
    var warnings: [String] {
        effects.compactMap {
            switch $0 {
            case .log(let level, let text): [.notice, .warning, .error].contains(level) ? text : nil
            case .logRecord(let record): record.outcome.logLevel == .warning ? record.sentence : nil
            default: nil
            }
        }
    }
    /// The records in the last state that the core saved, or tried to, and that nobody has acknowledged.
    var state: NodeState { core.node.state }
    var records: [QuarterRecord] { core.node.state.ledger.pending.compactMap(\.record) }
    /// The lines of occurrences, likewise.
    var lines: [RingRecord] { core.node.state.ledger.pending.compactMap(\.ring) }
    /// The onsets of rings, by the node's wall clock.
    var onsets: [WallTime] { rings.compactMap(\.from?.wall) }
    /// The rings that sound now.
    var soundingRings: [HeardRing] { rings.filter { $0.from != nil && $0.until == nil } }

    func trustsClock() -> Bool {
        var trust = core.node.clock.trust
        return trust.verdict(at: now).isTrusted
    }

    mutating func forgetLog() { log = [] }

    // MARK: What happens to it

    /// The program comes up.
    mutating func start(connected: Bool = true) {
        send(.started)
        if connected {
            send(.brokerConnected)
            send(.acked(Acked(epoch: core.node.state.ledger.epoch, sequence: 0)))
        }
    }

    mutating func send(_ event: NodeCore.Event) {
        var queue = [event]
        while !queue.isEmpty {
            let event = queue.removeFirst()
            for effect in core.handle(event, at: now) {
                if case .store(let state, _) = effect { given = state.wrappedValue }
                inspect(effect, core, given, now)
                log.append((now, effect))
                carryOut(effect, &queue)
            }
            checkReport(after: event)
        }
    }

    /// Putting the reported document together at every event would say nothing else.
    private mutating func checkReport(after event: NodeCore.Event) {
        eventCount += 1
        // In the moment of a step it has another clock than it reckons with. In a long life a sample will do.
        guard timers[.stepped] == nil, eventCount < 100 || eventCount % 16 == 0, core.node.isConnected,
            let last = core.node.reporter.lastReported?.wrappedValue
        else { return }
        var (core, trust) = (core, core.node.clock.trust)
        let clock = Reporter.clockReport(
            trust.verdict(at: now), trust.difference(at: now), core.node.identity.clockSource,
            isCoordinatorVouched: core.node.clock.isCoordinatorVouched)
        var whole = core.reported(clock)
        // A measurement that grows old is no news.
        if whole.clock.offsetMilliseconds == nil { whole.clock.isCoordinatorVouched = last.clock.isCoordinatorVouched }
        whole.clock.offsetMilliseconds = last.clock.offsetMilliseconds
        whole.clock.delayMilliseconds = last.clock.delayMilliseconds
        if whole.clock.errorMilliseconds != nil, last.clock.errorMilliseconds != nil {
            whole.clock.errorMilliseconds = last.clock.errorMilliseconds
        }
        if whole != last { Issue.record("not reported after \(event): \(last)\nis now \(whole)") }
    }

    mutating func schedule(_ event: NodeCore.Event, after delay: Duration, play: Int? = nil) {
        scheduleCount += 1
        scheduled.append(Scheduled(at: now.boot + delay, order: scheduleCount, event: event, play: play))
    }

    /// Lets time pass, with everything that falls due meanwhile.
    mutating func run(for span: Duration) {
        let end = now.boot + span
        var events = 0
        while let next = nextDue(), next.at <= end {
            events = next.at > now.boot ? 0 : events + 1
            precondition(events < 10_000, "\(next.what) is due again and again")
            pass(max(.zero, next.at - now.boot))
            switch next.what {
            case .onset(let index): begin(index)
            case .timer(let token):
                timers[token.kind] = nil
                send(.timer(token))
            case .scheduled(let index):
                send(scheduled.remove(at: index).event)
            }
        }
        pass(end - now.boot)
    }

    /// Sets the wall clock, as a person or a time service does.
    mutating func setClock(to wall: WallTime, isTold: Bool = true) {
        guard steered == nil else { return machineAhead = wall.nanoseconds - now.boot.nanoseconds }
        now.wall = wall
        if isTold { send(.clockSet) }
    }

    /// Time passes with the machine asleep: nothing fires until it is over.
    mutating func suspend(for span: Duration) { pass(span) }

    mutating func answerStores() {
        let stores = unansweredStores
        unansweredStores = []
        // The disk then has the newest; an answer may ask for another one.
        if let newest = stores.last { saved = newest.state }
        for store in stores { send(.stored(ticket: store.ticket)) }
    }

    /// The program is killed and runs again after a while: only the state on the disk is left.
    /// - Parameter reboots: true when the machine reboots as well: its boot clock starts again.
    mutating func crash(
        for pause: Duration = .zero, wall: WallTime? = nil, reboots: Bool = false, starts: Bool = true
    ) {
        endSounds()
        pass(pause)
        now.wall = machineWall
        steered = nil
        if let wall { now.wall = wall }
        if reboots {
            now.boot = BootTime(nanoseconds: 20_000_000_000)
            bootCount += 1
            identity.bootID = "boot \(bootCount)"
        }
        if let ownZone { identity.zone = ownZone }
        timers = [:]
        scheduled = []
        unansweredStores = []
        seed += 1
        core = NodeCore(identity: identity, state: saved, seed: seed, at: now)
        if starts { start() }
    }

    /// Puts another state on the disk, as restoring a card does.
    mutating func restore(_ state: NodeState) { saved = state }

    // MARK: The machinery

    var onsetsToCome: [Onset] = []
    /// The clock that the core asked to go by.
    private(set) var steered: SteeredClock?
    /// The machine's wall clock minus its boot clock, nanoseconds, while the node goes by another clock.
    private var machineAhead: Int64 = 0
    /// Draws the network's behaviour.
    var network: SplitMix64
    private var bootCount = 1
    private var eventCount = 0

    private enum Due {
        case onset(Int)
        case timer(TimerToken<NodeCore.TimerKind>)
        case scheduled(Int)
    }

    private func nextDue() -> (at: BootTime, what: Due)? {
        var due: [(at: BootTime, rank: Int, what: Due)] = timers.values.map { timer in
            let rank = NodeCore.TimerKind.order.firstIndex(of: timer.token.kind)!
            switch timer.deadline {
            case .wall(let wall):
                let boot = steered?.boot(at: wall) ?? now.boot + (wall - now.wall)
                return (max(now.boot, boot), rank, .timer(timer.token))
            case .boot(let boot): return (max(now.boot, boot), rank, .timer(timer.token))
            }
        }
        due += onsetsToCome.enumerated().map { ($1.at, -1, .onset($0)) }
        due += scheduled.enumerated().map { ($1.at, 100 + $1.order, .scheduled($0)) }
        return due.min { ($0.at, $0.rank) < ($1.at, $1.rank) }.map { ($0.at, $0.what) }
    }

    private mutating func pass(_ span: Duration) {
        now.boot = now.boot + span
        now.wall = steered?.wall(at: now.boot) ?? now.wall + span
    }

    /// The machine's own wall clock, whichever clock the node goes by.
    var machineWall: WallTime { steered == nil ? now.wall : WallTime(nanoseconds: now.boot.nanoseconds + machineAhead) }

    /// Both clocks as they are now.
    var receipt: NodeCore.Receipt { NodeCore.Receipt(wall: now.wall, boot: now.boot) }

    private mutating func steer(to clock: SteeredClock) {
        machineAhead = machineWall.nanoseconds - now.boot.nanoseconds
        steered = clock
        now.wall = clock.wall(at: now.boot)
    }

    private mutating func carryOut(_ effect: NodeCore.Effect, _ queue: inout [NodeCore.Event]) {
        switch effect {
        case .store(let boxed, let ticket):
            let state = boxed.wrappedValue
            switch disk {
            case .works:
                // A disk does one thing after the other.
                unansweredStores.append((state, ticket))
                queue += unansweredStores.map { .stored(ticket: $0.ticket) }
                unansweredStores = []
                saved = state
            case .fails(let reason): queue.append(.storeFailed(ticket: ticket, reason: reason))
            case .hesitates: unansweredStores.append((state, ticket))
            }
        case .setTimer(let token, let deadline):
            timers[token.kind] = (token, deadline)
            if token.kind == .trip, case .boot(let boot) = deadline { trips.append(boot - now.boot) }
        case .cancelTimer(let token):
            if timers[token.kind]?.token == token { timers[token.kind] = nil }
        case .play(let order): play(order)
        case .cancelPlay(let id):
            if let index = scheduled.firstIndex(where: { $0.play == id }) {
                scheduled.remove(at: index)
                schedule(.playback(id: id, .cancelled), after: .milliseconds(1))
            }
        case .startRing(let order): ring(order)
        case .startAlert(let order): alert(order)
        case .stopRing(let id): stopRing(id)
        case .loadZone(let name):
            guard answersZones else { break }
            queue.append(.zone(name: name, name.map { zones[$0] } ?? ownZone))
        case .checkSounds(let names):
            guard answersSounds else { break }
            queue.append(
                .sounds(
                    SoundsReport(
                        folder: "/sounds", names: soundFiles,
                        problems: names.filter { !soundFiles.contains($0) }
                            .map { SoundProblem(sound: $0, finding: "\($0).wav: there is no such file", fix: "add it") }
                    )))
        case .publish(.timeRequest(let request)):
            if let peer { answer(request, peer) }
        case .adjustClock(let clock): steer(to: clock)
        case .publish, .answerLocal, .probeAudio, .loadVoice, .log, .logRecord, .setVolume: break
        // Tests of carried sounds answer these by hand.
        case .findPack, .installPack, .dropPacks: break
        case .findSound, .fetchContent, .leaveContent, .keepChunk, .keepBlob, .loadSound, .unloadSound: break
        case .playSound: break
        }
    }

    private mutating func play(_ order: PlayOrder) {
        switch output {
        case .plays(let error, let underruns, let missing):
            schedule(
                .playback(
                    id: order.id,
                    .finished(onsetErrorNanoseconds: error, underruns: underruns, missingClips: missing)),
                after: max(.zero, order.target - now.wall) + .seconds(3), play: order.id)
        case .fails(let failure, let message):
            schedule(.playback(id: order.id, .failed(failure, message: message)), after: .milliseconds(1))
        case .neverAnswers: break
        }
    }
}

extension NodeCore.TimerKind {
    /// The order of timers that are due at the same instant.
    fileprivate static let order: [Self] = [
        .trip, .selfWake, .close, .exchange, .resend, .ledgerHold, .playback, .storeRetry, .trust, .alarm,
        .ring, .zones, .stepped, .carried, .transfers, .packs, .button, .emergency,
    ]
}
