// The document of people's wishes, as AWS calls the shadow of a device, and the saves that bring it to the disk.
//
// The node saves a newer document first and obeys it once it is on the disk, so that a document reported as applied
// survives anything. If the disk fails, the node obeys it all the same and reports it as held in memory: a timer that
// rings late for want of space is worse than one that a crash would lose.

internal import ClockDomain
internal import ClockWire

/// The document that the node obeys, and the saves that bring the state to the disk.
struct Shadow: Sendable {
    private struct Saving: Sendable {
        var document: Desired
        /// The first save that has it.
        var ticket: Int
    }

    private struct Held: Sendable {
        /// The save that should have stored it.
        var ticket: Int
        /// The revision that is on the disk, 0 for none.
        var storedRevision: Int
    }

    /// The time from a failed save to the next try.
    private static let retry: Duration = .seconds(30)
    /// A document takes no longer than this to arrive over a working connection: by then keep-alive has detected a
    /// broken one.
    private static let documentPatience: Duration = .seconds(90)

    /// The document in force.
    private(set) var desired: Desired?
    /// The document that waits for the disk before the node obeys it.
    private var saving: Saving?
    /// Set when the disk did not store the document in force.
    private var held: Held?
    private var allegiance = Allegiance()
    /// The instant from which the next document's alarms must be derived once it is in force.
    private var derivesFrom: WallTime?
    /// Saves so far; the last one's ticket.
    private var saveCount = 0
    /// The newest save that is on the disk.
    private var storedTicket = 0
    /// True when a change waits for the next save.
    private(set) var isSaveDue = false
    /// The reason for which the disk did not store the last save.
    private(set) var problem: String?
    /// The instant at which the current connection was made.
    private var connectedSince: BootTime?
    /// The instant of the last connection that would have delivered a newer document.
    private(set) var contact: WallTime?
    /// True when the report has changed.
    private var hasNews = false

    init(_ state: NodeState) {
        desired = state.desired
        contact = state.contact
    }

    var refused: RefusedStore? { allegiance.refused }
    /// The revision on the disk, while a newer one is in force.
    var storedRevision: Int? { held?.storedRevision }
    /// True when the disk has the current state, or stores nothing and the node goes on without.
    var isOnDisk: Bool { storedTicket == saveCount || problem != nil }
    /// True while a save of the whole current state is under way.
    var isSaving: Bool { storedTicket != saveCount }

    /// Returns true when the report has changed since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    // MARK: Documents

    /// Judges a document that has come.
    ///
    /// - Returns: true when the caller must save it, and then obey it.
    mutating func evaluate(_ document: Desired, on node: NodeID, at now: Now, _ out: inout Outlet) -> Bool {
        let (known, refused) = (saving?.document ?? desired, allegiance.refused)
        let verdict = allegiance.evaluate(
            document, held: known, isAwaited: saving != nil || held != nil, on: node, at: now)
        if allegiance.refused != refused { hasNews = true }
        switch verdict {
        case .obey: return true
        case .ignore, .refuse(isNew: false): return false
        case .refuse(isNew: true):
            out.log(
                .warning,
                "this node does not obey a document of store \(allegiance.refused?.store.line(maximumBytes: 80) ?? ""): it "
                    + "holds the definitions of store \(known?.origin(in: document.store).line(maximumBytes: 80) ?? "none")"
            )
            return false
        }
    }

    /// Puts the document into the next save, which the caller makes at once.
    mutating func accept(_ document: Desired, at now: Now, _ clock: inout NodeClock) {
        derivesFrom = [derivesFrom, derivation(of: document, at: now, &clock)].compactMap(\.self).min()
        saving = Saving(document: document, ticket: saveCount + 1)
    }

    /// Returns the instant from which the alarms must be derived that `document` has and the one in force has not: it
    /// may have been on its way when they were due. Never an instant before the node's last chance to receive them.
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

    /// The document is in force from now on.
    ///
    /// - Returns: the instant from which its alarms must be derived.
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

    /// The node derives alarms for the first time from `instant` on.
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

    /// A change waits for the next save.
    mutating func saveLater() { isSaveDue = true }

    /// A save is on the disk.
    ///
    /// - Returns: true when it has the whole current state. An older save has less; the newest is under way.
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

    /// - Returns: the document that came to the disk with this save, for the node to obey.
    mutating func takeStored(_ ticket: Int) -> Desired? {
        if let held, ticket >= held.ticket {
            self.held = nil
            hasNews = true
        }
        guard let saving, ticket >= saving.ticket else { return nil }
        return saving.document
    }

    /// The disk did not store a save. The next save, which the node tries from time to time, has the document, too.
    ///
    /// - Returns: the document that the node must obey from memory.
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

    /// True when this save is the last one. Otherwise the newer save's own answer reports the state of the disk.
    func isNewest(_ ticket: Int) -> Bool { ticket == saveCount }

    mutating func retryLater(at now: Now, _ out: inout Outlet) { out.set(.storeRetry, .boot(now.boot + Shadow.retry)) }

    /// The problem with the disk that a person must mend.
    var storageProblem: String? {
        problem.map { reason in
            "the node's state cannot be saved: \(reason)"
                + (held == nil ? "" : "; a crash would lose what was changed last")
        }
    }
}
