/// A topic filter and the highest delivery guarantee asked of the broker for it.
public struct MQTTSubscription: Sendable, Hashable {
    /// Topic filter: UTF-8, 1 to 65,535 bytes; `+` stands for one level, a last `#` for all below.
    public var filter: String
    public var qos: MQTTQoS

    public init(_ filter: String, qos: MQTTQoS = .atLeastOnce) {
        self.filter = filter
        self.qos = qos
    }
}
