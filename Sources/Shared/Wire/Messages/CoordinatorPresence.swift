public import ClockDomain

/// Coordinator to all coordinators of the site, retained: the store with which it works, and the store's newest state.
///
/// Two coordinators notice each other by it at once. A coordinator whose store was turned back reads in the retained
/// one how far the store had come.
public struct CoordinatorPresence: WireMessage, Hashable {
    /// Random name of its store.
    public var store: String
    /// The generation of the store that its start began.
    public var generation: StoreGeneration
    /// The instant at which it started, by its clock: it tells two with copies of one store apart.
    public var started: WallTime
    /// The instant at which it published this, by its clock.
    public var sent: WallTime
    /// The number of the store's newest change event, 0 before the first. It never decreases in one store.
    public var changes: Int
    /// The store has the lines of every quarter hour up to this one; `nil` before the first.
    public var through: WallTime?
    /// The start of another coordinator, by its presence, if this one answers it.
    public var answers: WallTime?

    public init(
        store: String, generation: StoreGeneration, started: WallTime, sent: WallTime, changes: Int,
        through: WallTime? = nil, answers: WallTime? = nil
    ) {
        self.store = store
        self.generation = generation
        self.started = started
        self.sent = sent
        self.changes = changes
        self.through = through
        self.answers = answers
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        store = try container.decode(String.self, forKey: .store)
        generation = try container.decode(StoreGeneration.self, forKey: .generation)
        started = try container.decode(WallTime.self, forKey: .started)
        sent = try container.decode(WallTime.self, forKey: .sent)
        changes = try container.decode(Int.self, forKey: .changes)
        through = try container.decodeIfPresent(WallTime.self, forKey: .through)
        answers = try container.decodeIfPresent(WallTime.self, forKey: .answers)
        try container.require(
            Desired.storeNameRange.contains(store.utf8.count), .store,
            "a store's name of \(store.utf8.count) bytes is not in \(Desired.storeNameRange)")
        try container.require(changes >= 0, .changes, "\(changes) changes are fewer than none")
    }
}
