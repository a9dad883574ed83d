// The context that the machines of a node share: the outlet for effects, and the machines that several others need,
// each with a state of its own. The stored state is here too, because it goes to the disk as a whole; each part can be
// changed only by the machine that owns it.

internal import ClockDomain
internal import ClockWire

/// The state that must survive a crash, except for the parts that the ledger, the shadow, the clock and the book keep.
struct NodeMemory: Sendable {
    /// As ``NodeState/instance``.
    let instance: String
    /// As ``NodeState/bootID``.
    let bootID: String
    var quarters: QuarterMemory
    var alarms: AlarmMemory
    var timers: TimerMemory
    var carried: CarriedMemory
    var emergency: EmergencyMemory

    init(_ state: NodeState) {
        instance = state.instance
        bootID = state.bootID
        quarters = state.quarters
        alarms = state.alarms
        timers = TimerMemory(state)
        carried = state.carried
        emergency = state.emergency
    }
}

/// The state and services that every machine of a node may use.
struct NodeContext: Sendable {
    let identity: NodeCore.Identity
    /// The instant at which the program started, by its wall clock.
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
    /// The settings that people want: those of the document in force, or the defaults of a new node.
    var settings: NodeSettings
    /// The zone whose time the node speaks.
    var zone: TimeZoneRules
    /// The instant at which the next alarm rings.
    var nextAlarm: WallTime?
    var isConnected = false

    /// - Parameters:
    ///   - state: as found on the disk, without the parts that a boot has made worthless.
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

    /// The whole state for the disk, as it is now.
    var state: NodeState {
        var state = NodeState(instance: memory.instance, ledger.memory)
        state.bootID = memory.bootID
        state.quarters = memory.quarters
        state.desired = shadow.desired
        state.rings = book.rings
        state.alarms = memory.alarms.stored
        state.timers = memory.timers.progress
        state.carried = memory.carried
        state.emergency = memory.emergency
        state.contact = shadow.contact?.clampedToValid
        state.reading = clock.reading
        return state
    }

    /// Saves the state as it is now; effects emitted later wait for it.
    mutating func save(at now: Now) {
        var state = state
        state.storedAtNanoseconds = now.boot.nanoseconds
        shadow.save(state, at: now, &clock, &out)
    }

    /// Saves the state, with the next save if one is under way: for changes on which no effect depends.
    mutating func saveSoon(at now: Now) {
        if shadow.isSaving { shadow.saveLater() } else { save(at: now) }
    }

    /// Writes a line of the ledger. The caller saves the state.
    mutating func write(_ line: LedgerEvent, at now: Now) {
        ledger.append(line, at: now.wall)
        reporter.isDue = true
    }

    // MARK: Sounds

    /// Measures the clock as well as possible before the lead-in of a sound at `instant`.
    mutating func refreshClock(before instant: WallTime, at now: Now) {
        clock.refresh(before: instant - output.leadIn, at: now, &random, &out)
    }

    /// Other settings are in force: sounds that were ordered go over to their volume. A ring's own volume stays.
    mutating func changeVolumes(from before: NodeSettings) {
        for sound in output.sounding {
            let asked: (NodeSettings) -> Volume
            switch sound.owner {
            case .quarter, .timer: asked = { $0.announcementVolume }
            case .carried(let id):
                guard let order = memory.carried.orders.first(where: { $0.id == id }) else { continue }
                asked = { $0.playVolume(order.order.volume) }
            // Its rounds are short: the next one has the volume.
            case .emergency: continue
            case .ring(let occurrence), .words(let occurrence):
                guard let index = book.index(of: occurrence) else { continue }
                let volume = book.entries[index].ring.style.volume
                asked = { $0.ringVolume(volume) }
            }
            guard asked(before) != asked(settings) || before.volumeFloor != settings.volumeFloor else { continue }
            emit(.setVolume(id: sound.id, asked(settings), floor: settings.volumeFloor))
        }
    }

    mutating func loadVoice() { emit(.loadVoice(name: settings.voice, chime: settings.chime)) }

    /// Orders a check of the sound files that enabled alarms and timers ring with, and of an emergency's words.
    mutating func checkSounds() {
        let alarms = (shadow.desired?.alarms ?? []).filter(\.isEnabled)
        let timers = shadow.desired?.timers ?? []
        let sounds = (alarms.map(\.ring) + timers.map(\.ring)).filter { !$0.isSpoken }.map(\.sound)
        let texts = alarms.filter(\.saysLabel).map(\.label) + timers.filter(\.saysLabel).map(\.name)
        let words = (texts + [memory.emergency.current?.emergency.text].compactMap(\.self)).map(SpokenText.file)
        emit(.checkSounds(names: Set(sounds + words).filter { AlarmSound(rawValue: $0) == nil }.sorted()))
    }

    /// True when the occurrence rings, or has its line.
    func isHandled(_ occurrence: Occurrence) -> Bool {
        book.contains(occurrence) || memory.alarms.decided.contains(occurrence)
    }

    /// Returns the reason for which mute or quiet hours silence an announcement; `nil` when they do not.
    func silence(at target: WallTime) -> (reason: QuarterReason, detail: String)? {
        if settings.mute.silences(target) {
            if case .until(let end) = settings.mute { return (.muted, "the node is muted until \(end)") }
            return (.muted, "the node is muted")
        }
        let local = zone.localTime(at: target)
        return settings.quiet.first { $0.contains(local) }
            .map { (.quietHours, "\(local.time.hourAndMinute) is within the quiet hours \($0)") }
    }

    /// Names, in words, a ring that sounds now or starts before an announcement that ends at `end`; `nil` when there is
    /// none.
    mutating func ringInTheWay(until end: WallTime) -> String? {
        if memory.emergency.current != nil { return "an emergency is on" }
        for entry in book.entries {
            if case .ringing = entry.ring.phase { return "\(entry.ring.occurrence.source) rings" }
        }
        return ringToCome(until: end)
    }

    /// Names, in words, a ring that starts before `end`; `nil` when there is none.
    func ringToCome(until end: WallTime) -> String? {
        for entry in book.entries {
            if case .snoozed(let until) = entry.ring.phase, until.wall < end {
                return "the snooze of \(entry.ring.occurrence.source) ends at \(until.wall)"
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
