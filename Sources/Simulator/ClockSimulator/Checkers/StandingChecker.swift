// Invariant 11 during a run: the store has each state that has stood for a while, and nodes obey the store.
//
// Claimed at each commit: a node that was connected to a broker for twenty minutes, together with the coordinator, is
// online in the store, in the zone that it reports, and has on its disk the document that the store has had for that
// long. A node from which the only broker has received nothing for that long, since it lost its file, is offline there.
//
// And claimed, always: a node reports no document that is not on its disk, unless the disk refuses writes; and it
// returns to no earlier document of a store, unless that store or its own disk was restored.
//
// Not claimed: that a departed node is offline there, as a killed broker publishes its old knowledge of it; with two
// coordinators, or two machines under one id; within twenty minutes after the coordinator started or woke, its store
// refused something or was restored, or its disk or its way to the broker had trouble; nor within twenty minutes after
// such events of the node, or after its zone changed; for its document, if that is another store's; for a node that holds
// what a store lost that was restored, until a person decides.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct StandingChecker: Checker {
    /// The store's record of a node.
    private struct Stored {
        var availability = Availability.offline
        var zone: String?
        var revision = 0
        var lineage = Lineage()
        /// The true time since which it has that revision.
        var since: Int64
    }

    private let isAlone: Bool
    private var stored: [NodeID: Stored] = [:]
    private var store: String?
    private var nodes: [Fortune]
    /// By node: the zone that it last reported, and the true time since which it has.
    private var told: [(zone: String, since: Int64)?]
    /// By node: the highest revision on its disk, and its store.
    private var obeyed: [(store: String, revision: Int)?]
    private var hasLost = false
    private var coordinator = Fortune()
    /// By node: the true time since which the broker knows nothing of it; `nil` if it may.
    private var forgottenSince: [Int64?]

    /// A quarter hour's line shows a node whose availability the broker has lost.
    private static let standing: Int64 = 1_200_000_000_000

    init(plan: SimulationPlan) {
        isAlone = plan.coordinators.count == 1
        nodes = plan.nodes.map { _ in Fortune() }
        forgottenSince = plan.nodes.map { _ in nil }
        told = plan.nodes.map { _ in nil }
        obeyed = plan.nodes.map { _ in nil }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isAlone else { return }
        let time = observation.at.nanoseconds
        if case .phase = observation.what { return heal(at: time) }
        switch observation.host {
        case .node(let index):
            nodes[index].observe(observation.what, facts.plan, at: time)
            if case .connected = observation.what { forgottenSince[index] = nil }
            checkObeyed(observation.what, of: index, at: time, facts.nodes[index], &findings)
        case .coordinator:
            coordinator.observe(observation.what, facts.plan, at: time)
            switch observation.what {
            case .coordinatorStarted(let state): start(with: state, at: time)
            case .commitsLost, .storeTurnedBack: hasLost = true
            case .committed(let operations):
                for operation in operations { apply(operation, at: time) }
                let start = time - Self.standing
                if coordinator.isSteady(since: start) { check(at: time, facts, &findings) }
            default: break
            }
        case .broker: if case .brokerStarted(.lost) = observation.what { forget(at: time) }
        case .client: break
        }
    }

    /// Records that a broker without its file knows of no node that is not connected.
    private mutating func forget(at time: Int64) {
        for index in nodes.indices { forgottenSince[index] = nodes[index].isConnected ? nil : time }
    }

    /// Discards the troubles, because the healing phase ends all faults without a report of each.
    private mutating func heal(at time: Int64) {
        coordinator.heal(at: time)
        for index in nodes.indices { nodes[index].heal(at: time) }
    }

    private mutating func start(with state: StoredState, at time: Int64) {
        store = state.storeID
        stored = [:]
        for node in state.nodes {
            stored[node.definition.id] = Stored(
                availability: node.availability, zone: node.zone, revision: node.definition.revision,
                lineage: node.definition.lineage, since: time)
        }
    }

    private mutating func apply(_ operation: StoreOperation, at time: Int64) {
        switch operation {
        case .saveDefinition(let definition):
            var node = stored[definition.id] ?? Stored(since: time)
            if definition.revision != node.revision { node.since = time }
            node.revision = definition.revision
            node.lineage = definition.lineage
            stored[definition.id] = node
        case .saveAvailability(let id, let availability, _): stored[id]?.availability = availability
        case .saveZone(let id, let zone): stored[id]?.zone = zone
        case .forget(let id): stored[id] = nil
        default: break
        }
    }

    private mutating func checkObeyed(
        _ what: borrowing Observation.What, of index: Int, at time: Int64, _ machine: NodeFacts,
        _ findings: inout Findings
    ) {
        guard !machine.isShared else { return }
        switch what {
        case .nodeStarted, .stateTurnedBack, .stateNotStored: obeyed[index] = nil
        case .published(let message):
            guard case .reported(let report) = message.payload else { return }
            if told[index]?.zone != report.wrappedValue.zone { told[index] = (report.wrappedValue.zone, time) }
            guard report.wrappedValue.storedRevision == nil,
                report.wrappedValue.revision > machine.document?.revision ?? 0,
                machine.document.map({ $0.store == report.wrappedValue.store }) ?? true
            else { return }
            findings.add(11, at: time, .node(index)) {
                "it reports revision \(report.wrappedValue.revision), and has \(machine.document?.revision ?? 0) on its disk"
            }
        case .stateStored:
            guard let document = machine.document else { return }
            if let known = obeyed[index], known.store == document.store, document.revision < known.revision, !hasLost {
                findings.add(11, at: time, .node(index)) {
                    "it applies revision \(document.revision) of its document, and had \(known.revision)"
                }
            }
            obeyed[index] = (document.store, document.revision)
        default: break
        }
    }

    private func check(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        let start = time - Self.standing
        for index in nodes.indices {
            let machine = facts.nodes[index]
            guard !machine.isShared, let stored = stored[machine.id] else { continue }
            if let since = forgottenSince[index], since <= start, stored.availability == .online {
                findings.add(11, at: time, .node(index)) {
                    "the broker knows nothing of it since \(TrueTime(nanoseconds: since)), and the store has it online"
                }
            }
            let fortune = nodes[index]
            let holdsLost =
                hasLost
                && machine.document.map {
                    $0.store == store && !stored.lineage.includes($0.revision, of: $0.generation, own: stored.revision)
                } ?? false
            guard fortune.isSteady(since: start), coordinator.isSteady(since: start), !holdsLost else { continue }
            if stored.availability == .offline {
                findings.add(11, at: time, .node(index)) {
                    "it is connected since \(TrueTime(nanoseconds: fortune.disturbedAt)), and the store has it "
                        + "offline"
                }
            }
            if let told = told[index], told.since <= start, told.zone != stored.zone {
                findings.add(11, at: time, .node(index)) {
                    "its zone is \(told.zone), and \(stored.zone ?? "none") in the store"
                }
            }
            let document = machine.document
            if stored.since <= start, document?.revision ?? 0 < stored.revision,
                document.map({ $0.store == store }) ?? true
            {
                findings.add(11, at: time, .node(index)) {
                    "its disk has revision \(document?.revision ?? 0) of its document, and the store \(stored.revision) "
                        + "since \(TrueTime(nanoseconds: stored.since))"
                }
            }
        }
    }
}
