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
    public var playing: WallTime? {
        didSet { if playing == nil { playingSince = nil } }
    }
    /// The clock when that was ordered; in a later boot, what it shows from the boot's beginning on at least.
    public var playingSince: ClockReading?
    /// The last desired document.
    public var desired: Desired?
    /// Names the boot (Linux: `/proc/sys/kernel/random/boot_id`) whose boot clock every ``BootTime`` here is of.
    public var bootID = ""
    /// What rings or is snoozed, ascending by occurrence.
    public var rings: [Ring] = []
    /// How far the document's timers have got, ascending by id.
    public var timers: [TimerProgress] = []
    /// Occurrences that have their line.
    public var decidedRings = DecidedRings()
    /// Alarms that ring once and have, in the order in which they did: those of the document, and of those that are gone
    /// from it the last ``maximumGoneSpent``.
    public var spent: [SpentAlarm] = []
    /// Stops and snoozes of occurrences that have not begun here, the newest last.
    public var ringActions: [RingAction] = []
    /// Stops and snoozes by programs of this machine that the broker may not have, the newest last.
    public var untoldActions: [RingAction] = []
    /// Carried sounds that are to be played, ascending by target.
    public var carried: [CarriedOrder] = []
    /// Orders to play one that have their line, the newest last.
    public var carriedDone: [String] = []
    /// Every occurrence due up to here has been looked at.
    public var derivedThrough: WallTime?
    /// When it last had a connection over which a newer document would have come.
    public var contact: WallTime?
    /// When this was stored, on the boot clock.
    public var storedAtNanoseconds: Int64?
    /// The last reading of a trusted clock.
    public var reading: ClockReading?

    public static let maximumDecided = 192
    /// Ninety days of quarter hours: what the coordinator keeps. What rang comes on top and shortens them.
    public static let maximumPending = 8640
    static let maximumRingActions = 64
    static let maximumGoneSpent = 200
    public static var maximumBytes: Int { 16 * 1024 * 1024 }

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
        playingSince = try container.decodeIfPresent(ClockReading.self, forKey: .playingSince)
        desired = try container.decodeIfPresent(Desired.self, forKey: .desired)
        bootID = try container.decodeIfPresent(String.self, forKey: .bootID) ?? ""
        rings = try container.decodeAscending(
            atMost: Reported.maximumRings, "rings", by: \.occurrence, forKey: .rings)
        timers = try container.decodeAscending(atMost: Desired.maximumTimers, "timers", by: \.id, forKey: .timers)
        decidedRings =
            try container.decodeIfPresent(DecidedRings.self, forKey: .decidedRings) ?? DecidedRings()
        spent = try container.decodeList(
            atMost: Desired.maximumAlarms + NodeState.maximumGoneSpent, "alarms", forKey: .spent)
        ringActions = try container.decodeList(
            atMost: NodeState.maximumRingActions, "actions", forKey: .ringActions)
        untoldActions = try container.decodeList(
            atMost: NodeState.maximumRingActions, "actions", forKey: .untoldActions)
        carried = try container.decodeList(atMost: SoundOrder.maximumPerNode, "sounds", forKey: .carried)
        carriedDone = try container.decodeList(
            atMost: OrderedSounds.remembered, "orders", forKey: .carriedDone)
        derivedThrough = try container.decodeIfPresent(WallTime.self, forKey: .derivedThrough)
        contact = try container.decodeIfPresent(WallTime.self, forKey: .contact)
        storedAtNanoseconds = try container.decodeIfPresent(Int64.self, forKey: .storedAtNanoseconds)
        reading = try container.decodeIfPresent(ClockReading.self, forKey: .reading)
    }

    enum CodingKeys: String, CodingKey {
        case instance, epoch, pending, decided, playing, desired, rings, timers, spent, contact, reading, carried
        case nextSequence = "next_sequence"
        case playingSince = "playing_since"
        case bootID = "boot_id"
        case decidedRings = "decided_rings"
        case ringActions = "ring_actions"
        case untoldActions = "untold_actions"
        case carriedDone = "carried_done"
        case derivedThrough = "derived_through"
        case storedAtNanoseconds = "stored_at_boot_ns"
    }

    /// The machine may have booted anew since this was stored: then nothing of its boot clock is worth anything.
    mutating func enter(boot: String) {
        guard bootID != boot else { return }
        bootID = boot
        let last = storedAtNanoseconds.map(BootTime.init(nanoseconds:))
        for index in rings.indices { rings[index].loseBootClock(last: last) }
        for index in timers.indices { timers[index].loseBootClock(last: last) }
        playingSince = playingSince.map { since in
            ClockReading(SteeredClock(boot: BootTime(nanoseconds: 0), wall: since.clock.wall, ratePPB: 0))
        }
        storedAtNanoseconds = nil
        reading = nil
    }
}

/// An alarm that rings once and has, as long as it counts from that instant.
public struct SpentAlarm: Hashable, Sendable, Codable {
    public var id: AlarmID
    public var countsFrom: WallTime

    public init(_ alarm: Alarm) {
        id = alarm.id
        countsFrom = alarm.schedule.countsFrom
    }

    enum CodingKeys: String, CodingKey {
        case id
        case countsFrom = "counts_from"
    }
}

/// What the wall clock showed at an instant of the boot clock, when it was trusted.
public struct ClockReading: Hashable, Sendable, Codable {
    /// How it would go on from there if nobody set it.
    public var clock: SteeredClock

    public init(_ clock: SteeredClock) { self.clock = clock }

    enum CodingKeys: String, CodingKey {
        case wall
        case bootNanoseconds = "boot_ns"
        case ratePPB = "rate_ppb"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        clock = SteeredClock(
            boot: BootTime(nanoseconds: try container.decode(Int64.self, forKey: .bootNanoseconds)),
            wall: try container.decode(WallTime.self, forKey: .wall),
            ratePPB: try container.decodeIfPresent(Int64.self, forKey: .ratePPB) ?? 0)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(clock.wall, forKey: .wall)
        try container.encode(clock.boot.nanoseconds, forKey: .bootNanoseconds)
        if clock.ratePPB != 0 { try container.encode(clock.ratePPB, forKey: .ratePPB) }
    }
}

extension WallTime {
    /// The nearest instant that the wire and the disk can hold.
    var clampedToValid: WallTime {
        let valid = WallTime.validSeconds
        return min(max(self, WallTime(seconds: valid.lowerBound)), WallTime(seconds: valid.upperBound - 1))
    }
}
