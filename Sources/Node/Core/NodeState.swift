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

    /// Refuses a state that could not be gone on from: it was damaged, or written by hand.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func check(_ condition: Bool, _ key: CodingKeys, _ description: String) throws {
            guard !condition else { return }
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: description)
        }
        instance = try container.decode(String.self, forKey: .instance)
        epoch = try container.decode(String.self, forKey: .epoch)
        try check((1...32).contains(epoch.utf8.count), .epoch, "\(epoch.utf8.count) characters are not in 1...32")
        nextSequence = try container.decode(Int.self, forKey: .nextSequence)
        let range = 1...Int(Int32.max)
        try check(range.contains(nextSequence), .nextSequence, "\(nextSequence) is not in \(range)")
        pending = try container.decode([LedgerEntry].self, forKey: .pending)
        let first = nextSequence - pending.count
        try check(
            pending.enumerated().allSatisfy { $1.sequence == first + $0 }, .pending,
            "sequences do not lead up to \(nextSequence)")
        decided = try container.decode([WallTime].self, forKey: .decided)
        try check(decided.allSatisfy(QuarterHour.isQuarterHour), .decided, "not all are quarter hours of UTC")
        playing = try container.decodeIfPresent(WallTime.self, forKey: .playing)
        try check(playing.map(QuarterHour.isQuarterHour) ?? true, .playing, "is not a quarter hour of UTC")
        desired = try container.decodeIfPresent(Desired.self, forKey: .desired)
    }

    enum CodingKeys: String, CodingKey {
        case instance, epoch, pending, decided, playing, desired
        case nextSequence = "next_sequence"
    }

    /// Appends to the ledger. The oldest entries go when a coordinator has been away for longer than it keeps history.
    mutating func append(_ event: LedgerEvent, at instant: WallTime) {
        let at = instant.truncatedToMilliseconds.clampedToValid
        pending.append(LedgerEntry(sequence: nextSequence, at: at, event: event))
        nextSequence += 1
        pending.removeFirst(max(0, pending.count - NodeState.maximumPending))
    }

    mutating func decide(_ target: WallTime) {
        decided.append(target)
        decided.removeFirst(max(0, decided.count - NodeState.maximumDecided))
    }
}

extension WallTime {
    /// The nearest instant that the wire and the disk can hold.
    var clampedToValid: WallTime {
        let valid = WallTime.validSeconds
        return min(max(self, WallTime(seconds: valid.lowerBound)), WallTime(seconds: valid.upperBound - 1))
    }
}
