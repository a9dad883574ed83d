internal import ClockDomain
internal import ClockWire

/// The nodes of the site: their definitions, availability and last reports.
///
/// Availability and zones, which change without a request, wait here until the store accepts changes.
struct Nodes: Sendable {
    /// A node's place, fixed from its first message on. A change through the place happens in situ; a read of a part of
    /// a node by its id copies all of it.
    typealias Place = Dictionary<NodeID, KnownNode>.Index

    /// The coordinator refuses further nodes.
    static let maximum = 20_000
    /// The time in which a node's last will beats a message that the node sent before it.
    private static let willIsLast: Duration = .seconds(30)

    private let store: StoreAge
    private var known: [NodeID: KnownNode]
    /// The number of nodes with each ``Reported/leadMilliseconds``. Values are few, nodes many.
    private var leads: [Int: Int] = [:]
    private var unsavedAvailabilities: Set<NodeID> = []
    private var unsavedZones: Set<NodeID> = []
    /// True once the coordinator has asked silent nodes for a report on this connection.
    private var hasAsked = false
    /// The nodes refused as too many: the last one's instant, and their count since the start.
    private(set) var refused: (last: WallTime, id: NodeID, count: Int)?

    /// - Parameter start: the start of the program.
    init(_ stored: [StoredNode], storeID: String, generation: StoreGeneration, start: BootTime) {
        store = StoreAge(id: storeID, generation: generation)
        known = Dictionary(uniqueKeysWithValues: stored.map { ($0.definition.id, KnownNode(stored: $0, start: start)) })
    }

    // MARK: Reading

    subscript(id: NodeID) -> KnownNode? { known[id] }

    func isKnown(_ id: NodeID) -> Bool { known.index(forKey: id) != nil }

    /// All nodes, in no order.
    var all: Dictionary<NodeID, KnownNode>.Values { known.values }

    /// The ids of all nodes, in order.
    var ids: [NodeID] { known.keys.sorted() }

    /// Returns the ids after `id`, or all if it is `nil`, in order.
    func ids(after id: NodeID?) -> [NodeID] {
        guard let id else { return ids }
        return known.keys.filter { $0 > id }.sorted()
    }

    /// Returns, ascending, the nodes that a calendar silences.
    func heeding(_ calendar: String) -> [NodeID] {
        known.values.filter { $0.definition.settings.holidays.contains(calendar) }.map(\.id).sorted()
    }

    var count: Int { known.count }

    /// Returns, in order, the nodes that appeared within `span` and for which nobody has set anything.
    func newcomers(within span: Duration, at now: Now) -> [NodeID] {
        known.values.filter { $0.definition.revision <= 1 && $0.firstSeen(at: now) > now.wall - span }.map(\.id)
            .sorted()
    }

    var isEmpty: Bool { known.isEmpty }

    /// Returns the online nodes of `ids`, in their order.
    func online(of ids: [NodeID]) -> [NodeID] { ids.filter { known[$0]?.availability == .online } }

    /// Returns the refusal of unknown ids; `nil` when all are known.
    func refusal(ofUnknown ids: [NodeID]) -> RequestError? {
        let unknown = Set(ids.filter { known[$0] == nil }).sorted()
        guard !unknown.isEmpty else { return nil }
        let others = isEmpty ? "no node is known yet" : "known are \(self.ids.inWords)"
        return RequestError(.unknownNode, "no node is called \(unknown.inWords); \(others)")
    }

    /// The longest time that any node plays before a quarter hour's instant.
    var longestLead: Duration { .milliseconds(leads.keys.max() ?? 0) }

    /// True if a node has kept a quarter hour within `span` of `instant` by a clock of its own. A node with a wrong
    /// clock may follow this clock's wake, and a node without a clock repeats this clock: neither counts.
    func wereAtWork(within span: Duration, of instant: WallTime) -> Bool {
        known.values.contains { node in
            node.keptByItself.map { ($0 - instant).magnitude < span } ?? false
        }
    }

