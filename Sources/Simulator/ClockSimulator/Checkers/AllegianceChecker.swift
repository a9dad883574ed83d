// Invariant 15: a coordinator whose store is new, foreign, a copy or restored to an older state takes nothing from
// nodes until a person allows it; of two coordinators with their own stores at most one accepts ledgers.
//
// Claimed: people's definitions for a node (alarms, timers, packs, settings, its room's name) give way only to a
// document that continues them, or to one that names them as given up by a person; no store gives an id twice, restored
// or not; and a store has no ledger line of a node that has held another store's definitions since before the
// coordinator with that store started.
//
// Not claimed: anything of ledgers, once somebody has asked a coordinator to adopt; for a node whose disk was restored
// or lost, that it continues its former document; and anything for two machines under one id.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct AllegianceChecker: Checker {
    private struct Held {
        /// The store whose definitions the node holds, if they say more than a new node's.
        var store: String?
        var since = Int64.min
    }

    private struct Coordinator {
        var store = ""
        var startedAt = Int64.max
    }

    private var held: [Held]
    /// By node: its document, if that says more than a new node's.
    private var documents: [Desired?]
    private var coordinators: [Coordinator]
    private var hasAdopted = false
    /// By store: the ids that it has given.
    private var given: [String: Set<SiteObjectID>] = [:]
    /// By store: the ids of objects that it has.
    private var present: [String: Set<SiteObjectID>] = [:]

    init(plan: SimulationPlan) {
        held = plan.nodes.map { _ in Held() }
        documents = plan.nodes.map { _ in nil }
        coordinators = plan.coordinators.map { _ in Coordinator() }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        switch observation.what {
        case .requested(let index):
            if case .ask(let request) = facts.plan.people[index].what, request.content is AdoptRequest {
                hasAdopted = true
            }
        case .coordinatorStarted(let stored):
            guard case .coordinator(let index) = observation.host else { return }
            coordinators[index] = Coordinator(store: stored.storeID, startedAt: time)
            present[stored.storeID] = Set(stored.objects.map(\.id))
            given[stored.storeID, default: []].formUnion(stored.objects.map(\.id))
        case .nodeStarted(let state, _, _):
            guard case .node(let index) = observation.host else { return }
            documents[index] = state.desired.flatMap { facts.nodes[index].isDefined(by: $0) ? $0 : nil }
            let store = documents[index]?.store
            if held[index].store != store { held[index] = Held(store: store, since: time) }
        case .stateTurnedBack:
            guard case .node(let index) = observation.host else { return }
            held[index] = Held(store: nil, since: time)
            documents[index] = nil
        case .stateStored(let state, _), .stateNotStored(let state, _, _):
            guard case .node(let index) = observation.host else { return }
            holds(state.wrappedValue.desired, index, at: time, facts, &findings)
        case .committed(let operations):
            guard case .coordinator(let index) = observation.host else { return }
            for operation in operations {
                switch operation {
                case .appendLedger(let node, _, _, _):
                    // A run with one store has nothing to judge.
                    guard coordinators.count > 1, !hasAdopted else { break }
                    takes(from: node, index, at: time, facts, &findings)
                case .saveObject(let object): gives(object.id, index, at: time, &findings)
                case .removeObject(let id): present[coordinators[index].store]?.remove(id)
                default: break
                }
            }
        default: break
        }
    }

    /// Checks that an object new to the store has an id that the store never gave before. A coordinator that adopts
    /// takes over ids, and copies that run side by side count as one store here.
    private mutating func gives(_ id: SiteObjectID, _ index: Int, at time: Int64, _ findings: inout Findings) {
        let store = coordinators[index].store
        guard present[store, default: []].insert(id).inserted else { return }
        switch id {
        case .group, .calendar, .timetable: return
        case .alarm, .timer, .stopwatch: break
        }
        guard !given[store, default: []].insert(id).inserted, !hasAdopted, coordinators.count == 1 else { return }
        findings.add(15, at: time, .coordinator(index)) { "it gives the id \(id), which its store gave before" }
    }

    private mutating func holds(
        _ document: Desired?, _ index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let defined = document.flatMap { facts.nodes[index].isDefined(by: $0) ? $0 : nil }
        if let before = documents[index], let document, !document.continues(before), !facts.nodes[index].isShared,
            !(hasAdopted && document.replaces.contains(before.origin(in: document.store)))
        {
            findings.add(15, at: time, .node(index)) {
                "it held revision \(before.revision) of store \(before.store), generation \(before.generation), and goes by "
                    + "revision \(document.revision) of store \(document.store), generation \(document.generation), which "
                    + "nobody asked for"
            }
        }
        documents[index] = defined
        if held[index].store != defined?.store { held[index] = Held(store: defined?.store, since: time) }
    }

    private func takes(from node: NodeID, _ index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        let own = coordinators[index]
        for machine in facts.nodes.indices where facts.nodes[machine].id == node && !facts.nodes[machine].isShared {
            guard let other = held[machine].store, other != own.store, held[machine].since < own.startedAt else {
                continue
            }
            findings.add(15, at: time, .coordinator(index)) {
                "store \(own.store) took lines of \(node), which has held what people defined in store \(other) since "
                    + "\(TrueTime(nanoseconds: held[machine].since))"
            }
        }
    }
}

extension NodeFacts {
    /// True if the document says more than a new node's.
    fileprivate func isDefined(by document: Desired) -> Bool {
        !document.alarms.isEmpty || !document.timers.isEmpty || !document.packs.isEmpty
            || document.settings != .standard || document.room != id.rawValue
    }
}
