// Sounds that are carried here to be played at an instant. An order is on the disk before anything is done for it, and
// ends in one line of the ledger whatever happens. Its sound is looked up on the disk; where it is not there it is
// transferred. Shortly before the instant the sound is read into memory, at the lead-in it is handed to the output.

internal import ClockDomain
internal import ClockWire

/// What of carried sounds must not be forgotten over a crash.
public struct CarriedMemory: Hashable, Sendable {
    /// Carried sounds that are to be played, ascending by target.
    public fileprivate(set) var orders: [CarriedOrder]
    /// Orders to play one that have their line, the newest last.
    public fileprivate(set) var done: [String]

    public init(orders: [CarriedOrder] = [], done: [String] = []) {
        self.orders = orders
        self.done = done
    }
}

/// The orders to play carried sounds, and how far this node is with their sounds: what is on the disk is looked up after a
/// start.
struct OrderedSounds: Sendable {
    private enum Stage: Sendable, Equatable {
        /// It is being looked up on the disk.
        case finding
        /// It is being transferred.
        case coming
        /// It is on the disk.
        case kept
        /// It is being read into memory.
        case loading
        /// It is in memory.
        case loaded
    }

    /// By sound, of every order that is kept.
    private var stages: [Digest: Stage] = [:]

    /// Orders that have their line, to know one that comes again.
    static let remembered = 64
    /// A sound is read into memory this long before the lead-in.
    private static let loadAdvance: Duration = .seconds(4)
    /// As far ahead as the coordinator takes one, and an hour for clocks that differ.
    private static let furthest = PlayOptions.furthest + .hours(1)
    /// What the output may take beyond the longest sound.
    private static let patience: Duration = .seconds(Blob.maximumSeconds + 30)

    // MARK: What has changed

    mutating func settle(_ change: NodeCore.Change, at now: Now, _ node: inout NodeContext) {
        switch change {
        case .trustLost, .clockSet:
            takeBack(at: now, &node)
            tend(at: now, &node)
        case .trustWon, .leadIn: tend(at: now, &node)
        case .started, .document, .zone: break
        }
    }

    /// Whether a sound that was found as playing after a crash has its instant before it.
    mutating func isSoundPlaced(at now: Now, _ node: inout NodeContext) -> Bool {
        node.memory.carried.orders.contains { $0.isPlaying && now.wall < $0.order.target }
    }

    /// Has it reported what is still to be played.
    func show(_ node: inout NodeContext) {
        guard !node.reporter.plays.isEmpty || !node.memory.carried.orders.isEmpty else { return }
        node.reporter.show(
            node.memory.carried.orders.map {
                PendingSound(id: $0.id, label: $0.order.label, target: $0.order.target)
            })
    }

    // MARK: Orders

    mutating func receive(_ order: SoundOrder, id: String, at now: Now, _ node: inout NodeContext) {
        guard !node.memory.carried.orders.contains(where: { $0.id == id }), !node.memory.carried.done.contains(id)
        else { return }
        let carried = CarriedOrder(id: id, order: order)
        let verdict = node.clock.verdict(at: now)
        if !verdict.isTrusted {
            return end(carried, .missed, .untrusted, verdict.finding, at: now, &node)
        }
        let remaining = order.target - now.wall
        if remaining <= .zero {
            let late = (.zero - remaining).milliseconds
            return end(carried, .missed, .late, "the order came \(Int(late)) ms after the instant", at: now, &node)
        }
        guard remaining <= OrderedSounds.furthest else {
            return end(
                carried, .missed, .late, "this node's clock shows \(now.wall), over a day before", at: now, &node)
        }
        guard node.memory.carried.orders.count < SoundOrder.maximumPerNode else {
            return end(
                carried, .missed, .busy, "\(node.memory.carried.orders.count) other sounds are waiting to be played",
                at: now, &node)
        }
        node.memory.carried.orders.append(carried)
        node.memory.carried.orders.sort()
        node.save(at: now)
        switch stages[order.sound.id] {
        case nil: find(order.sound, &node)
        case .kept, .loading, .loaded: reportReady(carried, &node)
        case .finding, .coming: break
        }
        node.refreshClock(before: order.target, at: now)
        tend(at: now, &node)
    }

