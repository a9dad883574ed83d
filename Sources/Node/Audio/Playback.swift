// Placing a sound on its instant.
//
// The output is started on silence as soon as it is open, and kept filled 200 ms ahead. Meanwhile its position is read
// every 2.5 ms, which gives the line "frame over time" of this output on this run (see OutputClock). The sound is placed at
// the last moment at which that is possible without letting the buffer run low: when the next write would reach past the
// frame at which the sound has to begin. From then on the stream's content is fixed, frame by frame, and nothing that
// happens to this thread moves it. The anchor is placed on a whole frame, so half a frame (0.011 ms) is lost by rounding.
//
// After an underrun positions count from zero on a new line. The output runs on silence again, is measured for a moment,
// and the sound goes on at the frame that is due by then: what was missed is skipped, the rest is on its instant.

/// Plays one sound on an open device. Lives on the audio thread for the length of the sound.
struct Playback {
    enum Outcome {
        case finished(PlayReport)
        case cancelled
    }

    /// How late the first frame may be; a sound that would be later is not played. It is never early.
    static let latestStartNanoseconds: Int64 = 10_000_000

    private let device: PCMDevice
    private let order: PlayOrder
    /// When the device has to say that the anchor leaves it.
    private let deviceTarget: Int64
    private var content: StreamContent
    private var clock = OutputClock(framesPerSecond: Double(RenderedPlan.sampleRate))
    private var buffer: [Int16]

    /// Frames written since the output was last prepared, which number the stream's frames.
    private var written = 0
    /// Frames that are kept in the device's buffer.
    private var fill = 0
    private var startedNanoseconds: Int64 = 0
    /// Whether the sound was placed before, and an underrun came after.
    private var isResuming = false
    private var framesHeard = 0
    private var wakes = 0

    private var underruns = 0
    private var onsetError: Int64?
    private var leadIn: Int64 = 0
    private var slope: Double?

    private static let chunkFrames = 1024
    private static let leastFill = frames(20)
    private static let resumingFill = frames(100)
    /// Silence after the sound, so that its last frames are out before the device is stopped.
    private static let tailFrames = frames(10)
    /// What is left untouched before the device's pointer when frames are taken back.
    private static let untouchedFrames = frames(12)
    private static let latestStartFrames = frames(10)
    private static let mostUnderruns = 50
    /// How much longer than its length a sound may take before the device counts as stuck.
    private static let stuckNanoseconds: Int64 = 2_000_000_000
    private static let resumingReadings = 20
    private static let resumingSpanNanoseconds: Int64 = 50_000_000
    private static let wakesPerHunt = 8
    private static let huntNanoseconds: Int64 = 1_200_000
    private static let youngSpanNanoseconds: Int64 = 100_000_000

    private static func frames(_ milliseconds: Int) -> Int { RenderedPlan.sampleRate * milliseconds / 1000 }

    init(order: PlayOrder, device: PCMDevice, latencyTrimNanoseconds: Int64) {
        self.order = order
        self.device = device
        deviceTarget = order.targetNanoseconds - latencyTrimNanoseconds
        content = StreamContent(sound: order.sound.frames, gain: order.volume.gain)
        buffer = .init(repeating: 0, count: Self.chunkFrames * device.channels)
    }

    /// Plays to the end.
    ///
    /// - Parameter wait: sleeps for the nanoseconds it is given, less when something is asked of the thread; returns
    ///   whether the sound is to end.
    mutating func run(wait: (Int64) -> Bool) throws(AudioFailure) -> Outcome {
        try checkStillReachable()
        var isRunning = false
        while true {
            do throws(PCMDevice.Fault) {
                if !isRunning {
                    try startStream()
                    isRunning = true
                }
                if wait(pauseNanoseconds) {
                    endWithFade()
                    return .cancelled
                }
                if try advance() { return .finished(report()) }
            } catch {
                try recover(from: error)
                isRunning = false
            }
        }
    }

    private var soundStartNanoseconds: Int64 { deviceTarget - order.sound.anchorOffsetNanoseconds }