    /// True if a node has kept a quarter hour after `instant` by a clock of its own: then it is no earlier than that.
    func wereAtWork(after instant: WallTime) -> Bool {
        // One that has not reported since the start may have kept it by a clock that was ahead, as this one did.
        known.values.contains { $0.reported != nil && $0.keptByItself.map { $0 > instant } ?? false }
    }

    /// The errors of the nodes whose definitions cannot be changed here.
    var refusalsToDefine: [NodeID: RequestError] {
        known.compactMapValues { node in
            node.foreignStore.map { foreign in
                let held =
                    foreign == store.id
                    ? "a later state of this coordinator's store, \(store.id), or that of a copy, and does not obey this one"
                    : "what people defined in store \(foreign) and does not obey this one, \(store.id)"
                return RequestError(.unavailable, "node \(node.id) holds \(held); clockctl adopt takes that over")
            }
        }
    }

    /// The other stores whose definitions nodes hold, ascending, each with its nodes.
    var foreignStores: [ForeignStore] {
        var holders: [String: ForeignStore] = [:]
        for id in ids {
            guard let node = known[id], let store = node.foreignStore else { continue }
            holders[store, default: ForeignStore(store: store, nodes: [])].nodes.append(id)
            holders[store]?.alarms += node.reported?.alarmCount ?? 0
        }
        return holders.values.sorted { $0.store < $1.store }
    }

    /// The refusal of all definitions when every node obeys another store: the store would keep them, and no node would
    /// receive them.
    var refusalAsStranger: RequestError? {
        guard let foreign = foreignStores.first, !known.values.contains(where: \.isOurs) else { return nil }
        return RequestError(
            .unavailable,
            "\(foreign.inWords(own: store.id)) and \(foreign.nodes.count == 1 ? "does" : "do") not obey this coordinator, "
                + "whose store is \(store.id); if another coordinator serves this site, stop this one; else clockctl adopt "
                + "takes that over")
    }

    // MARK: Messages from nodes

    enum Acquaintance {
        case known(Place)
        /// The caller must store its definition.
        case new(Place, NodeDefinition)
        /// There are too many nodes.
        case refused
    }

    /// Returns the place of a node that has sent something.
    mutating func meet(_ id: NodeID, at now: Now, _ out: inout Outbox) -> Acquaintance {
        if let place = known.index(forKey: id) { return .known(place) }
        guard known.count < Self.maximum else {
            refused = (now.wall, id, (refused?.count ?? 0) + 1)
            out.perform(
                .logLimited(
                    .error,
                    "refused node \(id): the site has \(Self.maximum) nodes and can have no more; "
                        + "forget some with clockctl node rm", about: "too many nodes"))
            return .refused
        }
        let definition = NodeDefinition.standard(id, firstSeen: now.wall)
        known[id] = KnownNode(new: definition, at: now.boot)
        out.perform(.logLimited(.notice, "node \(id) is new", about: "new node \(id)"))
        guard let place = known.index(forKey: id) else { preconditionFailure("node \(id) was not put into its place") }
        return .new(place, definition)
    }

    /// Marks all nodes as silent on a new connection.
    mutating func reconnect() {
        hasAsked = false
        for place in known.indices { known.values[place].isHeard = false }
    }

    /// Records a node's availability as the broker or the node publishes it.
    mutating func receive(_ availability: Availability, of place: Place, at now: Now, _ out: inout Outbox) {
        known.values[place].isHeard = true
        set(availability, of: known.keys[place], at: now, &out)
    }

    /// Marks a node that has sent lines of its ledger as online. The queue for a busy coordinator may have been full
    /// when the node announced itself.
    ///
    /// - Returns: true if the coordinator may accept its ledger. The node drops acknowledged entries, and the other
    ///   store would then never receive them.
    mutating func hearLedger(of place: Place, at now: Now, _ out: inout Outbox) -> Bool {
        if known.values[place].recordContact() == .offline { set(.online, of: known.keys[place], at: now, &out) }
        return known.values[place].isOurs
    }

