internal import ClockCoordinatorCore
internal import DequeModule

/// A coordinator's shell in virtual time, in place of the daemon around its core.
struct CoordinatorHost {
    let plan: CoordinatorPlan
    var core: CoordinatorCore?
    var content = CoordinatorShelf()
    var mailbox: Deque<CoordinatorEvent> = []
    /// True while the loop handles an event.
    var isBusy = false
    /// Reused for the effects of each event, so that no event allocates an array.
    var spareEffects: [CoordinatorEffect] = []
    var timers = TimerSlots<CoordinatorTimer>()
    /// Set when it shares its store.
    var lease: LeaseHost?
    /// The lease in its store, for coordinators that share it.
    var sharedLease = SharedLease()
    /// `nil` before the machine was first switched on.
    var disk: CoordinatorDisk?
    var committing: (id: CommitID, operations: [StoreOperation])?
    /// Pages that are being read, in order.
    var reading: Deque<(origin: RequestOrigin, query: StoreQuery)> = []
    var snapshots: [(fault: Int, store: MemoryStore)] = []

    /// The true time at which the next timer is due; `.max` without timers.
    func nextTimer(_ clock: MachineClock) -> Int64 { min(timers.due(clock), lease?.timers.due(clock) ?? .max) }
}
