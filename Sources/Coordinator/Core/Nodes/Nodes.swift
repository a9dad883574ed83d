internal import ClockDomain
internal import ClockWire

/// The nodes of the site: what each is to be, whether it is there, and what it last said of itself.
///
/// What is to be stored without anybody having asked for it, availability and zones, waits here until the store takes
/// changes.
struct Nodes: Sendable {
    /// A node's place, which it has from the first time it is heard of. What is changed by its place is changed where it
    /// lies; to look at a part of a node by its id copies all of it.
    typealias Place = Dictionary<NodeID, KnownNode>.Index

    /// More nodes than this are refused.
    static let maximum = 20_000
    private static let refusalsAreTold: Duration = .minutes(1)
    /// A document on its way crosses what a node said before it came.
    private static let documentIsOnItsWay: Duration = .seconds(5)
    /// A message that a node sent before its last will may come after it.
    private static let willIsLast: Duration = .seconds(30)

    private let storeID: String
    /// The store's, in which definitions are revised.
    private let generation: StoreGeneration
    private var known: [NodeID: KnownNode]
    /// How many nodes report each ``Reported/leadMilliseconds``. There are few different ones, and many nodes.
    private var leads: [Int: Int] = [:]
    private var unsavedAvailabilities: Set<NodeID> = []
    private var unsavedZones: Set<NodeID> = []
    /// Silent nodes have been asked for a report since the connection.
    private var hasAsked = false
    /// When a node was last refused for being one too many.
    private var lastRefusal: BootTime?

    init(_ stored: [StoredNode], storeID: String, generation: StoreGeneration) {
        self.storeID = storeID
        self.generation = generation
        known = Dictionary(uniqueKeysWithValues: stored.map { ($0.definition.id, KnownNode(stored: $0)) })
    }

    // MARK: Looking

    subscript(id: NodeID) -> KnownNode? { known[id] }

    func isKnown(_ id: NodeID) -> Bool { known.index(forKey: id) != nil }

    /// In no order.
    var all: Dictionary<NodeID, KnownNode>.Values { known.values }

    /// The ids of all nodes, in order.
    var ids: [NodeID] { known.keys.sorted() }

    /// Those after `id`, all without one, in order.
    func ids(after id: NodeID?) -> [NodeID] {
        guard let id else { return ids }
        return known.keys.filter { $0 > id }.sorted()
    }

    var count: Int { known.count }
    var isEmpty: Bool { known.isEmpty }

    /// Those of `ids` that are online, in their order.
    func online(of ids: [NodeID]) -> [NodeID] { ids.filter { known[$0]?.availability == .online } }

    /// The refusal of ids that are not known; `nil` when all are.
    func refusal(ofUnknown ids: [NodeID]) -> RequestError? {
        let unknown = Set(ids.filter { known[$0] == nil }).sorted()
        guard !unknown.isEmpty else { return nil }
        let others = isEmpty ? "no node is known yet" : "known are \(self.ids.inWords)"
        return RequestError(.unknownNode, "no node is called \(unknown.inWords); \(others)")
    }

    /// The longest of what nodes play before a quarter hour's instant.
    var longestLead: Duration {
        .milliseconds(leads.keys.max() ?? 0)
    }

    /// Whether a node has kept a quarter hour of a time as near to `instant` by a clock of its own. A node with a wrong
    /// clock may have been woken for this clock's quarter hour, and one that follows this clock repeats it: neither counts.
    func wereAtWork(within span: Duration, of instant: WallTime) -> Bool {
        known.values.contains { node in
            guard let line = node.last, node.reported?.clock.source != .coordinator else { return false }
            return line.outcome != .absent && line.reason != .untrusted && (line.target - instant).magnitude < span
        }
    }

    /// The nodes whose definitions cannot be changed here, and why.
    var refusalsToDefine: [NodeID: RequestError] {
        known.compactMapValues { node in
            node.foreignStore.map { foreign in
                let held =
                    foreign == storeID
                    ? "a later state of this coordinator's store, \(storeID), or that of a copy, and does not obey this one"
                    : "what people defined in store \(foreign) and does not obey this one, \(storeID)"
                return RequestError(
                    .unavailable, "node \(node.id) holds \(held); clockctl adopt takes that over")
            }
        }
    }

