internal import ClockDomain
internal import ClockWire

/// What the output says of the sounds.
extension RingBook {
    /// - Returns: whether `id` is the sound of a ring.
    mutating func started(
        id: Int, onsetErrorNanoseconds: Int64?, missingSound: String?, at time: RingTime
    ) -> Bool {
        guard let index = entries.firstIndex(where: { $0.sound.id == id }) else { return false }
        if let audibleAt = entries[index].sound.unconfirmedInstant, entries[index].ring.rangAt == nil {
            let heardAt = audibleAt + .nanoseconds(onsetErrorNanoseconds ?? 0)
            let rangAt = rangAt(index, heardAt, time)
            entries[index].ring.rangAt = rangAt
            if case .over(var end) = entries[index].ring.phase, end.at < rangAt, rangAt - end.at < .seconds(1) {
                // Stopped a moment before its first frame, which could not be taken back any more.
                end.at = rangAt
                entries[index].ring.phase = .over(end)
            }
            // Rounded to the nearest microsecond; the output's word is no finer.
            entries[index].ring.onsetErrorMicroseconds = onsetErrorNanoseconds.map { Int($0 / 1000 + $0 % 1000 / 500) }
            isChanged = true
        }
        if let missingSound {
            entries[index].ring.detail = missingSound.line(maximumBytes: RingRecord.maximumDetailBytes)
            isChanged = true
        }
        if !entries[index].sound.isStopping { entries[index].sound = .heard(id: id) }
        entries[index].trouble = nil
        return true
    }

    /// The output is done with a sound that it was told to stop, and has said before this if it was heard.
    ///
    /// - Returns: whether `id` is such a sound.
    mutating func stopped(id: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.sound.id == id && $0.sound.isStopping }) else { return false }
        entries[index].sound = .none
        return true
    }

    private func rangAt(_ index: Int, _ heardAt: BootTime, _ time: RingTime) -> WallTime {
        let instant = time.wall(at: heardAt) ?? entries[index].ring.occurrence.due
        return instant.truncatedToMilliseconds.clampedToValid
    }

    /// Whether the sound with this id failed in another way than the one before it.
    func isNews(_ failure: PlaybackFailure, of id: Int) -> Bool {
        entries.contains { $0.sound.id == id && $0.trouble != failure }
    }

    /// - Returns: whether `id` is the sound of a ring.
    mutating func failed(id: Int, _ failure: PlaybackFailure, message: String, at time: RingTime) -> Bool {
        guard let index = entries.firstIndex(where: { $0.sound.id == id }) else { return false }
        fail(index, failure, message, at: time)
        return true
    }

    mutating func fail(_ index: Int, _ failure: PlaybackFailure, _ message: String, at time: RingTime) {
        if entries[index].ring.failure != failure {
            entries[index].ring.failure = failure
            entries[index].ring.detail = message.line(maximumBytes: RingRecord.maximumDetailBytes)
            isChanged = true
        }
        if entries[index].sound.isStopping { return entries[index].sound = .none }
        entries[index].trouble = failure
        entries[index].sound = .waiting(until: time.boot + RingBook.retry)
    }
}
