// The document of what people want, as AWS calls the shadow of a device, and the saves that bring it to the disk.
//
// A newer document is saved first and obeyed when it is on the disk, so that what the node reports as applied survives
// anything. Where the disk does not take it, it is obeyed all the same and reported as held in memory: a timer that rings
// late for want of space is worse than one that a crash would lose.

internal import ClockDomain
internal import ClockWire

/// Which document the node obeys, and which save has brought what to the disk.
struct Shadow: Sendable {
    private struct Saving: Sendable {
        var document: Desired
        /// The first save that has it.
        var ticket: Int
    }

    private struct Held: Sendable {
        /// The save that was to bring it.
        var ticket: Int
        /// The revision that is on the disk, 0 for none.
        var storedRevision: Int
    }

    /// How long after a save failed the next is tried.
    private static let retry: Duration = .seconds(30)
    /// A document takes no longer than this to arrive over a connection that stands: by then keep-alive has found out
    /// about one that does not.
    private static let documentPatience: Duration = .seconds(90)

    /// The document that is obeyed.
    private(set) var desired: Desired?
    /// The document that is not obeyed before the disk has answered.
    private var saving: Saving?
    /// The disk did not take the document that is obeyed.
    private var held: Held?
    private var allegiance = Allegiance()
    /// From when on the alarms of the document that is saved are to be looked at, when it is obeyed.
    private var derivesFrom: WallTime?
    /// Saves so far; the last one's ticket.
    private var saveCount = 0
    /// The newest save that is on the disk.
    private var storedTicket = 0
    /// Whether something waits for the next save.
    private(set) var isSaveDue = false
    /// Why the disk did not take the last save.
    private(set) var problem: String?
    /// When the connection was made that there is.
    private var connectedSince: BootTime?
    /// When the node last had a connection over which a newer document would have come.
    private(set) var contact: WallTime?
    /// Whether what is reported has changed.
    private var hasNews = false

    init(_ state: NodeState) {
        desired = state.desired
        contact = state.contact
    }

    var refused: RefusedStore? { allegiance.refused }
    /// The revision that is on the disk, where a newer one is obeyed.
    var storedRevision: Int? { held?.storedRevision }
    /// Whether what the disk has is what the node goes by, or the disk takes nothing and the node goes on without.
    var isOnDisk: Bool { storedTicket == saveCount || problem != nil }
    /// Whether a save is under way that has everything.
    var isSaving: Bool { storedTicket != saveCount }

    /// Whether what is reported has changed since this was asked.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    // MARK: A document comes

    /// Judges a document that has come.
    ///
    /// - Returns: whether it is to be saved, and then obeyed.
    mutating func judge(_ document: Desired, on node: NodeID, at now: Now, _ out: inout Outlet) -> Bool {
        let (known, refused) = (saving?.document ?? desired, allegiance.refused)
        let verdict = allegiance.judge(
            document, held: known, isAwaited: saving != nil || held != nil, on: node, at: now)
        if allegiance.refused != refused { hasNews = true }
        switch verdict {
        case .obey: return true
        case .ignore, .refuse(isNew: false): return false
        case .refuse(isNew: true):
            out.log(
                .warning,
                "this node does not obey a document of store \(allegiance.refused?.store.line(maximumBytes: 80) ?? ""): it "
                    + "holds the definitions of store \(known?.origin(in: document.store).line(maximumBytes: 80) ?? "none")")
            return false
        }
    }

    /// The document goes with the next save, which is about to be made.
    mutating func take(_ document: Desired, at now: Now, _ clock: inout NodeClock) {
        derivesFrom = [derivesFrom, derivation(of: document, at: now, &clock)].compactMap(\.self).min()
        saving = Saving(document: document, ticket: saveCount + 1)
    }

    /// From when on the alarms that `document` has and the obeyed one has not must be looked at: it may have been on its
    /// way when they were due. Not what was due before the node had its last chance to hear of them.
    private mutating func derivation(of document: Desired, at now: Now, _ clock: inout NodeClock) -> WallTime? {
        noteContact(at: now, &clock)
        let known = desired?.alarms ?? []
        var index = known.startIndex
        var earliest: WallTime?
        for alarm in document.alarms where alarm.isEnabled {
            while index < known.endIndex, known[index].id < alarm.id { index += 1 }
            if index < known.endIndex, known[index].id == alarm.id, known[index].isEnabled,
                known[index].schedule.countsFrom == alarm.schedule.countsFrom
            {
                continue
            }
            earliest = min(earliest ?? alarm.schedule.countsFrom, alarm.schedule.countsFrom)
        }
        guard let earliest, let contact else { return nil }
        return max(earliest, contact)
    }

