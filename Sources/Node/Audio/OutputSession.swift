// Places sounds on their instants.
//
// The session starts the output on silence as soon as it is open, and keeps it filled 200 ms ahead. All the while it
// reads the output's position, every 2.5 ms when it matters, which gives the line "frame over time" of this output on
// this run (see OutputClock). It places a sound at the last moment at which that is possible without letting the buffer
// run low: when the next write would reach past the frame at which the sound has to begin. From then on the stream's
// content is fixed, frame by frame, and no delay of this thread moves it. The anchor is placed on a whole frame, so
// half a frame (0.011 ms) is lost by rounding. Other sounds at that time do not matter: sounds are added at their
// frames.
//
// The mix runs at the pace of the clock of the instants, the device at its crystal's. The session steers the mix's path
// along the device's frames (see Steering), so that a sound is on its instants to its last frame. While
// nothing sounds the path may jump, and does when a sound is placed.
//
// A frame that has left the device's buffer may still be far from the converter: Bluetooth keeps up to 300 ms, a sound
// server up to four seconds. The session reads that depth with every position, and places sounds that much earlier; it
// reports the depth, so that orders come early enough.
//
// For a sound that is ordered nearer than the queue's end, and for a cancelled one, the session rewinds frames and
// writes them again: the mix is a function of the frame's number (see Source), so all other sounds stay as they were.
//
// After an underrun positions count from zero on a new line. The output runs on silence again, is measured for a
// moment, and each sound goes on at the frame that is due by then: the missed part is skipped, the rest is on its
// instant, and a ring is in the phase that it would have had.

import ClockDomain
import ClockSound

/// Everything heard between opening a device and closing it. Lives on the audio thread.
final class OutputSession {
    /// The greatest lateness of an announcement's first frame; a later one is not played, and none is early.
    static let latestStartNanoseconds: Int64 = 10_000_000

    let device: PCMDevice
    private let latencyTrimNanoseconds: Int64
    let report: (AudioEvent) -> Void
    let mixer: Mixer
    var steering: Steering
    var sources: [Source] = []

    /// Frames of the device written since the output was last prepared, which number the stream's frames.
    var written = 0
    /// Frames that are kept in the device's buffer.
    var fill = 0
    /// The length of a queue that cannot be rewound.
    private var shortFillMilliseconds = OutputSession.shortFillMilliseconds
    private var isRunning = false
    /// The time since which the device has been asleep.
    private var suspendedNanoseconds: Int64?
    private var wakes = 0
    private var startedNanoseconds: Int64 = 0
    private var underrunsInSuccession = 0
    private var observation: OutputObservation
    /// The depth of the output in its last run.
    private let knownDepthNanoseconds: Int64
    private var lastPointer = Int.min
    private var lastMoveNanoseconds: Int64 = 0

    private static let leastFillMilliseconds = 20
    private static let resumingFillMilliseconds = 100
    /// 25 ms and 10 ms of fade leave some of 50 ms for waking up.
    private static let shortFillMilliseconds = 25
    private static let mostUnderruns = 50
    /// An output that ran for so long without an underrun is well again.
    private static let wellNanoseconds: Int64 = 10_000_000_000
    /// The longest standstill of a started device before it counts as stuck.
    private static let stuckNanoseconds: Int64 = 3_000_000_000
    private static let suspendedPauseNanoseconds: Int64 = 50_000_000
    private static let wakesPerHunt = 8
    private static let huntNanoseconds: Int64 = 1_200_000
    private static let youngSpanNanoseconds: Int64 = 100_000_000
    /// With so much queued a late thread does no harm.
    private static let unhurriedNanoseconds: Int64 = 100_000_000

    static func frames(_ milliseconds: Int) -> Int { RenderedPlan.sampleRate * milliseconds / 1000 }

    func deviceFrames(_ milliseconds: Int) -> Int { device.format.rate * milliseconds / 1000 }

    /// The first frame of the mix on which no written frame depends.
    var writtenMix: Int {
        if let offset = steering.path.wholeOffset(in: written..<written + 1) { return written + offset }
        return Int(steering.path.place(of: written).rounded(.up)) + mixer.reach
    }

