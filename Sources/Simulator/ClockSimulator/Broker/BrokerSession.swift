internal import DequeModule

/// One client's session at the broker: its subscriptions, the messages under way to it and those that wait for it.
struct BrokerSession: Sendable {
    struct Inflight: Sendable {
        var message: Message
        /// True for a retained message that is older than the subscription.
        var isRetained: Bool
        /// The instant at which the broker learns that the client has it; `nil` while that is unknown.
        var acknowledgedAt: TrueTime?
    }

    private(set) var isConnected = false
    private var isKept = false
    private var expiry = Duration.zero
    /// The instant at which a session without a connection ends.
    private var endsAt: TrueTime?
    /// By their numbers in the broker's book.
    private(set) var filters: [Int] = []
    /// True while `filters` hold; false while the broker only remembers them.
    private(set) var isSubscribed = false
    private var will: Message?
    private(set) var inflight: Deque<Inflight> = []
    /// The id of the first of `inflight`.
    private var firstID: UInt32 = 1
    var queue: Deque<(message: Message, isRetained: Bool)> = []

    /// True while the broker accepts messages for the session.
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

    /// Ends the session. The filters stay recorded, so that a client that returns with the same ones, as all do,
    /// changes nothing for the others.
    mutating func forget() {
        isKept = false
        isSubscribed = false
        inflight.removeAll(keepingCapacity: true)
        queue.removeAll(keepingCapacity: true)
        // An id of an earlier session must not match a message of this one.
        firstID &+= 0x1_0000
    }

    /// - Returns: true if the subscriptions have changed.
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

    /// Forgets the messages that the broker knows by `now` to be acknowledged.
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

    /// Returns the ids of the messages that a new connection sends again, in order.
    mutating func resent() -> [UInt32] { inflight.indices.map { firstID &+ UInt32($0) } }
}
