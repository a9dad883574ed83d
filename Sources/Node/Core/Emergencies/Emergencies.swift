// The site's emergency in one room.
//
//     begin ──▶ on: its sound four times, its words, its sound … ──end, another one, limit──▶ over
//
// Two errors are possible, and they are not alike: to be silent in an emergency, and to sound once it is over. So an
// unknown one sounds at once, before it is on the disk, without a trusted clock and without any comparison of clocks.
// Only three things end it: its own end, a later word of the site, and the limit, which the boot clock counts. Then its id
// is remembered, and no broker that still keeps it makes it sound again.
//
// After a restart the node knows from its disk that one was on. The broker tells within moments if it is over by now, so
// the room waits that long; without a broker it goes on.

public import ClockDomain
public import ClockWire

/// The part of an emergency that must survive a crash.
public struct EmergencyMemory: Hashable, Sendable {
    /// The one that is on here.
    public internal(set) var current: OngoingEmergency?
    /// The ids of those that are over here, the newest last; at most ``maximumOver``.
    public internal(set) var over: [String] = []

    public static let maximumOver = 64

    public init() {}

    /// Discards the boot clock's values after another boot.
    mutating func loseBootClock(last: BootTime?) { current?.until.loseBootClock(last: last) }
}

/// An emergency that is on in this room.
public struct OngoingEmergency: Hashable, Sendable, Codable {
    public var emergency: Emergency
    /// The instant at which this node learned of it, by its clock.
    public var since: WallTime
    /// It is over by itself then.
    public var until: DurableInstant
    /// False when the time was unknown, so that the wall time of ``until`` means nothing.
    public var isDated: Bool
    /// The instant at which it was first heard, by this node's clock.
    public var heard: WallTime?
    /// The reason for which it could not be heard last.
    public var failure: PlaybackFailure?

    enum CodingKeys: String, CodingKey {
        case emergency, since, until, heard, failure
        case isDated = "dated"
    }
}

extension EmergencyMemory: Codable {
    enum CodingKeys: String, CodingKey {
        case current, over
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        current = try container.decodeIfPresent(OngoingEmergency.self, forKey: .current)
        over = try container.decodeList(atMost: Self.maximumOver, "emergencies", forKey: .over)
    }
}

/// Decides when the room sounds the site's emergency.
struct Emergencies: Sendable {
    /// The rounds of the sound before the words.
    static let rounds = 4
    /// An output that fails is tried again so often.
    static let retry: Duration = .seconds(1)
    /// An output without an answer for so long is stuck, or has lost the order.
    static let patience: Duration = .seconds(90)

    private let startedAt: BootTime
    /// Nothing is ordered before.
    private var notBefore: BootTime
    /// True when the words come next.
    private var saysWords = false
    /// The reason that the last order was not heard.
    private var problem: String?
    /// The deadline of the timer.
    private var deadline: BootTime?
    private var isSilenced = false

    init(at now: Now) {
        startedAt = now.boot
        notBefore = now.boot + Alarms.ringHold
    }

    // MARK: Words of people

    /// - Parameter left: as in the event.
    mutating func receive(_ word: Emergency, left: Duration?, at now: Now, _ node: inout NodeContext) {
        if let current = node.memory.emergency.current {
            let isSame = word.id == current.emergency.id
            if isSame, word.ended == nil {
                // The broker still keeps it.
                notBefore = min(notBefore, now.boot)
                return tend(at: now, &node)
            }
            // A broker may keep an older one for a while.
            guard isSame || word.spokenAt >= current.emergency.begun.at,
                word.ended != nil || !node.memory.emergency.over.contains(word.id)
            else { return }
            let end =
                word.ended.map { "ended\($0.by.map { " by \($0)" } ?? "") at \($0.at)" }
                ?? "another one took its place at \(word.begun.at)"
            finish(current, end, isByPeople: true, at: now, &node)
        }
        let isNews = !node.memory.emergency.over.contains(word.id)
        if isNews, word.sounds(in: node.identity.id) {
            begin(word, left: left, at: now, &node)
        } else if isNews, word.ended != nil {
            remember(word.id, &node)
            node.save(at: now)
        }
    }

    private mutating func begin(_ word: Emergency, left: Duration?, at now: Now, _ node: inout NodeContext) {
        let wall = node.clock.ringTime(at: now).wall
        // A room that comes late stops with the others, as far as clocks or the broker can tell.
        let past = wall.map { $0 - word.begun.at } ?? Emergency.limit
        let left =
            (Duration.zero..<Emergency.limit).contains(past)
            ? Emergency.limit - past : min(left ?? Emergency.limit, Emergency.limit)
        node.memory.emergency.current = OngoingEmergency(
            emergency: word, since: now.wall.truncatedToMilliseconds.clampedToValid,
            until: DurableInstant(wall: (wall ?? now.wall) + left, boot: now.boot + left), isDated: wall != nil)
        node.log(.warning, "emergency \(word.id) is on")
        (saysWords, problem, notBefore) = (false, nil, now.boot)
        node.reporter.isDue = true
        // It sounds first: no slow disk holds it up. The broker tells of it again after a crash in between.
        tend(at: now, &node)
        node.checkSounds()
        node.save(at: now)
    }

