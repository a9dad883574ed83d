public import ClockDomain

/// Coordinator to all nodes, retained with a message expiry: be ready to announce `target`.
public struct Wake: WireMessage, Hashable {
    /// The quarter hour to announce, and this wake's identity: a second wake for it changes nothing.
    public var target: WallTime
    /// The instant at which the coordinator published it, by its clock.
    public var sent: WallTime
    /// The time ahead of `target` at which the coordinator means to send it, in milliseconds.
    public var leadMilliseconds: Int
    /// The time that a node may spend on it, in milliseconds: the deadline budget.
    public var budgetMilliseconds: Int
    /// Not to be acted on after this instant, for brokers that do not expire messages.
    public var notAfter: WallTime
    /// Random name of the sending coordinator's store; `nil` from one that does not send it.
    public var store: String?
    /// The generation of that store, which its start began.
    public var generation: StoreGeneration?
    /// The instant at which that coordinator started, by its clock: it tells two with copies of one store apart.
    public var started: WallTime?

    /// Accepted budgets: 6 s to 10 min. Below the reserve of 5 s no wake could ever be kept.
    public static let budgetRange = 6_000...600_000

    public init(
        target: WallTime, sent: WallTime, leadMilliseconds: Int, budgetMilliseconds: Int, notAfter: WallTime,
        store: String? = nil, generation: StoreGeneration? = nil, started: WallTime? = nil
    ) {
        self.target = target
        self.sent = sent
        self.leadMilliseconds = leadMilliseconds
        self.budgetMilliseconds = budgetMilliseconds
        self.notAfter = notAfter
        self.store = store
        self.generation = generation
        self.started = started
    }

    enum CodingKeys: String, CodingKey {
        case target, sent, store, generation, started
        case leadMilliseconds = "lead_ms"
        case budgetMilliseconds = "budget_ms"
        case notAfter = "not_after"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        target = try container.decode(WallTime.self, forKey: .target)
        guard QuarterHour.isQuarterHour(target) else {
            throw DecodingError.dataCorruptedError(
                forKey: .target, in: container, debugDescription: "\(target) is not a quarter hour of UTC")
        }
        sent = try container.decode(WallTime.self, forKey: .sent)
        leadMilliseconds = try container.decode(Int.self, forKey: .leadMilliseconds)
        budgetMilliseconds = try container.decode(Int.self, forKey: .budgetMilliseconds)
        guard Wake.budgetRange.contains(budgetMilliseconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: .budgetMilliseconds, in: container,
                debugDescription: "\(budgetMilliseconds) ms is not in \(Wake.budgetRange)")
        }
        notAfter = try container.decode(WallTime.self, forKey: .notAfter)
        store = try container.decodeIfPresent(String.self, forKey: .store)
        generation = try container.decodeIfPresent(StoreGeneration.self, forKey: .generation)
        started = try container.decodeIfPresent(WallTime.self, forKey: .started)
        if let store {
            try container.require(
                Desired.storeNameRange.contains(store.utf8.count), .store,
                "a store's name of \(store.utf8.count) bytes is not in \(Desired.storeNameRange)")
        }
    }
}
