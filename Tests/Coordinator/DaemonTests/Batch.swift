import ClockDomain
import ClockWire

/// A node's batch of quarter hours up to `count`.
func batch(_ count: Int, epoch: String = "e1") -> LedgerBatch {
    let first = WallTime(rfc3339: "2026-11-21T18:00:00Z")!
    return LedgerBatch(
        epoch: epoch, oldest: 1,
        entries: (1...count).map { number in
            let target = first + QuarterHour.length * number
            return LedgerEntry(
                sequence: number, at: target,
                event: .quarter(QuarterRecord(target: target, outcome: .announced, source: .wake, trips: 3)))
        })
}

/// The acknowledgement of such a batch.
func ackedThrough(_ count: Int) -> Acked {
    Acked(epoch: "e1", sequence: count, at: batch(count).entries.last?.at)
}

let kitchen = NodeID("kitchen")!
