public import ClockDomain
public import ClockWire

/// The state of a node that must survive a crash. Written as a whole, atomically and synced, before the node acts on
/// it.
public struct NodeState: WireMessage, Hashable {
    /// Random name of this state folder, see ``Reported/instance``.
    public var instance: String
    /// Names the boot (Linux: `/proc/sys/kernel/random/boot_id`) to whose boot clock every ``BootTime`` here belongs.
    public var bootID = ""
    public var ledger: LedgerMemory
    public var quarters = QuarterMemory()
    /// The last desired document.
    public var desired: Desired?
    /// The occurrences that ring or are snoozed, ascending.
    public var rings: [Ring] = []
    public var alarms = AlarmMemory()
    /// The progress of the document's timers, ascending by id.
    public var timers: [TimerProgress] = []
    public var carried = CarriedMemory()
    public var emergency = EmergencyMemory()
    /// The instant of its last connection that would have delivered a newer document.
    public var contact: WallTime?
    /// The instant of this save, on the boot clock.
    public var storedAtNanoseconds: Int64?
    /// The last reading of a trusted clock.
    public var reading: ClockReading?

    public static let maximumDecided = 192
    /// Ninety days of quarter hours, as many as the coordinator keeps. Rings are added to them and shorten that time.
    public static let maximumPending = 8640
    static let maximumRingActions = 64
    static let maximumGoneSpent = 200
    public static var maximumBytes: Int { 16 * 1024 * 1024 }

    init(instance: String, _ ledger: LedgerMemory) {
        self.instance = instance
        self.ledger = ledger
    }

    /// A node that has never run.
    public init(instance: String, epoch: String) { self.init(instance: instance, LedgerMemory(epoch: epoch)) }

