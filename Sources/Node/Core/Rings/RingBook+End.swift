internal import ClockDomain

/// How rings fall silent and end.
extension RingBook {
    mutating func silence(_ index: Int, at time: RingTime, _ steps: inout [Step]) {
        entries[index].failures = 0
        switch entries[index].sound {
        case .none, .waiting: entries[index].sound = .none
        case .ordered(let id, let audibleAt):
            steps.append(.stop(id: id))
            entries[index].sound = .stopping(
                id: id, audibleAt: audibleAt, givenUpAt: time.boot + RingBook.patience)
        case .heard(let id):
            steps.append(.stop(id: id))
            entries[index].sound = .none
        case .stopping: break
        }
    }

    mutating func remove(_ index: Int, at time: RingTime, _ steps: inout [Step]) {
        silence(index, at: time, &steps)
        entries.remove(at: index)
        isChanged = true
    }

    mutating func end(
        _ index: Int, _ reason: RingReason, by: String? = nil, detail: String? = nil, at time: RingTime,
        _ steps: inout [Step]
    ) {
        let end = RingEnd(
            reason: reason, by: by, detail: detail, at: time.wall ?? entries[index].ring.occurrence.due)
        silence(index, at: time, &steps)
        entries[index].ring.phase = .over(end)
        isChanged = true
        close(index, end, at: time, &steps)
    }

    /// Writes the line of what is over, once there is nothing to be learnt any more.
    mutating func close(_ index: Int, _ end: RingEnd, at time: RingTime, _ steps: inout [Step]) {
        if case .stopping(_, _, let givenUpAt) = entries[index].sound {
            guard entries[index].ring.rangAt != nil || time.boot >= givenUpAt else { return }
            if entries[index].ring.rangAt == nil { fail(index, .deviceFailed, RingBook.noAnswer, at: time) }
        }
        steps.append(.ended(RingBook.record(of: entries[index].ring, end)))
        remove(index, at: time, &steps)
    }

    static let noAnswer = "the output did not answer for \(Int(patience.secondsWithFraction)) s"
}
