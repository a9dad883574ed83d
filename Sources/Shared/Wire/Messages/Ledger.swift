public import ClockDomain

/// Node to coordinator: events in order, one or more at a time. Kept by the node until acknowledged.
public struct LedgerBatch: WireMessage, Hashable {
    /// Names the node's sequence. A node whose state was lost or turned back starts another one.
    public var epoch: String
    /// The lowest sequence that the node still keeps, 1 to that of the first entry. The node cannot send older ones
    /// again, and can send those between.
    public var oldest: Int
    /// Ascending by sequence, without gaps.
    public var entries: [LedgerEntry]

    /// At most this many entries in one message, so that it stays well under the size limit.
    public static let maximumEntries = 100

    public init(epoch: String, oldest: Int, entries: [LedgerEntry]) {
        self.epoch = epoch
        self.oldest = oldest
        self.entries = entries
    }
}

/// One event of a node's ledger.
public struct LedgerEntry: Hashable, Sendable {
    /// 1, 2, 3, … within the epoch.
    public var sequence: Int
    /// The instant at which the node wrote it, by its wall clock.
    public var at: WallTime
    public var event: LedgerEvent

    public init(sequence: Int, at: WallTime, event: LedgerEvent) {
        self.sequence = sequence
        self.at = at
        self.event = event
    }
}

public enum LedgerEvent: Hashable, Sendable {
    /// A quarter hour has ended in this record.
    case quarter(QuarterRecord)
    /// An occurrence has ended in this record.
    case ring(RingRecord)
    /// An order to play a carried sound has ended in this record.
    case sound(SoundRecord)
    /// A kind that this program does not know, from a newer node: kept and acknowledged, not understood.
    case unknown(kind: String)
}

/// Coordinator to one node, retained: every entry of `epoch` up to `sequence` is committed to the store.
public struct Acked: WireMessage, Hashable {
    public var epoch: String
    public var sequence: Int
    /// ``LedgerEntry/at`` of the entry with that sequence. A node that has another entry under it was turned back to an
    /// older state, and has given its numbers twice. `nil` where it is not known.
    public var at: WallTime?

    public init(epoch: String, sequence: Int, at: WallTime? = nil) {
        self.epoch = epoch
        self.sequence = sequence
        self.at = at
    }
}