    /// By the store that nodes hold definitions of in place of this one's, ascending.
    var foreignStores: [ForeignStore] {
        var holders: [String: ForeignStore] = [:]
        for id in ids {
            guard let node = known[id], let store = node.foreignStore else { continue }
            holders[store, default: ForeignStore(store: store, nodes: [])].nodes.append(id)
            holders[store]?.alarms += node.reported?.alarmCount ?? 0
        }
        return holders.values.sorted { $0.store < $1.store }
    }

    /// Why nothing can be defined here: every node obeys another store. What people define would be kept, and reach nobody.
    var refusalAsStranger: RequestError? {
        guard let foreign = foreignStores.first, !known.values.contains(where: \.isOurs) else { return nil }
        return RequestError(
            .unavailable,
            "\(foreign.inWords(own: storeID)) and \(foreign.nodes.count == 1 ? "does" : "do") not obey this coordinator, "
                + "whose store is \(storeID); if another coordinator serves this site, stop this one; else clockctl adopt "
                + "takes that over")
    }

    // MARK: Hearing of them

    enum Acquaintance {
        case known(Place)
        /// Its definition is to be stored.
        case new(Place, NodeDefinition)
        /// There are too many.
        case refused
    }

    /// A node has sent something.
    mutating func meet(_ id: NodeID, at now: Now, _ out: inout Outbox) -> Acquaintance {
        if let place = known.index(forKey: id) { return .known(place) }
        guard known.count < Self.maximum else {
            if lastRefusal.map({ now.boot - $0 >= Self.refusalsAreTold }) ?? true {
                lastRefusal = now.boot
                out.log(
                    .error,
                    "refused node \(id): the site has \(Self.maximum) nodes and can have no more; "
                        + "forget some with clockctl node forget")
            }
            return .refused
        }
        let definition = NodeDefinition.standard(id, firstSeen: now.wall)
        known[id] = KnownNode(new: definition)
        out.log(.notice, "node \(id) is new")
        guard let place = known.index(forKey: id) else { preconditionFailure("node \(id) was not put into its place") }
        return .new(place, definition)
    }

    /// A new connection: nothing was heard of any node on it.
    mutating func reconnect() {
        hasAsked = false
        for place in known.indices { known.values[place].isHeard = false }
    }

    /// The broker's word on a node, or the node's own.
    mutating func take(_ availability: Availability, of place: Place, at now: Now, _ out: inout Outbox) {
        known.values[place].isHeard = true
        set(availability, of: known.keys[place], at: now, &out)
    }

    /// A node has sent lines of its ledger, so it is there. The broker's queue for a busy coordinator may have been full
    /// when the node said so itself.
    ///
    /// - Returns: whether its ledger may be taken in. What is acknowledged is dropped by the node, and the store whose it is
    ///   would never have it.
    mutating func hearLedger(of place: Place, at now: Now, _ out: inout Outbox) -> Bool {
        if known.values[place].hear() == .offline { set(.online, of: known.keys[place], at: now, &out) }
        return known.values[place].isOurs
    }

    /// A node has reported or asked, so it is there, also where the broker's word on it is lost or stale.
    ///
    /// - Returns: whether it lacks its document, which is then published again.
    mutating func hear(_ id: NodeID, at now: Now, _ out: inout Outbox) -> Bool {
        guard let place = known.index(forKey: id) else { return false }
        if known.values[place].hear() == .offline,
            known.values[place].availabilitySince.map({ (now.wall - $0).magnitude >= Self.willIsLast }) ?? true
        {
            set(.online, of: id, at: now, &out)
        }
        return known.values[place].lacksDocument(of: storeID)
            && (known.values[place].lastDocument.map { now.boot - $0 >= Self.documentIsOnItsWay } ?? true)
    }

    mutating func documentPublished(to id: NodeID, at boot: BootTime) { known[id]?.lastDocument = boot }

