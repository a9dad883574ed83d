// Placing sounds on their instants.
//
// The output is started on silence as soon as it is open, and kept filled 200 ms ahead. All the while its position is read,
// every 2.5 ms where it matters, which gives the line "frame over time" of this output on this run (see OutputClock). A
// sound is placed at the last moment at which that is possible without letting the buffer run low: when the next write
// would reach past the frame at which the sound has to begin. From then on the stream's content is fixed, frame by frame,
// and nothing that happens to this thread moves it. The anchor is placed on a whole frame, so half a frame (0.011 ms) is lost
// by rounding. What else is heard at that time does not matter: sounds are added where they fall.
//
// What has left the device's buffer may still be far from the converter: sound servers and Bluetooth keep up to two seconds.
// That depth is read with every position, and so much earlier the last moment comes; what was seen of it is told, so that
// orders come early enough.
//
// A sound that is ordered nearer than what is queued, and one that is cancelled, has frames taken back from the device and
// written again: the mix is a function of the frame's number (see Source), so all other sounds stay as they were.
//
// After an underrun positions count from zero on a new line. The output runs on silence again, is measured for a moment,
// and each sound goes on at the frame that is due by then: what was missed is skipped, the rest is on its instant, and a
// ring is in the phase that it would have had.

import ClockSound

/// Everything that is heard between opening a device and closing it. Lives on the audio thread.
final class OutputSession {
    /// How late the first frame of an announcement may be; it is not played if it would be later, and never early.
    static let latestStartNanoseconds: Int64 = 10_000_000

    let device: PCMDevice
    private let latencyTrimNanoseconds: Int64
    let tell: (AudioEvent) -> Void
    let mixer: Mixer
    var clock: OutputClock
    var sources: [Source] = []

    /// Frames of the device written since the output was last prepared, which number the stream's frames.
    var written = 0
    /// Frames that are kept in the device's buffer.
    var fill = 0
    /// Of a queue that nothing can be taken back from.
    private var shortFillMilliseconds = OutputSession.shortFillMilliseconds
    private var isRunning = false
    /// Since when the device has been asleep.
    private var suspendedNanoseconds: Int64?
    private var wakes = 0
    private var startedNanoseconds: Int64 = 0
    private var underrunsInSuccession = 0
    private var observation: OutputObservation
    /// How deep the output was when it was last played on.
    private let knownDepthNanoseconds: Int64
    private var lastPosition = Int.min
    private var lastMoveNanoseconds: Int64 = 0

    private static let leastFillMilliseconds = 20
    private static let resumingFillMilliseconds = 100
    /// 25 ms and 10 ms of fade leave some of 50 ms for waking up.
    private static let shortFillMilliseconds = 25
    private static let mostUnderruns = 50
    /// An output that ran for so long without running dry is well again.
    private static let wellNanoseconds: Int64 = 10_000_000_000
    /// How long a device that was started may stand still before it counts as stuck.
    private static let stuckNanoseconds: Int64 = 3_000_000_000
    private static let suspendedPauseNanoseconds: Int64 = 50_000_000
    private static let wakesPerHunt = 8
    private static let huntNanoseconds: Int64 = 1_200_000
    private static let youngSpanNanoseconds: Int64 = 100_000_000
    /// With so much queued the thread is late for nothing.
    private static let unhurriedNanoseconds: Int64 = 100_000_000

    /// Frames of the mix.
    static func frames(_ milliseconds: Int) -> Int { RenderedPlan.sampleRate * milliseconds / 1000 }

    func deviceFrames(_ milliseconds: Int) -> Int { device.format.rate * milliseconds / 1000 }

    /// The first frame of the mix that no frame written so far is made of.
    var writtenMix: Int { mixer.scale.mixFrame(atDevice: written) }

    var leastFill: Int { deviceFrames(Self.leastFillMilliseconds) }

    /// - Parameters:
    ///   - depthNanoseconds: how deep the output was when it was last played on.
    ///   - tell: called for each event of the sounds that are admitted.
    init(
        device: PCMDevice, latencyTrimNanoseconds: Int64, depthNanoseconds: Int64 = 0,
        tell: @escaping (AudioEvent) -> Void
    ) {
        knownDepthNanoseconds = depthNanoseconds
        observation = OutputObservation(rate: device.format.rate)
        self.device = device
        self.latencyTrimNanoseconds = latencyTrimNanoseconds
        self.tell = tell
        mixer = Mixer(format: device.format)
        clock = OutputClock(framesPerSecond: Double(device.format.rate))
        sources.reserveCapacity(AudioOutput.maximumSounds)
    }

    /// What was seen of the output so far.
    var traits: OutputTraits { observation.traits }

    /// For how long there have been readings.
    var observedNanoseconds: Int64 { isRunning ? MonotonicClock.nanoseconds - startedNanoseconds : 0 }

    /// Whether nothing is left to be played.
    var isOver: Bool { sources.allSatisfy(\.isOver) }

    /// Whether anything was placed and is not over.
    var isSounding: Bool { sources.contains(where: \.isSounding) }

