internal import ClockDomain
internal import ClockWire

// Nodes that hold what people defined in another store: the disk of this one is new or another one's, or a second
// coordinator was started by mistake. They ring on by what they hold. Nothing is published for them and nothing of theirs
// is acknowledged until a person says what is to become of it.

extension CoordinatorCore {
    /// Tells a node what it shall be, as the store has it.
    mutating func publishDocument(of id: NodeID, at now: Now) {
        guard let node = nodes[id], node.isOurs, let definition = node.committed else { return }
        perform(.publishDesired(id, desired(definition, at: now)))
    }

    /// Tells a node what it shall be, and as far as its ledger is in the store.
    mutating func introduce(to id: NodeID, at now: Now) {
        publishDocument(of: id, at: now)
        if let node = nodes[id], node.isOurs, let acked = node.ledger.current { perform(.publishAcked(id, acked)) }
    }

    /// A node has told, for the first time or anew, whose definitions it holds.
    mutating func turned(to standing: KnownNode.Standing, _ id: NodeID, at now: Now) {
        switch standing {
        case .unheard: break
        case .ours: introduce(to: id, at: now)
        case .foreign(let foreign):
            perform(
                .log(
                    .error,
                    "node \(id) holds what people defined in store \(foreign), "
                        + "\(Self.words(forAlarms: nodes[id]?.reported?.alarmCount ?? 0)), and this store, \(storeID), is "
                        + "\(isStoreNew ? "new" : "another one"): it goes on by what it holds and is told nothing"))
        }
    }

    /// The nodes whose definitions cannot be changed here, and why.
    var refusalsToDefine: [NodeID: RequestError] {
        nodes.compactMapValues { node in
            node.foreignStore.map { foreign in
                RequestError(
                    .unavailable,
                    "node \(node.id) holds what people defined in store \(foreign) and does not obey this one, \(storeID); "
                        + "clockctl adopt takes that over")
            }
        }
    }

    /// By the store that nodes hold definitions of in place of this one's, ascending.
    var foreignStores: [ForeignStore] {
        var holders: [String: ForeignStore] = [:]
        for id in nodeIDs {
            guard let node = nodes[id], let store = node.foreignStore else { continue }
            holders[store, default: ForeignStore(store: store, nodes: [])].nodes.append(id)
            holders[store]?.alarms += node.reported?.alarmCount ?? 0
        }
        return holders.values.sorted { $0.store < $1.store }
    }

    /// Whether nobody has defined anything in this store, and no node obeys it.
    var isStoreNew: Bool { book.committed.isEmpty && !nodes.values.contains { $0.isOurs } }

    /// Why nothing can be defined here: every node obeys another store. What people define would be kept, and reach nobody.
    var refusalAsStranger: RequestError? {
        guard let foreign = foreignStores.first, !nodes.values.contains(where: \.isOurs) else { return nil }
        return RequestError(
            .unavailable,
            "\(words(for: foreign)) and \(foreign.nodes.count == 1 ? "does" : "do") not obey this coordinator, whose store is "
                + "\(storeID); if another coordinator serves this site, stop this one; else clockctl adopt takes that over"
        )
    }

    /// "kitchen and office hold what people defined in store 5f0c9a6e21d4b873, 14 alarms".
    func words(for foreign: ForeignStore) -> String {
        "\(foreign.nodes.inWords) \(foreign.nodes.count == 1 ? "holds" : "hold") what people defined in store "
            + "\(foreign.store), \(Self.words(forAlarms: foreign.alarms))"
    }

    private static func words(forAlarms count: Int) -> String { count == 1 ? "1 alarm" : "\(count) alarms" }
}
