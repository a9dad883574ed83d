public import ClockDomain
public import ClockWire

/// What a node must not forget over a crash. Written as a whole, atomically and synced, before it is acted on.
public struct NodeState: WireMessage, Hashable {
    /// Random name of this state folder, see ``Reported/instance``.
    public var instance: String
    /// Names the ledger's sequence, see ``LedgerBatch/epoch``.
    public var epoch: String
    /// The sequence number the next entry gets.
    public var nextSequence: Int
    /// Entries not yet acknowledged, ascending.
    public var pending: [LedgerEntry]
    /// Quarter hours that have a record, in the order they got it, the last ``maximumDecided`` of them.
    ///
    /// A list and not just the newest: a clock that was once a year ahead must not silence the year.
    public var decided: [WallTime]
    /// The quarter hour that is about to be played or is playing. Found after a crash, it was interrupted.
    public var playing: WallTime?
    /// The last desired document.
    public var desired: Desired?

    public static let maximumDecided = 192
    /// Ninety days of quarter hours: what the coordinator keeps.
    public static let maximumPending = 8640
    public static var maximumBytes: Int { 8 * 1024 * 1024 }

    /// A node that has never run.
    public init(instance: String, epoch: String) {
        self.instance = instance
        self.epoch = epoch
        nextSequence = 1
        pending = []
        decided = []
    }

    enum CodingKeys: String, CodingKey {
        case instance, epoch, pending, decided, playing, desired
        case nextSequence = "next_sequence"
    }

    /// Appends to the ledger. The oldest entries go when a coordinator has been away for longer than it keeps history.
    mutating func append(_ event: LedgerEvent, at instant: WallTime) {
        pending.append(LedgerEntry(sequence: nextSequence, at: instant.truncatedToMilliseconds, event: event))
        nextSequence += 1
        pending.removeFirst(max(0, pending.count - NodeState.maximumPending))
    }

    mutating func decide(_ target: WallTime) {
        decided.append(target)
        decided.removeFirst(max(0, decided.count - NodeState.maximumDecided))
    }
}
