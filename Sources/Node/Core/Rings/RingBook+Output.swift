internal import ClockDomain
internal import ClockWire

/// What the output says of the sounds.
extension RingBook {
    /// - Returns: whether `id` is the sound of a ring.
    mutating func started(
        id: Int, onsetErrorNanoseconds: Int64?, missingSound: String?, at time: RingTime
    ) -> Bool {
        guard let index = entries.firstIndex(where: { $0.sound.id == id }) else { return false }
        if case .ordered(_, let audibleAt) = entries[index].sound, entries[index].ring.rangAt == nil {
            let heardAt = audibleAt + .nanoseconds(onsetErrorNanoseconds ?? 0)
            entries[index].ring.rangAt = rangAt(index, heardAt, time)
            // Rounded to the nearest microsecond; the output's word is no finer.
            entries[index].ring.onsetErrorMicroseconds = onsetErrorNanoseconds.map { Int($0 / 1000 + $0 % 1000 / 500) }
            isChanged = true
        }
        if let missingSound {
            entries[index].ring.detail = missingSound.line(maximumBytes: RingRecord.maximumDetailBytes)
            isChanged = true
        }
        entries[index].sound = .heard(id: id)
        entries[index].failures = 0
        return true
    }

    private func rangAt(_ index: Int, _ heardAt: BootTime, _ time: RingTime) -> WallTime {
        let instant = time.wall(at: heardAt) ?? entries[index].ring.occurrence.due
        return instant.truncatedToMilliseconds.clampedToValid
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
        var delay = RingBook.firstRetry
        for _ in 0..<min(entries[index].failures, 8) { delay = min(delay * 2, RingBook.longestRetry) }
        entries[index].failures += 1
        entries[index].sound = .waiting(until: time.boot + delay)
    }
}