    var leastFill: Int { deviceFrames(Self.leastFillMilliseconds) }

    /// - Parameters:
    ///   - depthNanoseconds: the depth of the output in its last run.
    ///   - report: called for each event of the admitted sounds.
    init(
        device: PCMDevice, latencyTrimNanoseconds: Int64, depthNanoseconds: Int64 = 0,
        report: @escaping (AudioEvent) -> Void
    ) {
        knownDepthNanoseconds = depthNanoseconds
        observation = OutputObservation(rate: device.format.rate)
        self.device = device
        self.latencyTrimNanoseconds = latencyTrimNanoseconds
        self.report = report
        mixer = Mixer(format: device.format)
        steering = Steering(deviceRate: device.format.rate)
        sources.reserveCapacity(AudioOutput.maximumSounds)
    }

    /// The traits of the output so far.
    var traits: OutputTraits { observation.traits }

    /// The time since the first reading.
    var observedNanoseconds: Int64 { isRunning ? MonotonicClock.nanoseconds - startedNanoseconds : 0 }

    /// The time from the first reading until the device last moved on.
    var movedNanoseconds: Int64 { isRunning ? lastMoveNanoseconds - startedNanoseconds : 0 }

    /// True when nothing is left to play.
    var isOver: Bool { sources.allSatisfy(\.isOver) }

    /// True when a sound was placed and is not over.
    var isSounding: Bool { sources.contains(where: \.isSounding) }

    /// The pause before the next ``step()``: short while a new stream has few readings, about 2.5 ms while readings
    /// matter or a sound is ending; otherwise a fifth of the queue, or all of it but a tenth of a second if that is
    /// longer; spread so that the readings do not beat with the device's steps.
    var pauseNanoseconds: Int64 {
        if suspendedNanoseconds != nil { return Self.suspendedPauseNanoseconds }
        let spread = Int64(wakes) * 618_034 % 1_000_000
        if steering.clock.span < Self.youngSpanNanoseconds { return 1_000_000 + spread }
        let isEnding = sources.contains { $0.isCancelled && !$0.isOver }
        if needsReadings || isEnding { return 2_000_000 + spread }
        // Each waking costs more than the frames that it makes.
        let queued = Int64(fill) * 1_000_000_000 / Int64(device.format.rate)
        return max(queued / 5, queued - Self.unhurriedNanoseconds) + spread
    }

    private var needsReadings: Bool { sources.contains { !$0.isOver && ($0.start == nil || !$0.isOnsetSettled) } }

    /// Accepts a sound, which is heard at its instant if that can still be met.
    func admit(_ order: SourceOrder) {
        if sources.count >= AudioOutput.maximumSounds { sources.removeAll(where: \.isOver) }
        guard sources.count < AudioOutput.maximumSounds else {
            let message = "\(sources.count) sounds are on audio device \(device.name) already"
            return report(.failed(order.id, AudioFailure(kind: .failed, message: message)))
        }
        switch order {
        case .play(let order): sources.append(Source(order, latencyTrimNanoseconds: latencyTrimNanoseconds))
        case .ring(let order): sources.append(Source(order, latencyTrimNanoseconds: latencyTrimNanoseconds))
        }
        leaveOutUnreachable()
    }

    /// Moves every instant earlier by the length of a sleep of the computer, during which CLOCK_MONOTONIC stood still.
    func slept(_ nanoseconds: Int64) {
        for index in sources.indices {
            sources[index].target -= nanoseconds
            sources[index].instant -= nanoseconds
        }
    }

    /// Goes by a clock that gains on CLOCK_MONOTONIC by this many nanoseconds a second.
    func follow(ratePPB: Int64) { steering.follow(ratePPB: ratePPB, at: MonotonicClock.nanoseconds) }

    /// Ends a sound within the next steps.
    ///
    /// - Returns: true when there is such a sound.
    func cancel(_ id: UInt64) -> Bool {
        guard let index = sources.firstIndex(where: { $0.id == id && !$0.isOver }) else { return false }
        sources[index].isCancelled = true
        return true
    }