    /// How long may be slept before the next ``step()``: short while a new stream has few readings, about 2.5 ms while
    /// readings matter or a sound is ending; otherwise a fifth of what is queued, or all of it but a tenth of a second where
    /// that is longer; spread so that the readings do not beat with the device's steps.
    var pauseNanoseconds: Int64 {
        if suspendedNanoseconds != nil { return Self.suspendedPauseNanoseconds }
        let spread = Int64(wakes) * 618_034 % 1_000_000
        if clock.span < Self.youngSpanNanoseconds { return 1_000_000 + spread }
        let isEnding = sources.contains { $0.isCancelled && !$0.isOver }
        if needsReadings || isEnding { return 2_000_000 + spread }
        // Each waking costs more than the frames that it makes.
        let queued = Int64(fill) * 1_000_000_000 / Int64(device.format.rate)
        return max(queued / 5, queued - Self.unhurriedNanoseconds) + spread
    }

    private var needsReadings: Bool { sources.contains { !$0.isOver && ($0.start == nil || !$0.isOnsetSettled) } }

    /// Takes on a sound, which is heard at its instant if that can still be met.
    func admit(_ order: SourceOrder) {
        if sources.count >= AudioOutput.maximumSounds { sources.removeAll(where: \.isOver) }
        guard sources.count < AudioOutput.maximumSounds else {
            let message = "\(sources.count) sounds are on audio device \(device.name) already"
            return tell(.failed(order.id, AudioFailure(kind: .failed, message: message)))
        }
        switch order {
        case .play(let order): sources.append(Source(order, latencyTrimNanoseconds: latencyTrimNanoseconds))
        case .ring(let order): sources.append(Source(order, latencyTrimNanoseconds: latencyTrimNanoseconds))
        }
        leaveOutUnreachable()
    }

    /// The computer slept for so long: as CLOCK_MONOTONIC counts, every instant comes so much earlier.
    func slept(_ nanoseconds: Int64) {
        for index in sources.indices {
            sources[index].target -= nanoseconds
            sources[index].instant -= nanoseconds
        }
    }

    /// Has a sound end within the next steps.
    ///
    /// - Returns: whether there is such a sound.
    func cancel(_ id: UInt64) -> Bool {
        guard let index = sources.firstIndex(where: { $0.id == id && !$0.isOver }) else { return false }
        sources[index].isCancelled = true
        return true
    }

    func cancelAll() {
        for index in sources.indices { sources[index].isCancelled = true }
    }

    /// Starts the stream, or reads the position, tells what was heard, places what is due and fills the buffer. To be
    /// called again within ``pauseNanoseconds``.
    ///
    /// - Throws: when the device plays no more.
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
        lastPosition = .min
        lastMoveNanoseconds = startedNanoseconds
    }

    /// Has the stream begin anew with the next step.
    func restartStream() {
        sources.removeAll(where: \.isOver)
        clock.restart()
        isRunning = false
    }

    /// How much is kept in the device's buffer once sounds are placed.
    ///
    /// Where nothing can be taken back, a ring gets a short queue, so that it can be silenced at once; words get the long
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

    /// How long the queue may be for a sound to end within 50 ms if nothing of it is taken back.
    var shortFill: Int { deviceFrames(Self.shortFillMilliseconds) }

    private func advance() throws(PCMDevice.Fault) {
        wakes += 1
        let status = try wakes % Self.wakesPerHunt == 0 && needsReadings ? readRightAfterStep() : read()
        let position = written - status.delay
        let now = MonotonicClock.nanoseconds
        try checkMoving(position: position, now: now)
        note(position: Int((Double(position) * mixer.scale.mixPerDevice).rounded(.down)), now: now)

        // The next frame to go from the buffer to the converter.
        let pointer = written - (device.bufferFrames - status.room)
        observation.note(pointer: pointer, position: position, elapsedNanoseconds: now - startedNanoseconds)
        if device.rewinding == .unknown, sources.allSatisfy({ $0.start == nil }) {
            written -= try device.learnRewinding()
        }
        try fadeCancelled(pointer: pointer, position: position)
        guard isRunning else { return }
        placeDue(pointer: pointer, position: position, now: now)
        if device.rewinding == .refused { fill = fullFill }
        try write(upTo: pointer + fill)
    }

    private func read() throws(PCMDevice.Fault) -> PCMDevice.Status {
        let status = try device.status()
        if let nanoseconds = status.nanoseconds {
            clock.add(position: Int64(written - status.delay), at: nanoseconds)
        }
        return status
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
                if let nanoseconds = status.nanoseconds {
                    clock.add(position: Int64(written - status.delay), at: nanoseconds)
                }
                return status
            }
        }
        return first
    }

    private func checkMoving(position: Int, now: Int64) throws(PCMDevice.Fault) {
        if position > lastPosition {
            lastPosition = position
            lastMoveNanoseconds = now
        }
        // Where little is kept, what a server still had to play from before may hold up the rest.
        guard now - lastMoveNanoseconds > Self.stuckNanoseconds + traits.depthNanoseconds else { return }
        throw .failure(
            AudioFailure(
                kind: .failed,
                message: "audio device \(device.name) stopped moving while it was playing; reconnect it"))
    }

    /// Writes as far as frame `end`, or as far as the device takes.
    private func write(upTo end: Int) throws(PCMDevice.Fault) {
        while written < end {
            let count = min(end - written, Mixer.chunkFrames)
            let taken = try device.write(mixer.render(sources, from: written, count: count))
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

    /// The next steps try to start the device anew.
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

    /// Stops the device at once. Whatever is not over is told as cancelled.
    func close() {
        for index in sources.indices where !sources[index].isOver { end(at: index) }
        device.close()
    }
}