    /// The program has started: what was kept of earlier is looked at.
    mutating func begin(at now: Now, _ node: inout NodeContext) {
        for order in node.memory.carried.orders where stages[order.order.sound.id] == nil {
            find(order.order.sound, &node)
        }
        tend(at: now, &node)
    }

    private mutating func find(_ sound: Blob, _ node: inout NodeContext) {
        stages[sound.id] = .finding
        node.emit(.findSound(sound))
    }

    // MARK: The instant

    /// Does what is to be done for every order by now, and sets the timer for what comes next.
    mutating func tend(at now: Now, _ node: inout NodeContext) {
        guard !node.memory.carried.orders.isEmpty || !stages.isEmpty else { return }
        let trusted = node.clock.verdict(at: now)
        var next: [WallTime] = []
        for order in node.memory.carried.orders {
            if let sound = node.output.sound(of: .carried(order.id)) {
                if now.boot >= sound.answerBy { outputIsSilent(order, at: now, &node) }
                continue
            }
            tendOne(order, trusted, at: now, &next, &node)
        }
        dropUnusedSounds(at: now, &node)
        next += node.output.carriedAnswers.map(now.wall(at:))
        guard let first = next.min() else { return node.cancel(.carried) }
        node.set(.carried, .wall(first))
    }

    private mutating func tendOne(
        _ order: CarriedOrder, _ trusted: TrustGate.Verdict, at now: Now, _ next: inout [WallTime],
        _ node: inout NodeContext
    ) {
        let target = order.order.target
        let sound = order.order.sound.id
        let remaining = target - now.wall
        if order.isPlaying {
            // Found after a crash. Only a trusted clock can tell whether it was heard.
            guard trusted.isTrusted else { return }
            guard remaining > .zero else {
                return end(
                    order, .missed, .interrupted, "the node stopped while it was playing", at: now, &node)
            }
            setPlaying(order.id, false, &node)
        }
        guard remaining > .zero else { return pastTarget(order, at: now, &node) }
        guard remaining <= OrderedSounds.furthest + .hours(1) else {
            return end(order, .missed, .late, "the clock was set back to \(now.wall)", at: now, &node)
        }
        let leadIn = target - node.output.leadIn
        let load = leadIn - OrderedSounds.loadAdvance
        if stages[sound] == .kept, now.wall >= load {
            stages[sound] = .loading
            node.emit(.loadSound(order.order.sound))
        }
        guard now.wall >= leadIn else {
            return next.append(now.wall < load && stages[sound] == .kept ? load : leadIn)
        }
        guard trusted.isTrusted else {
            return end(order, .missed, .untrusted, trusted.finding, at: now, &node)
        }
        guard stages[sound] == .loaded else { return next.append(target) }
        start(order, at: now, &node)
    }

    private mutating func pastTarget(_ order: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        let sound = order.order.sound
        let detail: String
        switch stages[sound.id] {
        case .coming:
            let arrived = node.transfers.arrivedChunks(of: sound.id)
            guard arrived == sound.chunks else {
                let text = "\(arrived) of \(sound.chunks) parts had come at the instant"
                return end(order, .missed, .incomplete, text, at: now, &node)
            }
            detail = "the sound was not in memory at the instant"
        case .finding, .kept, .loading, nil: detail = "the sound was not in memory at the instant"
        case .loaded: detail = "the node got to it only after the instant"
        }
        end(order, .missed, .late, detail, at: now, &node)
    }