    /// Changes the volume of a sound within the next steps.
    ///
    /// - Returns: true when there is such a sound.
    func setVolume(of id: UInt64, to volume: Volume, floor: Volume) -> Bool {
        guard let index = sources.firstIndex(where: { $0.id == id && !$0.isOver }) else { return false }
        sources[index].ask(volume, floor: floor)
        return true
    }

    func cancelAll() {
        for index in sources.indices { sources[index].isCancelled = true }
    }

    /// Starts the stream, or reads the position, reports heard sounds, places due ones and fills the buffer. The caller
    /// calls it again within ``pauseNanoseconds``.
    ///
    /// - Throws: ``AudioFailure`` when the device plays no more.
    func step() throws(AudioFailure) {
        do throws(PCMDevice.Fault) {
            if isRunning { try advance() } else { try startStream() }
        } catch {
            try recover(from: error)
        }
    }

    // MARK: The stream

    private func startStream() throws(PCMDevice.Fault) {
        try device.prepare()
        written = 0
        let now = MonotonicClock.nanoseconds
        steering.restart(at: now)
        observation.restart()
        // A near instant gets a short queue, so that half of the time is left for reading the device's position.
        var wanted = fullFill
        for source in sources where !source.isOver {
            let halfway = Int(clamping: (source.startNanoseconds - knownDepthNanoseconds - now) / 2_000_000)
            wanted = min(
                wanted, deviceFrames(source.isResuming ? Self.resumingFillMilliseconds : max(0, min(1000, halfway))))
        }
        fill = max(leastFill, min(wanted, fullFill))
        try write(upTo: fill)
        try device.start()
        isRunning = true
        suspendedNanoseconds = nil
        startedNanoseconds = MonotonicClock.nanoseconds
        lastPointer = .min
        lastMoveNanoseconds = startedNanoseconds
    }

    /// Lets the stream begin again with the next step.
    func restartStream() {
        sources.removeAll(where: \.isOver)
        isRunning = false
    }

    /// The length of the queue in the device's buffer once sounds are placed.
    ///
    /// If the device cannot rewind, a ring gets a short queue, so that it can be silenced at once; words get the long
    /// one, because a gap in them is worse than a late end.
    var fullFill: Int {
        var milliseconds = Int(PCMDevice.bufferNanoseconds / 1_000_000)
        if device.rewinding == .refused {
            let isRinging = sources.contains { $0.isRing && $0.isSounding }
            let isSpeaking = sources.contains { !$0.isRing && $0.isSounding }
            if isRinging || !isSpeaking { milliseconds = shortFillMilliseconds }
        }
        return min(device.bufferFrames, deviceFrames(milliseconds))
    }

    /// The longest queue with which a sound ends within 50 ms without a rewind.
    var shortFill: Int { deviceFrames(Self.shortFillMilliseconds) }

    private func advance() throws(PCMDevice.Fault) {
        wakes += 1
        let status = try wakes % Self.wakesPerHunt == 0 && (needsReadings || isSounding) ? readRightAfterStep() : read()
        let position = written - status.delay
        // The next frame to go from the buffer to the converter.
        let pointer = written - (device.bufferFrames - status.room)
        let now = MonotonicClock.nanoseconds
        try checkMoving(pointer: pointer, now: now)
        note(position: Int(steering.path.place(of: position).rounded(.down)), now: now)

        observation.note(
            pointer: pointer, position: position, elapsedNanoseconds: status.nanoseconds.map { $0 - startedNanoseconds }
        )
        if device.rewinding == .unknown, sources.allSatisfy({ $0.start == nil }) {
            written -= try device.learnRewinding()
        }
        try fadeCancelled(pointer: pointer, position: position)
        guard isRunning else { return }
        changeLoudness(pointer: pointer)
        placeDue(pointer: pointer, position: position, now: now)
        steering.turn(from: written, position: position, isSounding: isSounding && traits.hasClock, now: now)
        if device.rewinding == .refused { fill = fullFill }
        try write(upTo: pointer + fill)
    }

    private func read() throws(PCMDevice.Fault) -> PCMDevice.Status {
        let status = try device.status()
        add(status)
        return status
    }