    /// Refuses a state from which the node cannot go on: it was damaged, or written by hand.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func check(_ condition: Bool, _ key: CodingKeys, _ description: String) throws {
            guard !condition else { return }
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: description)
        }
        instance = try container.decode(String.self, forKey: .instance)
        ledger = LedgerMemory(epoch: try container.decode(String.self, forKey: .epoch))
        let length = ledger.epoch.utf8.count
        try check((1...32).contains(length), .epoch, "\(length) characters are not in 1...32")
        ledger.nextSequence = try container.decode(Int.self, forKey: .nextSequence)
        let range = 1...Int(Int32.max)
        try check(range.contains(ledger.nextSequence), .nextSequence, "\(ledger.nextSequence) is not in \(range)")
        ledger.pending = try container.decode([LedgerEntry].self, forKey: .pending)
        let first = ledger.nextSequence - ledger.pending.count
        try check(
            ledger.pending.enumerated().allSatisfy { $1.sequence == first + $0 }, .pending,
            "sequences do not lead up to \(ledger.nextSequence)")
        quarters = QuarterMemory(
            decided: try container.decode([WallTime].self, forKey: .decided),
            playing: try container.decodeIfPresent(WallTime.self, forKey: .playing),
            playingSince: try container.decodeIfPresent(ClockReading.self, forKey: .playingSince))
        try check(quarters.decided.allSatisfy(QuarterHour.isQuarterHour), .decided, "not all are quarter hours of UTC")
        try check(quarters.playing.map(QuarterHour.isQuarterHour) ?? true, .playing, "is not a quarter hour of UTC")
        desired = try container.decodeIfPresent(Desired.self, forKey: .desired)
        bootID = try container.decodeIfPresent(String.self, forKey: .bootID) ?? ""
        rings = try container.decodeAscending(atMost: Reported.maximumRings, "rings", by: \.occurrence, forKey: .rings)
        timers = try container.decodeAscending(atMost: Desired.maximumTimers, "timers", by: \.id, forKey: .timers)
        alarms = AlarmMemory(
            decided: try container.decodeIfPresent(DecidedRings.self, forKey: .decidedRings) ?? DecidedRings(),
            spent: try container.decodeList(
                atMost: Desired.maximumAlarms + NodeState.maximumGoneSpent, "alarms", forKey: .spent),
            actions: try container.decodeList(atMost: NodeState.maximumRingActions, "actions", forKey: .ringActions),
            own: RingActionList(
                try container.decodeList(atMost: NodeState.maximumRingActions, "actions", forKey: .ownActions)),
            derivedThrough: try container.decodeIfPresent(WallTime.self, forKey: .derivedThrough))
        carried = CarriedMemory(
            orders: try container.decodeList(atMost: SoundOrder.maximumPerNode, "sounds", forKey: .carried),
            done: try container.decodeList(atMost: OrderedSounds.remembered, "orders", forKey: .carriedDone))
        emergency = try container.decodeIfPresent(EmergencyMemory.self, forKey: .emergency) ?? EmergencyMemory()
        contact = try container.decodeIfPresent(WallTime.self, forKey: .contact)
        storedAtNanoseconds = try container.decodeIfPresent(Int64.self, forKey: .storedAtNanoseconds)
        reading = try container.decodeIfPresent(ClockReading.self, forKey: .reading)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(instance, forKey: .instance)
        try container.encode(bootID, forKey: .bootID)
        try container.encode(ledger.epoch, forKey: .epoch)
        try container.encode(ledger.nextSequence, forKey: .nextSequence)
        try container.encode(ledger.pending, forKey: .pending)
        try container.encode(quarters.decided, forKey: .decided)
        try container.encodeIfPresent(quarters.playing, forKey: .playing)
        try container.encodeIfPresent(quarters.playingSince, forKey: .playingSince)
        try container.encodeIfPresent(desired, forKey: .desired)
        try container.encode(rings, forKey: .rings)
        try container.encode(alarms.decided, forKey: .decidedRings)
        try container.encode(alarms.spent, forKey: .spent)
        try container.encode(alarms.actions, forKey: .ringActions)
        try container.encode(alarms.own.actions, forKey: .ownActions)
        try container.encodeIfPresent(alarms.derivedThrough, forKey: .derivedThrough)
        try container.encode(timers, forKey: .timers)
        try container.encode(carried.orders, forKey: .carried)
        try container.encode(carried.done, forKey: .carriedDone)
        try container.encode(emergency, forKey: .emergency)
        try container.encodeIfPresent(contact, forKey: .contact)
        try container.encodeIfPresent(storedAtNanoseconds, forKey: .storedAtNanoseconds)
        try container.encodeIfPresent(reading, forKey: .reading)
    }

    enum CodingKeys: String, CodingKey {
        case instance, epoch, pending, decided, playing, desired, rings, timers, spent, contact, reading, carried,
            emergency
        case nextSequence = "next_sequence"
        case playingSince = "playing_since"
        case bootID = "boot_id"
        case decidedRings = "decided_rings"
        case ringActions = "ring_actions"
        case ownActions = "untold_actions"
        case carriedDone = "carried_done"
        case derivedThrough = "derived_through"
        case storedAtNanoseconds = "stored_at_boot_ns"
    }

    /// Discards the boot clock's values if the machine has booted since this was stored.
    mutating func enter(boot: String) {
        guard bootID != boot else { return }
        bootID = boot
        let last = storedAtNanoseconds.map(BootTime.init(nanoseconds:))
        for index in rings.indices { rings[index].loseBootClock(last: last) }
        for index in timers.indices { timers[index].loseBootClock(last: last) }
        quarters.loseBootClock()
        emergency.loseBootClock(last: last)
        storedAtNanoseconds = nil
        reading = nil
    }
}

/// An alarm that rings once and has rung, as long as it counts from that instant.
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

/// The time of the wall clock at an instant of the boot clock, while it was trusted.
public struct ClockReading: Hashable, Sendable, Codable {
    /// The clock as it goes on from there if nobody sets it.
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
        try container.encode(clock.ratePPB, forKey: .ratePPB)
    }
}

extension WallTime {
    /// Returns the nearest instant that the wire and the disk can hold.
    var clampedToValid: WallTime {
        let valid = WallTime.validSeconds
        return min(max(self, WallTime(seconds: valid.lowerBound)), WallTime(seconds: valid.upperBound - 1))
    }
}
