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
    /// For the effects of the next event, so that no array is allocated for each.
    var spareEffects: [CoordinatorEffect] = []
    var timers = TimerSlots<CoordinatorTimer>()
    /// Where it shares its store.
    var lease: LeaseHost?
    /// In its store, where others share that.
    var sharedLease = SharedLease()
    /// `nil` before the machine was first switched on.
    var disk: CoordinatorDisk?
    var committing: (id: CommitID, operations: [StoreOperation])?
    /// Pages that are being read, in order.
    var reading: Deque<(origin: RequestOrigin, request: HistoryRequest)> = []
    var snapshots: [(fault: Int, store: MemoryStore)] = []

    /// When a timer is due next, true time; `.max` where none is set.
    func nextTimer(_ clock: MachineClock) -> Int64 {
        min(timers.due(clock), lease?.timers.due(clock) ?? .max)
    }
}