    /// Ends it here, with its one line.
    private mutating func finish(
        _ current: OngoingEmergency, _ end: String, isByPeople: Bool, at now: Now, _ node: inout NodeContext
    ) {
        silence(&node)
        let begun = current.emergency.begun
        var record = SoundRecord(
            order: current.emergency.id, sound: nil,
            label: Label.fitted("Emergency: \(current.emergency.text ?? current.emergency.sound.rawValue)"),
            target: current.since, outcome: .played,
            detail: "begun\(begun.by.map { " by \($0)" } ?? "") at \(begun.at), \(end)"
                .line(maximumBytes: SoundRecord.maximumDetailBytes))
        if current.heard == nil {
            switch current.failure {
            case .deviceMissing: (record.outcome, record.reason) = (.failed, .deviceMissing)
            case .deviceBusy: (record.outcome, record.reason) = (.failed, .deviceBusy)
            case .deviceFailed, .late: (record.outcome, record.reason) = (.failed, .deviceFailed)
            case nil where isByPeople: record.outcome = .withdrawn
            case nil: (record.outcome, record.reason) = (.missed, .late)
            }
        }
        remember(current.emergency.id, &node)
        node.memory.emergency.current = nil
        node.log(.warning, "emergency \(current.emergency.id) is over: \(end)")
        node.write(.sound(record), at: now)
        node.save(at: now)
        setTimer(nil, &node)
    }

    private func remember(_ id: String, _ node: inout NodeContext) {
        node.memory.emergency.over.append(id)
        let count = node.memory.emergency.over.count
        node.memory.emergency.over.removeFirst(max(0, count - EmergencyMemory.maximumOver))
    }

    // MARK: Rounds

    mutating func timerFired(at now: Now, _ node: inout NodeContext) {
        deadline = nil
        tend(at: now, &node)
    }

    /// Does everything due, and sets the timer for the next step.
    mutating func tend(at now: Now, _ node: inout NodeContext) {
        guard let current = node.memory.emergency.current, !isSilenced else { return }
        let end = end(at: now, &node)
        guard now.boot < end else {
            let minutes = Emergency.limit.components.seconds / 60
            return finish(current, "over by itself after \(minutes) min", isByPeople: false, at: now, &node)
        }
        if let sound = node.output.sound(of: .emergency), now.boot >= sound.answerBy {
            problem = "the output \(node.identity.device) did not answer"
            node.reporter.isDue = true
            silence(&node)
        }
        if node.output.sound(of: .emergency) == nil, now.boot >= notBefore { order(current.emergency, at: now, &node) }
        setTimer(min(end, node.output.sound(of: .emergency)?.answerBy ?? notBefore), &node)
    }

    /// The limit by the boot clock. After a reboot it goes by the wall clock as soon as that is known.
    private func end(at now: Now, _ node: inout NodeContext) -> BootTime {
        let time = node.clock.ringTime(at: now)
        if node.memory.emergency.current?.isDated == true, time.wall != nil {
            _ = node.memory.emergency.current?.until.anchor(at: time)
        }
        guard let until = node.memory.emergency.current?.until else { return now.boot }
        return until.boot ?? startedAt + min(until.atMost ?? Emergency.limit, Emergency.limit)
    }

    private mutating func order(_ emergency: Emergency, at now: Now, _ node: inout NodeContext) {
        let words = saysWords ? emergency.text.map(SpokenText.file) : nil
        let sound = node.output.place(
            .emergency, audibleAt: now.boot, answerBy: now.boot + Emergencies.patience + node.output.depth)
        node.emit(
            .startAlert(
                AlertOrder(
                    id: sound.id, emergency: emergency.id, sound: words ?? emergency.sound.rawValue,
                    plays: words == nil ? Emergencies.rounds : 1, volume: node.settings.emergencyVolume)))
    }

    /// The output reports on a sound.
    ///
    /// - Returns: true when the sound was the emergency's.
    mutating func heard(_ id: Int, _ result: RingResult, at now: Now, _ node: inout NodeContext) -> Bool {
        guard node.output.sound(of: .emergency)?.id == id, var current = node.memory.emergency.current else {
            return false
        }
        switch result {
        case .started:
            node.output.heard(.emergency)
            node.output.record(.ok, nil)
            problem = nil
            node.reporter.isDue = true
            guard current.heard == nil else { break }
            current.heard = now.wall.truncatedToMilliseconds.clampedToValid
            node.memory.emergency.current = current
            node.saveSoon(at: now)
        case .silent: break
        case .failed(let failure, let message):
            node.output.forget(.emergency)
            node.output.record(AudioReport.State(failure), message)
            if problem != message { node.log(.warning, "cannot sound the emergency: \(message)") }
            problem = message
            node.reporter.isDue = true
            current.failure = failure
            node.memory.emergency.current = current
            (saysWords, notBefore) = (false, now.boot + Emergencies.retry)
        case .ended:
            node.output.forget(.emergency)
            saysWords = !saysWords && hasWords(node)
        }
        tend(at: now, &node)
        return true
    }

    private func hasWords(_ node: NodeContext) -> Bool {
        guard let text = node.memory.emergency.current?.emergency.text else { return false }
        return node.reporter.sounds?.has(SpokenText.file(of: text)) ?? false
    }

    private func silence(_ node: inout NodeContext) {
        guard let sound = node.output.sound(of: .emergency) else { return }
        node.emit(.stopRing(id: sound.id))
        node.output.forget(.emergency)
    }

    private mutating func setTimer(_ deadline: BootTime?, _ node: inout NodeContext) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        if let deadline { node.set(.emergency, .boot(deadline)) } else { node.cancel(.emergency) }
    }

    /// The program must exit: the next start goes on.
    mutating func shutdown(_ node: inout NodeContext) {
        isSilenced = true
        silence(&node)
        setTimer(nil, &node)
    }

    func report(_ node: NodeContext) -> EmergencyReport? {
        node.memory.emergency.current.map { current in
            EmergencyReport(
                id: current.emergency.id, begun: current.emergency.begun.at, heard: current.heard,
                hasWords: hasWords(node), problem: problem?.line(maximumBytes: RingRecord.maximumDetailBytes))
        }
    }
}
