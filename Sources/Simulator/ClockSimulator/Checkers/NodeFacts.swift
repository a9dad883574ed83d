internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

/// One node's machine. Instants are true time in nanoseconds unless their name says otherwise.
final class NodeFacts {
    let id: NodeID
    /// Another machine of the plan has the same id.
    let isShared: Bool
    /// It goes by the coordinator's clock.
    let isFollower: Bool
    let leadIn: Int64
    /// Whether its output is quick enough to play when it is told to, as nodes are told.
    let canPlayInTime: Bool
    /// How far the onset may be off by the output's own making.
    let onsetTolerance: Int64

    private(set) var isRunning = false
    private(set) var isAsleep = false
    /// When it last woke from sleep.
    private(set) var wokeAt = Int64.min
    private(set) var startedAt = Int64.min
    /// Wall clock minus true time, when it was last seen.
    private(set) var clockAhead: Int64 = 0
    private(set) var isVouched = false
    /// Since when the time service vouches for the clock, or when it last ceased to.
    private(set) var vouchingChangedAt = Int64.min
    /// When the clock was last set, or the machine switched on.
    private(set) var clockSetAt = Int64.min
    private(set) var zone = TimeZoneRules.utc
    /// When the zone was last changed, `.max` until the machine has woken if that was while it slept.
    private(set) var zoneChangedAt = Int64.min
    /// The zones that others replaced lately, and when.
    private(set) var formerZones: [(zone: TimeZoneRules, until: Int64)] = []
    /// Likewise, those of earlier runs of the program included: what they put on the disk as due goes on.
    private(set) var zonesOfRings: [(zone: TimeZoneRules, until: Int64)] = []
    /// As on its disk, or as the disk did not take it. Boxed, to be compared in its place with that of each state that is stored.
    private var documentBox: Boxed<Desired>?
    private(set) var documentChangedAt = Int64.min
    /// What rings or is snoozed, and the timers, as on its disk.
    private(set) var rings: [Ring] = []
    private(set) var timers: [TimerProgress] = []
    /// What it is about to announce, and the carried sounds it is about to play, as on its disk.
    private(set) var playing: WallTime?
    private(set) var carried: [CarriedOrder] = []
    /// By how much the wall clock was set, in all, since each time that it was set in this boot, and when that was.
    private var steps: [(sum: Int64, at: Int64)] = []
    /// The settings that others replaced lately, and when.
    private(set) var formerSettings: [(settings: NodeSettings, until: Int64)] = []
    private(set) var lastSaveFailed = false
    /// When its disk last refused a save, true time.
    private(set) var saveFailedAt = Int64.min
    /// When its connection to the broker began; `.max` while it has none.
    private(set) var connectedAt = Int64.max
    /// When it last ceased to have one, true time.
    private(set) var disconnectedAt = Int64.min
    /// When its disk last ceased to know what it had known, or never took: it was turned back, damaged, or full when
    /// the program ended.
    var forgotAt = Int64.min
    /// Faults that keep the output from playing in time.
    private(set) var outputTroubles = 0
    /// Faults in which the output does nothing that it is told.
    private(set) var stuckOutputs = 0
    private(set) var unstuckAt = Int64.min
    /// Faults that hold up the node while it writes to its disk.
    private(set) var diskTroubles = 0
    private(set) var diskTroubleEndedAt = Int64.min
    /// Since when its disk may have been writing without a pause, and when it last took or refused a state, true time. Of
    /// what came since, the program may know nothing: it waits for each write.
    private(set) var writesSince = Int64.min
    private var lastWriteAt = Int64.min
    /// How long a write takes at most, and took in its last trouble.
    private let longestWrite: Int64
    private var slowWrite: Int64 = 0
    /// Faults in which the disk takes nothing, and since when there is none; `.max` while there is one.
    private var diskRefusals = 0
    private(set) var diskWorksSince = Int64.min
    /// The orders of the rings that sound.
    private var soundingRings: [Int] = []
    /// When so many last sounded that another had to wait; `.max` while they do.
    private var crowdedAt = Int64.min
    /// When something last happened that may keep the next announcement from being heard.
    private(set) var disturbedAt = Int64.min
    /// Wall time that the program has lived through before the clock was last set, and what it was set over, seconds.
    private(set) var formerSpans: [ClosedRange<Int64>] = []
    private var spanStart: Int64 = 0
    private var hasSpan = false
    private var lastBoot = Int64.min
    private var epoch = ""
    private var pending: [LedgerEntry] = []
    private var nextSequence = 1

