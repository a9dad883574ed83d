/// A topic filter and the highest delivery guarantee asked of the broker for it.
public struct MQTTSubscription: Sendable, Hashable {
    /// Topic filter: UTF-8, 1 to 65,535 bytes; `+` stands for one level, a last `#` for all below.
    public var filter: String
    public var qos: MQTTQoS
    /// True if the broker first sends its retained messages for the filter's topics. If not, `MQTTMessage.retain` is
    /// true for a message whose sender asked the broker to keep it.
    public var takesRetained: Bool

    public init(_ filter: String, qos: MQTTQoS = .atLeastOnce, takesRetained: Bool = true) {
        self.filter = filter
        self.qos = qos
        self.takesRetained = takesRetained
    }
}
