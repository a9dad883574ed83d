public import ClockDomain

/// A later state of a coordinator's store, which the store itself does not have: it was turned back to an older copy, or
/// another coordinator worked with a copy.
public struct LaterStore: Hashable, Sendable, Codable {
    public var generation: StoreGeneration
    /// The number of changes to alarms, timers, groups and calendars that the store lacks.
    public var changes: Int
    /// The last quarter hour of the later history, if the store's ends before.
    public var through: WallTime?
    /// The instant at which a coordinator last published that state, by its clock.
    public var until: WallTime

    public init(generation: StoreGeneration, changes: Int, through: WallTime?, until: WallTime) {
        self.generation = generation
        self.changes = changes
        self.through = through
        self.until = until
    }
}
