internal import ClockDomain
internal import ClockWire

/// A store, and its generation of this run.
struct StoreAge: Sendable {
    var id: String
    var generation: StoreGeneration
}

/// The coordinator's state of one node. Large values are boxed, because every dictionary look-up copies the node.
struct KnownNode: Sendable {
    /// The latest decided definition; its commit may be under way.
    @Boxed var definition: NodeDefinition
    /// The stored definition, which the coordinator may publish; `nil` until the first commit.
    @Boxed private(set) var committed: NodeDefinition?
    var availability: Availability
    var availabilitySince: WallTime?
    /// True once its availability is known from this connection to the broker.
    var isHeard = false
    private(set) var report: Boxed<Reported>?
    private(set) var standing: Standing
    /// The zone that it last reported.
    var zone: String?
    /// The newest committed line of its history.
    @Boxed private(set) var last: QuarterRecord?
    private var instances = InstanceWatch()
    private var lastDocument: PublishedDocument?
    /// The instant since which this run knows it: of its first message, or of the start if the store had it.
    private let since: BootTime
    /// The mute that ends after a length of time which somebody asked for in this run.
    private var mute: AskedMute?

    /// - Parameter start: the start of the program.
    init(stored: StoredNode, start: BootTime) {
        since = start
        definition = stored.definition
        committed = stored.definition
        availability = stored.availability
        availabilitySince = stored.availabilitySince
        zone = stored.zone
        // The zone is stored with the first report of a node that obeys this store.
        standing = stored.zone == nil ? .unheard : .ours
        last = stored.last
    }

    private struct PublishedDocument: Sendable {
        var revision: Int
        var at: BootTime
        /// The number of times that it was published because the node lacked it.
        var repetitions: Int
    }

    /// The time in which a document and a node's earlier report may cross; doubled with each repetition but the first.
    private static let documentIsOnItsWay: Duration = .seconds(5)
    /// 5 s times 2 to the seventh are over ten minutes.
    private static let maximumDoublings = 7

    private struct AskedMute: Sendable {
        var asked: BootTime
        var seconds: Int
        /// As in the definition, and before the last step of the clock: the store may refuse the newer one.
        var mutes: [Mute]
    }

    /// Makes the entry for the first message of a node.
    init(new definition: NodeDefinition, at boot: BootTime) {
        since = boot
        self.definition = definition
        availability = .offline
        standing = .unheard
    }

    /// Returns the instant of its first message. A stored instant that is later than its first one in this run, by the
    /// present clock, comes from a clock that was ahead.
    func firstSeen(at now: Now) -> WallTime { min(definition.firstSeen, now.wall(at: since)) }

    /// Notes that somebody asked for a mute by its length.
    mutating func noteMute(_ asked: Mute, seconds: Int, at boot: BootTime) {
        guard definition.settings.mute == asked else { return }
        mute = AskedMute(asked: boot, seconds: seconds, mutes: [asked])
    }

    /// Returns the mute that its definition must have after a step of the clock; `nil` if it is right.
    mutating func followMute(at now: Now) -> Mute? {
        guard let asked = mute, asked.mutes.contains(definition.settings.mute),
            now.boot - asked.asked < .seconds(asked.seconds)
        else {
            mute = nil
            return nil
        }
        let right = Mute.ending(after: asked.seconds, from: now.wall(at: asked.asked))
        let present = definition.settings.mute
        guard right != present else { return nil }
        mute = AskedMute(asked: asked.asked, seconds: asked.seconds, mutes: [present, right])
        return right
    }

    /// The newest quarter hour that it kept by a clock of its own.
    var keptByItself: WallTime? {
        guard let line = last, reported?.clock.source != .coordinator, line.outcome != .absent,
            line.reason != .untrusted
        else { return nil }
        return line.target
    }

    /// Records that the store has its definition.
    mutating func commit(_ definition: NodeDefinition, of store: StoreAge) {
        committed = definition
        assess(of: store)
    }

