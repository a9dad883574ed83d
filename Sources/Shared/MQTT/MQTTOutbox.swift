/// The bounded queue of outgoing messages: those that wait, and those sent but not yet acknowledged.
///
/// The client keeps messages here rather than in libmosquitto, whose own queue has no bound, repeats messages after their
/// expiry with the full expiry, and is lost with the handle. Overflow policy: a new message is refused.
struct MQTTOutbox {
    struct Entry {
        let id: UInt64
        let message: MQTTMessage
        /// CLOCK_BOOTTIME in nanoseconds after which the message must not be sent.
        let expiry: Int64?
        /// Whether a caller waits for the acknowledgement.
        let isAwaited: Bool

        /// The message with what is left of its expiry, rounded up; `nil` once expired.
        func messageToSend(at now: Int64) -> MQTTMessage? {
            guard let expiry else { return message }
            guard expiry > now else { return nil }
            var copy = message
            copy.messageExpirySeconds = UInt32(clamping: (expiry - now + 999_999_999) / 1_000_000_000)
            return copy
        }
    }

    let maximumMessages: Int
    let maximumBytes: Int
    private(set) var bytes = 0
    private var nextID: UInt64 = 0
    // A ring would do as well; taking from an index and compacting at half keeps both ends cheap with an array.
    private var waiting: [Entry] = []
    private var head = 0
    private var sent: [Int32: Entry] = [:]
    /// Not later than the expiry of any waiting message.
    private var earliestExpiry: Int64?

    init(maximumMessages: Int, maximumBytes: Int) {
        self.maximumMessages = maximumMessages
        self.maximumBytes = maximumBytes
    }

    var messages: Int { waiting.count - head + sent.count }
    var isEmpty: Bool { messages == 0 }
    var unacknowledged: Int { sent.count }
    var hasWaiting: Bool { head < waiting.count }
    /// When `takeExpired` has to be called next.
    var nextExpiry: Int64? { hasWaiting ? earliestExpiry : nil }

    /// Takes a message and returns its identifier; throws `.queueFull` at either bound.
    mutating func enqueue(_ message: MQTTMessage, isAwaited: Bool, at now: Int64) throws(MQTTError) -> UInt64 {
        let size = message.queuedBytes
        if messages >= maximumMessages || size > maximumBytes - bytes {
            throw MQTTError(
                .queueFull,
                "outgoing queue is full (\(messages) of \(maximumMessages) messages, \(bytes) of \(maximumBytes) bytes); "
                    + "message of \(size) bytes for \"\(message.topic)\" was not taken"
            )
        }
        nextID += 1
        let expiry = message.messageExpirySeconds.map { now + Int64($0) * 1_000_000_000 }
        waiting.append(Entry(id: nextID, message: message, expiry: expiry, isAwaited: isAwaited))
        bytes += size
        note(expiry)
        return nextID
    }

    /// Takes the oldest waiting message, unless it needs an acknowledgement and `window` of them are outstanding.
    mutating func takeNext(window: Int) -> Entry? {
        guard hasWaiting else { return nil }
        let entry = waiting[head]
        if entry.message.qos == .atLeastOnce, sent.count >= window { return nil }
        head += 1
        if head == waiting.count {
            waiting.removeAll(keepingCapacity: waiting.count <= 64)
            head = 0
        } else if head >= 64, head * 2 >= waiting.count {
            waiting.removeFirst(head)
            head = 0
        }
        bytes -= entry.message.queuedBytes
        return entry
    }

    /// Notes that `entry`, taken before, awaits the acknowledgement with this packet identifier.
    mutating func markSent(_ entry: Entry, packet: Int32) {
        bytes += entry.message.queuedBytes
        sent[packet] = entry
    }

    /// The message acknowledged with this packet identifier; `nil` if none is outstanding with it.
    mutating func acknowledge(packet: Int32) -> Entry? {
        guard let entry = sent.removeValue(forKey: packet) else { return nil }
        bytes -= entry.message.queuedBytes
        return entry
    }

    /// Puts unacknowledged messages back in front, in their order, and returns the waiting at-most-once messages,
    /// which are not kept over a lost connection.
    mutating func connectionLost() -> [Entry] {
        let kept = sent.values.sorted { $0.id < $1.id }
        let rest = waiting[head...]
        let dropped = rest.filter { $0.message.qos == .atMostOnce }
        waiting = kept + rest.filter { $0.message.qos != .atMostOnce }
        head = 0
        sent = [:]
        bytes -= dropped.reduce(0) { $0 + $1.message.queuedBytes }
        for entry in kept { note(entry.expiry) }
        return dropped
    }

    /// Removes and returns the waiting messages that have expired.
    mutating func takeExpired(at now: Int64) -> [Entry] {
        guard let earliestExpiry, earliestExpiry <= now else { return [] }
        return removeWaiting { ($0.expiry ?? .max) <= now }
    }

    /// Removes the message if it still waits; one that was sent stays until it is acknowledged.
    mutating func cancel(id: UInt64) -> Entry? {
        removeWaiting { $0.id == id }.first
    }

    /// Empties the queue and returns what was in it, in order.
    mutating func removeAll() -> [Entry] {
        let all = sent.values.sorted { $0.id < $1.id } + waiting[head...]
        waiting = []
        head = 0
        sent = [:]
        bytes = 0
        earliestExpiry = nil
        return all
    }

    private mutating func removeWaiting(where isRemoved: (Entry) -> Bool) -> [Entry] {
        let rest = waiting[head...]
        let removed = rest.filter(isRemoved)
        waiting = rest.filter { !isRemoved($0) }
        head = 0
        bytes -= removed.reduce(0) { $0 + $1.message.queuedBytes }
        earliestExpiry = waiting.compactMap(\.expiry).min()
        return removed
    }

    private mutating func note(_ expiry: Int64?) {
        if let expiry { earliestExpiry = min(earliestExpiry ?? .max, expiry) }
    }
}
