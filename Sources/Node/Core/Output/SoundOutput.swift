// Every sound that begins at an instant: a quarter hour, an order to sound, a ring. Each is
// ordered once, has a number, and belongs to somebody until the output has answered, or it is taken back. What an order is
// for, and what becomes of it, its owner decides.
//
// A sound server, a Bluetooth speaker or a television keeps what it is given for up to seconds. What is late by a constant
// is no reason for silence: everything is ordered that much earlier.

internal import ClockDomain
internal import ClockWire

/// What is on order from the sound output, and what the node knows of the output.
struct SoundOutput: Sendable {
    /// Whose a sound is.
    enum Owner: Hashable, Sendable {
        case quarter
        /// Of the order with this id.
        case carried(String)
        case ring(Occurrence)
    }

    enum Phase: Hashable, Sendable {
        /// The output has not said yet that it is heard.
        case ordered
        /// It is heard until it is stopped.
        case heard
        /// Told to stop before the output had said whether it is heard. No answer by then is none.
        case stopping(givenUpAt: BootTime)
    }

    /// A sound that is on order.
    struct Sound: Hashable, Sendable {
        let id: Int
        let owner: Owner
        /// When its instant will have been reached.
        let audibleAt: BootTime
        /// When the output must have answered.
        let answerBy: BootTime
        fileprivate(set) var phase = Phase.ordered

        /// Whether the output has it to go on with.
        var isSounding: Bool {
            switch phase {
            case .ordered, .heard: true
            case .stopping: false
            }
        }
    }

    /// What an output needs at least from the order to the first frame, of a lead-in that is long enough.
    private static let longestOpening: Duration = .milliseconds(500)

    private let device: String
    /// As ``NodeCore/Identity/leadIn``.
    private let ownLeadIn: Duration
    /// How long before it is heard the output takes a sound in, as far as it is ordered so much earlier.
    private(set) var depth = Duration.zero
    /// What is reported of the output.
    private(set) var report: AudioReport
    /// Orders so far; the last one's id.
    private(set) var lastID = 0
    private var sounds: [Sound] = []
    /// Whether what is reported has changed.
    private var hasNews = false

    init(_ identity: NodeCore.Identity) {
        device = identity.device
        ownLeadIn = identity.leadIn
        report = AudioReport(device: identity.device, state: .unknown)
    }

    /// How long before its instant a sound is handed to the output.
    var leadIn: Duration { ownLeadIn + depth }

    /// Less than this before its first frame there is no use in ordering what sounds before the instant.
    var openingTime: Duration { min(SoundOutput.longestOpening, ownLeadIn / 2) + depth }

    // MARK: Orders

    /// A sound is about to be ordered, in place of what its owner had.
    mutating func place(_ owner: Owner, audibleAt: BootTime, answerBy: BootTime) -> Sound {
        forget(owner)
        lastID += 1
        let sound = Sound(id: lastID, owner: owner, audibleAt: audibleAt, answerBy: answerBy)
        sounds.append(sound)
        return sound
    }

    func sound(of owner: Owner) -> Sound? { sounds.first { $0.owner == owner } }

    /// What the output says of it does not matter any more.
    mutating func forget(_ owner: Owner) { sounds.removeAll { $0.owner == owner } }

    /// Nothing is to be heard of it any more.
    mutating func takeBack(_ owner: Owner, _ out: inout Outlet) {
        guard let index = sounds.firstIndex(where: { $0.owner == owner }) else { return }
        out.emit(.cancelPlay(id: sounds.remove(at: index).id))
    }

    /// Takes it back if its instant is still to come; sound that has begun is left alone.
    ///
    /// - Returns: whether it was taken back.
    mutating func takeBackUnheard(_ owner: Owner, at now: Now, _ out: inout Outlet) -> Bool {
        guard let sound = sound(of: owner), now.boot < sound.audibleAt else { return false }
        takeBack(owner, &out)
        return true
    }