    /// The owner of the definitions that a node holds, as far as this coordinator may act on it.
    enum Standing: Sendable, Equatable {
        /// It has not reported yet.
        case unheard
        /// It holds this store's definitions, or nothing that is lost when this store replaces it, or definitions that
        /// a person let this store replace.
        case ours
        /// It holds definitions from another store, from a copy of this one, or from this one after the moment to which
        /// it was turned back. This store does not have them.
        case foreign(Foreign)
    }

    struct Foreign: Sendable, Equatable {
        var store: String
        /// The name that a document gives to replace it, see ``Desired/replaces``.
        var origin: String
    }

    /// The foreign definitions that it holds.
    var foreign: Foreign? {
        switch standing {
        case .unheard, .ours: nil
        case .foreign(let foreign): foreign
        }
    }

    /// The store whose definitions it holds in place of this one's; this store itself if it was turned back, or copied.
    var foreignStore: String? { foreign?.store }

    /// True if the coordinator may publish to it and accept its ledger.
    var isOurs: Bool { standing == .ours }

    private mutating func assess(of store: StoreAge) {
        guard let reported else { return }
        guard let held = reported.store, !reported.isBare else {
            standing = .ours
            return
        }
        let origin = Desired.origin(held, reported.generation, in: store.id)
        let known = committed ?? definition
        let isOwn = held == store.id && (isOfThisRun(store) || isContinued)
        standing = isOwn || known.replaces.contains(origin) ? .ours : .foreign(Foreign(store: held, origin: origin))
    }

    /// True if the reported document is one that the node's definition goes on from.
    private var isContinued: Bool {
        guard let reported else { return false }
        let known = committed ?? definition
        return known.lineage.includes(reported.revision, of: reported.generation, own: known.revision)
    }

    /// This run made every document of its generation, also that of a node which a person had it forget since.
    private func isOfThisRun(_ store: StoreAge) -> Bool {
        reported?.generation == store.generation && store.generation != .uncounted
    }

    /// Restores the committed definition; for an uncommitted node, the standard one.
    mutating func rollBack() {
        definition = committed ?? .standard(id, firstSeen: definition.firstSeen)
    }

    var id: NodeID { definition.id }

    var reported: Reported? { report?.wrappedValue }

    /// The revision of its document that it applies; 0 for a document of another store than `store`.
    func appliedRevision(of store: String) -> Int {
        reported.flatMap { $0.store == store && foreign == nil ? $0.revision : nil } ?? 0
    }

    /// True for a node that has reported, obeys this store, and applies an older document than the committed one.
    private func lacksDocument(of store: String) -> Bool {
        guard isOurs, let reported, let committed else { return false }
        return (reported.store == store ? reported.revision : 0) < committed.revision
    }

    mutating func documentPublished(at boot: BootTime) {
        guard let committed else { return }
        let repetitions = lastDocument.map { $0.revision == committed.revision ? $0.repetitions : 0 } ?? 0
        lastDocument = PublishedDocument(revision: committed.revision, at: boot, repetitions: repetitions)
    }

    /// Notes that no document is on its way: what was published while it was away lies on a member of a cluster that it
    /// may not be connected to.
    mutating func cameBack() { lastDocument = nil }

    /// True if it lacks its document and is due to get it again.
    ///
    /// Each repetition waits longer: where two coordinators with stores of their own serve one node, each document
    /// displaces the other one.
    mutating func isDocumentDueAgain(of store: String, at boot: BootTime) -> Bool {
        guard lacksDocument(of: store) else { return false }
        guard let last = lastDocument else { return true }
        let doublings = min(max(0, last.repetitions - 1), Self.maximumDoublings)
        guard boot - last.at >= Self.documentIsOnItsWay * (1 << doublings) else { return false }
        lastDocument?.repetitions += 1
        return true
    }

    /// True if every decision about it is committed.
    var isSettled: Bool { definition == committed }

