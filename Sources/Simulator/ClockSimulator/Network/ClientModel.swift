internal import ClockDomain
internal import ClockWire
internal import DequeModule

/// A program's MQTT client: connects again and again with growing waits, and keeps at-least-once messages, up to a
/// bound, until the broker has them.
struct ClientModel {
    enum Phase {
        case stopped
        /// Until the next attempt.
        case waiting
        case connecting
        case connected(since: Int64)
    }

    struct Outgoing {
        var message: Message
        /// The instant at which the client learns that the broker has it; `.max` while that is unknown.
        var acknowledgedAt: Int64 = .max
        /// True when the broker has it, even if its acknowledgement has not arrived.
        var hasArrived = false
    }

    private(set) var phase = Phase.stopped
    /// Numbers the attempts, and the connections that result from them.
    private(set) var connection: Int32 = 0
    var waiting: Deque<Message> = []
    private(set) var inflight: Deque<Outgoing> = []
    private var firstID: UInt32 = 1
    private var failures = 0
    /// See ``awaitedAcknowledgement()``.
    private var awaited = Int64.min
    private var random: SplitMix64
    /// The number of messages that it keeps; it refuses more.
    let capacity: Int

    /// Of one attempt to connect, in nanoseconds, like every length here.
    static let connectTimeout: Int64 = 10_000_000_000
    /// Between two attempts.
    private static let longestWait: Int64 = 60_000_000_000
    /// The number of unacknowledged messages that mosquitto's defaults allow a client.
    static let window = 20
    static let keepAlive: Int64 = 30_000_000_000
    /// The time after which it gives up a silent connection: it sends the next ping within one keep-alive, and waits
    /// for the answer within another.
    static let silence = keepAlive...keepAlive * 2
    private static let shortestWait: Int64 = 500_000_000
    /// A connection that lasted this long makes the next wait start over.
    private static let stableAfter: Int64 = 10_000_000_000

    init(random: SplitMix64, capacity: Int) {
        self.random = random
        self.capacity = capacity
    }

    var isConnected: Bool { if case .connected = phase { true } else { false } }

    func isConnecting(as connection: Int32) -> Bool {
        if case .connecting = phase { self.connection == connection } else { false }
    }

    var isStopped: Bool { if case .stopped = phase { true } else { false } }

    var hasRoom: Bool { waiting.count + inflight.count < capacity }

    mutating func start() { phase = .waiting }

    /// Stops the client with its program, and discards unsent messages.
    mutating func stop() {
        phase = .stopped
        waiting.removeAll()
        inflight.removeAll()
        failures = 0
    }

    mutating func beginAttempt() {
        connection += 1
        phase = .connecting
    }

    mutating func accepted(at now: Int64) { phase = .connected(since: now) }

    /// Records the end of the connection or of the attempt.
    ///
    /// - Parameter mendsByItself: false if two clients share an identifier; the wait is then a long one.
    /// - Returns: the wait before the next attempt.
    mutating func failed(mendsByItself: Bool, at now: Int64) -> Int64 {
        if case .connected(let since) = phase, now - since >= Self.stableAfter { failures = 0 }
        leaves(at: now)
        failures += 1
        guard mendsByItself else { return random.within(Self.longestWait / 2, Self.longestWait) }
        let ceiling = min(Self.longestWait, Self.shortestWait << min(Int64(failures - 1), 20))
        return random.within(Self.shortestWait, ceiling)
    }

    /// Requeues the messages under way, as the connection is over.
    mutating func leaves(at now: Int64) {
        trim(at: now)
        // Messages that the broker may lack go first on the next connection; those at most once are dropped.
        for sent in inflight.reversed() { waiting.prepend(sent.message) }
        firstID &+= UInt32(inflight.count)
        inflight.removeAll(keepingCapacity: true)
        waiting.removeAll { $0.qos == .atMostOnce }
        phase = .waiting
    }

    // MARK: Messages under way

    /// True if the client may send the message now, provided that nothing waits ahead of it.
    mutating func maySend(_ message: Message, at now: Int64) -> Bool {
        guard isConnected else { return false }
        guard message.qos == .atLeastOnce else { return true }
        trim(at: now)
        return inflight.count < Self.window
    }

    mutating func markSent(_ message: Message) -> UInt32 {
        inflight.append(Outgoing(message: message))
        return firstID &+ UInt32(inflight.count - 1)
    }

    /// Records that the broker has the message; the client learns it at `time`, or once the way is free again.
    mutating func arrived(_ id: UInt32, acknowledgedAt time: Int64?) {
        let index = Int(id &- firstID)
        guard inflight.indices.contains(index) else { return }
        inflight[index].hasArrived = true
        if let time { inflight[index].acknowledgedAt = min(inflight[index].acknowledgedAt, time) }
    }

    /// Delivers the acknowledgements of all messages that have arrived, as the way from the broker is free again.
    mutating func acknowledgementsArrive(at time: Int64) {
        for index in inflight.indices where inflight[index].hasArrived {
            inflight[index].acknowledgedAt = min(inflight[index].acknowledgedAt, time)
        }
    }

    /// The instant at which the client learns that the broker has the oldest message under way, if a message waits for
    /// that and the instant is known. Returns each instant once.
    mutating func awaitedAcknowledgement() -> Int64? {
        guard isConnected, !waiting.isEmpty, let first = inflight.first, first.acknowledgedAt != .max,
            first.acknowledgedAt != awaited
        else { return nil }
        awaited = first.acknowledgedAt
        return awaited
    }

    private mutating func trim(at now: Int64) {
        while let first = inflight.first, first.acknowledgedAt <= now {
            inflight.removeFirst()
            firstID &+= 1
        }
    }
}
