internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

/// One node's machine. Instants are true time in nanoseconds unless their name says otherwise.
final class NodeFacts {
    let id: NodeID
    /// Another machine of the plan has the same id.
    let isShared: Bool
    /// It follows the coordinator's clock.
    let isFollower: Bool
    let leadIn: Int64

    private(set) var isRunning = false
    private(set) var isAsleep = false
    /// The time of its last wake from sleep.
    private(set) var wokeAt = Int64.min
    private(set) var startedAt = Int64.min
    /// The last event that may keep the next announcement from being heard.
    private(set) var disturbedAt = Int64.min
    /// The start of its connection to the broker; `.max` without one.
    private(set) var connectedAt = Int64.max
    /// The time at which its last connection ended.
    private(set) var disconnectedAt = Int64.min
    private(set) var clock: ClockFacts
    private(set) var zones = ZoneFacts()
    private(set) var disk: DiskFacts
    private(set) var output: OutputFacts
    /// The state on its disk.
    @Boxed private var saved = NodeState(instance: "", epoch: "")
    /// As on its disk, or as the disk refused it. Boxed, to compare it in place with the document of each stored state.
    private var documentBox: Boxed<Desired>?
    private(set) var documentChangedAt = Int64.min
    /// The settings that others replaced lately, each with the time of its end.
    private(set) var formerSettings: [(settings: NodeSettings, until: Int64)] = []

    private static let rememberedSettings = 8

    init(_ plan: NodePlan, isShared: Bool) {
        id = plan.id
        self.isShared = isShared
        isFollower = plan.clockSource == .coordinator
        leadIn = plan.leadIn.nanoseconds
        clock = ClockFacts(isFollower: isFollower)
        disk = DiskFacts(plan.disk)
        output = OutputFacts(plan)
    }

    var zone: TimeZoneRules { zones.current }
    var document: Desired? { documentBox?.wrappedValue }
    var settings: NodeSettings { document?.settings ?? .standard }
    /// The ringing and snoozed occurrences, and the timers, as on its disk.
    var rings: [Ring] { saved.rings }
    var timers: [TimerProgress] { saved.timers }
    var emergency: EmergencyMemory { saved.emergency }
    /// The announcement that it prepares, and the carried sounds on order, as on its disk.
    var playing: WallTime? { saved.quarters.playing }
    var carried: [CarriedOrder] { saved.carried.orders }

    /// True if the program may handle events late, because each write holds it up.
    func isHeldUp(at time: Int64) -> Bool { disk.isSlow(at: time) }

    /// True if nothing disturbed the node for `span` until `time`, true time: it runs and is awake, its output and its
    /// disk work, and nobody set its clock.
    func isUndisturbed(for span: Int64, until time: Int64) -> Bool {
        isRunning && !isAsleep && output.isPrompt && disk.troubles == 0 && disturbedAt <= time - span
    }

    func read(_ reading: Now, at time: Int64) { if clock.read(reading, at: time) { isAsleep = false } }

    func start(_ state: NodeState, origin: Observation.StateOrigin, zone: TimeZoneRules, at time: Int64) {
        let isFirst = startedAt == .min
        isRunning = true
        startedAt = time
        disturbedAt = time
        clock.programStarts(at: time)
        zones.programStarts(in: zone, isFirst: isFirst, at: time)
        disk.programStarts(origin, isFirst: isFirst, at: time)
        record(state.desired, at: time)
        saved = state
    }

    func leave(withPower power: Bool, at time: Int64) {
        clock.programEnds(at: time)
        if power {
            clock.losePower(at: time)
            isAsleep = false
        }
        output.programEnds(at: time)
        isRunning = false
        disconnect(at: time)
        disturbedAt = time
    }

    func connect(at time: Int64) { connectedAt = time }

    func disconnect(at time: Int64) {
        if connectedAt != .max { disconnectedAt = time }
        connectedAt = .max
    }

    func sleep(at time: Int64) {
        isAsleep = true
        disturbedAt = time
    }

    func wake(at time: Int64) {
        isAsleep = false
        wokeAt = time
        zones.wake(at: time)
        disturbedAt = time
    }

    func vouch(_ isVouched: Bool, at time: Int64) {
        clock.vouch(isVouched, at: time)
        disturbedAt = time
    }

    func setClock(by step: Int64, at time: Int64) {
        clock.set(by: step, at: time)
        disturbedAt = time
    }

    func change(to zone: TimeZoneRules, at time: Int64) { zones.change(to: zone, isAsleep: isAsleep, at: time) }

    /// - Returns: the entries that were not on the disk before.
    func stored(_ state: Boxed<NodeState>, at time: Int64) -> ArraySlice<LedgerEntry> {
        disk.recordSave(at: time)
        record(state.wrappedValue.desired, at: time)
        let former = _saved
        _saved = state
        return Self.entries(of: state.wrappedValue.ledger, since: former.wrappedValue.ledger)
    }

    private static func entries(of ledger: LedgerMemory, since former: LedgerMemory) -> ArraySlice<LedgerEntry> {
        let pending = ledger.pending
        if ledger.epoch == former.epoch { return pending.suffix(max(0, ledger.nextSequence - former.nextSequence)) }
        // Another epoch counts its entries from the start again; the known ones come first.
        let last = pending.lastIndex { entry in former.pending.contains { $0.event == entry.event } }
        return last.map { pending[($0 + 1)...] } ?? pending[...]
    }

    /// The disk refused its state: the node uses the document in it, until it crashes.
    func goOn(by document: Desired?, at time: Int64) {
        disk.refuse(at: time)
        record(document, at: time)
    }

    /// Records that the disk was restored.
    func forget(at time: Int64) { disk.forget(at: time) }

    private func record(_ new: Desired?, at time: Int64) {
        // A restored store gives a revision a second time.
        let isKnown = if let new { documentBox?.holds(new) == true } else { documentBox == nil }
        guard !isKnown else { return }
        formerSettings.append((settings, time), keeping: Self.rememberedSettings)
        documentBox = new.map(Boxed.init)
        documentChangedAt = time
    }

    func ringBegan(_ id: Int) { output.ringBegan(id) }

    func soundEnded(_ id: Int, at time: Int64) { output.soundEnded(id, at: time) }

    func begin(_ kind: FaultKind, at time: Int64) {
        switch kind {
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck:
            output.begin(kind)
            disturbedAt = time
        case .diskSlow(let length):
            disk.slowDown(to: length)
            disturbedAt = time
        case .diskFull, .diskReadOnly: disk.beginRefusing()
        default: break
        }
    }

    func clear(_ kind: FaultKind, at time: Int64) {
        switch kind {
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck:
            output.clear(kind, at: time)
            disturbedAt = time
        case .diskSlow:
            disk.speedUp(at: time)
            disturbedAt = time
        case .diskFull, .diskReadOnly: disk.endRefusing(at: time)
        default: break
        }
    }
}