    /// An output mixes no more rings than this. What is due beyond them waits until one of them ends.
    private static let mixedRings = 12
    /// How many of its former spans of wall time are remembered.
    private static let rememberedSpans = 64
    private static let rememberedSettings = 8
    /// A clock that nobody vouches for may be set so often in months.
    private static let rememberedClocks = 1_024
    /// Of what a clock is set over, a node accounts for this much: a day.
    private static let accountedJump: Int64 = 86_400

    init(_ plan: NodePlan, isShared: Bool) {
        id = plan.id
        self.isShared = isShared
        isFollower = plan.clockSource == .coordinator
        leadIn = plan.leadIn.nanoseconds
        longestWrite = plan.disk.longestWrite.nanoseconds
        let work = plan.output.openDelay + plan.disk.longestWrite * 2 + plan.clock.wakeUpLatency
        canPlayInTime = work + .milliseconds(50) <= plan.leadIn
        onsetTolerance = plan.output.onsetError.magnitude.nanoseconds + plan.output.onsetJitter.nanoseconds + 1_000_000
    }

    var document: Desired? { documentBox?.wrappedValue }
    var settings: NodeSettings { document?.settings ?? .standard }

    func wall(at time: Int64) -> Int64 { time &+ clockAhead }

    /// Wall clock minus true time, as it would be had the clock not been set the last time, the last two times, … in
    /// this boot: what the node may go by while it does not trust what its clock shows.
    var formerClocks: [(ahead: Int64, since: Int64)] { steps.map { (clockAhead &- $0.sum, $0.at) } }

    /// Whether the program may be far behind with what it is told: each write holds it up.
    func isHeldUp(at time: Int64) -> Bool {
        diskTroubles > 0 || time - diskTroubleEndedAt.clampedSpan < 60_000_000_000
    }

    /// Whether everything has been as it should be for `span` until `time`, true time: it runs, is awake, its output
    /// and its disk work, and nobody set its clock.
    func isUndisturbed(for span: Int64, until time: Int64) -> Bool {
        isRunning && !isAsleep && canPlayInTime && outputTroubles == 0 && diskTroubles == 0
            && disturbedAt <= time - span
    }

    /// Whether as many rings sounded at some time since `instant` as an output mixes.
    func wasCrowded(since instant: Int64) -> Bool { crowdedAt >= instant }

    func ringBegan(_ id: Int) {
        soundingRings.append(id)
        if soundingRings.count >= Self.mixedRings { crowdedAt = .max }
    }

    func soundEnded(_ id: Int, at time: Int64) {
        guard let place = soundingRings.firstIndex(of: id) else { return }
        soundingRings.remove(at: place)
        if soundingRings.count == Self.mixedRings - 1 { crowdedAt = time }
    }

    private func forgetRings(at time: Int64) {
        soundingRings = []
        if crowdedAt == .max { crowdedAt = time }
    }

    func read(_ clock: Now, at time: Int64) {
        clockAhead = clock.wall.nanoseconds &- time
        if clock.boot.nanoseconds < lastBoot { losePower(at: time) }
        lastBoot = clock.boot.nanoseconds
    }

    func vouch(_ isVouched: Bool, at time: Int64) {
        self.isVouched = isVouched
        vouchingChangedAt = time
        disturbedAt = time
    }

    private func losePower(at time: Int64) {
        clockSetAt = time
        steps = []
        isVouched = false
        isAsleep = false
        vouchingChangedAt = time
    }

    func start(
        _ state: NodeState, origin: Observation.StateOrigin, zone: TimeZoneRules, wall: WallTime?, at time: Int64
    ) {
        let isFirst = startedAt == .min
        isRunning = true
        startedAt = time
        disturbedAt = time
        if origin != .disk, !isFirst || origin == .damaged { forgotAt = time }
        if lastSaveFailed { forgotAt = time }
        lastSaveFailed = false
        if !isFirst, zone != self.zone { noteZoneOfRings(until: time) }
        self.zone = zone
        zoneChangedAt = .min
        formerZones = []
        note(state.desired, at: time)
        note(state)
        epoch = state.epoch
        pending = state.pending
        nextSequence = state.nextSequence
        spanStart = (wall?.seconds) ?? 0
        hasSpan = true
    }

    func leave(withPower power: Bool, at time: Int64) {
        if isRunning { closeSpan(at: wall(at: time).flooredQuotient(by: 1_000_000_000)) }
        if power { losePower(at: time) }
        forgetRings(at: time)
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
        if zoneChangedAt == .max { zoneChangedAt = time }
        disturbedAt = time
    }

