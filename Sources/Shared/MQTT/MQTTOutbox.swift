/// The bounded queue of outgoing messages: those that wait, and those sent but not yet acknowledged.
///
/// The client keeps messages here rather than in libmosquitto, whose own queue has no bound, repeats messages after their
/// expiry with the full expiry, and is lost with the handle. Each priority has a lane of its own. Urgent and prompt
/// messages have room in the queue that the others cannot use, urgent ones have places among the unacknowledged, and
/// patient ones leave some to all others. Overflow policy: the queue refuses a new message, unless it replaces an older
/// one for the same retained topic.
struct MQTTOutbox {
    struct Entry {
        let id: UInt64
        var message: MQTTMessage
        /// CLOCK_BOOTTIME in nanoseconds after which the message must not be sent.
        var expiry: Int64?
        /// True if a caller waits for the acknowledgement.
        let isAwaited: Bool

        /// The message with the rest of its expiry, rounded up; `nil` once expired.
        func messageToSend(at now: Int64) -> MQTTMessage? {
            guard let expiry else { return message }
            guard expiry > now else { return nil }
            var copy = message
            copy.messageExpirySeconds = UInt32(clamping: (expiry - now + 999_999_999) / 1_000_000_000)
            return copy
        }
    }

    /// The room of prompt messages beyond the bounds of the others.
    static let promptMessages = 256
    static let promptBytes = 2 << 20
    /// The room of urgent messages beyond all of these.
    static let urgentMessages = 64
    static let urgentBytes = 1 << 20
    /// The number of places among the unacknowledged messages that stay free for urgent ones.
    static let urgentWindow = 8

    let maximumMessages: Int
    let maximumBytes: Int
    private var nextID: UInt64 = 0
    private var urgent = MQTTOutboxLane()
    private var prompt = MQTTOutboxLane()
    private var ordinary = MQTTOutboxLane()
    private var patient = MQTTOutboxLane()
    private var sent: [Int32: Entry] = [:]
    private var sentBytes = 0

    init(maximumMessages: Int, maximumBytes: Int) {
        self.maximumMessages = maximumMessages
        self.maximumBytes = maximumBytes
    }

    var messages: Int { waiting + sent.count }
    var bytes: Int { urgent.bytes + prompt.bytes + ordinary.bytes + patient.bytes + sentBytes }
    var isEmpty: Bool { messages == 0 }
    private var waiting: Int { urgent.count + prompt.count + ordinary.count + patient.count }
    /// The instant of the next necessary call of `takeExpired`.
    var nextExpiry: Int64? {
        [urgent.nextExpiry, prompt.nextExpiry, ordinary.nextExpiry, patient.nextExpiry].compactMap(\.self).min()
    }

    /// Takes a message and returns its identifier; throws `.queueFull` at either bound.
    mutating func enqueue(_ message: MQTTMessage, isAwaited: Bool, at now: Int64) throws(MQTTError) -> UInt64 {
        let size = message.queuedBytes
        let lane = Self.lane(of: message)
        let replaced = self[keyPath: lane].bytesReplaced(by: message, isAwaited: isAwaited)
        var (mostMessages, mostBytes) = (maximumMessages, maximumBytes)
        switch message.priority {
        case .ordinary, .patient: break
        case .prompt:
            mostMessages += Self.promptMessages
            mostBytes += Self.promptBytes
        case .urgent:
            mostMessages += Self.promptMessages + Self.urgentMessages
            mostBytes += Self.promptBytes + Self.urgentBytes
        }
        if replaced == nil && messages >= mostMessages || size > mostBytes - bytes + (replaced ?? 0) {
            throw MQTTError(
                .queueFull,
                "outgoing queue is full (\(messages) of \(mostMessages) messages, \(bytes) of \(mostBytes) bytes); "
                    + "message of \(size) bytes for \"\(message.topic)\" was not taken"
            )
        }
        nextID += 1
        let expiry = message.messageExpirySeconds.map { now + Int64($0) * 1_000_000_000 }
        let entry = Entry(id: nextID, message: message, expiry: expiry, isAwaited: isAwaited)
        return self[keyPath: lane].add(entry)
    }

    private static func lane(of message: MQTTMessage) -> WritableKeyPath<MQTTOutbox, MQTTOutboxLane> {
        switch message.priority {
        case .urgent: \.urgent
        case .prompt: \.prompt
        case .ordinary: \.ordinary
        case .patient: \.patient
        }
    }

    /// Takes the next message, unless it needs an acknowledgement and too many of `window` are outstanding.
    mutating func takeNext(window: Int) -> Entry? {
        // A broker that takes few at a time leaves some to each.
        let left = window - min(Self.urgentWindow, window / 4)
        if let entry = dequeue(from: \.urgent, window: window) ?? dequeue(from: \.prompt, window: left) { return entry }
        if ordinary.count > 0 { return dequeue(from: \.ordinary, window: left) }
        return dequeue(from: \.patient, window: left - left / 4)
    }

    private mutating func dequeue(from lane: WritableKeyPath<MQTTOutbox, MQTTOutboxLane>, window: Int) -> Entry? {
        guard let entry = self[keyPath: lane].first, entry.message.qos == .atMostOnce || sent.count < window else {
            return nil
        }
        return self[keyPath: lane].popFirst()
    }

    /// Notes that `entry`, taken before, awaits the acknowledgement with this packet identifier.
    mutating func markSent(_ entry: Entry, packet: Int32) {
        sentBytes += entry.message.queuedBytes
        sent[packet] = entry
    }

    /// The message acknowledged with this packet identifier; `nil` if none is outstanding with it.
    mutating func acknowledge(packet: Int32) -> Entry? {
        guard let entry = sent.removeValue(forKey: packet) else { return nil }
        sentBytes -= entry.message.queuedBytes
        return entry
    }

    /// Puts unacknowledged messages back in front, in their order, and returns the waiting at-most-once messages,
    /// which are not kept over a lost connection.
    mutating func connectionLost() -> [Entry] {
        let kept = takeSent()
        let dropped = remove { $0.message.qos == .atMostOnce }
        for priority in MQTTMessage.Priority.allCases {
            let entries = kept.filter { $0.message.priority == priority }
            if let first = entries.first { self[keyPath: Self.lane(of: first.message)].prepend(entries) }
        }
        return dropped
    }

    /// Removes and returns the waiting messages that have expired.
    mutating func takeExpired(at now: Int64) -> [Entry] {
        urgent.takeExpired(at: now) + prompt.takeExpired(at: now) + ordinary.takeExpired(at: now)
            + patient.takeExpired(at: now)
    }

    /// Removes the message if it still waits; one that was sent stays until it is acknowledged.
    mutating func cancel(id: UInt64) -> Entry? { remove { $0.id == id }.first }

    /// Empties the queue and returns its messages, in order.
    mutating func removeAll() -> [Entry] { takeSent() + remove { _ in true } }

    private mutating func takeSent() -> [Entry] {
        defer {
            sent = [:]
            sentBytes = 0
        }
        return sent.values.sorted { $0.id < $1.id }
    }

    private mutating func remove(where isRemoved: (Entry) -> Bool) -> [Entry] {
        urgent.remove(where: isRemoved) + prompt.remove(where: isRemoved) + ordinary.remove(where: isRemoved)
            + patient.remove(where: isRemoved)
    }
}
