internal import ClockDomain

/// The steps by which rings fall silent and end.
extension RingBook {
    mutating func silence(_ index: Int, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        entries[index].trouble = nil
        entries[index].notBefore = nil
        entries[index].isHeardAgain(at: time.boot)
        if let id = output.stop(owner(index), givenUpAt: time.boot + RingBook.patience) { steps.append(.stop(id: id)) }
    }

    mutating func remove(_ index: Int, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        silence(index, at: time, &output, &steps)
        output.forget(owner(index))
        entries.remove(at: index)
        isChanged = true
    }

    mutating func finish(
        _ index: Int, _ reason: RingReason, by: String? = nil, detail: String? = nil, at time: RingTime,
        _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        let due = entries[index].ring.occurrence.due
        var at = time.wall ?? due
        // Before its instant by the boot clock is before it, whatever the wall clock shows.
        if isToCome(index, time) { at = min(at, due - .milliseconds(1)) }
        let end = RingEnd(reason: reason, by: by, detail: detail, at: at)
        silence(index, at: time, &output, &steps)
        entries[index].ring.phase = .over(end)
        isChanged = true
        close(index, end, at: time, &output, &steps)
    }

    /// Writes the line of a ring that is over, once the output can report nothing more.
    mutating func close(
        _ index: Int, _ end: RingEnd, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        if entries[index].isUntold {
            entries[index].ring.detail = "the node went down before its output had told whether it was heard"
        }
        if case .stopping(let givenUpAt) = sound(of: index, output)?.phase, entries[index].ring.rangAt == nil {
            guard time.boot >= givenUpAt else { return }
            entries[index].isUntold = true
            fail(index, .deviceFailed, RingBook.noAnswer, at: time, &output)
        }
        let (ring, isUntold) = (entries[index].ring, entries[index].isUntold)
        let wasForestalled = end.reason == .withdrawn && end.at < ring.occurrence.due
        if wasForestalled, ring.rangAt == nil, !isUntold {
            steps.append(.forgotten(ring))
        } else {
            steps.append(.ended(RingBook.record(of: ring, end)))
        }
        remove(index, at: time, &output, &steps)
    }

    static let neverBegan = "the output or the disk held it up until its time was over"
    static let noAnswer = "the output did not answer for \(Int(patience.secondsWithFraction)) s"
}