    /// Marks a node that has reported or asked as online, even if the broker's message about it is lost or stale.
    ///
    /// - Returns: true if it lacks its document, which the caller then publishes again.
    mutating func recordContact(_ id: NodeID, at now: Now, _ out: inout Outbox) -> Bool {
        guard let place = known.index(forKey: id) else { return false }
        if known.values[place].recordContact() == .offline,
            known.values[place].availabilitySince.map({ (now.wall - $0).magnitude >= Self.willIsLast }) ?? true
        {
            set(.online, of: id, at: now, &out)
        }
        return known.values[place].isDocumentDueAgain(of: store.id, at: now.boot)
    }

    mutating func documentPublished(to id: NodeID, at boot: BootTime) { known[id]?.documentPublished(at: boot) }

    /// - Returns: the news of the report.
    mutating func receive(_ report: Boxed<Reported>, of place: Place, at boot: BootTime) -> KnownNode.ReportNews {
        let news = known.values[place].receive(report, of: store, at: boot)
        if news.hasOtherLead {
            count(lead: news.formerLead, -1)
            count(lead: report.wrappedValue.leadMilliseconds, 1)
        }
        return news
    }

    private mutating func count(lead: Int?, _ difference: Int) {
        guard let lead else { return }
        leads[lead, default: 0] += difference
        if leads[lead] == 0 { leads[lead] = nil }
    }

    mutating func move(_ place: Place, to zone: String) {
        known.values[place].zone = zone
        unsavedZones.insert(known.keys[place])
    }

    /// The first call returns the nodes that have been silent since the connection: for subscriptions with wildcards a
    /// broker may deliver no retained messages, as RabbitMQ does. The next call marks silent nodes as offline.
    ///
    /// - Returns: the nodes that the caller must ask for a report, in order.
    mutating func resolveSilence(at now: Now, _ out: inout Outbox) -> [NodeID] {
        let silent = ids.filter { known[$0]?.isHeard == false }
        guard hasAsked else {
            hasAsked = true
            return silent
        }
        for id in silent { set(.offline, of: id, at: now, &out) }
        return []
    }

    private mutating func set(_ availability: Availability, of id: NodeID, at now: Now, _ out: inout Outbox) {
        guard let node = known[id], node.availability != availability || node.availabilitySince == nil else { return }
        known[id]?.availability = availability
        if availability == .online { known[id]?.cameBack() }
        known[id]?.availabilitySince = now.wall.truncatedToMilliseconds
        unsavedAvailabilities.insert(id)
        let line = "node \(id) is \(availability.rawValue)"
        out.perform(.logLimited(.info, line, about: line))
    }

    // MARK: Definitions

    /// Changes a node's definition: one more revision, published when it is committed.
    ///
    /// - Returns: the operation for the store; `nil` for an unknown node.
    mutating func define(_ id: NodeID, _ change: (inout NodeDefinition) -> Void) -> StoreOperation? {
        guard var definition = known[id]?.definition else { return nil }
        change(&definition)
        definition.revise(in: store.generation)
        known[id]?.definition = definition
        return .saveDefinition(definition)
    }

    /// A node that was forgotten comes back: its definition goes on from the document that it holds, which it would obey
    /// no older one after.
    ///
    /// - Returns: the operation for the store; `nil` for an unknown node, or a revision that nothing follows.
    mutating func goOn(from revision: Int, of id: NodeID) -> StoreOperation? {
        guard revision < Int(Int32.max) else { return nil }
        return define(id) { [generation = store.generation] in $0.goOn(from: revision, of: generation) }
    }

    mutating func forget(_ id: NodeID) {
        unsavedAvailabilities.remove(id)
        unsavedZones.remove(id)
        count(lead: known[id]?.reported?.leadMilliseconds, -1)
        known[id] = nil
    }

