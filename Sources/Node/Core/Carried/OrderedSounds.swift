// Orders to sound at an instant: to play a carried sound, or to say the time. An order is on the disk before the node
// acts on it, and ends in exactly one line of the ledger. The node looks a carried sound up on the disk, and transfers
// it if it is missing. Shortly before the instant the node reads it into memory; at the lead-in it hands it to the
// output. The time needs none of that, and gives way to a quarter hour, whose announcement says the time in its place:
// the order's line then has the quarter hour's outcome. A date comes after that announcement.

internal import ClockDomain
internal import ClockWire

/// The orders to sound that survive a crash.
public struct CarriedMemory: Hashable, Sendable {
    /// Orders without a line, ascending by target.
    public fileprivate(set) var orders: [CarriedOrder]
    /// Orders that have their line, the newest last.
    public fileprivate(set) var done: [String]

    public init(orders: [CarriedOrder] = [], done: [String] = []) {
        self.orders = orders
        self.done = done
    }
}

/// The orders to sound, and the stages of their carried sounds, which the node looks up on the disk after a start.
struct OrderedSounds: Sendable {
    private enum Stage: Sendable, Equatable {
        /// The node looks for it on the disk.
        case finding
        /// The node transfers it.
        case coming
        /// It is on the disk.
        case kept
        /// The node reads it into memory.
        case loading
        /// It is in memory.
        case loaded
    }

    /// By sound, of every stored order.
    private var stages: [Digest: Stage] = [:]

    /// Finished orders that are remembered, to recognize one that comes again.
    static let remembered = 64
    /// The node reads a sound into memory this long before the lead-in.
    private static let loadAdvance: Duration = .seconds(4)
    /// As far ahead as the coordinator accepts one, and an hour for clocks that differ.
    private static let furthest = PlayOptions.furthest + .hours(1)
    /// The time that the output may need beyond the longest sound.
    private static let patience: Duration = .seconds(Blob.maximumSeconds + 30)
    /// A quarter hour in the place of an order has its line by this time after its instant, or never gets one.
    private static let quarterPatience: Duration = .minutes(2)

    // MARK: Changes

    mutating func apply(_ change: NodeCore.Change, at now: Now, _ node: inout NodeContext) {
        switch change {
        case .trustLost, .clockSet:
            takeBack(at: now, &node)
            tend(at: now, &node)
        case .trustWon, .leadIn: tend(at: now, &node)
        case .started, .document, .zone: break
        }
    }

    /// True when a sound found as playing after a crash has its instant still ahead.
    mutating func isSoundPlaced(at now: Now, _ node: inout NodeContext) -> Bool {
        node.memory.carried.orders.contains { $0.isPlaying && now.wall < $0.order.target }
    }

    /// Reports the sounds that are still to be played.
    func show(_ node: inout NodeContext) {
        guard !node.reporter.plays.isEmpty || !node.memory.carried.orders.isEmpty else { return }
        node.reporter.show(
            node.memory.carried.orders.map { PendingSound(id: $0.id, label: $0.order.label, target: $0.order.target) })
    }

    // MARK: Orders

    /// - Parameters:
    ///   - quarter: the quarter hour whose announcement would overlap the requested time.
    ///   - day: what to say in place of the time.
    mutating func receive(
        _ order: SoundOrder, id: String, quarter: WallTime? = nil, day: CarriedOrder.Day? = nil, at now: Now,
        _ node: inout NodeContext
    ) {
        guard !node.memory.carried.orders.contains(where: { $0.id == id }), !node.memory.carried.done.contains(id)
        else { return }
        let carried = CarriedOrder(id: id, order: order, quarter: quarter, day: day)
        let verdict = node.clock.verdict(at: now)
        if !verdict.isTrusted { return finish(carried, .missed, .untrusted, verdict.finding, at: now, &node) }
        let remaining = order.target - now.wall
        if remaining <= .zero {
            let late = (.zero - remaining).milliseconds
            return finish(carried, .missed, .late, "the order came \(Int(late)) ms after the instant", at: now, &node)
        }
        guard remaining <= OrderedSounds.furthest else {
            return finish(
                carried, .missed, .late, "this node's clock shows \(now.wall), over a day before", at: now, &node)
        }
        guard node.memory.carried.orders.count < SoundOrder.maximumPerNode else {
            return finish(
                carried, .missed, .busy, "\(node.memory.carried.orders.count) other sounds are waiting to be played",
                at: now, &node)
        }
        if order.sound == nil { replaceTime(by: carried, at: now, &node) }
        node.memory.carried.orders.append(carried)
        node.memory.carried.orders.sort()
        // One that begins at once goes to the disk as begun.
        if order.sound != nil || quarter != nil || remaining > node.output.leadIn { node.save(at: now) }
        if let sound = order.sound {
            switch stages[sound.id] {
            case nil: find(sound, &node)
            case .kept, .loading, .loaded: reportReady(sound, &node)
            case .finding, .coming: break
            }
        }
        node.refreshClock(before: order.target, at: now)
        tend(at: now, &node)
    }

