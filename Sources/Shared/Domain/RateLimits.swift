/// The limit of each of many senders: a burst at once, then a steady rate.
///
/// A leaky bucket each, kept as the instant at which it is empty again (the "generic cell rate algorithm", ITU-T I.371).
/// The number of senders is bounded: the table forgets an empty bucket, and when all are in use, further senders share
/// one. So a sender who invents names gains nothing and blocks nobody.
public struct RateLimits<Key: Hashable & Sendable>: Sendable {
    private let interval: Duration
    private let depth: Duration
    private let capacity: Int
    private var emptyAt: [Key: BootTime] = [:]
    private var sharedEmptyAt: BootTime?

    /// - Parameters:
    ///   - perSecond: the steady rate of one sender, 1 to 1,000,000.
    ///   - burst: the number that a sender may do at once after a rest, at least 1.
    ///   - capacity: the most senders that the table distinguishes at any time, at least 1.
    public init(perSecond: Int, burst: Int, capacity: Int) {
        precondition((1...1_000_000).contains(perSecond) && burst >= 1 && capacity >= 1)
        interval = .nanoseconds(1_000_000_000 / Int64(perSecond))
        depth = interval * burst
        self.capacity = capacity
    }

    /// True if the sender may do this now; then it counts.
    ///
    /// - Parameter cost: at least 1. A cost of more than a burst is never allowed.
    public mutating func allows(_ key: Key, cost: Int = 1, at boot: BootTime) -> Bool {
        if emptyAt[key] == nil, emptyAt.count >= capacity {
            emptyAt = emptyAt.filter { $0.value > boot }
            if emptyAt.count >= capacity { return Self.fill(&sharedEmptyAt, interval * cost, depth, boot) }
        }
        return Self.fill(&emptyAt[key], interval * cost, depth, boot)
    }

    /// Static, as a method of the whole would read all buckets while one is changed: each call would copy them all.
    private static func fill(_ emptyAt: inout BootTime?, _ cost: Duration, _ depth: Duration, _ boot: BootTime) -> Bool
    {
        let after = max(emptyAt ?? boot, boot) + cost
        guard after - boot <= depth else { return false }
        emptyAt = after
        return true
    }
}
