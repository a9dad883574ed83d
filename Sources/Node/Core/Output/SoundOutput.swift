// Every sound that begins at an instant: a quarter hour, an order to sound, a ring. Each is ordered once, has a number,
// and belongs to its owner until the output has answered, or the owner cancels it. The owner decides the purpose and
// the outcome of an order.
//
// A sound server, a Bluetooth speaker or a television delays sound by up to seconds. A constant delay is no reason for
// silence: the node orders everything that much earlier.

internal import ClockDomain
internal import ClockWire

/// The pending orders at the sound output, and the node's knowledge of the output.
struct SoundOutput: Sendable {
    /// The owner of a sound.
    enum Owner: Hashable, Sendable {
        case quarter
        /// The order with this id.
        case carried(String)
        case ring(Occurrence)
        /// The words of a timer that counts.
        case timer(TimerID)
        /// The words between the rings of an occurrence.
        case words(Occurrence)
        case emergency
    }

    enum Phase: Hashable, Sendable {
        /// The output has not reported yet that it is heard.
        case ordered
        /// It sounds until it is stopped.
        case heard
        /// Must stop, and the output has not reported yet whether it was heard. At `givenUpAt` the wait ends.
        case stopping(givenUpAt: BootTime)
    }

    /// A sound that is on order.
    struct Sound: Hashable, Sendable {
        let id: Int
        let owner: Owner
        /// Its instant by the boot clock.
        let audibleAt: BootTime
        /// The deadline for the output's answer.
        let answerBy: BootTime
        fileprivate(set) var phase = Phase.ordered

        var isRing: Bool {
            if case .ring = owner { true } else { false }
        }

        /// True when the output answers it as a ring, and not as an order to play.
        fileprivate var isAnsweredAsRing: Bool { isRing || owner == .emergency }

        /// True while the output may go on with it.
        var isSounding: Bool {
            switch phase {
            case .ordered, .heard: true
            case .stopping: false
            }
        }
    }

    /// The least time that an output needs from the order to the first frame, within a long enough lead-in.
    private static let longestOpening: Duration = .milliseconds(500)

    private let device: String
    /// As ``NodeCore/Identity/leadIn``.
    private let ownLeadIn: Duration
    /// The time by which the output needs a sound before it is heard, as far as orders allow for it.
    private(set) var depth = Duration.zero
    /// The same for a sound in a hurry.
    private(set) var hurriedDepth = Duration.zero
    /// The report on the output.
    private(set) var report: AudioReport
    /// The number of orders so far; also the last one's id.
    private(set) var lastID = 0
    private var sounds: [Sound] = []
    /// True when the report has changed.
    private var hasNews = false

    init(_ identity: NodeCore.Identity) {
        device = identity.device
        ownLeadIn = identity.leadIn
        report = AudioReport(device: identity.device, state: .unknown)
    }

    /// The time before its instant at which the node hands a sound to the output.
    var leadIn: Duration { ownLeadIn + depth }

    /// With less time than this before its first frame, an order for the part before the instant is useless.
    var openingTime: Duration { min(leadIn, min(SoundOutput.longestOpening, ownLeadIn / 2) + hurriedDepth) }

    // MARK: Orders

    /// Reserves a number for a sound, in place of the owner's last one; the caller then orders it.
    mutating func place(_ owner: Owner, audibleAt: BootTime, answerBy: BootTime) -> Sound {
        forget(owner)
        lastID += 1
        let sound = Sound(id: lastID, owner: owner, audibleAt: audibleAt, answerBy: answerBy)
        sounds.append(sound)
        return sound
    }

    func sound(of owner: Owner) -> Sound? { sounds.first { $0.owner == owner } }

    /// Forgets the owner's sound: the output's answer does not matter any more.
    mutating func forget(_ owner: Owner) { sounds.removeAll { $0.owner == owner } }

    /// Cancels the owner's sound.
    mutating func takeBack(_ owner: Owner, _ out: inout Outlet) {
        guard let index = sounds.firstIndex(where: { $0.owner == owner }) else { return }
        out.emit(.cancelPlay(id: sounds.remove(at: index).id))
    }

    /// Cancels the sound if its instant is still to come; a sound that has begun plays on.
    ///
    /// - Returns: true when it was cancelled.
    mutating func takeBackUnheard(_ owner: Owner, at now: Now, _ out: inout Outlet) -> Bool {
        guard let sound = sound(of: owner), now.boot < sound.audibleAt else { return false }
        takeBack(owner, &out)
        return true
    }

    /// The output has answered an order to play. The sound of a ring or an emergency has other answers, and stays.
    ///
    /// - Returns: the sound; `nil` when its owner cancelled it before.
    mutating func answered(_ id: Int, _ result: PlaybackResult) -> Sound? {
        record(result)
        guard let index = sounds.firstIndex(where: { $0.id == id && !$0.isAnsweredAsRing }) else { return nil }
        return sounds.remove(at: index)
    }