    /// The lead-in has begun: stored as playing first, so that no crash plays it twice.
    private mutating func start(_ order: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        let audibleAt = now.boot + (order.order.target - now.wall)
        let sound = node.output.place(
            .carried(order.id), audibleAt: audibleAt, answerBy: audibleAt + OrderedSounds.patience)
        setPlaying(order.id, true, &node)
        node.save(at: now)
        node.emit(
            .playSound(
                CarriedPlayOrder(
                    id: sound.id, sound: order.order.sound.id, target: order.order.target, audibleAt: audibleAt,
                    volume: node.settings.playVolume(order.order.volume),
                    trimMicroseconds: node.settings.trimMicroseconds)))
    }

    private mutating func setPlaying(_ id: String, _ isPlaying: Bool, _ node: inout NodeContext) {
        guard let index = node.memory.carried.orders.firstIndex(where: { $0.id == id }) else { return }
        node.memory.carried.orders[index].isPlaying = isPlaying
    }

    // MARK: The output's answer

    mutating func ended(_ id: String, _ result: PlaybackResult, at now: Now, _ node: inout NodeContext) {
        guard let order = node.memory.carried.orders.first(where: { $0.id == id }) else { return }
        switch result {
        case .finished(let onsetError, let underruns, _):
            var record = base(order, .played)
            // Rounded to the nearest microsecond; the output's word is no finer.
            record.onsetErrorMicroseconds = onsetError.map { Int($0 / 1000 + $0 % 1000 / 500) }
            if underruns > 0 {
                record.reason = .underrun
                record.detail = "the output ran dry \(underruns) times"
            }
            end(order, record, at: now, &node)
        case .failed(.late, let message): end(order, .missed, .late, message, at: now, &node)
        case .failed(.deviceMissing, let message): end(order, .failed, .deviceMissing, message, at: now, &node)
        case .failed(.deviceBusy, let message): end(order, .failed, .deviceBusy, message, at: now, &node)
        case .failed(.deviceFailed, let message): end(order, .failed, .deviceFailed, message, at: now, &node)
        case .cancelled: end(order, .missed, .interrupted, "the sound was cut off", at: now, &node)
        }
        tend(at: now, &node)
    }

    private mutating func outputIsSilent(_ order: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        let text = "the output \(node.identity.device) did not answer"
        node.output.giveUp(.carried(order.id), text, &node.out)
        end(order, .failed, .deviceFailed, text, at: now, &node)
    }

    // MARK: Interruptions

    /// The program is told to leave. What was heard in part was interrupted; the rest is found at the next start.
    mutating func shutdown(at now: Now, _ node: inout NodeContext) {
        takeBack(at: now, &node)
        for order in node.memory.carried.orders {
            guard node.output.sound(of: .carried(order.id)) != nil else { continue }
            node.output.takeBack(.carried(order.id), &node.out)
            end(order, .missed, .interrupted, "the node was stopped while it was playing", at: now, &node)
        }
    }

    /// The clock was set, or is no longer trusted. Sound that has begun is left alone; what has not is to be looked at
    /// anew.
    private mutating func takeBack(at now: Now, _ node: inout NodeContext) {
        var isAny = false
        for order in node.memory.carried.orders {
            guard node.output.takeBackUnheard(.carried(order.id), at: now, &node.out) else { continue }
            setPlaying(order.id, false, &node)
            isAny = true
        }
        if isAny { node.save(at: now) }
    }

    /// Somebody takes an order back. One that is not kept here has its line, or never came.
    mutating func withdraw(order id: String, at now: Now, _ node: inout NodeContext) {
        guard let order = node.memory.carried.orders.first(where: { $0.id == id }) else { return }
        var record = base(order, .withdrawn)
        record.detail = "it was withdrawn before it was heard"
        if let sound = node.output.sound(of: .carried(id)) {
            node.output.takeBack(.carried(id), &node.out)
            if now.boot >= sound.audibleAt { record.detail = "it was withdrawn while it was heard" }
        }
        end(order, record, at: now, &node)
        tend(at: now, &node)
    }

    // MARK: The line

    private func base(_ order: CarriedOrder, _ outcome: SoundOutcome) -> SoundRecord {
        SoundRecord(
            order: order.id, sound: order.order.sound.id, label: order.order.label, target: order.order.target,
            outcome: outcome)
    }