    /// Restores a node that the store did not forget. Later messages of the node keep their effect.
    mutating func restore(_ forgotten: KnownNode) {
        var node = forgotten
        node.rollBack()
        if let heard = known[node.id] { node.takeHearing(of: heard, in: store) }
        count(lead: known[node.id]?.reported?.leadMilliseconds, -1)
        known[node.id] = node
        count(lead: node.reported?.leadMilliseconds, 1)
        // Its unsaved changes at the time of forgetting are lost, so save both.
        unsavedAvailabilities.insert(node.id)
        unsavedZones.insert(node.id)
    }

    // MARK: The store

    /// Moves mutes of a length with the clock that somebody set, as timers move.
    ///
    /// - Returns: the mutes to define, by node.
    mutating func followMutes(at now: Now) -> [(id: NodeID, mute: Mute)] {
        ids.compactMap { id in known[id]?.followMute(at: now).map { (id, $0) } }
    }

    mutating func noteMute(_ mute: Mute, of id: NodeID, seconds: Int, at boot: BootTime) {
        known[id]?.noteMute(mute, seconds: seconds, at: boot)
    }

    /// Removes and returns, in order, the operations that store unrequested changes.
    mutating func takeNews() -> [StoreOperation] {
        // Called after each event, and hardly ever with news.
        guard !unsavedAvailabilities.isEmpty || !unsavedZones.isEmpty else { return [] }
        defer { (unsavedAvailabilities, unsavedZones) = ([], []) }
        return unsavedAvailabilities.sorted().compactMap { id in
            guard let node = known[id], let since = node.availabilitySince else { return nil }
            return .saveAvailability(id, node.availability, since: since)
        }
            + unsavedZones.sorted().compactMap { id in
                guard let zone = known[id]?.zone else { return nil }
                return .saveZone(id, zone)
            }
    }

    /// Marks an availability as unsaved after the store refused it.
    mutating func loseAvailability(of id: NodeID) { unsavedAvailabilities.insert(id) }

    /// Marks a zone as unsaved after the store refused it.
    mutating func loseZone(of id: NodeID) { unsavedZones.insert(id) }

    /// Records that the store has a node's definition.
    mutating func commit(_ definition: NodeDefinition) { known[definition.id]?.commit(definition, of: store) }

    /// Records that the store has lines of a node.
    mutating func commit(_ entries: [LedgerEntry], of id: NodeID, at now: WallTime) {
        guard let place = known.index(forKey: id) else { return }
        known.values[place].commit(entries, at: now)
    }

    /// Records that the store has the lines of a span of quarter hours.
    mutating func commit(_ closing: QuarterClosing) {
        for absence in closing.absences where absence.firstSeen < closing.through {
            guard let place = known.index(forKey: absence.node) else { continue }
            known.values[place].takeAbsence(
                QuarterRecord(
                    target: closing.through, outcome: .absent, reason: absence.reason, detail: absence.detail))
        }
    }

    /// Forgets the coordinator's lines after this quarter hour, which the store has deleted.
    mutating func reopenQuarters(after last: WallTime) {
        for place in known.indices { known.values[place].dropAbsence(after: last) }
    }

    /// Undoes the decisions about a node that the store refused.
    mutating func rollBack(_ id: NodeID) { known[id]?.rollBack() }

    /// The decided definitions that are not in the store, in order.
    var unsettled: [NodeDefinition] {
        ids.compactMap { id in known[id].flatMap { $0.isSettled ? nil : $0.definition } }
    }
}

extension ForeignStore {
    /// "kitchen and office hold what people defined in store 5f0c9a6e21d4b873, 14 alarms".
    func inWords(own: String) -> String {
        "\(nodes.inWords) \(nodes.count == 1 ? "holds" : "hold") "
            + (store == own
                ? "a later state of this store, or that of a copy, " : "what people defined in store \(store), ")
            + Self.words(forAlarms: alarms)
    }

    static func words(forAlarms count: Int) -> String { count == 1 ? "1 alarm" : "\(count) alarms" }
}

extension [NodeID] {
    /// `bedroom, kitchen`; at most the first twenty.
    var inWords: String {
        let shown = prefix(20).map(\.rawValue).joined(separator: ", ")
        return count > 20 ? "\(shown) and \(count - 20) more" : shown
    }
}