    /// Short while a new stream has few readings, about 2.5 ms while readings matter, longer after; spread so that the
    /// readings do not beat with the device's steps.
    private var pauseNanoseconds: Int64 {
        let spread = Int64(wakes) * 618_034 % 1_000_000
        if clock.span < Self.youngSpanNanoseconds { return 1_000_000 + spread }
        return (onsetError == nil ? 2_000_000 : 14_000_000) + spread
    }

    private func checkStillReachable() throws(AudioFailure) {
        let late = MonotonicClock.nanoseconds - soundStartNanoseconds
        if late > Self.latestStartNanoseconds { throw tooLate(by: late) }
    }

    private func tooLate(by nanoseconds: Int64) -> AudioFailure {
        AudioFailure(
            kind: .late,
            message: "the sound could begin only \(nanoseconds / 1_000_000) ms late on audio device \(device.name) and"
                + " was left out; order it earlier")
    }

    // MARK: The stream

    private mutating func startStream() throws(PCMDevice.Fault) {
        try device.prepare()
        written = 0
        let now = MonotonicClock.nanoseconds
        // A near instant gets a short queue, so that half of the time is left for reading the device's position.
        let halfway = Int(clamping: (soundStartNanoseconds - now) / 2_000_000)
        let wanted = isResuming ? Self.resumingFill : Self.frames(max(0, min(1000, halfway)))
        fill = max(Self.leastFill, min(wanted, fullFill))
        try write(frames: fill)
        try device.start()
        startedNanoseconds = MonotonicClock.nanoseconds
    }

    private var fullFill: Int {
        min(device.bufferFrames, Int(PCMDevice.bufferNanoseconds / 1000) * RenderedPlan.sampleRate / 1_000_000)
    }

    /// One wake-up: reads the position, places the sound when it is time, fills the buffer.
    ///
    /// - Returns: whether the sound has been heard to its end.
    private mutating func advance() throws(PCMDevice.Fault) -> Bool {
        wakes += 1
        let status = try wakes % Self.wakesPerHunt == 0 && onsetError == nil ? readRightAfterStep() : read()
        let position = written - status.delay
        note(position: position)

        let now = MonotonicClock.nanoseconds
        if let end = content.soundEnd, position >= end + Self.tailFrames { return true }
        if isResuming, now > deadline(extra: 0) { return true }
        guard now <= deadline(extra: Self.stuckNanoseconds) else { throw .failure(stuck()) }

        let queued = device.bufferFrames - status.room
        let room = min(status.room, fill - queued)
        guard room > 0 else { return false }
        if content.soundStart == nil { try place(nextWrite: room, queued: queued, now: now) }
        try write(frames: room)
        return false
    }

