internal import ClockDomain
internal import ClockNodeCore
internal import DequeModule

/// A node's shell in virtual time, in place of the daemon around its core.
struct NodeHost {
    /// Messages that may wait for the loop, as in the daemon; it refuses more.
    static let messageCapacity = 1_000

    let plan: NodePlan
    let topics: NodeTopics
    var core: NodeCore?
    /// The program's own events, which the loop handles first, and events from the network.
    var ownEvents: Deque<NodeCore.Event> = []
    var networkEvents: Deque<NodeCore.Event> = []
    /// True while the loop handles an event.
    var isBusy = false
    /// The state that the disk writes now, and the effects that wait for it, the next one last. The loop stands still
    /// meanwhile.
    var writing: (state: Boxed<NodeState>, ticket: Int)?
    var rest: [NodeCore.Effect] = []
    /// True while the program stops in an orderly way: it waits for nothing any more.
    var isLeaving = false
    /// Reused for the effects of the next event, so that no event allocates an array.
    var spareEffects: [NodeCore.Effect] = []
    var timers = TimerSlots<NodeCore.TimerKind>()
    var disk: NodeDisk
    var output: Output
    var content = NodeShelf()
    var ringActions = RingActionGate()
    var zone: Int
    var names: SplitMix64
    /// The disk's content at the start of a fault, by the fault.
    var snapshots: [(fault: Int, file: NodeDisk.File)] = []
}
