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
                    "node \(id) holds what people defined in store \(foreign), and this is store \(storeID): it goes on by "
                        + "what it holds and is told nothing"))
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
        var holders: [String: [NodeID]] = [:]
        for id in nodeIDs {
            if let store = nodes[id]?.foreignStore { holders[store, default: []].append(id) }
        }
        return holders.sorted { $0.key < $1.key }.map { ForeignStore(store: $0.key, nodes: $0.value) }
    }
}
