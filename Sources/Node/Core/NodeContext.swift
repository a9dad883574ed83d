// What the machines of a node work with: the outlet for effects, and the machines that several others need, each with a
// state of its own. What is stored is here as well, because it goes to the disk as a whole; only the machine whose it is
// can change a part of it.

internal import ClockDomain
internal import ClockWire

/// What a node must not forget over a crash, but for what the ledger, the shadow, the clock and the book keep themselves.
struct NodeMemory: Sendable {
    /// As ``NodeState/instance``.
    let instance: String
    /// As ``NodeState/bootID``.
    let bootID: String
    var quarters: QuarterMemory
    var alarms: AlarmMemory
    var timers: TimerMemory
    var carried: CarriedMemory

    init(_ state: NodeState) {
        instance = state.instance
        bootID = state.bootID
        quarters = state.quarters
        alarms = state.alarms
        timers = TimerMemory(state)
        carried = state.carried
    }
}

/// What every machine of a node may ask and use.
struct NodeContext: Sendable {
    let identity: NodeCore.Identity
    /// When the program started, by its wall clock.
    let started: WallTime
    var out = Outlet()
    var random: SplitMix64
    var clock: NodeClock
    var ledger: Ledger
    var shadow: Shadow
    var output: SoundOutput
    var book: RingBook
    var memory: NodeMemory
    var reporter: Reporter
    var transfers = ContentTransfers()
    /// What people want of this node: by the document that is obeyed, or what a new node starts with.
    var settings: NodeSettings
    /// The zone whose time it speaks.
    var zone: TimeZoneRules
    /// The next alarm that is to ring.
    var nextAlarm: WallTime?
    var isConnected = false

    /// - Parameters:
    ///   - state: as found on the disk, after a boot without what that has made worthless.
    ///   - derivedThrough: as found on the disk.
    init(_ identity: NodeCore.Identity, _ state: NodeState, seed: UInt64, at now: Now) {
        self.identity = identity
        started = now.wall.truncatedToMilliseconds.clampedToValid
        random = SplitMix64(seed: seed)
        clock = NodeClock(source: identity.clockSource, reading: state.reading)
        ledger = Ledger(state.ledger)
        shadow = Shadow(state)
        output = SoundOutput(identity)
        book = RingBook(
            state.rings, leadIn: identity.leadIn + Alarms.ringAdvance, holdUntil: now.boot + Alarms.ringHold)
        memory = NodeMemory(state)
        settings = state.desired?.settings ?? .standard
        reporter = Reporter(voice: settings.voice)
        zone = identity.zone
    }

    // MARK: Effects

    mutating func emit(_ effect: NodeCore.Effect) { out.emit(effect) }

    mutating func log(_ level: LogLevel, _ text: String) { out.log(level, text) }

    mutating func set(_ kind: NodeCore.TimerKind, _ deadline: Deadline) { out.set(kind, deadline) }

    mutating func cancel(_ kind: NodeCore.TimerKind) { out.cancel(kind) }

    // MARK: The disk

    /// All that belongs on the disk, as it is now.
    var state: NodeState {
        var state = NodeState(instance: memory.instance, ledger.memory)
        state.bootID = memory.bootID
        state.quarters = memory.quarters
        state.desired = shadow.desired
        state.rings = book.rings
        state.alarms = memory.alarms.stored
        state.timers = memory.timers.progress
        state.carried = memory.carried
        state.contact = shadow.contact?.clampedToValid
        state.reading = clock.reading
        return state
    }

    /// Has the state saved as it is now, before anything that is put out after this is done.
    mutating func save(at now: Now) {
        var state = state
        state.storedAtNanoseconds = now.boot.nanoseconds
        shadow.save(state, at: now, &clock, &out)
    }

    /// Has the state saved, with the next save if one is under way: for what need not be on the disk before anything is
    /// done.
    mutating func saveSoon(at now: Now) {
        if shadow.isSaving { shadow.saveLater() } else { save(at: now) }
    }

    /// Writes a line of the ledger. Whoever calls it has the state saved.
    mutating func write(_ line: LedgerEvent, at now: Now) {
        ledger.append(line, at: now.wall)
        reporter.isDue = true
    }

    // MARK: The rest

    /// Something is to be heard at `instant`: to know the clock by its lead-in as well as can be.
    mutating func refreshClock(before instant: WallTime, at now: Now) {
        clock.refresh(before: instant - output.leadIn, at: now, &random, &out)
    }

    mutating func loadVoice() { emit(.loadVoice(name: settings.voice, chime: settings.chime)) }

    /// Has the files looked at that alarms and timers are to ring with.
    mutating func checkSounds() {
        let alarms = (shadow.desired?.alarms ?? []).lazy.filter(\.isEnabled).map(\.ring.sound)
        let timers = (shadow.desired?.timers ?? []).lazy.map(\.ring.sound)
        let files = (Array(alarms) + timers).filter { AlarmSound(rawValue: $0) == nil }
        emit(.checkSounds(names: Set(files).sorted()))
    }

    /// Whether the occurrence rings, or has its line.
    func isHandled(_ occurrence: Occurrence) -> Bool {
        book.contains(occurrence) || memory.alarms.decided.contains(occurrence)
    }

    /// What rings, or will before an announcement is over at `end`, in words; `nil` where it can be heard in peace.
    mutating func ringInTheWay(until end: WallTime) -> String? {
        for entry in book.entries {
            let source = entry.ring.occurrence.source
            switch entry.ring.phase {
            case .ringing: return "\(source) rings"
            case .snoozed(let until): if until.wall < end { return "the snooze of \(source) ends at \(until.wall)" }
            case .over: break
            }
        }
        if let nextAlarm, nextAlarm < end { return "an alarm is due at \(nextAlarm)" }
        for timer in memory.timers.progress {
            if case .running(let ends, let due) = timer.phase, ends.wall < end,
                !memory.alarms.isStopped(Occurrence(source: .timer(timer.id), due: due))
            {
                return "\(timer.id) runs out at \(ends.wall)"
            }
        }
        return nil
    }
}