    /// A second request for the time or the date comes before the first was said: two voices at once would be
    /// unintelligible.
    private mutating func replaceTime(by new: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        for earlier in node.memory.carried.orders where earlier.order.sound == nil && earlier.quarter == nil {
            guard earlier.order.target < new.order.target + new.spokenLength,
                new.order.target < earlier.order.target + earlier.spokenLength
            else { continue }
            node.output.takeBack(.carried(earlier.id), &node.out)
            var record = Self.base(earlier, .withdrawn)
            record.detail = new.day == nil ? "the time was asked for once more" : "the date was asked for in its place"
            Self.finish(earlier, record, at: now, &node)
        }
    }

    /// The program has started: looks up the sounds of the stored orders.
    mutating func begin(at now: Now, _ node: inout NodeContext) {
        for sound in node.memory.carried.orders.compactMap(\.order.sound) where stages[sound.id] == nil {
            find(sound, &node)
        }
        tend(at: now, &node)
    }

    private mutating func find(_ sound: Blob, _ node: inout NodeContext) {
        stages[sound.id] = .finding
        node.emit(.findSound(sound))
    }

    // MARK: The instant

    /// Does everything due for every order, and sets the timer for the next step.
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
        let remaining = target - now.wall
        if let quarter = order.quarter { return tendJoined(order, to: quarter, trusted, at: now, &next, &node) }
        if order.isPlaying {
            // Found after a crash. Only by a trusted clock can the node decide whether it was heard.
            guard trusted.isTrusted else { return }
            guard remaining > .zero else {
                return finish(order, .missed, .interrupted, "the node stopped while it was playing", at: now, &node)
            }
            setPlaying(order.id, false, &node)
        }
        guard remaining > .zero else { return pastTarget(order, at: now, &node) }
        guard remaining <= OrderedSounds.furthest + .hours(1) else {
            return finish(order, .missed, .late, "the clock was set back to \(now.wall)", at: now, &node)
        }
        let leadIn = target - node.output.leadIn
        let load = leadIn - OrderedSounds.loadAdvance
        if let sound = order.order.sound, stages[sound.id] == .kept, now.wall >= load {
            stages[sound.id] = .loading
            node.emit(.loadSound(sound))
        }
        guard now.wall >= leadIn else {
            return next.append(now.wall < load && stage(of: order) == .kept ? load : leadIn)
        }
        guard trusted.isTrusted else { return finish(order, .missed, .untrusted, trusted.finding, at: now, &node) }
        guard volume(of: order, node) > .silent else {
            return finish(order, .missed, .silent, "the volume is 0", at: now, &node)
        }
        guard stage(of: order) == .loaded else { return next.append(target) }
        start(order, at: now, &node)
    }

    /// The time needs no file.
    private func stage(of order: CarriedOrder) -> Stage? { order.order.sound.map { stages[$0.id] } ?? .loaded }

    private func volume(of order: CarriedOrder, _ node: NodeContext) -> Volume {
        node.settings.playVolume(order.order.volume)
    }

    /// The quarter hour's line ends the order too, see ``finish(joinedTo:_:at:_:)``; a quarter hour without a line does
    /// not.
    private mutating func tendJoined(
        _ order: CarriedOrder, to quarter: WallTime, _ trusted: TrustGate.Verdict, at now: Now,
        _ next: inout [WallTime], _ node: inout NodeContext
    ) {
        guard now.wall >= quarter + OrderedSounds.quarterPatience else {
            return next.append(quarter + OrderedSounds.quarterPatience)
        }
        guard trusted.isTrusted else { return finish(order, .missed, .untrusted, trusted.finding, at: now, &node) }
        finish(
            order, .missed, .quarterHour, "the quarter hour \(quarter), which was to say the time, has no line",
            at: now, &node)
    }

    private mutating func pastTarget(_ order: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        let detail: String
        switch stage(of: order) {
        case .coming:
            let (arrived, all) =
                order.order.sound.map { (node.transfers.arrivedChunks(of: $0.id), $0.chunks) } ?? (0, 0)
            guard arrived == all else {
                let text = "\(arrived) of \(all) parts had come at the instant"
                return finish(order, .missed, .incomplete, text, at: now, &node)
            }
            detail = "the sound was not in memory at the instant"
        case .finding, .kept, .loading, nil: detail = "the sound was not in memory at the instant"
        case .loaded: detail = "the node got to it only after the instant"
        }
        finish(order, .missed, .late, detail, at: now, &node)
    }

    /// The lead-in has begun: the order is stored as playing first, so that no crash plays it twice.
    private mutating func start(_ order: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        let audibleAt = now.boot + (order.order.target - now.wall)
        let patience = order.order.sound == nil ? QuarterHours.playbackPatience : OrderedSounds.patience
        let sound = node.output.place(.carried(order.id), audibleAt: audibleAt, answerBy: audibleAt + patience)
        setPlaying(order.id, true, &node)
        node.save(at: now)
        let (target, trim) = (order.order.target, node.settings.trimMicroseconds)
        let volume = volume(of: order, node)
        if let carried = order.order.sound {
            node.emit(
                .playSound(
                    CarriedPlayOrder(
                        id: sound.id, sound: carried.id, target: target, audibleAt: audibleAt, volume: volume,
                        trimMicroseconds: trim)))
        } else {
            let local = node.zone.localTime(at: target)
            let plan =
                order.day.map { day in
                    .spokenDay(local.date, next: day.next.map { node.zone.localTime(at: $0).time })
                } ?? AnnouncementPlan.spokenTime(local.time, chime: .none)
            node.emit(
                .play(
                    PlayOrder(
                        id: sound.id, plan: plan, target: target, audibleAt: audibleAt, volume: volume,
                        trimMicroseconds: trim)))
        }
    }

    private mutating func setPlaying(_ id: String, _ isPlaying: Bool, _ node: inout NodeContext) {
        guard let index = node.memory.carried.orders.firstIndex(where: { $0.id == id }) else { return }
        node.memory.carried.orders[index].isPlaying = isPlaying
    }

    // MARK: The output's answer

    mutating func ended(_ id: String, _ result: PlaybackResult, at now: Now, _ node: inout NodeContext) {
        guard let order = node.memory.carried.orders.first(where: { $0.id == id }) else { return }
        switch result {
        case .finished(let onsetError, let underruns, let missing):
            var record = Self.base(order, .played)
            // Rounded to the nearest microsecond; the output reports no finer.
            record.onsetErrorMicroseconds = onsetError.map { Int($0 / 1000 + $0 % 1000 / 500) }
            if !missing.isEmpty {
                record.reason = .fallbackTone
                record.detail = "missing or broken clips: \(missing.joined(separator: ", "))"
                    .line(maximumBytes: SoundRecord.maximumDetailBytes)
            } else if underruns > 0 {
                record.reason = .underrun
                record.detail = "the output ran dry \(underruns) times"
            }
            Self.finish(order, record, at: now, &node)
        case .failed(.late, let message): finish(order, .missed, .late, message, at: now, &node)
        case .failed(.deviceMissing, let message): finish(order, .failed, .deviceMissing, message, at: now, &node)
        case .failed(.deviceBusy, let message): finish(order, .failed, .deviceBusy, message, at: now, &node)
        case .failed(.deviceFailed, let message): finish(order, .failed, .deviceFailed, message, at: now, &node)
        case .cancelled: finish(order, .missed, .interrupted, "the sound was cut off", at: now, &node)
        }
        tend(at: now, &node)
    }

    private mutating func outputIsSilent(_ order: CarriedOrder, at now: Now, _ node: inout NodeContext) {
        let text = "the output \(node.identity.device) did not answer"
        node.output.giveUp(.carried(order.id), text, &node.out)
        finish(order, .failed, .deviceFailed, text, at: now, &node)
    }

    // MARK: The quarter hour

    /// A quarter hour's announcement begins: it replaces the requested time.
    ///
    /// - Parameter span: the time during which the announcement sounds.
    static func join(_ quarter: WallTime, sounding span: Range<WallTime>, at now: Now, _ node: inout NodeContext) {
        for index in node.memory.carried.orders.indices {
            let order = node.memory.carried.orders[index]
            guard order.order.sound == nil, order.quarter == nil, order.day == nil,
                span.overlaps(order.order.target..<order.order.target + QuarterHours.spokenLength)
            else { continue }
            node.output.takeBack(.carried(order.id), &node.out)
            node.memory.carried.orders[index].isPlaying = false
            node.memory.carried.orders[index].quarter = quarter
        }
    }

    /// A quarter hour has its line, which the caller saves: its outcome becomes that of the orders that it replaces.
    static func finish(joinedTo record: QuarterRecord, at now: Now, _ node: inout NodeContext) {
        for order in node.memory.carried.orders where order.quarter == record.target {
            let outcome: SoundOutcome =
                switch record.outcome {
                case .announced: .played
                case .failed: .failed
                case .silent, .missed, .expired, .absent: .missed
                }
            var line = base(order, outcome)
            line.reason =
                switch record.reason {
                case .deviceMissing: .deviceMissing
                case .deviceBusy: .deviceBusy
                case .deviceFailed: .deviceFailed
                case .untrusted: .untrusted
                case .interrupted: .interrupted
                case .fallbackTone: .fallbackTone
                case .muted, .quietHours, .holiday, .interval, .ringing, .late, .noWake, .underrun, .offline,
                    .unreported,
                    .coordinatorDown, nil:
                    .quarterHour
                }
            let why = record.detail.map { ": \($0)" } ?? ""
            line.detail =
                outcome == .played
                ? "the quarter hour \(record.target) said the time in its place\(why)"
                : "the quarter hour \(record.target) was to say the time in its place and is \(record.outcome.rawValue)\(why)"
            line.detail = line.detail?.line(maximumBytes: SoundRecord.maximumDetailBytes)
            close(order, line, at: now, &node)
        }
    }

    // MARK: Interruptions

    /// The program must exit. A sound that has begun was interrupted; the next start finds the rest.
    mutating func shutdown(at now: Now, _ node: inout NodeContext) {
        takeBack(at: now, &node)
        for order in node.memory.carried.orders {
            guard node.output.sound(of: .carried(order.id)) != nil else { continue }
            node.output.takeBack(.carried(order.id), &node.out)
            finish(order, .missed, .interrupted, "the node was stopped while it was playing", at: now, &node)
        }
    }

    /// The clock was set, or is no longer trusted. Sound that has begun plays on; orders that have not begun go by the
    /// clock as it is now.
    private mutating func takeBack(at now: Now, _ node: inout NodeContext) {
        var isAny = false
        for order in node.memory.carried.orders {
            guard node.output.takeBackUnheard(.carried(order.id), at: now, &node.out) else { continue }
            setPlaying(order.id, false, &node)
            isAny = true
        }
        if isAny { node.save(at: now) }
    }

    /// Somebody cancels an order. One that is not stored here has its line, or never came.
    mutating func withdraw(order id: String, at now: Now, _ node: inout NodeContext) {
        guard let order = node.memory.carried.orders.first(where: { $0.id == id }) else { return }
        var record = Self.base(order, .withdrawn)
        record.detail = "it was withdrawn before it was heard"
        if let sound = node.output.sound(of: .carried(id)) {
            node.output.takeBack(.carried(id), &node.out)
            if now.boot >= sound.audibleAt { record.detail = "it was withdrawn while it was heard" }
        }
        Self.finish(order, record, at: now, &node)
        tend(at: now, &node)
    }

    // MARK: The line

    private static func base(_ order: CarriedOrder, _ outcome: SoundOutcome) -> SoundRecord {
        SoundRecord(
            order: order.id, sound: order.order.sound?.id, label: order.order.label, target: order.order.target,
            outcome: outcome)
    }

    private mutating func finish(
        _ order: CarriedOrder, _ outcome: SoundOutcome, _ reason: SoundReason, _ detail: String, at now: Now,
        _ node: inout NodeContext
    ) {
        var record = Self.base(order, outcome)
        record.reason = reason
        record.detail = detail.line(maximumBytes: SoundRecord.maximumDetailBytes)
        Self.finish(order, record, at: now, &node)
    }

    private static func finish(_ order: CarriedOrder, _ record: SoundRecord, at now: Now, _ node: inout NodeContext) {
        close(order, record, at: now, &node)
        node.save(at: now)
    }

    /// Writes an order's line. The caller saves the state.
    private static func close(_ order: CarriedOrder, _ record: SoundRecord, at now: Now, _ node: inout NodeContext) {
        node.memory.carried.orders.removeAll { $0.id == order.id }
        node.memory.carried.done.append(order.id)
        node.memory.carried.done.removeFirst(max(0, node.memory.carried.done.count - OrderedSounds.remembered))
        node.write(.sound(record), at: now)
        node.log(record.outcome.logLevel, record.sentence)
    }

    /// Drops the sounds that no order uses any more.
    private mutating func dropUnusedSounds(at now: Now, _ node: inout NodeContext) {
        let used = Set(node.memory.carried.orders.compactMap(\.order.sound?.id))
        for sound in stages.keys.sorted() where !used.contains(sound) {
            switch stages.removeValue(forKey: sound) {
            case .coming: node.transfers.finish(sound, at: now, &node.out)
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

    /// The whole sound has come.
    mutating func arrived(_ sound: Digest, at now: Now, _ node: inout NodeContext) {
        guard stages[sound] == .coming else { return }
        node.transfers.finish(sound, at: now, &node.out)
        isKept(sound, at: now, &node)
    }

    private mutating func isKept(_ sound: Digest, at now: Now, _ node: inout NodeContext) {
        stages[sound] = .kept
        if let sound = orders(of: sound, &node).first?.order.sound { reportReady(sound, &node) }
        tend(at: now, &node)
    }

    mutating func loaded(_ sound: Digest, at now: Now, _ node: inout NodeContext) {
        guard stages[sound] == .loading else { return }
        stages[sound] = .loaded
        tend(at: now, &node)
    }

    /// The sound cannot be stored or read: its orders end.
    mutating func lost(
        _ sound: Digest, _ reason: SoundReason, _ detail: String, at now: Now, _ node: inout NodeContext
    ) {
        for order in orders(of: sound, &node) where !order.isPlaying {
            finish(order, .failed, reason, detail, at: now, &node)
        }
        tend(at: now, &node)
    }

    private mutating func orders(of sound: Digest, _ node: inout NodeContext) -> [CarriedOrder] {
        node.memory.carried.orders.filter { $0.order.sound?.id == sound }
    }

    private mutating func reportReady(_ sound: Blob, _ node: inout NodeContext) {
        guard node.isConnected else { return }
        node.emit(.publish(.contentReport(ContentReport(content: sound.id, state: .ready))))
    }
}

extension SoundOutcome {
    fileprivate var logLevel: LogLevel {
        switch self {
        case .played, .withdrawn: .info
        case .missed, .failed, .absent: .warning
        }
    }
}

extension SoundRecord {
    /// One line for the log.
    var sentence: String {
        let spoken = label.isEmpty ? "time on request" : label
        var text = "\(sound.map { "sound \($0.short)" } ?? spoken) at \(target): \(outcome.rawValue)"
        if let reason { text += " (\(reason.rawValue))" }
        if let onsetErrorMicroseconds { text += " onset_error=\(onsetErrorMicroseconds)us" }
        if let detail { text += ": \(detail)" }
        return text
    }
}
