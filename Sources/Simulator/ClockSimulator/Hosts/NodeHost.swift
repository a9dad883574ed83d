internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire
internal import DequeModule

/// A node's shell in virtual time: what the daemon has around its core.
struct NodeHost {
    /// Messages that wait for the loop, as in the daemon; more are refused.
    static let messageCapacity = 1_000

    let plan: NodePlan
    let topics: NodeTopics
    var core: NodeCore?
    /// The program's own events, which go first, and what comes from the network.
    var ownEvents: Deque<NodeCore.Event> = []
    var networkEvents: Deque<NodeCore.Event> = []
    /// The loop is in the middle of an event.
    var isBusy = false
    /// The state that is being written, and the effects that wait for it, the next one last: the loop stands still
    /// meanwhile.
    var writing: (state: Boxed<NodeState>, ticket: Int)?
    var rest: [NodeCore.Effect] = []
    /// Being stopped in an orderly way: nobody waits for anything any more.
    var isLeaving = false
    /// For the effects of the next event, so that no array is allocated for each.
    var spareEffects: [NodeCore.Effect] = []
    var timers = TimerSlots<NodeCore.TimerKind>()
    var disk: NodeDisk
    var output: Output
    var content = NodeShelf()
    var ringActions = RingActionGate()
    var zone: Int
    var names: SplitMix64
    /// What was on the disk when a fault began, by the fault.
    var snapshots: [(fault: Int, file: NodeDisk.File)] = []
}
