internal import ClockDomain
internal import ClockWire

/// What the coordinator knows of one node. What is large is boxed, as every look at a node in a dictionary copies it.
struct KnownNode: Sendable {
    /// As it was last decided; the commit may be under way.
    @Boxed var definition: NodeDefinition
    /// As the store has it and the node may be told; `nil` until the first commit.
    @Boxed private(set) var committed: NodeDefinition?
    var availability: Availability
    var availabilitySince: WallTime?
    /// Whether its availability is known from this connection to the broker.
    var isHeard = false
    private(set) var report: Boxed<Reported>?
    private(set) var standing: Standing
    /// The zone that it last reported.
    var zone: String?
    /// The newest committed line of its history.
    @Boxed private(set) var last: QuarterRecord?
    private var instances = InstanceWatch()
    /// The last time that its document was published.
    var lastDocument: BootTime?

    init(stored: StoredNode) {
        definition = stored.definition
        committed = stored.definition
        availability = stored.availability
        availabilitySince = stored.availabilitySince
        zone = stored.zone
        // The zone is stored with the first report of a node that obeys this store.
        standing = stored.zone == nil ? .unheard : .ours
        last = stored.last
    }

    /// A node heard of for the first time.
    init(new definition: NodeDefinition) {
        self.definition = definition
        availability = .offline
        standing = .unheard
    }

    /// Its definition is in the store.
    ///
    /// - Parameter store: this store's identifier.
    mutating func commit(_ definition: NodeDefinition, store: String) {
        committed = definition
        judge(store: store)
    }

    /// Whose definitions a node holds, as far as this coordinator may act on it.
    enum Standing: Sendable, Equatable {
        /// It has not said yet what it holds.
        case unheard
        /// This store's, or nothing that is lost when this store's take its place, or what a person told this store to take
        /// the place of.
        case ours
        /// What people defined in another store, or in this one after the moment to which it was turned back, or in a copy
        /// of it. This store knows nothing of that.
        case foreign(Foreign)
    }

    struct Foreign: Sendable, Equatable {
        var store: String
        /// What a document names to take its place, see ``Desired/replaces``.
        var origin: String
    }

    /// The definitions that it holds in place of this store's.
    var foreign: Foreign? {
        switch standing {
        case .unheard, .ours: nil
        case .foreign(let foreign): foreign
        }
    }

    /// The store whose definitions it holds in place of this one's: this store itself where it was turned back, or copied.
    var foreignStore: String? { foreign?.store }

    /// Whether it may be told what this store has for it, and its ledger be taken in.
    var isOurs: Bool { standing == .ours }

    private mutating func judge(store: String) {
        guard let reported else { return }
        guard let held = reported.store, !reported.isBare else {
            standing = .ours
            return
        }
        let origin = Desired.origin(held, reported.generation, in: store)
        let known = committed ?? definition
        let isOwn = held == store
            && known.lineage.includes(reported.revision, of: reported.generation, own: known.revision)
        standing = isOwn || known.replaces.contains(origin) ? .ours : .foreign(Foreign(store: held, origin: origin))
    }

    /// Its definition is again what is committed; for a node that is not, what a new one starts with.
    mutating func rollBack() {
        definition = committed ?? .standard(id, firstSeen: definition.firstSeen)
    }

    var id: NodeID { definition.id }

    var reported: Reported? { report?.wrappedValue }

    /// The revision of its document that it goes by; 0 for a document of another store than `store`.
    func appliedRevision(of store: String) -> Int {
        reported.flatMap { $0.store == store && foreign == nil ? $0.revision : nil } ?? 0
    }

    /// True for a node that has reported, obeys this store, and goes by an older document than the committed one.
    func lacksDocument(of store: String) -> Bool {
        guard isOurs, let reported, let committed else { return false }
        return (reported.store == store ? reported.revision : 0) < committed.revision
    }

