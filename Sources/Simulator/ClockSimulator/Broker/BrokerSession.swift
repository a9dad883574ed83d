internal import ClockDomain
internal import DequeModule

/// One client's session at the broker: its subscriptions, what is under way to it and what waits for it.
struct BrokerSession: Sendable {
    struct Inflight: Sendable {
        var message: Message
        /// Whether it was kept from before the subscription.
        var isRetained: Bool
        /// When the broker hears that the client has it; `nil` while nobody knows.
        var acknowledgedAt: TrueTime?
    }

    private(set) var isConnected = false
    private var isKept = false
    private var expiry = Duration.zero
    /// When a session without a connection ends.
    private var endsAt: TrueTime?
    /// By their numbers in the broker's book.
    private(set) var filters: [Int] = []
    /// Whether `filters` hold, or are only remembered.
    private(set) var isSubscribed = false
    private var will: Message?
    private(set) var inflight: Deque<Inflight> = []
    /// The id of the first of `inflight`.
    private var firstID: UInt32 = 1
    var queue: Deque<(message: Message, isRetained: Bool)> = []

    /// Whether messages are taken for it.
    func exists(at now: TrueTime) -> Bool {
        if isConnected { return true }
        guard isKept, let endsAt else { return false }
        return now < endsAt
    }

    mutating func open(expiry: Duration, will: Message?) {
        isConnected = true
        isKept = true
        self.expiry = expiry
        self.will = will
        endsAt = nil
    }

    /// - Returns: the last will.
    mutating func close(at now: TrueTime) -> Message? {
        isConnected = false
        endsAt = now + expiry
        defer { will = nil }
        return will
    }

    /// Ends the session. The filters stay written down, so that a client that comes back with the same ones, as all do,
    /// changes nothing for the others.
    mutating func forget() {
        isKept = false
        isSubscribed = false
        inflight.removeAll(keepingCapacity: true)
        queue.removeAll(keepingCapacity: true)
        // Ids of an earlier session must not be taken for this one's.
        firstID &+= 0x1_0000
    }

    /// - Returns: whether the subscriptions have changed.
    mutating func subscribe(_ new: [Int]) -> Bool {
        guard isSubscribed else {
            isSubscribed = true
            defer { filters = new }
            return new != filters
        }
        let added = new.filter { !filters.contains($0) }
        filters += added
        return !added.isEmpty
    }

    mutating func markSent(_ message: Message, isRetained: Bool) -> UInt32 {
        inflight.append(Inflight(message: message, isRetained: isRetained, acknowledgedAt: nil))
        return firstID &+ UInt32(inflight.count - 1)
    }

    /// A message under way, by an id that ``resent()`` or ``markSent(_:isRetained:)`` gave.
    func message(_ id: UInt32) -> (Message, isRetained: Bool) {
        let sent = inflight[Int(id &- firstID)]
        return (sent.message, sent.isRetained)
    }

    /// Forgets what the broker knows by `now` to be acknowledged.
    mutating func trim(at now: TrueTime) {
        while let first = inflight.first, let time = first.acknowledgedAt, time <= now {
            inflight.removeFirst()
            firstID &+= 1
        }
    }

    mutating func acknowledge(_ id: UInt32, at time: TrueTime) {
        let index = Int(id &- firstID)
        guard inflight.indices.contains(index) else { return }
        inflight[index].acknowledgedAt = min(inflight[index].acknowledgedAt ?? time, time)
    }

    /// What is to be sent again on a new connection, in order.
    mutating func resent() -> [UInt32] {
        inflight.indices.map { firstID &+ UInt32($0) }
    }
}