    /// The output did not answer in time: cancels the sound, and counts the output as failed.
    mutating func giveUp(_ owner: Owner, _ text: String, _ out: inout Outlet) {
        takeBack(owner, &out)
        record(.failed, text)
    }

    // MARK: Sounds without an end of their own

    /// The output has begun to play the sound.
    mutating func heard(_ owner: Owner) {
        guard let index = sounds.firstIndex(where: { $0.owner == owner }), sounds[index].isSounding else { return }
        sounds[index].phase = .heard
    }

    /// Stops a sound. If the output has yet to report whether it was heard, waits for that until `givenUpAt`.
    ///
    /// - Returns: the id that the output must stop.
    mutating func stop(_ owner: Owner, givenUpAt: BootTime) -> Int? {
        guard let index = sounds.firstIndex(where: { $0.owner == owner }) else { return nil }
        let id = sounds[index].id
        switch sounds[index].phase {
        case .ordered: sounds[index].phase = .stopping(givenUpAt: givenUpAt)
        case .heard: sounds.remove(at: index)
        case .stopping: return nil
        }
        return id
    }

    func sound(id: Int) -> Sound? { sounds.first { $0.id == id } }

    /// The sounds that the output may go on with, in the order of their orders.
    var sounding: [Sound] { sounds.filter(\.isSounding) }

    /// The number of rings that sound.
    var ringCount: Int { sounds.count { $0.isRing && $0.isSounding } }

    // MARK: Waiting

    /// The deadlines for the answers to carried sounds.
    var carriedAnswers: [BootTime] {
        sounds.compactMap { sound in
            if case .carried = sound.owner { sound.answerBy } else { nil }
        }
    }

    /// True when a sound is placed and has not begun, or an announcement is under way.
    func isSoundPlaced(at now: BootTime) -> Bool {
        sounds.contains { $0.owner == .quarter || ($0.phase == .ordered && now < $0.audibleAt) }
    }

    /// Orders a probe of the output.
    ///
    /// - Returns: `false` while something plays, which itself reports on the output.
    func probe(at now: Now, _ out: inout Outlet) -> Bool {
        guard !isTaken(at: now) else { return false }
        out.emit(.probeAudio)
        return true
    }

    /// True when an order with an end waits for its answer.
    func isTaken(at now: Now) -> Bool {
        sounds.contains { sound in
            switch sound.owner {
            case .quarter, .carried: true
            case .timer, .words: now.boot < sound.answerBy
            case .ring, .emergency: false
            }
        }
    }

    // MARK: Traits

    /// - Returns: true when sounds must now be ordered at another moment.
    mutating func learned(_ depth: Duration, hurried: Duration, hasClock: Bool) -> Bool {
        let known = report
        report.depthMilliseconds = min(
            max(Int(depth.milliseconds), AudioReport.depthRange.lowerBound), AudioReport.depthRange.upperBound)
        report.hasClock = hasClock
        if report != known { hasNews = true }
        let depth = min(max(depth, .zero), .milliseconds(AudioReport.mostOrderedMilliseconds))
        let hurried = max(depth, hurried)
        guard depth != self.depth || hurried != hurriedDepth else { return false }
        self.depth = depth
        hurriedDepth = hurried
        return true
    }

    mutating func receive(_ report: AudioReport) {
        let known = self.report
        self.report = report
        self.report.depthMilliseconds = known.depthMilliseconds
        self.report.hasClock = known.hasClock
        self.report.detail = report.detail?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        self.report.devices = report.devices.lazy
            // A truncated name would name nothing.
            .filter { (1...AudioDeviceReport.maximumBytes).contains($0.name.utf8.count) }
            .prefix(AudioReport.maximumDevices)
            .map {
                AudioDeviceReport(
                    name: $0.name, description: $0.description.line(maximumBytes: AudioDeviceReport.maximumBytes))
            }
        if self.report != known { hasNews = true }
    }

    /// Returns true when the report has changed since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    private mutating func record(_ result: PlaybackResult) {
        switch result {
        case .finished: record(.ok, nil)
        case .failed(.late, _), .cancelled: break
        case .failed(let failure, let text): record(AudioReport.State(failure), text)
        }
    }

    mutating func record(_ state: AudioReport.State, _ detail: String?) {
        receive(AudioReport(device: device, state: state, detail: detail, devices: report.devices))
    }
}

extension AudioReport.State {
    init(_ failure: PlaybackFailure) {
        switch failure {
        case .deviceMissing: self = .missing
        case .deviceBusy: self = .busy
        case .deviceFailed, .late: self = .failed
        }
    }
}
