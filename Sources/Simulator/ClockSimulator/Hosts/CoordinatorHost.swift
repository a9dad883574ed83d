internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import DequeModule

/// A coordinator's shell in virtual time: what the daemon has around its core.
struct CoordinatorHost {
    let plan: CoordinatorPlan
    var core: CoordinatorCore?
    var content = CoordinatorShelf()
    var mailbox: Deque<CoordinatorEvent> = []
    /// The loop is in the middle of an event.
    var isBusy = false
    var timers = TimerSlots<CoordinatorTimer>()
    /// Where it shares its store.
    var lease: LeaseHost?
    /// `nil` before the machine was first switched on.
    var disk: CoordinatorDisk?
    var committing: (id: CommitID, operations: [StoreOperation])?
    /// Pages that are being read, in order.
    var reading: Deque<(origin: RequestOrigin, request: HistoryRequest)> = []
    var snapshots: [(fault: Int, store: MemoryStore)] = []
}
