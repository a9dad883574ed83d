import ClockDomain
import ClockWire

@testable import ClockNodeCore

/// A node's life under random faults, from one seed: clocks that jump, a network that repeats, reorders and loses, a disk
/// that hesitates or fails, an output that breaks, and power cuts at any moment. A coordinator keeps what reaches it.
struct RandomLife {
    enum DiskFaults {
        case none, hesitation, failure
    }

    /// The faults found; a reference, as the driver's inspection fills it.
    final class Findings {
        var all: [String] = []
    }

    private struct Key: Hashable {
        var epoch: String
        var sequence: Int
    }

    var random: SplitMix64
    var node: NodeDriver
    var oracle = RingOracle()
    let faults: DiskFaults
    private let found = Findings()

    private var isConnected = true
    private var isHostile = false
    private var seenInLog = 0
    private var inFlight: [LedgerBatch] = []
    private var committed: [Key: LedgerEntry] = [:]
    private var progress: [String: Int] = [:]
    private var lastAck: Acked?
    /// Every line that was ever on the disk.
    private var stored: [WallTime: QuarterRecord] = [:]
    var revision = 0
    /// People's definitions, for the next document.
    var alarms: [Alarm] = []
    var timers: [CountdownTimer] = []
    var defined = 0
    private var commands = 0
    /// Since when the clock has been trusted without a break, a crash or a step back.
    private var trustedSince: WallTime?

    init(seed: UInt64, faults: DiskFaults) {
        random = SplitMix64(seed: seed)
        self.faults = faults
        node = NodeDriver(at: noon - .seconds(Int64(random.next() % 3600)), seed: seed)
        let found = found
        node.inspect = { effect, core, given, now in
            if case .startRing(let order) = effect {
                found.all += RandomLife.problems(of: order, core, given, now)
            }
            guard case .play(let order) = effect else { return }
            var trust = core.node.clock.trust
            if !trust.verdict(at: now).isTrusted { found.all.append("\(now.wall): play ordered by an untrusted clock") }
            if order.target < now.wall - .seconds(2) {
                found.all.append("\(now.wall): play ordered for \(order.target), which is over")
            }
        }
    }

    /// Runs the life and returns its faults.
    mutating func run(steps: Int) -> [String] {
        node.start()
        noteTrust()
        for _ in 0..<steps {
            step()
            if !found.all.isEmpty { return found.all }
        }
        heal()
        return found.all
    }

    // MARK: Steps

    private mutating func step() {
        switch random.next() % 40 {
        case 0...5: wakeUp()
        case 6: crash()
        case 7: jump()
        case 8: changeSync()
        case 9: connect()
        case 10: node.send(.brokerDisconnected); isConnected = false; inFlight = []
        case 11: revision += chance(4) ? -1 : 1; node.send(.desired(anySettings()))
        case 12: command()
        case 13:
            node.send(.timeReply(anyReply(), receivedAt: NodeCore.Receipt(wall: anyInstant(), boot: node.now.boot)))
        case 14: acknowledgeAnything()
        case 15: node.send(.playback(id: Int(random.next() % 50), anyResult()))
        case 16: node.output = anyOutput()
        case 17: node.disk = anyDisk()
        case 18: node.peer = NodeDriver.Peer(offset: .milliseconds(Int64(random.next() % 200) - 100))
        case 19: node.peer = nil
        case 20: setClock(by: .zero)
        case 21: node.suspend(for: .seconds(Int64(random.next() % 9000)))
        case 22: node.send(.audio(AudioReport(device: "default", state: .ok)))
        case 23...25: define(); node.send(.desired(anySettings()))
        case 26...29: act()
        case 30: node.ringOutput = anyRingOutput()
        case 31: node.breakOutput(.deviceFailed, message: "unplugged")
        case 32: node.send(.ring(id: anySilentID(), anyRingResult()))
        case 33: skipToNextRing()
        default: break
        }
        node.run(for: pause())
        if chance(2) { node.answerStores() }
        noteStored()
        noteTrust()
        oracle.look(at: node, isDurable: faults == .none)
        found.all += oracle.takeFindings()
        coordinate()
    }

    private mutating func wakeUp() {
        var target = QuarterHour.after(node.now.wall)
        if chance(2) { node.run(until: target - .milliseconds(Int64(random.next() % 20_000))) }
        if chance(6) { target = target - QuarterHour.length }
        let sent = node.now.wall - .milliseconds(Int64(random.next() % 500))
        let message = wake(
            target, sent: sent, budget: chance(5) ? .seconds(6 + Int(random.next() % 590)) : .seconds(30))
        for _ in 0...(random.next() % 3) { node.send(.wake(message)) }
        if chance(20) { node.send(.wake(wake(QuarterHour.atOrBefore(anyInstant())))) }
    }