    /// The document is obeyed from now on.
    ///
    /// - Returns: from when on its alarms are to be looked at.
    mutating func obey(_ document: Desired, _ out: inout Outlet) -> WallTime? {
        desired = document
        saving = nil
        hasNews = true
        out.log(.info, "this node obeys revision \(document.revision) of its document")
        defer { derivesFrom = nil }
        return derivesFrom
    }

    // MARK: The connection

    mutating func connected(at now: Now) { connectedSince = now.boot }

    mutating func disconnected(at now: Now, _ clock: inout NodeClock) {
        noteContact(at: now, &clock)
        connectedSince = nil
    }

    /// Every document made up to a moment ago has come.
    private mutating func noteContact(at now: Now, _ clock: inout NodeClock) {
        guard let connectedSince, now.boot - connectedSince >= Shadow.documentPatience, saving == nil,
            let wall = clock.ringTime(at: now).wall
        else { return }
        contact = wall - Shadow.documentPatience
    }

    /// Alarms are looked at for the first time from `instant` on.
    mutating func beginContact(at instant: WallTime) { contact = contact ?? instant }

    // MARK: Saves

    /// Makes a save of `state`, with the document that waits for it.
    mutating func save(_ state: NodeState, at now: Now, _ clock: inout NodeClock, _ out: inout Outlet) {
        saveCount += 1
        isSaveDue = false
        noteContact(at: now, &clock)
        var state = state
        state.contact = contact?.clampedToValid
        state.desired = saving?.document ?? desired
        if saving != nil, let derivesFrom { state.alarms.derive(after: derivesFrom) }
        out.emit(.store(Boxed(wrappedValue: state), ticket: saveCount))
    }

    /// Something waits for the next save.
    mutating func saveLater() { isSaveDue = true }

    /// A save is on the disk.
    ///
    /// - Returns: whether it has everything. An older one has less; the one with all of it is under way.
    mutating func stored(_ ticket: Int, _ out: inout Outlet) -> Bool {
        if problem != nil {
            out.log(.notice, "the node's state can be saved again")
            hasNews = true
        }
        problem = nil
        storedTicket = ticket
        out.cancel(.storeRetry)
        return ticket == saveCount
    }

    /// - Returns: the document that has come to the disk with this save, and is to be obeyed.
    mutating func takeStored(_ ticket: Int) -> Desired? {
        if let held, ticket >= held.ticket {
            self.held = nil
            hasNews = true
        }
        guard let saving, ticket >= saving.ticket else { return nil }
        return saving.document
    }

    /// The disk did not take a save. The next one, which is tried again from time to time, has the document, too.
    ///
    /// - Returns: the document that is to be obeyed from memory.
    mutating func storeFailed(_ ticket: Int, _ failure: String, _ out: inout Outlet) -> Desired? {
        let reason = failure.line(maximumBytes: QuarterRecord.maximumDetailBytes)
        if problem != reason {
            out.log(.error, "the node's state cannot be saved: \(reason); the node goes on from memory")
            hasNews = true
        }
        problem = reason
        guard let saving, ticket >= saving.ticket else { return nil }
        let known = desired.flatMap { $0.store == saving.document.store ? $0.revision : nil } ?? 0
        held = Held(ticket: saving.ticket, storedRevision: held?.storedRevision ?? known)
        out.log(.warning, "revision \(saving.document.revision) is in memory only: a crash would lose it")
        return saving.document
    }

    /// Whether this save is the last one. With a newer one under way, or done, its own answer says what is on the disk.
    func isNewest(_ ticket: Int) -> Bool { ticket == saveCount }

    mutating func retryLater(at now: Now, _ out: inout Outlet) {
        out.set(.storeRetry, .boot(now.boot + Shadow.retry))
    }

    /// What a person must mend about the disk.
    var storageProblem: String? {
        problem.map { reason in
            "the node's state cannot be saved: \(reason)"
                + (held == nil ? "" : "; a crash would lose what was changed last")
        }
    }
}
