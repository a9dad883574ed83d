internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

/// What a run has left behind: the disks.
struct RunEnd {
    var at: Int64
    /// By coordinator.
    var stores: [any CoordinatorStore]
    /// By coordinator: every line of its store, node after node, each newest first.
    var histories: [[StoredLine]]
    /// By node; `nil` for nothing that can be read.
    var nodeStates: [NodeState?]
}

extension RunEnd {
    init(of simulation: borrowing Simulation) {
        at = simulation.now.nanoseconds
        stores = []
        for coordinator in simulation.plan.coordinators.indices { stores.append(simulation.store(coordinator)) }
        histories = stores.map(Self.lines)
        nodeStates = []
        for node in simulation.plan.nodes.indices { nodeStates.append(simulation.nodeState(node)) }
    }

    /// Node after node, as whole lines take much room.
    private static func lines(of store: any CoordinatorStore) -> [StoredLine] {
        // A store in memory has nothing to fail on, and no limit to a page.
        let nodes = (try? store.load().nodes.map(\.definition.id)) ?? []
        return nodes.flatMap { node in
            ((try? store.history(HistoryRequest(node: node, limit: .max)).lines) ?? []).map(StoredLine.init)
        }
    }
}

/// As much of a line as is judged.
struct StoredLine {
    var cursor: HistoryCursor
    /// What became of the quarter hour; `nil` for what rang.
    var outcome: QuarterOutcome?

    init(_ line: HistoryLine) {
        cursor = line.cursor
        if case .quarter(let record) = line.event { outcome = record.outcome }
    }
}