    private mutating func crash() {
        trustedSince = nil
        isConnected = true
        inFlight = []
        if chance(4) { node.send(.shutdown) }
        // The disk has or lacks the state that it hesitated over.
        if chance(2) { node.answerStores() }
        noteStored()
        // A power cut takes the time as well where no battery keeps it.
        let isBehind = chance(3)
        if isBehind { node.now.sync = .unsynchronised }
        let reboots = isBehind || chance(2)
        if reboots { oracle.reboot() } else { oracle.loseTrack() }
        let outage = chance(4) ? Int64(random.next() % 1_200_000) : Int64(random.next() % 30_000)
        node.crash(
            for: .milliseconds(outage),
            wall: isBehind ? node.now.wall - .seconds(Int64(random.next() % 4000)) : nil, reboots: reboots)
    }

    private mutating func changeSync() {
        node.now.sync = chance(3) ? .unsynchronised : .synchronised(by: .chrony)
        // The node looks every few seconds.
        trustedSince = nil
        node.run(for: .seconds(8))
    }

    private mutating func jump() {
        let size = Duration.seconds(Int64(random.next() % (chance(3) ? 7200 : 40)))
        setClock(by: chance(2) ? size : .zero - size)
    }

    private mutating func setClock(by step: Duration) {
        // Without a time service a step ends trust, if only until the next exchange.
        if step < .zero || node.now.sync == .unsynchronised { trustedSince = nil }
        oracle.loseTrack()
        node.setClock(to: node.now.wall + step, isTold: false)
        // Timers may fire before it is told.
        if chance(5) { node.run(for: .milliseconds(5)) }
        node.send(.clockSet)
    }

    private mutating func connect() {
        node.send(.brokerConnected)
        isConnected = true
        if chance(2), let lastAck { node.send(.acked(lastAck)) }
    }

    private mutating func command() {
        if !chance(4) { commands += 1 }
        let target = node.now.wall + .milliseconds(Int64(random.next() % 40_000) - 2000)
        let action: Command.Action = chance(3) ? .probe : .announce(target: target)
        node.send(.command(Command(id: "\(commands)", action: action, notAfter: target)))
    }

    /// Mostly old ones, sometimes of another store, rarely a lie.
    private mutating func acknowledgeAnything() {
        if chance(10) {
            node.send(.acked(Acked(epoch: node.state.ledger.epoch, sequence: node.state.ledger.nextSequence + 5)))
            isHostile = true
        } else if chance(3) {
            node.send(.acked(Acked(epoch: "nobody's", sequence: Int(random.next() % 100))))
        } else if let lastAck {
            node.send(.acked(Acked(epoch: lastAck.epoch, sequence: Int(random.next() % UInt64(lastAck.sequence + 1)))))
        }
    }

    /// The network is whole again, the disk works, the clock is right: everything must arrive.
    private mutating func heal() {
        node.disk = .works
        node.answerStores()
        node.now.sync = .synchronised(by: .chrony)
        node.output = .plays()
        node.ringOutput = .plays()
        connect()
        var rounds = 0
        repeat {
            node.run(for: .minutes(2))
            noteStored()
            coordinate(isFair: true)
            rounds += 1
        } while !(node.state.ledger.pending.isEmpty && node.state.rings.isEmpty) && rounds < 60
        if !node.state.ledger.pending.isEmpty {
            found.all.append("\(node.state.ledger.pending.count) lines never arrived")
        }
        let told = Set(committed.values.compactMap(\.record?.target))
        for target in stored.keys.sorted() where !told.contains(target) {
            found.all.append("the line of \(target) was on the disk and never arrived")
        }
        oracle.look(at: node, isDurable: faults == .none)
        found.all += oracle.takeFindings()
        if !node.state.rings.isEmpty { found.all.append("still rings: \(node.state.rings)") }
        if node.state.quarters.decided != node.saved.quarters.decided
            || node.state.alarms.decided != node.saved.alarms.decided
            || node.state.desired != node.saved.desired
        {
            found.all.append("the disk has another state than the node: \(node.saved) and \(node.state)")
        }
    }

    // MARK: What must hold

    private mutating func noteStored() {
        for entry in node.saved.ledger.pending {
            guard let record = entry.record else { continue }
            if let known = stored[record.target], known != record, faults != .failure {
                found.all.append("two lines of \(record.target): \(known.outcome) and \(record.outcome)")
            }
            stored[record.target] = record
        }
        if Set(node.state.quarters.decided).count != node.state.quarters.decided.count {
            found.all.append("decided twice")
        }
    }

