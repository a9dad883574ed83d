internal import ClockCoordinatorCore
internal import ClockNodeCore
internal import ClockWire

/// What a run has left behind: the disks.
struct RunEnd {
    var at: Int64
    /// By coordinator.
    var stores: [any CoordinatorStore]
    /// By coordinator: every line of its store, newest first.
    var histories: [[HistoryLine]]
    /// By node; `nil` for nothing that can be read.
    var nodeStates: [NodeState?]
}

extension RunEnd {
    init(of simulation: borrowing Simulation) {
        at = simulation.now.nanoseconds
        stores = []
        for coordinator in simulation.plan.coordinators.indices { stores.append(simulation.store(coordinator)) }
        // A store in memory has nothing to fail on, and no limit to a page.
        histories = stores.map { (try? $0.history(HistoryRequest(limit: .max)).lines) ?? [] }
        nodeStates = []
        for node in simulation.plan.nodes.indices { nodeStates.append(simulation.nodeState(node)) }
    }
}
