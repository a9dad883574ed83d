internal import ClockDomain
internal import ClockWire

/// The output's reports on the sounds.
extension RingBook {
    /// - Returns: true when `id` is the sound of a ring.
    mutating func started(
        id: Int, onsetErrorNanoseconds: Int64?, missingSound: String?, at time: RingTime, _ output: inout SoundOutput
    ) -> Bool {
        guard let (index, sound) = entry(of: id, output) else { return false }
        if sound.phase != .heard, entries[index].ring.rangAt == nil {
            let heardAt = sound.audibleAt + .nanoseconds(onsetErrorNanoseconds ?? 0)
            let rangAt = rangAt(index, heardAt, time)
            entries[index].ring.rangAt = rangAt
            if case .over(var end) = entries[index].ring.phase, end.at < rangAt, rangAt - end.at < .seconds(1) {
                // Stopped a moment before its first frame, which the output could no longer cancel.
                end.at = rangAt
                entries[index].ring.phase = .over(end)
            }
            entries[index].ring.onsetErrorMicroseconds = onsetError(
                index, sound.audibleAt, onsetErrorNanoseconds, at: time)
            isChanged = true
        } else if entries[index].lostAt != nil {
            entries[index].isHeardAgain(at: sound.audibleAt + .nanoseconds(onsetErrorNanoseconds ?? 0))
            isChanged = true
        }
        if let missingSound {
            entries[index].ring.detail = missingSound.line(maximumBytes: RingRecord.maximumDetailBytes)
            isChanged = true
        }
        output.heard(sound.owner)
        entries[index].trouble = nil
        return true
    }

    /// The first frame relative to the due instant of the occurrence: a sound that was ordered again is as late as its
    /// order.
    ///
    /// - Parameter error: the first frame relative to the instant of the order; `nil` when the output cannot measure
    ///   it.
    private mutating func onsetError(_ index: Int, _ ordered: BootTime, _ error: Int64?, at time: RingTime) -> Int? {
        var due = entries[index].ring.dueAt
        _ = due.anchor(at: time)
        entries[index].ring.dueAt = due
        // A snooze before the first frame is nobody's delay.
        let late = entries[index].ring.snoozes > 0 ? nil : due.boot.map { max(.zero, ordered - $0) }
        return onsetError(error, late: late ?? .zero, of: entries[index].ring)
    }

    private func onsetError(_ error: Int64?, late: Duration, of ring: Ring) -> Int? {
        guard error != nil || late > .zero else { return nil }
        let whole = late + .nanoseconds(error ?? 0)
        // An exchange names other rooms' instant no better than this.
        if ring.isTranslated, whole.magnitude < .seconds(1) { return nil }
        // Rounded to the nearest microsecond; the output reports no finer.
        let nanoseconds = whole.nanoseconds
        return Int(nanoseconds / 1000 + nanoseconds % 1000 / 500)
    }

    /// The output ran dry for this long while the sound played.
    ///
    /// - Returns: true when `id` is the sound of a ring.
    mutating func wasSilent(id: Int, for span: Duration, _ output: SoundOutput) -> Bool {
        guard let (index, _) = entry(of: id, output) else { return false }
        let seconds = entries[index].ring.silentMilliseconds / 1_000
        entries[index].add(silence: span)
        // A machine that stumbles all the time does not write to its disk each time.
        if entries[index].ring.silentMilliseconds / 1_000 != seconds { isChanged = true }
        return true
    }

    /// The output has stopped a sound as ordered, and reported before if it was heard.
    ///
    /// - Returns: true when `id` is such a sound.
    mutating func stopped(id: Int, _ output: inout SoundOutput) -> Bool {
        guard let (index, sound) = entry(of: id, output), !sound.isSounding else { return false }
        output.forget(sound.owner)
        let ring = entries[index].ring
        if case .over(let end) = ring.phase, end.reason == .unanswered, ring.rangAt == nil, ring.failure == nil {
            // It was on order until its limit, so it was neither missed nor late.
            entries[index].ring.failure = .deviceFailed
            entries[index].ring.detail = RingBook.neverBegan
            isChanged = true
        }
        return true
    }

    /// The output has played a bell to its end.
    ///
    /// - Returns: true when `id` is the sound of a bell that nobody stopped.
    mutating func played(id: Int, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) -> Bool {
        guard let (index, sound) = entry(of: id, output), sound.phase == .heard,
            entries[index].ring.style.plays != nil
        else { return false }
        output.forget(sound.owner)
        finish(index, .played, at: time, &output, &steps)
        return true
    }

    /// Returns the ring whose sound has this id.
    private func entry(of id: Int, _ output: SoundOutput) -> (index: Int, sound: SoundOutput.Sound)? {
        guard let sound = output.sound(id: id), case .ring(let occurrence) = sound.owner,
            let index = index(of: occurrence)
        else { return nil }
        return (index, sound)
    }

    private func rangAt(_ index: Int, _ heardAt: BootTime, _ time: RingTime) -> WallTime {
        let instant = time.wall(at: heardAt) ?? entries[index].ring.occurrence.due
        return instant.truncatedToMilliseconds.clampedToValid
    }

    /// True when the sound with this id failed in another way than the one before it.
    func isNews(_ failure: PlaybackFailure, of id: Int, _ output: SoundOutput) -> Bool {
        entry(of: id, output).map { entries[$0.index].trouble != failure } ?? false
    }

    /// - Returns: true when `id` is the sound of a ring.
    mutating func failed(
        id: Int, _ failure: PlaybackFailure, message: String, at time: RingTime, _ output: inout SoundOutput
    ) -> Bool {
        guard let (index, _) = entry(of: id, output) else { return false }
        fail(index, failure, message, at: time, &output)
        return true
    }

    /// Its sound, if it had one, has failed.
    mutating func fail(
        _ index: Int, _ failure: PlaybackFailure, _ message: String, at time: RingTime, _ output: inout SoundOutput
    ) {
        if entries[index].ring.failure != failure {
            entries[index].ring.failure = failure
            entries[index].ring.detail = message.line(maximumBytes: RingRecord.maximumDetailBytes)
            isChanged = true
        }
        let wasStopping = sound(of: index, output)?.isSounding == false
        output.forget(owner(index))
        guard !wasStopping else { return }
        entries[index].trouble = failure
        if entries[index].ring.rangAt != nil { entries[index].lostAt = entries[index].lostAt ?? time.boot }
        entries[index].notBefore = time.boot + RingBook.retry
    }
}

extension RingBook.Entry {
    /// Adds the time for which the output was lost.
    mutating func isHeardAgain(at instant: BootTime) {
        guard let lostAt else { return }
        add(silence: instant - lostAt)
        self.lostAt = nil
    }

    mutating func add(silence: Duration) {
        let milliseconds = max(.zero, silence).nanoseconds / 1_000_000
        ring.silentMilliseconds = Int(min(Int64(Int32.max), Int64(ring.silentMilliseconds) + milliseconds))
    }
}
