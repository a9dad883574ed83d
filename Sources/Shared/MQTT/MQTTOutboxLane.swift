/// Messages that wait for their turn, oldest first. A retained message takes the place of the one that waits for the same
/// topic: only the newest would be kept anyway.
struct MQTTOutboxLane {
    typealias Entry = MQTTOutbox.Entry

    private(set) var bytes = 0
    // A ring would do as well; taking from an index and compacting at half keeps both ends cheap with an array.
    private var entries: [Entry] = []
    private var head = 0
    /// By topic, the newest entry that a newer message may take the place of.
    private var replaceable: [String: UInt64] = [:]
    /// Not later than the expiry of any entry.
    private var earliestExpiry: Int64?

    var count: Int { entries.count - head }
    var first: Entry? { head < entries.count ? entries[head] : nil }
    var all: ArraySlice<Entry> { entries[head...] }
    /// The instant of the next necessary call of `takeExpired`.
    var nextExpiry: Int64? { count > 0 ? earliestExpiry : nil }

    /// Returns the bytes of the waiting message that a new one would replace; `nil` if it would replace none.
    func bytesReplaced(by message: MQTTMessage, isAwaited: Bool) -> Int? {
        place(of: message, isAwaited: isAwaited).map { entries[$0].message.queuedBytes }
    }

    /// Takes a message at its place; returns the identifier under which it waits.
    mutating func add(_ entry: Entry) -> UInt64 {
        bytes += entry.message.queuedBytes
        record(entry.expiry)
        if let place = place(of: entry.message, isAwaited: entry.isAwaited) {
            bytes -= entries[place].message.queuedBytes
            entries[place].message = entry.message
            entries[place].expiry = entry.expiry
            return entries[place].id
        }
        entries.append(entry)
        noteTopic(of: entry)
        return entry.id
    }

    mutating func popFirst() -> Entry? {
        guard let entry = first else { return nil }
        head += 1
        if head == entries.count {
            entries.removeAll(keepingCapacity: entries.count <= 64)
            head = 0
        } else if head >= 64, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
        bytes -= entry.message.queuedBytes
        if replaceable[entry.message.topic] == entry.id { replaceable[entry.message.topic] = nil }
        return entry
    }

    /// Puts messages that were sent before in front again.
    mutating func prepend(_ sent: [Entry]) { rebuild(sent + all) }

    mutating func remove(where isRemoved: (Entry) -> Bool) -> [Entry] {
        let removed = all.filter(isRemoved)
        if !removed.isEmpty { rebuild(all.filter { !isRemoved($0) }) }
        return removed
    }

    /// Removes and returns the expired messages.
    mutating func takeExpired(at now: Int64) -> [Entry] {
        guard let earliestExpiry, earliestExpiry <= now else { return [] }
        let expired = all.filter { ($0.expiry ?? .max) <= now }
        rebuild(all.filter { ($0.expiry ?? .max) > now })
        return expired
    }

    /// Returns the index of the entry that the message replaces.
    private func place(of message: MQTTMessage, isAwaited: Bool) -> Int? {
        guard message.retain, !isAwaited, let id = replaceable[message.topic] else { return nil }
        // Identifiers ascend, so the entry is found by halving.
        var (low, high) = (head, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, entries[low].id == id else {
            preconditionFailure("\(message.topic) is to wait as \(id), and does not")
        }
        return low
    }

    private mutating func rebuild(_ kept: [Entry]) {
        entries = kept
        head = 0
        bytes = kept.reduce(0) { $0 + $1.message.queuedBytes }
        replaceable = [:]
        for entry in kept { noteTopic(of: entry) }
        earliestExpiry = kept.compactMap(\.expiry).min()
    }

    /// Nothing may replace a message whose caller waits for the acknowledgement.
    private mutating func noteTopic(of entry: Entry) {
        if entry.message.retain { replaceable[entry.message.topic] = entry.isAwaited ? nil : entry.id }
    }

    private mutating func record(_ expiry: Int64?) {
        if let expiry { earliestExpiry = min(earliestExpiry ?? .max, expiry) }
    }
}
