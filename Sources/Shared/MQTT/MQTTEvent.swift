/// What the client reports, in the order in which it happened.
public enum MQTTEvent: Sendable, Equatable {
    /// The broker accepted the connection. All subscriptions were sent before this event, so what the handler
    /// publishes now is processed after them.
    case connected(sessionPresent: Bool)
    /// The connection ended, or an attempt to connect failed. Reported for every attempt.
    case disconnected(MQTTDisconnect)
    case message(MQTTMessage, MQTTReceipt)
    /// The broker accepted the subscription.
    case subscribed(MQTTSubscription)
    /// The broker refused the subscription; it is asked again at the next connection.
    case subscriptionRefused(MQTTSubscription, MQTTError)
    /// A message taken by `publish` was refused by the broker or does not fit its limits, and is gone.
    case publishRefused(topic: String, MQTTError)
}