    /// The newest quarter hour, from the history or the node's report; the report is ahead while the store is busy or
    /// failing.
    var newestRecord: QuarterRecord? {
        guard let told = reported?.last, let last else { return last ?? reported?.last }
        return told.target > last.target || (told.target == last.target && last.outcome == .absent) ? told : last
    }

    /// Notes that it has sent something on this connection.
    ///
    /// - Returns: the availability known so far.
    mutating func recordContact() -> Availability {
        isHeard = true
        return availability
    }

    /// Returns the conflict of two machines that share its id.
    func conflict(at boot: BootTime) -> InstanceWatch.Conflict? { instances.conflict(at: boot) }

    /// Returns a problem of the node as such.
    func problem(at boot: BootTime) -> String? { conflict(at: boot).map { $0.words(for: id) } ?? reported?.problem }

    /// The news of a report.
    struct ReportNews {
        var hasOtherLead: Bool
        /// Its earlier lead, in milliseconds; `nil` before the first report.
        var formerLead: Int?
        var hasOtherZone: Bool
        var conflict: InstanceWatch.Conflict?
        /// A person had this run forget it, and it comes back with its former document.
        var isForgotten = false
        /// Its standing, if it has changed.
        var standing: Standing?
        /// It last received a document of another store, and did not obey it.
        var hasRefusedAnew: Bool
        /// True if the coordinator may publish to it.
        var isOurs: Bool
    }

    /// Stores the node's latest report.
    mutating func receive(_ report: Boxed<Reported>, of store: StoreAge, at boot: BootTime) -> ReportNews {
        var news = ReportNews(
            hasOtherLead: self.report?.wrappedValue.leadMilliseconds != report.wrappedValue.leadMilliseconds,
            formerLead: self.report?.wrappedValue.leadMilliseconds,
            hasOtherZone: zone != report.wrappedValue.zone,
            conflict: instances.observe(report.wrappedValue.instance, at: boot),
            hasRefusedAnew: report.wrappedValue.refused != nil
                && report.wrappedValue.refused != self.report?.wrappedValue.refused,
            isOurs: false)
        let before = standing
        self.report = report
        assess(of: store)
        if standing != before { news.standing = standing }
        news.isForgotten = before == .unheard && isOurs && isOfThisRun(store) && !isContinued
        news.isOurs = isOurs
        return news
    }

    /// Records a line that closes a quarter hour, unless there is a later one.
    mutating func takeAbsence(_ absence: QuarterRecord) {
        if last.map({ $0.target < absence.target }) ?? true { last = absence }
    }

    /// Adopts the reports that another entry for the same node has received.
    mutating func takeHearing(of heard: KnownNode, in store: StoreAge) {
        if let since = heard.availabilitySince {
            availability = heard.availability
            availabilitySince = since
            isHeard = heard.isHeard
        }
        if let told = heard.report {
            report = told
            zone = heard.zone ?? zone
            assess(of: store)
        }
    }

    /// Forgets the coordinator's line of a quarter hour after `last`, which the store has deleted.
    mutating func dropAbsence(after last: WallTime) {
        if let line = self.last, line.outcome == .absent, line.target > last { self.last = nil }
    }

    /// Records lines that the store now has.
    mutating func commit(_ entries: [LedgerEntry], at now: WallTime) {
        for entry in entries {
            if case .quarter(let record) = entry.event { receive(record, at: now) }
        }
    }

    /// Records a committed line if it is the newest. A line far in the future, from a wrong clock, gives way.
    private mutating func receive(_ record: QuarterRecord, at now: WallTime) {
        if let last, record.target < last.target, last.target < now + .hours(1) { return }
        last = record
    }
}

extension NodeDefinition {
    /// Returns the definition of a node that nobody has defined yet.
    static func standard(_ id: NodeID, firstSeen: WallTime) -> NodeDefinition {
        NodeDefinition(id: id, firstSeen: firstSeen, room: id.rawValue, settings: .standard, revision: 1)
    }
}
