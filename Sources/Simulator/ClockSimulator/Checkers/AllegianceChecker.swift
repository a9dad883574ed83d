// Invariant 15: a coordinator whose store is new, or another one's, takes nothing from nodes until a person says so, and of
// two coordinators at most one takes their ledgers in.
//
// Claimed: what people defined for a node (alarms, timers, packs, settings, its room's name) never gives way to a document
// of another store; and a store has no ledger line of a node that has held another store's definitions since before the
// coordinator with that store started.
//
// Not claimed: once somebody has asked a coordinator to adopt, anything; of a node whose disk was turned back or lost, that it
// goes on by what it had; and of two machines under one id, anything.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct AllegianceChecker: Checker {
    private struct Held {
        /// The store whose definitions the node holds, where they say more than a new node's.
        var store: String?
        var since = Int64.min
    }

    private struct Coordinator {
        var store = ""
        var startedAt = Int64.max
    }

    private var held: [Held]
    private var coordinators: [Coordinator]
    private var hasAdopted = false

    init(plan: SimulationPlan) {
        held = plan.nodes.map { _ in Held() }
        coordinators = plan.coordinators.map { _ in Coordinator() }
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        // A run with one store has nothing to judge.
        guard coordinators.count > 1, !hasAdopted else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .requested(let index):
            if case .ask(let request) = facts.plan.people[index].what, request.content is AdoptRequest {
                hasAdopted = true
            }
        case .coordinatorStarted(let stored):
            guard case .coordinator(let index) = observation.host else { return }
            coordinators[index] = Coordinator(store: stored.storeID, startedAt: time)
        case .nodeStarted(let state, _, _):
            guard case .node(let index) = observation.host else { return }
            let store = state.desired.flatMap { facts.nodes[index].isDefined(by: $0) ? $0.store : nil }
            if held[index].store != store { held[index] = Held(store: store, since: time) }
        case .stateTurnedBack:
            guard case .node(let index) = observation.host else { return }
            held[index] = Held(store: nil, since: time)
        case .stateStored(let state, _), .stateNotStored(let state, _, _):
            guard case .node(let index) = observation.host else { return }
            holds(state.wrappedValue.desired, index, at: time, facts, &findings)
        case .committed(let operations):
            guard case .coordinator(let index) = observation.host else { return }
            for case .appendLedger(let node, _, _, _) in operations {
                takes(from: node, index, at: time, facts, &findings)
            }
        default: break
        }
    }

    private mutating func holds(
        _ document: Desired?, _ index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let store = document.flatMap { facts.nodes[index].isDefined(by: $0) ? $0.store : nil }
        if let before = held[index].store, let document, document.store != before, !facts.nodes[index].isShared {
            findings.add(15, at: time, .node(index)) {
                "it held what people defined in store \(before), and goes by revision \(document.revision) of store "
                    + "\(document.store), which nobody asked for"
            }
        }
        if held[index].store != store { held[index] = Held(store: store, since: time) }
    }

    private func takes(
        from node: NodeID, _ index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
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
    /// Whether the document says more than what a new node starts with.
    fileprivate func isDefined(by document: Desired) -> Bool {
        !document.alarms.isEmpty || !document.timers.isEmpty || !document.packs.isEmpty
            || document.settings != .standard || document.room != id.rawValue
    }
}
