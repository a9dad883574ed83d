// Notes the heard part of each sound, and reports its outcome.

extension OutputSession {
    /// Silence after a sound, so that its last frames are out before the device is stopped.
    private static let tailFrames = frames(10)
    /// The heard part of a sound after which its onset is measured. Readings on both sides of it measure best; this is
    /// enough.
    private static let onsetFrames = frames(250)
    /// The time for which an ended sound stays, for a duck that ends and for the limiter's look back.
    private static let lingerFrames = Source.duckFrames + frames(40)

    /// Notes that the stream has been heard up to a frame of the mix.
    func note(position: Int, now: Int64) {
        for index in sources.indices.reversed() {
            if sources[index].isOver {
                if sources[index].end.map({ position >= $0 + Self.lingerFrames }) ?? true { sources.remove(at: index) }
            } else if let start = sources[index].start {
                note(position: position, at: index, start: start)
            } else if sources[index].isResuming, let end = sources[index].endNanoseconds, now > end {
                if sources[index].framesHeard > 0 { finish(at: index) } else { fail(at: index, missed()) }
            }
        }
    }

    private func note(position: Int, at index: Int, start: Int) {
        let end = sources[index].end ?? .max
        let first = max(start, sources[index].fadeInStart ?? start)
        if min(position, end) > first {
            sources[index].wasHeard = true
            reportSilence(at: index, until: first)
        }
        if sources[index].isCancelled {
            if position >= end, position - end >= Self.tailFrames { self.end(at: index) }
            return
        }
        let missed = max(0, -start)
        sources[index].framesHeard = max(sources[index].framesHeard, min(position, end) - start - missed)
        if !sources[index].isOnsetSettled {
            let anchor = start + sources[index].anchorFrame
            let isHeard =
                if sources[index].isRing {
                    position >= first + Self.onsetFrames
                } else {
                    anchor >= 0 && position >= min(anchor + Self.onsetFrames, end)
                }
            if isHeard { settleOnset(at: index, anchor: anchor) }
        }
        if position >= end, position - end >= Self.tailFrames { finish(at: index) }
    }

    /// Measures the onset, if the anchor was heard, and reports a ring's.
    private func settleOnset(at index: Int, anchor: Int) {
        sources[index].isOnsetSettled = true
        if sources[index].fadeInStart.map({ anchor >= $0 }) ?? true, traits.hasClock, let line = steering.line() {
            sources[index].onsetError = steering.heard(anchor, by: line) - sources[index].target
            sources[index].framesPerNanosecond = line.framesPerNanosecond * steering.path.nominalStep
        }
        guard sources[index].isRing else { return }
        report(
            .ringStarted(
                sources[index].id,
                RingReport(
                    onsetErrorNanoseconds: sources[index].onsetError, underruns: sources[index].underruns,
                    leadInNanoseconds: sources[index].leadIn,
                    rateErrorPartsPerMillion: sources[index].rateErrorPartsPerMillion)))
    }

    /// The output ran dry: everything written has been heard, and no sound is placed any more.
    func interrupt(at index: Int) {
        sources[index].underruns += 1
        if let start = sources[index].start, max(start, sources[index].fadeInStart ?? start) < writtenMix {
            sources[index].wasHeard = true
        }
        if sources[index].isCancelled { return end(at: index) }
        guard let start = sources[index].start else { return }
        let anchor = start + sources[index].anchorFrame
        if !sources[index].isOnsetSettled, anchor < writtenMix { settleOnset(at: index, anchor: anchor) }
        if sources[index].isRing, sources[index].isOnsetSettled, sources[index].silentSince == nil {
            sources[index].silentSince = instant(of: writtenMix)
        }
        sources[index].unplace()
        sources[index].isResuming = true
    }

    /// The instant at which a frame of the mix leaves the converter, not in the future; now where the output has no
    /// clock.
    private func instant(of frame: Int) -> Int64 {
        let now = MonotonicClock.nanoseconds
        guard traits.hasClock, let line = steering.line() else { return now }
        return min(now, steering.heard(frame, by: line))
    }

    /// Reports that a ring is heard again from a frame of the mix on.
    private func reportSilence(at index: Int, until frame: Int) {
        guard let since = sources[index].silentSince else { return }
        sources[index].silentSince = nil
        report(.ringSilent(sources[index].id, nanoseconds: max(0, instant(of: frame) - since)))
    }

    private func finish(at index: Int) {
        if sources[index].isRing { return end(at: index) }
        sources[index].isOver = true
        report(
            .finished(
                sources[index].id,
                PlayReport(
                    onsetErrorNanoseconds: sources[index].onsetError, underruns: sources[index].underruns,
                    leadInNanoseconds: sources[index].leadIn,
                    rateErrorPartsPerMillion: sources[index].rateErrorPartsPerMillion)))
    }

    private func missed() -> AudioFailure {
        AudioFailure(
            kind: .late, message: "audio device \(device.name) stood still for as long as the sound would have taken")
    }

    /// Reports that a sound was cancelled, or that a ring has had its end.
    func end(at index: Int) {
        reportBeginning(at: index)
        sources[index].isOver = true
        report(sources[index].isRing ? .ringEnded(sources[index].id) : .cancelled(sources[index].id))
    }

    func fail(at index: Int, _ failure: AudioFailure) {
        reportBeginning(at: index)
        sources[index].isOver = true
        report(.failed(sources[index].id, failure))
    }

    /// Reports a ring that ends before its onset could be measured well as begun if anything of it was heard: by that
    /// its owner knows whether it was.
    private func reportBeginning(at index: Int) {
        guard sources[index].isRing, sources[index].wasHeard, !sources[index].isOnsetSettled,
            let start = sources[index].start
        else { return }
        settleOnset(at: index, anchor: start)
    }
}
