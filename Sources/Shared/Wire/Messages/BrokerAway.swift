public import ClockDomain

/// A broker that the coordinator cannot reach while it can reach another.
public struct BrokerAway: Hashable, Sendable, Codable {
    /// `host:port`, as configured.
    public var broker: String
    public var since: WallTime
    /// What the last attempt to connect came to.
    public var reason: String?

    public init(broker: String, since: WallTime, reason: String?) {
        self.broker = broker
        self.since = since
        self.reason = reason
    }
}