    /// The output has answered.
    ///
    /// - Returns: whose sound it was; `nil` where it was taken back before.
    mutating func answered(_ id: Int, _ result: PlaybackResult) -> Sound? {
        note(result)
        guard let index = sounds.firstIndex(where: { $0.id == id }) else { return nil }
        return sounds.remove(at: index)
    }

    /// The output did not answer in time: the sound is given up, and the output counts as failed.
    mutating func giveUp(_ owner: Owner, _ text: String, _ out: inout Outlet) {
        takeBack(owner, &out)
        note(.failed, text)
    }

    // MARK: Sounds that go on until they are stopped

    /// The output has made the sound heard.
    mutating func heard(_ owner: Owner) {
        guard let index = sounds.firstIndex(where: { $0.owner == owner }), sounds[index].isSounding else { return }
        sounds[index].phase = .heard
    }

    /// A sound is to stop. Where the output has yet to say whether it was heard, it is waited for until `givenUpAt`.
    ///
    /// - Returns: the id of what the output is to be told to stop.
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

    /// How many rings sound.
    var ringCount: Int {
        sounds.count { sound in
            if case .ring = sound.owner { sound.isSounding } else { false }
        }
    }

    // MARK: Waiting

    /// When the first answer to a carried sound must have come, of those that are awaited.
    var carriedAnswers: [BootTime] {
        sounds.compactMap { sound in
            if case .carried = sound.owner { sound.answerBy } else { nil }
        }
    }

    /// Whether a sound has its place and is still to begin, or an announcement is under way.
    func isSoundPlaced(at now: BootTime) -> Bool {
        sounds.contains { $0.owner == .quarter || ($0.phase == .ordered && now < $0.audibleAt) }
    }

    /// Has the output looked at.
    ///
    /// - Returns: `false` where something is playing, which tells about the output by itself.
    func probe(at now: Now, _ out: inout Outlet) -> Bool {
        guard !isTaken(at: now) else { return false }
        out.emit(.probeAudio)
        return true
    }

    /// Whether an order has not been answered yet, other than of a ring.
    private func isTaken(at now: Now) -> Bool {
        sounds.contains { sound in
            switch sound.owner {
            case .quarter, .carried: true
            case .ring: false
            }
        }
    }

    // MARK: What is known of it

    /// - Returns: whether sounds are to be ordered at another moment now.
    mutating func learned(_ depth: Duration, hasClock: Bool) -> Bool {
        let known = report
        report.depthMilliseconds = min(
            max(Int(depth.milliseconds), AudioReport.depthRange.lowerBound), AudioReport.depthRange.upperBound)
        report.hasClock = hasClock
        if report != known { hasNews = true }
        let depth = min(max(depth, .zero), .milliseconds(AudioReport.mostOrderedMilliseconds))
        defer { self.depth = depth }
        return depth != self.depth
    }

    mutating func receive(_ report: AudioReport) {
        let known = self.report
        self.report = report
        self.report.depthMilliseconds = known.depthMilliseconds
        self.report.hasClock = known.hasClock
        self.report.detail = report.detail?.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        self.report.devices = report.devices.lazy
            // A name that was cut would name nothing.
            .filter { (1...AudioDeviceReport.maximumBytes).contains($0.name.utf8.count) }
            .prefix(AudioReport.maximumDevices)
            .map {
                AudioDeviceReport(
                    name: $0.name, description: $0.description.line(maximumBytes: AudioDeviceReport.maximumBytes))
            }
        if self.report != known { hasNews = true }
    }

    /// Whether what is reported has changed since this was asked.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    private mutating func note(_ result: PlaybackResult) {
        switch result {
        case .finished: note(.ok, nil)
        case .failed(.late, _), .cancelled: break
        case .failed(let failure, let text): note(AudioReport.State(failure), text)
        }
    }

    mutating func note(_ state: AudioReport.State, _ detail: String?) {
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