    /// - Returns: what is new in the report.
    mutating func take(_ report: Boxed<Reported>, of place: Place, at boot: BootTime) -> KnownNode.ReportNews {
        let news = known.values[place].take(report, store: storeID, at: boot)
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

    /// Nodes that were not heard since the connection are asked first: a broker may keep nothing of them for
    /// subscriptions with wildcards, as RabbitMQ does. Those that are still silent the next time are offline.
    ///
    /// - Returns: the nodes to ask for a report, in order.
    mutating func settle(at now: Now, _ out: inout Outbox) -> [NodeID] {
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
        known[id]?.availabilitySince = now.wall.truncatedToMilliseconds
        unsavedAvailabilities.insert(id)
        let line = "node \(id) is \(availability.rawValue)"
        out.perform(.logLimited(.info, line, about: line))
    }

    // MARK: Defining them

    /// Changes a node's definition: one more revision, told to the node when it is committed.
    ///
    /// - Returns: what is to be stored; `nil` for a node that is not known.
    mutating func define(_ id: NodeID, _ change: (inout NodeDefinition) -> Void) -> StoreOperation? {
        guard var definition = known[id]?.definition else { return nil }
        change(&definition)
        definition.revise(in: generation)
        known[id]?.definition = definition
        return .saveDefinition(definition)
    }

    mutating func forget(_ id: NodeID) {
        unsavedAvailabilities.remove(id)
        unsavedZones.remove(id)
        count(lead: known[id]?.reported?.leadMilliseconds, -1)
        known[id] = nil
    }

    /// The node was to be forgotten and is not. If it has been heard of meanwhile, that word on it is the later one.
    mutating func restore(_ forgotten: KnownNode) {
        var node = forgotten
        node.rollBack()
        if let heard = known[node.id] { node.takeHearing(of: heard, store: storeID) }
        count(lead: known[node.id]?.reported?.leadMilliseconds, -1)
        known[node.id] = node
        count(lead: node.reported?.leadMilliseconds, 1)
        // What of it was to be stored when it was forgotten is not known any more.
        unsavedAvailabilities.insert(node.id)
        unsavedZones.insert(node.id)
    }

    // MARK: The store

    /// What is to be stored of them though nobody has asked for a change, in order; nothing of it is left here.
    mutating func takeNews() -> [StoreOperation] {
        // Asked after each event, and hardly ever anything.
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

    /// The store did not take it.
    mutating func loseAvailability(of id: NodeID) { unsavedAvailabilities.insert(id) }

    /// The store did not take it.
    mutating func loseZone(of id: NodeID) { unsavedZones.insert(id) }

    /// A node's definition is in the store.
    mutating func commit(_ definition: NodeDefinition) { known[definition.id]?.commit(definition, store: storeID) }

    /// Lines of a node are in the store.
    mutating func commit(_ entries: [LedgerEntry], of id: NodeID, at now: WallTime) {
        guard let place = known.index(forKey: id) else { return }
        known.values[place].commit(entries, at: now)
    }

    /// The lines of a span of quarter hours are in the store.
    mutating func commit(_ closing: QuarterClosing) {
        for absence in closing.absences where absence.firstSeen < closing.through {
            guard let place = known.index(forKey: absence.node) else { continue }
            known.values[place].takeAbsence(
                QuarterRecord(
                    target: closing.through, outcome: .absent, reason: absence.reason, detail: absence.detail))
        }
    }

    /// The coordinator's lines for quarter hours after this one are gone.
    mutating func reopenQuarters(after last: WallTime) {
        for place in known.indices { known.values[place].dropAbsence(after: last) }
    }

    /// What was decided about a node is not in the store.
    mutating func rollBack(_ id: NodeID) { known[id]?.rollBack() }

    /// What was decided and is not in the store, in order.
    var unsettled: [NodeDefinition] {
        ids.compactMap { id in known[id].flatMap { $0.isSettled ? nil : $0.definition } }
    }
}

extension ForeignStore {
    /// "kitchen and office hold what people defined in store 5f0c9a6e21d4b873, 14 alarms".
    func inWords(own: String) -> String {
        "\(nodes.inWords) \(nodes.count == 1 ? "holds" : "hold") "
            + (store == own ? "a later state of this store, or that of a copy, " : "what people defined in store \(store), ")
            + Self.words(forAlarms: alarms)
    }

    static func words(forAlarms count: Int) -> String { count == 1 ? "1 alarm" : "\(count) alarms" }
}

extension [NodeID] {
    /// `bedroom, kitchen`, the first twenty of many.
    var inWords: String {
        let shown = prefix(20).map(\.rawValue).joined(separator: ", ")
        return count > 20 ? "\(shown) and \(count - 20) more" : shown
    }
}