    private mutating func end(
        _ order: CarriedOrder, _ outcome: SoundOutcome, _ reason: SoundReason, _ detail: String, at now: Now,
        _ node: inout NodeContext
    ) {
        var record = base(order, outcome)
        record.reason = reason
        record.detail = detail.line(maximumBytes: SoundRecord.maximumDetailBytes)
        end(order, record, at: now, &node)
    }

    private mutating func end(
        _ order: CarriedOrder, _ record: SoundRecord, at now: Now, _ node: inout NodeContext
    ) {
        node.memory.carried.orders.removeAll { $0.id == order.id }
        node.memory.carried.done.append(order.id)
        node.memory.carried.done.removeFirst(max(0, node.memory.carried.done.count - OrderedSounds.remembered))
        node.write(.sound(record), at: now)
        node.save(at: now)
        node.log(record.outcome.logLevel, record.sentence)
    }

    /// Sounds that no order is for any more.
    private mutating func dropUnusedSounds(at now: Now, _ node: inout NodeContext) {
        let used = Set(node.memory.carried.orders.map(\.order.sound.id))
        for sound in stages.keys.sorted() where !used.contains(sound) {
            switch stages.removeValue(forKey: sound) {
            case .coming: node.transfers.end(sound, at: now, &node.out)
            case .loading, .loaded: node.emit(.unloadSound(sound))
            case .finding, .kept, nil: break
            }
        }
    }

    // MARK: The sounds

    mutating func found(_ sound: Digest, isThere: Bool, at now: Now, _ node: inout NodeContext) {
        guard stages[sound] == .finding, let carried = orders(of: sound, &node).first?.order.sound else { return }
        if isThere {
            isKept(sound, at: now, &node)
        } else {
            stages[sound] = .coming
            node.transfers.begin(.sound(carried), [carried], at: now, &node.out)
        }
    }

    /// All of it has come.
    mutating func arrived(_ sound: Digest, at now: Now, _ node: inout NodeContext) {
        guard stages[sound] == .coming else { return }
        node.transfers.end(sound, at: now, &node.out)
        isKept(sound, at: now, &node)
    }

    private mutating func isKept(_ sound: Digest, at now: Now, _ node: inout NodeContext) {
        stages[sound] = .kept
        if let order = orders(of: sound, &node).first { reportReady(order, &node) }
        tend(at: now, &node)
    }

    mutating func loaded(_ sound: Digest, at now: Now, _ node: inout NodeContext) {
        guard stages[sound] == .loading else { return }
        stages[sound] = .loaded
        tend(at: now, &node)
    }

    /// The sound cannot be kept or read: its orders end.
    mutating func lost(
        _ sound: Digest, _ reason: SoundReason, _ detail: String, at now: Now, _ node: inout NodeContext
    ) {
        for order in orders(of: sound, &node) where !order.isPlaying {
            end(order, .failed, reason, detail, at: now, &node)
        }
        tend(at: now, &node)
    }

    private mutating func orders(of sound: Digest, _ node: inout NodeContext) -> [CarriedOrder] {
        node.memory.carried.orders.filter { $0.order.sound.id == sound }
    }

    private mutating func reportReady(_ order: CarriedOrder, _ node: inout NodeContext) {
        guard node.isConnected else { return }
        node.emit(.publish(.contentReport(ContentReport(content: order.order.sound.id, state: .ready))))
    }
}

extension SoundOutcome {
    fileprivate var logLevel: LogLevel {
        switch self {
        case .played, .withdrawn: .info
        case .missed, .failed: .warning
        }
    }
}

extension SoundRecord {
    /// One line for the log.
    var sentence: String {
        var text = "sound \(sound.short) at \(target): \(outcome.rawValue)"
        if let reason { text += " (\(reason.rawValue))" }
        if let onsetErrorMicroseconds { text += " onset_error=\(onsetErrorMicroseconds)us" }
        if let detail { text += ": \(detail)" }
        return text
    }
}
