internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct RunEnd {
    var at: Int64
    /// By coordinator.
    var stores: [any CoordinatorStore]
    /// By coordinator: every line of its store, node after node, each newest first.
    var histories: [[StoredLine]]
    /// By node; `nil` for no file, or an unreadable one.
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

    /// Node by node, because whole lines take much memory.
    private static func lines(of store: any CoordinatorStore) -> [StoredLine] {
        // A store in memory never fails, and has no limit to a page.
        let nodes = (try? store.load().nodes.map(\.definition.id)) ?? []
        return nodes.flatMap { node in
            ((try? store.history(HistoryRequest(node: node, limit: .max)).lines) ?? []).map(StoredLine.init)
        }
    }
}

/// The judged part of a line.
struct StoredLine {
    var cursor: HistoryCursor
    /// The outcome of the quarter hour; `nil` for a ring.
    var outcome: QuarterOutcome?

    init(_ line: HistoryLine) {
        cursor = line.cursor
        if case .quarter(let record) = line.event { outcome = record.outcome }
    }
}
