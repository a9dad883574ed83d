/// Delivery guarantee of a message (MQTT 5, section 4.3).
///
/// Exactly-once delivery is left out: with at-least-once delivery and receivers that recognise a repeated message,
/// it buys nothing and costs the broker two more packets per message.
public enum MQTTQoS: UInt8, Sendable, Hashable {
    /// Sent once, lost if the connection breaks.
    case atMostOnce = 0
    /// Repeated until acknowledged; may arrive twice.
    case atLeastOnce = 1
}