    /// Every quarter hour of a stretch of trusted time has its line.
    private mutating func noteTrust() {
        guard node.trustsClock() else { return trustedSince = nil }
        guard let since = trustedSince else {
            // The node looks every few seconds whether a time service vouches for the clock now.
            if node.core.quarters.next != nil { trustedSince = node.now.wall }
            return
        }
        // Every action for a quarter hour is over by then.
        let settled = node.now.wall - .seconds(40)
        var target = QuarterHour.atOrAfter(since)
        while target <= settled {
            // A clock that jumped over the target leaves what is being said to its end.
            if !node.state.quarters.decided.contains(target), node.core.quarters.session?.target != target {
                found.all.append("\(node.now.wall): no line for \(target)")
            }
            target = target + QuarterHour.length
        }
        // Not all over again at the next step, nor for quarter hours that are long forgotten.
        trustedSince = max(since, QuarterHour.atOrBefore(settled))
    }

    private mutating func coordinate(isFair: Bool = false) {
        for line in node.log[seenInLog...] {
            if case .publish(.ledger(let batch)) = line.effect { inFlight.append(batch) }
        }
        node.forgetLog()
        seenInLog = 0
        guard isConnected else { return inFlight = [] }
        if !isFair, chance(4) { inFlight.shuffle(using: &random) }
        for batch in inFlight where isFair || !chance(6) {
            commit(batch)
            if !isFair, chance(5) { commit(batch) }
            if isFair || !chance(4), let lastAck { node.send(.acked(lastAck)) }
        }
        if isFair || chance(3) { inFlight = [] }
    }

    private mutating func commit(_ batch: LedgerBatch) {
        for entry in batch.entries {
            let key = Key(epoch: batch.epoch, sequence: entry.sequence)
            if let known = committed[key], known != entry {
                found.all.append("(\(key.epoch), \(key.sequence)) was given to two lines")
            }
            let taken = progress[batch.epoch] ?? 0
            guard entry.sequence == taken + 1 else { continue }
            committed[key] = entry
            progress[batch.epoch] = entry.sequence
        }
        lastAck = Acked(epoch: batch.epoch, sequence: progress[batch.epoch] ?? 0)
    }
}

extension RandomLife {
    // MARK: Any of everything

    mutating func chance(_ one: UInt64) -> Bool { random.next() % one == 0 }

    private mutating func pause() -> Duration {
        switch random.next() % 4 {
        case 0: .milliseconds(Int64(random.next() % 50))
        case 1: .milliseconds(Int64(random.next() % 5000))
        case 2: .seconds(Int64(random.next() % 60))
        default: .seconds(Int64(random.next() % 700))
        }
    }

    private mutating func anySettings() -> Desired {
        var settings = NodeSettings.standard
        settings.mute = chance(5) ? .on : .off
        settings.selfWake = !chance(3)
        settings.every = AnnouncementInterval.allCases.randomElement(using: &random)!
        if chance(3) { settings.quiet = [QuietPeriod("12:00-13:10")!] }
        // Without a draw of its own, so that each seed keeps the life that found a fault.
        if settings.mute == .on, !settings.selfWake { settings.mute = .until(node.now.wall + .minutes(40)) }
        return Desired(
            revision: max(1, revision), store: chance(10) ? "another" : "store", room: "Kitchen", settings: settings,
            alarms: alarms, timers: timers)
    }

    private mutating func anyInstant() -> WallTime {
        switch random.next() % 4 {
        case 0: node.now.wall
        case 1: WallTime(nanoseconds: Int64(bitPattern: random.next()))
        case 2: WallTime(seconds: Int64(random.next() % 7_258_118_400))
        default: node.now.wall + .milliseconds(Int64(random.next() % 4000) - 2000)
        }
    }

    private mutating func anyReply() -> TimeReply {
        TimeReply(
            originNanoseconds: node.exchanges.last?.originNanoseconds ?? anyInstant().nanoseconds,
            receivedNanoseconds: anyInstant().nanoseconds, transmittedNanoseconds: anyInstant().nanoseconds)
    }

    private mutating func anyResult() -> PlaybackResult {
        switch random.next() % 4 {
        case 0: .cancelled
        case 1: .failed(.late, message: "too late")
        case 2: .failed(.deviceBusy, message: "busy")
        default: .finished(onsetErrorNanoseconds: 5000, underruns: 0, missingClips: [])
        }
    }

    private mutating func anyOutput() -> NodeDriver.Output {
        switch random.next() % 6 {
        case 0: .fails(.deviceMissing, message: "missing")
        case 1: .fails(.late, message: "too late")
        case 2: .neverAnswers
        default: .plays()
        }
    }

    private mutating func anyDisk() -> NodeDriver.Disk {
        switch faults {
        case .none: .works
        case .hesitation: chance(2) ? .works : .hesitates
        case .failure: chance(2) ? .works : .fails("no space left on device")
        }
    }
}