    /// Adds a reading of the device's position to the output's clock.
    ///
    /// - Parameter step: the frames of the step that was seen right before; 0 without one.
    private func add(_ status: PCMDevice.Status, afterStepOf step: Int = 0) {
        guard let nanoseconds = status.nanoseconds else { return }
        steering.add(
            position: written - status.delay, at: nanoseconds, afterStepOf: step, clocks: SlewWatch.Reading.now())
    }

    /// Watches the position for a little more than a millisecond until it moves, because the reading right after a step
    /// is the one that touches the line.
    ///
    /// On a busy computer threads are woken on the scheduler's tick, which keeps pace with steps of a millisecond: then
    /// all other readings may lie equally far behind theirs.
    private func readRightAfterStep() throws(PCMDevice.Fault) -> PCMDevice.Status {
        let first = try read()
        let end = MonotonicClock.nanoseconds + Self.huntNanoseconds
        while MonotonicClock.nanoseconds < end {
            let status = try device.status()
            if status.delay < first.delay {
                add(status, afterStepOf: first.delay - status.delay)
                return status
            }
        }
        return first
    }

    /// A device moves while it takes frames. The position of a suspended server goes on for as long as what it has.
    private func checkMoving(pointer: Int, now: Int64) throws(PCMDevice.Fault) {
        if pointer > lastPointer {
            lastPointer = pointer
            lastMoveNanoseconds = now
        }
        // With a short queue, the rest of a server's earlier sound may hold up the start.
        guard now - lastMoveNanoseconds > Self.stuckNanoseconds + observation.deepestNanoseconds else { return }
        throw .failure(
            AudioFailure(
                kind: .failed,
                message: "audio device \(device.name) stopped moving while it was playing; reconnect it,"
                    + " or wake it where a sound server has suspended it"))
    }

    /// Writes up to frame `end`, or until the device accepts no more.
    private func write(upTo end: Int) throws(PCMDevice.Fault) {
        while written < end {
            let count = min(end - written, Mixer.chunkFrames)
            let taken = try device.write(mixer.render(sources, along: steering.path, from: written, count: count))
            written += taken
            if taken < count { return }
        }
    }

    // MARK: Trouble

    private func recover(from fault: PCMDevice.Fault) throws(AudioFailure) {
        switch fault {
        case .failure(let failure): throw failure
        case .underrun: try recoverFromUnderrun()
        case .suspended: try waitForWaking()
        }
    }

    /// The next steps try to start the device again.
    private func waitForWaking() throws(AudioFailure) {
        let now = MonotonicClock.nanoseconds
        let since = suspendedNanoseconds ?? now
        guard now - since < Self.stuckNanoseconds else {
            throw AudioFailure(
                kind: .failed, message: "audio device \(device.name) did not wake up after a suspend; reconnect it")
        }
        suspendedNanoseconds = since
        if isRunning {
            for index in sources.indices where !sources[index].isOver { interrupt(at: index) }
            restartStream()
        }
        leaveOutUnreachable()
    }

    private func recoverFromUnderrun() throws(AudioFailure) {
        let now = MonotonicClock.nanoseconds
        underrunsInSuccession = now - startedNanoseconds < Self.wellNanoseconds ? underrunsInSuccession + 1 : 1
        guard underrunsInSuccession <= Self.mostUnderruns else {
            throw AudioFailure(
                kind: .failed,
                message: "audio device \(device.name) ran dry \(underrunsInSuccession) times in a row; the computer is"
                    + " too busy or the device is broken")
        }
        // Better a late end than another gap.
        shortFillMilliseconds = min(2 * shortFillMilliseconds, Int(PCMDevice.bufferNanoseconds / 1_000_000))
        for index in sources.indices where !sources[index].isOver { interrupt(at: index) }
        restartStream()
        leaveOutUnreachable()
    }

    /// Ends everything that is not over with a failure.
    func fail(_ failure: AudioFailure) {
        for index in sources.indices where !sources[index].isOver {
            if sources[index].isCancelled {
                end(at: index)
            } else {
                var failure = failure
                failure.framesHeard = sources[index].framesHeard
                fail(at: index, failure)
            }
        }
    }

    /// Stops the device at once. Reports unfinished sounds as cancelled.
    func close() {
        for index in sources.indices where !sources[index].isOver { end(at: index) }
        device.close()
    }
}
