internal import ClockDomain
internal import ClockWire
internal import DequeModule

/// A program's MQTT client: connects again and again with growing waits, and keeps at-least-once messages until the
/// broker has them, within a bound.
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
        /// When the client hears that the broker has it; `.max` while it is not known.
        var acknowledgedAt: Int64 = .max
        /// The broker has it, but its word has not come through.
        var hasArrived = false
    }

    private(set) var phase = Phase.stopped
    /// Numbers the attempts and the connections that come of them.
    private(set) var connection: Int32 = 0
    var waiting: Deque<Message> = []
    private(set) var inflight: Deque<Outgoing> = []
    private var firstID: UInt32 = 1
    private var failures = 0
    /// See ``awaitedAcknowledgement()``.
    private var awaited = Int64.min
    private var random: SplitMix64
    /// Messages that it keeps; more are refused.
    let capacity: Int

    /// Of one attempt to connect, in nanoseconds, as everywhere here.
    static let connectTimeout: Int64 = 10_000_000_000
    /// Between two attempts.
    private static let longestWait: Int64 = 60_000_000_000
    /// What a broker of mosquitto's defaults lets a client have unacknowledged.
    static let window = 20
    static let keepAlive: Int64 = 30_000_000_000
    /// After which it gives up a connection on which nothing comes through: the next ping goes out within a keep-alive,
    /// and its answer is waited for within another.
    static let silence = keepAlive...keepAlive * 2
    private static let shortestWait: Int64 = 500_000_000
    /// A connection that lasted this long makes the next wait start over.
    private static let stableAfter: Int64 = 10_000_000_000

    init(random: SplitMix64, capacity: Int) {
        self.random = random
        self.capacity = capacity
    }

    var isConnected: Bool {
        if case .connected = phase { true } else { false }
    }

    func isConnecting(as connection: Int32) -> Bool {
        if case .connecting = phase { self.connection == connection } else { false }
    }

    var isStopped: Bool {
        if case .stopped = phase { true } else { false }
    }

    var hasRoom: Bool { waiting.count + inflight.count < capacity }

    mutating func start() { phase = .waiting }

    /// The program is gone, and with it what it had not sent.
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

    /// The connection or the attempt is over.
    ///
    /// - Parameter mendsByItself: not so where two clients have one identifier, which waits at the long end.
    /// - Returns: how long to wait before the next attempt.
    mutating func failed(mendsByItself: Bool, at now: Int64) -> Int64 {
        if case .connected(let since) = phase, now - since >= Self.stableAfter { failures = 0 }
        leaves(at: now)
        failures += 1
        guard mendsByItself else { return random.within(Self.longestWait / 2, Self.longestWait) }
        let ceiling = min(Self.longestWait, Self.shortestWait << min(Int64(failures - 1), 20))
        return random.within(Self.shortestWait, ceiling)
    }

    /// Nothing is under way any more.
    mutating func leaves(at now: Int64) {
        trim(at: now)
        // What the broker may not have goes first on the next connection; what it need not have is forgotten.
        for sent in inflight.reversed() { waiting.prepend(sent.message) }
        firstID &+= UInt32(inflight.count)
        inflight.removeAll(keepingCapacity: true)
        waiting.removeAll { $0.qos == .atMostOnce }
        phase = .waiting
    }

    // MARK: Messages under way

    /// Whether the message may be sent now, if nothing waits ahead of it.
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

    /// The broker has the message; the client hears of it at `time`, or when the way is free again.
    mutating func arrived(_ id: UInt32, acknowledgedAt time: Int64?) {
        let index = Int(id &- firstID)
        guard inflight.indices.contains(index) else { return }
        inflight[index].hasArrived = true
        if let time { inflight[index].acknowledgedAt = min(inflight[index].acknowledgedAt, time) }
    }

    /// The way from the broker is free again: its word on what has arrived comes through.
    mutating func acknowledgementsArrive(at time: Int64) {
        for index in inflight.indices where inflight[index].hasArrived {
            inflight[index].acknowledgedAt = min(inflight[index].acknowledgedAt, time)
        }
    }

    /// When the client hears that the broker has the oldest message under way, where one waits for that and the
    /// instant is known. Each instant is told once.
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