    func setClock(by step: Int64, at time: Int64) {
        for index in steps.indices { steps[index].sum &+= step }
        steps.append((step, time))
        if steps.count > Self.rememberedClocks { steps.removeFirst() }
        clockSetAt = time
        disturbedAt = time
        guard isRunning else { return }
        let after = wall(at: time).flooredQuotient(by: 1_000_000_000)
        let before = (wall(at: time) &- step).flooredQuotient(by: 1_000_000_000)
        closeSpan(at: before)
        // A jump that somebody vouches for, or the coordinator's, is accounted for, quarter hour by quarter hour.
        if after > before, isVouched || isFollower { remember(max(before, after - Self.accountedJump)...after) }
        spanStart = after
        hasSpan = true
    }

    func change(to zone: TimeZoneRules, at time: Int64) {
        formerZones.append((self.zone, time))
        if formerZones.count > Self.rememberedSettings { formerZones.removeFirst() }
        noteZoneOfRings(until: time)
        self.zone = zone
        zoneChangedAt = isAsleep ? .max : time
    }

    private func noteZoneOfRings(until time: Int64) {
        zonesOfRings.append((zone, time))
        if zonesOfRings.count > Self.rememberedSettings { zonesOfRings.removeFirst() }
    }

    /// - Returns: the entries that were not on the disk before.
    func stored(_ state: NodeState, at time: Int64) -> ArraySlice<LedgerEntry> {
        lastSaveFailed = false
        noteWrite(at: time)
        note(state.desired, at: time)
        note(state)
        let known = pending
        let next = nextSequence
        pending = state.pending
        nextSequence = state.nextSequence
        if state.epoch == epoch { return state.pending.suffix(max(0, state.nextSequence - next)) }
        epoch = state.epoch
        // Entries are counted anew under another epoch; those that were known come first.
        let last = state.pending.lastIndex { entry in known.contains { $0.event == entry.event } }
        return last.map { state.pending[($0 + 1)...] } ?? state.pending[...]
    }

    private func note(_ state: NodeState) {
        rings = state.rings
        timers = state.timers
        playing = state.playing
        carried = state.carried
    }

    /// The disk did not take its state: it goes by the document in it, until it crashes.
    func goOn(by document: Desired?, at time: Int64) {
        lastSaveFailed = true
        saveFailedAt = time
        noteWrite(at: time)
        note(document, at: time)
    }

    private func noteWrite(at time: Int64) {
        let begun = time - max(longestWrite, isHeldUp(at: time) ? slowWrite : 0)
        if begun > lastWriteAt { writesSince = begun }
        lastWriteAt = time
    }

    private func note(_ new: Desired?, at time: Int64) {
        // A store that was set back gives a revision a second time.
        let isKnown = if let new { documentBox?.holds(new) == true } else { documentBox == nil }
        guard !isKnown else { return }
        formerSettings.append((settings, time))
        if formerSettings.count > Self.rememberedSettings { formerSettings.removeFirst() }
        documentBox = new.map(Boxed.init)
        documentChangedAt = time
    }

    func begin(_ kind: FaultKind, at time: Int64) {
        if case .outputStuck = kind { stuckOutputs += 1 }
        switch kind {
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck:
            outputTroubles += 1
            disturbedAt = time
        case .diskSlow(let length):
            diskTroubles += 1
            slowWrite = length.nanoseconds
            disturbedAt = time
        case .diskFull, .diskReadOnly:
            diskRefusals += 1
            diskWorksSince = .max
        default: break
        }
    }

    func end(_ kind: FaultKind, at time: Int64) {
        if case .outputStuck = kind {
            stuckOutputs = max(0, stuckOutputs - 1)
            unstuckAt = time
        }
        switch kind {
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck:
            outputTroubles = max(0, outputTroubles - 1)
            disturbedAt = time
        case .diskSlow:
            diskTroubles = max(0, diskTroubles - 1)
            diskTroubleEndedAt = time
            disturbedAt = time
        case .diskFull, .diskReadOnly:
            diskRefusals = max(0, diskRefusals - 1)
            if diskRefusals == 0 { diskWorksSince = time }
        default: break
        }
    }

    /// Whether the program has lived through the wall clock's `second`, or been set over it, before its clock was last
    /// set: then that second has had its line.
    ///
    /// - Parameter ahead: how many seconds before its time something may have had its line.
    func hasLivedThrough(_ second: Int64, ahead: Int64) -> Bool {
        formerSpans.contains { $0.lowerBound - 5 <= second && second <= $0.upperBound + ahead }
    }

    private func closeSpan(at second: Int64) {
        guard hasSpan else { return }
        hasSpan = false
        if second >= spanStart { remember(spanStart...second) }
    }

    private func remember(_ span: ClosedRange<Int64>) {
        formerSpans.append(span)
        if formerSpans.count > Self.rememberedSpans { formerSpans.removeFirst() }
    }
}
