// Invariant 10: the store has every line that `acked` covers after any crash; the node still has every other line.
//
// Claimed:
// - a coordinator acknowledges only lines that its store reported as committed, and after a restart the store still
//   holds them; at the end of the run every committed line is there and is the node's, not `absent`;
// - a line that leaves the ledger on a node's disk was acknowledged by a coordinator; sequences never go back within an
//   epoch, and a ledger that continues under a new epoch keeps every unacknowledged line;
// - a node sends only lines that are on its disk, unless the disk has refused them: then under an epoch that no disk
//   has.
//
// Not claimed: for earlier acknowledgements of a coordinator whose disk lost acknowledged commits (it lied, or somebody
// restored a backup); likewise for a node whose disk was restored or damaged; for a ledger that is full; for forgotten
// nodes; for two machines with one id.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct LedgerSafetyChecker: Checker {
    /// A class, so that a line changes it in place: a dictionary copies a value on a change of its part.
    private final class Epoch {
        let node: NodeID
        /// The last sequence that each coordinator's store reported as committed.
        var committed: [Int]
        /// The last sequence that each coordinator has acknowledged.
        var acked: [Int]
        /// The last sequence that any coordinator ever acknowledged: nodes may discard lines up to it.
        private(set) var everAcked = 0

        init(node: NodeID, coordinators: Int) {
            self.node = node
            committed = Array(repeating: 0, count: coordinators)
            acked = committed
        }

        func commit(_ sequence: Int, by coordinator: Int) {
            committed[coordinator] = max(committed[coordinator], sequence)
        }

        /// - Returns: the last sequence of the epoch that the coordinator's store holds.
        func acknowledge(_ sequence: Int, by coordinator: Int) -> Int {
            if sequence > acked[coordinator] {
                acked[coordinator] = sequence
                everAcked = max(everAcked, sequence)
            }
            return committed[coordinator]
        }
    }

    /// A node's ledger as on its disk.
    private struct Ledger {
        var epoch = ""
        /// The lowest sequence that it keeps.
        var first = 1
        var next = 1
    }

    private var epochs: [String: Epoch] = [:]
    /// The epochs of each node, in order of appearance.
    private var order: [NodeID: [String]] = [:]
    private var ledgers: [Ledger]
    /// By node: epochs of sent lines since its last save, other than the epoch on its disk.
    private var unstoredEpochs: [[String]]
    private let coordinators: Int
    private let machines: [NodeID: Int]
    private let quarters: RunQuarters
    private let retention: Int64
    /// By coordinator and node: quarter hours for which the node's own line was committed.
    private var lines: [[[Bool]]]
    /// By coordinator: true if its store has lost commits since the last start.
    private var hasLost: [Bool]

    /// Of each node; the store remembers fewer.
    private static let rememberedEpochs = 32

    init(plan: SimulationPlan) {
        ledgers = plan.nodes.map { _ in Ledger() }
        unstoredEpochs = plan.nodes.map { _ in [] }
        coordinators = plan.coordinators.count
        machines = Dictionary(plan.nodes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let quarters = RunQuarters(plan: plan)
        self.quarters = quarters
        retention = plan.coordinators.map(\.retention.nanoseconds).min() ?? 0
        lines = plan.coordinators.map { _ in plan.nodes.map { _ in [Bool](repeating: false, count: quarters.count) } }
        hasLost = plan.coordinators.map { _ in false }
    }

    /// Checks that a node whose disk works again saves its state; it retries after half a minute.
    private mutating func checkSaved(_ index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings) {
        guard machine.disk.lastSaveFailed, machine.isRunning, !machine.isAsleep, !machine.isHeldUp(at: time),
            max(machine.disk.worksSince, machine.startedAt, machine.wokeAt).clampedSpan < time - Self.saving
        else { return }
        findings.add(10, at: time, .node(index)) {
            "the disk works since \(TrueTime(nanoseconds: machine.disk.worksSince)), and the node has not saved its state"
        }
    }

    private static let saving: Int64 = 90_000_000_000

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        if case .node(let index) = observation.host, case .published = observation.what {
            checkSaved(index, at: observation.at.nanoseconds, facts.nodes[index], &findings)
        }
        let time = observation.at.nanoseconds
        switch observation.host {
        case .coordinator(let index):
            switch observation.what {
            case .published(let message):
                if case .acked(let acked) = message.payload { check(acked, by: index, at: time, &findings) }
            case .committed(let operations): for operation in operations { commit(operation, of: index) }
            case .commitsLost, .storeTurnedBack:
                hasLost[index] = true
                for node in lines[index].indices {
                    lines[index][node] = [Bool](repeating: false, count: quarters.count)
                }
            case .coordinatorStarted(let stored): started(stored, index, at: time, &findings)
            default: break
            }
        case .node(let index):
            switch observation.what {
            case .stateStored(let state, _):
                if !facts.nodes[index].isShared { stored(state.wrappedValue, by: index, at: time, &findings) }
            case .nodeStarted(let state, _, _):
                ledgers[index] = ledger(of: state)
                unstoredEpochs[index] = []
            case .published(let message):
                guard case .ledger(let batch) = message.payload else { return }
                checkSent(batch, by: index, at: time, facts, &findings)
            default: break
            }
        case .client, .broker: break
        }
    }

    // MARK: The coordinator

    private mutating func check(_ acked: Acked, by index: Int, at time: Int64, _ findings: inout Findings) {
        let committed = epochs[acked.epoch]?.acknowledge(acked.sequence, by: index) ?? 0
        guard acked.sequence > committed else { return }
        findings.add(10, at: time, .coordinator(index)) {
            "entry \(acked.sequence) of epoch \(acked.epoch) was acknowledged, and the store holds \(committed) of it"
        }
    }

    private mutating func commit(_ operation: StoreOperation, of index: Int) {
        switch operation {
        case .appendLedger(let node, let epoch, let entries, _):
            guard let last = entries.last else { return }
            know(epoch, of: node)
            epochs[epoch]?.commit(last.sequence, by: index)
            guard let machine = machines[node] else { return }
            for entry in entries {
                guard case .quarter(let record) = entry.event, let quarter = quarters.index(of: record.target) else {
                    continue
                }
                lines[index][machine][quarter] = true
            }
        case .forget(let node):
            for epoch in order[node] ?? [] {
                epochs[epoch]?.committed[index] = 0
                epochs[epoch]?.acked[index] = 0
            }
            if let machine = machines[node] { lines[index][machine] = [Bool](repeating: false, count: quarters.count) }
        default: break
        }
    }

    private mutating func started(_ stored: StoredState, _ index: Int, at time: Int64, _ findings: inout Findings) {
        var held: [String: Int] = [:]
        var full: Set<NodeID> = []
        for node in stored.nodes {
            for cursor in node.cursors {
                know(cursor.epoch, of: node.definition.id)
                held[cursor.epoch] = cursor.sequence
            }
            if node.cursors.count == StoredNode.maximumCursors { full.insert(node.definition.id) }
        }
        for (name, epoch) in epochs.sorted(by: { $0.key < $1.key }) {
            let sequence = held[name] ?? 0
            if !hasLost[index], epoch.acked[index] > sequence, !full.contains(epoch.node) || held[name] != nil {
                findings.add(10, at: time, .coordinator(index)) {
                    "entry \(epoch.acked[index]) of node \(epoch.node), epoch \(name), was acknowledged, and after a "
                        + "start the store holds \(sequence)"
                }
            }
            epoch.committed[index] = sequence
            if hasLost[index] { epoch.acked[index] = min(epoch.acked[index], sequence) }
        }
        hasLost[index] = false
    }

    private mutating func know(_ epoch: String, of node: NodeID) {
        guard epochs[epoch] == nil else { return }
        epochs[epoch] = Epoch(node: node, coordinators: coordinators)
        order[node, default: []].append(epoch)
        if order[node, default: []].count > Self.rememberedEpochs {
            epochs[order[node, default: []].removeFirst()] = nil
        }
    }

    // MARK: The node

    private func ledger(of state: NodeState) -> Ledger {
        let memory = state.ledger
        return Ledger(epoch: memory.epoch, first: memory.nextSequence - memory.pending.count, next: memory.nextSequence)
    }

    private mutating func stored(_ state: NodeState, by index: Int, at time: Int64, _ findings: inout Findings) {
        let before = ledgers[index]
        let after = ledger(of: state)
        ledgers[index] = after
        guard after.first != before.first || after.next < before.next || after.epoch != before.epoch else {
            unstoredEpochs[index] = []
            return
        }
        let acked = epochs[before.epoch]?.everAcked ?? 0
        if after.epoch == before.epoch {
            if after.next < before.next {
                findings.add(10, at: time, .node(index)) {
                    "the ledger on the disk went back from entry \(before.next - 1) to \(after.next - 1)"
                }
            }
            if after.first > max(before.first, acked + 1), state.ledger.pending.count < NodeState.maximumPending {
                findings.add(10, at: time, .node(index)) {
                    "the ledger on the disk now begins with entry \(after.first), and only \(acked) is acknowledged"
                }
            }
        } else {
            // A coordinator may have acknowledged lines that were sent under epochs that never came to the disk.
            let elsewhere = unstoredEpochs[index].filter { $0 != after.epoch }
                .reduce(0) { $0 + (epochs[$1]?.everAcked ?? 0) }
            let missing = before.next - max(before.first, acked + 1) - elsewhere - (after.next - 1)
            if missing > 0, state.ledger.pending.count < NodeState.maximumPending {
                findings.add(10, at: time, .node(index)) {
                    "the ledger went on under a new epoch, and \(missing) entries of the former one were neither "
                        + "acknowledged nor taken along"
                }
            }
            if after.first - 1 > (epochs[after.epoch]?.everAcked ?? 0),
                state.ledger.pending.count < NodeState.maximumPending
            {
                findings.add(10, at: time, .node(index)) {
                    "the ledger of a new epoch begins with entry \(after.first), and the ones before are not acknowledged"
                }
            }
        }
        unstoredEpochs[index] = []
    }

    private mutating func checkSent(
        _ batch: LedgerBatch, by index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        guard let last = batch.entries.last?.sequence else { return }
        let ledger = ledgers[index]
        if batch.epoch != ledger.epoch, !unstoredEpochs[index].contains(batch.epoch) {
            unstoredEpochs[index].append(batch.epoch)
        }
        if batch.epoch == ledger.epoch ? last < ledger.next : facts.nodes[index].disk.lastSaveFailed { return }
        findings.add(10, at: time, .node(index)) {
            "entry \(last) of epoch \(batch.epoch) was sent, and the disk holds epoch \(ledger.epoch) up to "
                + "\(ledger.next - 1)"
        }
    }

    // MARK: The end

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        let oldest = quarters.index(atOrAfter: end.at - retention + 86_400_000_000_000)
        for coordinator in lines.indices {
            for line in end.histories[coordinator] {
                guard let machine = machines[line.cursor.node], let outcome = line.outcome, outcome != .absent,
                    let quarter = quarters.index(of: line.cursor.target)
                else { continue }
                lines[coordinator][machine][quarter] = false
            }
            for machine in lines[coordinator].indices {
                for quarter in lines[coordinator][machine].indices where lines[coordinator][machine][quarter] {
                    guard quarter >= oldest else { continue }
                    findings.add(10, at: end.at, .coordinator(coordinator)) {
                        "the line of node \(facts.nodes[machine].id) for \(quarters.target(quarter)) was committed, and "
                            + "the store no longer has it"
                    }
                }
            }
        }
    }
}