    /// Whether everything decided about it is committed.
    var isSettled: Bool { definition == committed }

    /// The newest quarter hour, of the history or of its own word, which is ahead while the store is busy or failing.
    var newestRecord: QuarterRecord? {
        guard let told = reported?.last, let last else { return last ?? reported?.last }
        return told.target > last.target || (told.target == last.target && last.outcome == .absent) ? told : last
    }

    /// It has sent something on this connection.
    ///
    /// - Returns: the availability that was known of it.
    mutating func hear() -> Availability {
        isHeard = true
        return availability
    }

    /// Two machines that take turns under its id.
    func conflict(at boot: BootTime) -> InstanceWatch.Conflict? { instances.conflict(at: boot) }

    /// What is wrong with it as such.
    func problem(at boot: BootTime) -> String? { conflict(at: boot).map { $0.words(for: id) } ?? reported?.problem }

    /// What is new in a report.
    struct ReportNews {
        var hasOtherLead: Bool
        /// Its lead until now, in milliseconds; `nil` before the first report.
        var formerLead: Int?
        var hasOtherZone: Bool
        var conflict: InstanceWatch.Conflict?
        /// Its standing, where that is another one now.
        var standing: Standing?
        /// It was last sent a document of another store, and did not obey it.
        var hasRefusedAnew: Bool
        /// Whether it may be told what this store has for it.
        var isOurs: Bool
    }

    /// Takes in what the node last said of itself.
    ///
    /// - Parameter store: this store's identifier.
    mutating func take(_ report: Boxed<Reported>, store: String, at boot: BootTime) -> ReportNews {
        var news = ReportNews(
            hasOtherLead: self.report?.wrappedValue.leadMilliseconds != report.wrappedValue.leadMilliseconds,
            formerLead: self.report?.wrappedValue.leadMilliseconds,
            hasOtherZone: zone != report.wrappedValue.zone,
            conflict: instances.see(report.wrappedValue.instance, at: boot),
            hasRefusedAnew: report.wrappedValue.refused != nil
                && report.wrappedValue.refused != self.report?.wrappedValue.refused,
            isOurs: false)
        let before = standing
        self.report = report
        judge(store: store)
        if standing != before { news.standing = standing }
        news.isOurs = isOurs
        return news
    }

    /// Takes a line that closes a quarter hour, unless there is a later one.
    mutating func takeAbsence(_ absence: QuarterRecord) {
        if last.map({ $0.target < absence.target }) ?? true { last = absence }
    }

    /// Goes on with what another entry for the same node has heard of it.
    ///
    /// - Parameter store: this store's identifier.
    mutating func takeHearing(of heard: KnownNode, store: String) {
        if let since = heard.availabilitySince {
            availability = heard.availability
            availabilitySince = since
            isHeard = heard.isHeard
        }
        if let told = heard.report {
            report = told
            zone = heard.zone ?? zone
            judge(store: store)
        }
    }

    /// The coordinator's line for a quarter hour after `last` is gone.
    mutating func dropAbsence(after last: WallTime) {
        if let line = self.last, line.outcome == .absent, line.target > last { self.last = nil }
    }

    /// Takes in lines that are in the store now.
    mutating func commit(_ entries: [LedgerEntry], at now: WallTime) {
        for entry in entries {
            if case .quarter(let record) = entry.event { take(record, at: now) }
        }
    }

    /// Takes a committed line if it is the newest. A line far in the future, from a clock that was wrong, gives way.
    private mutating func take(_ record: QuarterRecord, at now: WallTime) {
        if let last, record.target < last.target, last.target < now + .hours(1) { return }
        last = record
    }
}

extension NodeDefinition {
    /// What a node is until somebody defines something else.
    static func standard(_ id: NodeID, firstSeen: WallTime) -> NodeDefinition {
        NodeDefinition(id: id, firstSeen: firstSeen, room: id.rawValue, settings: .standard, revision: 1)
    }
}
