// Places each sound's beginning in the stream, and a cancelled sound's end.

import ClockSound

extension OutputSession {
    private static let latestStartFrames = frames(10)
    /// The frames after the device's pointer that a rewind leaves untouched.
    private static let untouchedMilliseconds = 12
    /// The greatest depth of an output that may play to its end after a sound was cancelled.
    private static let longestEndMilliseconds = 100
    private static let resumingReadings = 20
    private static let resumingSpanNanoseconds: Int64 = 50_000_000

    /// Reports announcements whose instant cannot be met any more as late.
    func leaveOutUnreachable() {
        let now = MonotonicClock.nanoseconds
        for index in sources.indices where isWaiting(index) && !sources[index].isRing {
            let late = now - sources[index].startNanoseconds
            if late > Self.latestStartNanoseconds { fail(at: index, tooLate(by: late)) }
        }
    }

    /// True when a sound was never placed.
    private func isWaiting(_ index: Int) -> Bool {
        !sources[index].isOver && sources[index].start == nil && !sources[index].isResuming
    }

    private func tooLate(by nanoseconds: Int64) -> AudioFailure {
        AudioFailure(
            kind: .late,
            message: "the sound could begin only \(nanoseconds / 1_000_000) ms late on audio device \(device.name) and"
                + " was left out; order it earlier")
    }

    private var untouchedFrames: Int { deviceFrames(Self.untouchedMilliseconds) }

    /// Decides at which frame of the mix sounds begin, once the next write would reach there.
    ///
    /// - Parameters:
    ///   - pointer: the device's next frame to leave its buffer.
    ///   - position: the device's frame that is at the converter, by the reading of this step.
    func placeDue(pointer: Int, position: Int, now: Int64) {
        var known: OutputClock.Line?
        var placedOne = true
        // A placed sound lets the session write more, which may reach the next one's beginning.
        while placedOne {
            placedOne = false
            // The next write is heard after the whole queue, and after the frames between the queue and the converter.
            let queued = fill + max(0, pointer - position)
            let ahead = Int64(queued) * 1_000_000_000 / Int64(device.format.rate) + 50_000_000
            for index in sources.indices
            where !sources[index].isOver && sources[index].start == nil
                && now >= sources[index].startNanoseconds - ahead
            {
                if known == nil { known = steering.line() }
                guard let line = known ?? roughLine(for: index, position: position, now: now) else { continue }
                place(at: index, on: line, pointer: pointer)
                if sources[index].start != nil { placedOne = true }
            }
        }
    }

    /// Returns a line for a device without usable readings, because each takes too long: there a ring sounds all the
    /// same once its instant has come; an announcement, which would say a wrong time, fails.
    private func roughLine(for index: Int, position: Int, now: Int64) -> OutputClock.Line? {
        let late = now - sources[index].startNanoseconds
        guard late > Self.latestStartNanoseconds else { return nil }
        if !sources[index].isRing, !sources[index].isResuming {
            fail(at: index, tooLate(by: late))
            return nil
        }
        return steering.roughLine(position: position, at: now)
    }

    private func place(at index: Int, on line: OutputClock.Line, pointer: Int) {
        let anchor = sources[index].anchorFrame
        let lead = Double(anchor + mixer.leadFrames) / steering.path.nominalStep
        let earliest = Int((line.position(at: sources[index].instant) - lead).rounded(.down))
        guard earliest < pointer + fill else { return }
        var start: Int
        if sources[index].isResuming {
            let isMeasured =
                steering.clock.count >= Self.resumingReadings
                && steering.clock.span >= Self.resumingSpanNanoseconds
            guard isMeasured || written - pointer < leastFill else { return }
            start = align(at: index, by: line) - anchor
            if start < writtenMix { sources[index].fadeInStart = writtenMix }
        } else {
            takeBack(to: earliest, pointer: pointer)
            start = align(at: index, by: line) - anchor
            let late = writtenMix - start
            guard sources[index].isRing || late <= Self.latestStartFrames else {
                return fail(at: index, tooLate(by: RenderedPlan.nanoseconds(frames: late)))
            }
            if late > 0 {
                start = writtenMix
                sources[index].instant = steering.instant(of: start + anchor)
            }
            sources[index].leadIn = RenderedPlan.nanoseconds(frames: start)
        }
        sources[index].start = start
        sources[index].framesPerNanosecond = line.framesPerNanosecond * steering.path.nominalStep
        fill = fullFill
    }

    /// Returns the frame of the mix at a sound's instant. Where nothing sounds yet, brings the mix's path onto the
    /// output's clock first.
    private func align(at index: Int, by line: OutputClock.Line) -> Int {
        let instant = sources[index].instant
        if !isSounding { steering.align(from: written, instant: instant, by: line) }
        return steering.frame(at: instant)
    }

    /// Rewinds the stream to a frame of the device, as far as the device can.
    private func takeBack(to frame: Int, pointer: Int) {
        let earliest = max(frame, pointer + untouchedFrames)
        guard earliest < written else { return }
        written -= device.rewind(written - earliest, keeping: untouchedFrames)
    }

    /// Fades out the sounds that were cancelled since the last step.
    func fadeCancelled(pointer: Int, position: Int) throws(PCMDevice.Fault) {
        for index in sources.indices
        where sources[index].isCancelled && sources[index].fadeOutStart == nil && !sources[index].isOver {
            guard let start = sources[index].start else {
                end(at: index)
                continue
            }
            let earliest = steering.path.device(at: Double(start - mixer.leadFrames))
            takeBack(to: Int(earliest.rounded(.down)), pointer: pointer)
            if start >= writtenMix {
                sources[index].start = nil
                end(at: index)
            } else if isStopped(at: index, queued: written - pointer, onItsWay: pointer - position) {
                // A click is better than 200 ms more of the sound.
                device.drop()
                for other in sources.indices where sources[other].isCancelled && !sources[other].isOver {
                    end(at: other)
                }
                return restartStream()
            } else {
                // Among others, far enough behind the written frames for the limiter not to jump.
                let isAmongOthers = sources.indices.contains { $0 != index && sources[$0].isSounding }
                sources[index].fadeOutStart = writtenMix + (isAmongOthers ? mixer.leadFrames : 0)
            }
        }
    }

    /// Lets the sounds whose volume has changed go over to it, as near as frames can be taken back.
    func changeLoudness(pointer: Int) {
        for index in sources.indices where sources[index].askedLoudness != nil && sources[index].isSounding {
            takeBack(to: 0, pointer: pointer)
            sources[index].takeUpLoudness(at: writtenMix + mixer.leadFrames)
        }
    }

    /// True when the device must stop for a sound to end: when a long queue cannot be rewound, or much has left the
    /// queue for a deep output. A deep output needs its lead-in again, so no other sound may be waiting.
    private func isStopped(at index: Int, queued: Int, onItsWay: Int) -> Bool {
        guard isAlone(index) else { return false }
        if queued > shortFill + untouchedFrames { return true }
        return onItsWay > deviceFrames(Self.longestEndMilliseconds)
            && !sources.indices.contains { $0 != index && !sources[$0].isOver && !sources[$0].isCancelled }
    }

    /// True when no other sound in the stream goes on.
    private func isAlone(_ index: Int) -> Bool {
        !sources.indices.contains { $0 != index && sources[$0].isSounding && !sources[$0].isCancelled }
    }
}
