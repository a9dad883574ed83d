public import ClockDomain
internal import DequeModule

/// Messages that wait for reading, by their senders.
///
/// Each sender has its own queue and rate, and senders within their rate take turns. So a sender with many or long
/// messages delays only itself. Overflow policy: a new message is refused, by its sender's bound or that of all.
public struct SenderLine<Sender: Hashable & Sendable, Message: Sendable>: Sendable {
    public struct Limits: Sendable {
        /// The cost of a sender's messages a second, and at once after a rest.
        public var perSecond: Int
        public var burst: Int
        /// The most waiting messages of one sender, and of all.
        public var waitingOfOne: Int
        public var waiting: Int
        /// The most waiting bytes of all.
        public var bytes: Int

        public init(perSecond: Int, burst: Int, waitingOfOne: Int, waiting: Int, bytes: Int) {
            self.perSecond = perSecond
            self.burst = burst
            self.waitingOfOne = waitingOfOne
            self.waiting = waiting
            self.bytes = bytes
        }
    }

    /// The fill level.
    public enum Load: Hashable, Sendable {
        /// Below a quarter.
        case light
        case usual
        /// Above three quarters, in messages or bytes.
        case heavy
    }

    private struct Waiting {
        var message: Message
        var bytes: Int
    }

    /// A message costs 1, and 1 more for each such number of bytes.
    private static var bytesOfCost: Int { 64 << 10 }

    private let limits: Limits
    private var rates: RateLimits<Sender>
    private var queues: [Sender: Deque<Waiting>] = [:]
    /// The senders with waiting messages, the next one first.
    private var turns: Deque<Sender> = []
    private var bytes = 0
    public private(set) var count = 0

    public init(_ limits: Limits) {
        self.limits = limits
        rates = RateLimits(perSecond: limits.perSecond, burst: limits.burst, capacity: limits.waiting)
    }

    public var load: Load {
        if count * 4 > limits.waiting * 3 || bytes > limits.bytes / 4 * 3 { return .heavy }
        return count * 4 < limits.waiting && bytes < limits.bytes / 4 ? .light : .usual
    }

    /// - Returns: false when there is no room for it.
    public mutating func add(_ message: Message, of sender: Sender, bytes size: Int) -> Bool {
        let waiting = queues[sender]?.count ?? 0
        guard count < limits.waiting, waiting < limits.waitingOfOne, size <= limits.bytes - bytes else { return false }
        queues[sender, default: []].append(Waiting(message: message, bytes: size))
        if waiting == 0 { turns.append(sender) }
        count += 1
        bytes += size
        return true
    }

    /// Removes and returns the next message within its sender's rate; `nil` when there is none.
    public mutating func next(at boot: BootTime) -> Message? {
        for index in turns.indices {
            let sender = turns[index]
            guard let first = queues[sender]?.first else { preconditionFailure("a sender in line has no message") }
            let cost = min(1 + first.bytes / Self.bytesOfCost, limits.burst)
            guard rates.allows(sender, cost: cost, at: boot) else { continue }
            turns.remove(at: index)
            queues[sender]?.removeFirst()
            if queues[sender]?.isEmpty == true { queues[sender] = nil } else { turns.append(sender) }
            count -= 1
            bytes -= first.bytes
            return first.message
        }
        return nil
    }
}