    private mutating func read() throws(PCMDevice.Fault) -> PCMDevice.Status {
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
    private mutating func readRightAfterStep() throws(PCMDevice.Fault) -> PCMDevice.Status {
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

    private func deadline(extra: Int64) -> Int64 { soundStartNanoseconds + order.sound.durationNanoseconds + extra }

    private func stuck() -> AudioFailure {
        AudioFailure(
            kind: .failed, message: "audio device \(device.name) stopped moving while it was playing; reconnect it",
            framesHeard: framesHeard)
    }

    /// Decides at which frame of the stream the sound begins, once the next write would reach there.
    private mutating func place(nextWrite room: Int, queued: Int, now: Int64) throws(PCMDevice.Fault) {
        let ahead = RenderedPlan.nanoseconds(frames: fill) + 50_000_000
        guard now >= soundStartNanoseconds - ahead else { return }
        guard let line = clock.line() else {
            if !isResuming, now > soundStartNanoseconds + Self.latestStartNanoseconds {
                throw .failure(tooLate(by: now - soundStartNanoseconds))
            }
            return
        }
        var start = Int(line.position(at: deviceTarget).rounded()) - order.sound.anchorFrame
        guard start < written + room else { return }
        if isResuming {
            let isMeasured = clock.count >= Self.resumingReadings && clock.span >= Self.resumingSpanNanoseconds
            guard isMeasured || queued < Self.leastFill else { return }
            if start < written { content.fadeInStart = written }
        } else {
            let late = written - start
            guard late <= Self.latestStartFrames else {
                throw .failure(tooLate(by: RenderedPlan.nanoseconds(frames: late)))
            }
            start = max(start, written)
            leadIn = RenderedPlan.nanoseconds(frames: start)
        }
        content.soundStart = start
        slope = line.framesPerNanosecond
        fill = fullFill
    }

    private mutating func write(frames: Int) throws(PCMDevice.Fault) {
        var left = frames
        while left > 0 {
            let count = min(left, Self.chunkFrames)
            let channels = device.channels
            let content = content
            let first = written
            let device = device
            let taken = try buffer.withUnsafeMutableBufferPointer { buffer throws(PCMDevice.Fault) in
                let chunk = UnsafeMutableBufferPointer(rebasing: buffer[0..<(count * channels)])
                content.fill(chunk, channels: channels, from: first)
                guard let samples = chunk.baseAddress else { return 0 }
                return try device.write(samples, frames: count)
            }
            written += taken
            left -= taken
            if taken < count { return }
        }
    }

    // MARK: What was heard

    private mutating func note(position: Int) {
        guard let start = content.soundStart else { return }
        let missed = max(0, -start)
        framesHeard = max(framesHeard, min(position - start, order.sound.frames.count) - missed)
        let anchor = start + order.sound.anchorFrame
        // Readings on both sides of the anchor measure best; a quarter of a second after it is enough.
        if onsetError == nil, anchor >= 0, position >= min(anchor + Self.frames(250), start + order.sound.frames.count)
        {
            measureOnset(anchor: anchor)
        }
    }

    private mutating func measureOnset(anchor: Int) {
        guard content.fadeInStart.map({ anchor >= $0 }) ?? true, let line = clock.line() else { return }
        onsetError = line.nanoseconds(of: Double(anchor)) - deviceTarget
        slope = line.framesPerNanosecond
    }

    private func report() -> PlayReport {
        let nominal = Double(RenderedPlan.sampleRate) / 1e9
        return PlayReport(
            onsetErrorNanoseconds: onsetError, underruns: underruns, leadInNanoseconds: leadIn,
            rateErrorPartsPerMillion: slope.map { ($0 / nominal - 1) * 1e6 } ?? 0)
    }

    // MARK: Trouble

    private mutating func recover(from fault: PCMDevice.Fault) throws(AudioFailure) {
        switch fault {
        case .failure(var failure):
            failure.framesHeard = framesHeard
            throw failure
        case .underrun:
            underruns += 1
            guard underruns <= Self.mostUnderruns else {
                throw AudioFailure(
                    kind: .failed,
                    message: "audio device \(device.name) ran dry \(underruns) times in one sound; the computer is too"
                        + " busy or the device is broken", framesHeard: framesHeard)
            }
            if let start = content.soundStart {
                // Everything that was written has been heard: that is what an underrun means.
                if onsetError == nil, start + order.sound.anchorFrame < written {
                    measureOnset(anchor: start + order.sound.anchorFrame)
                }
                isResuming = true
            }
            content.soundStart = nil
            content.fadeInStart = nil
            clock.restart()
            if !isResuming { try checkStillReachable() }
        }
    }

    // MARK: Cancelling

    /// Lets the sound fall to silence and stops the device. A device that ran dry or went away meanwhile is silent, which
    /// is all that was wanted.
    private mutating func endWithFade() {
        do { try fadeOut() } catch {}
        device.drop()
    }

    private mutating func fadeOut() throws(PCMDevice.Fault) {
        let status = try device.status()
        let queued = device.bufferFrames - status.room
        guard let start = content.soundStart, written - status.delay + Self.untouchedFrames > start else { return }
        let takenBack = device.rewind(queued - Self.untouchedFrames)
        // A device that takes nothing back is stopped at once: a click is better than 200 ms more of the sound.
        guard takenBack > 0 || queued <= Self.untouchedFrames else { return }
        written -= takenBack
        content.fadeOutStart = written
        let fadeEnd = written + StreamContent.fadeOutFrames
        try write(frames: StreamContent.fadeOutFrames + Self.frames(50))
        let deadline = MonotonicClock.nanoseconds + 100_000_000
        while MonotonicClock.nanoseconds < deadline {
            if written - (try device.status().delay) >= fadeEnd { return }
            MonotonicClock.sleep(nanoseconds: 2_000_000)
        }
    }
}
