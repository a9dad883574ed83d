/// A report of the client. Events come in the order in which they happened.
public enum MQTTEvent: Sendable, Equatable {
    /// The broker accepted the connection. The client sent all subscriptions before this event, so the broker handles a
    /// message that the handler publishes now after them.
    case connected(sessionPresent: Bool)
    /// The connection ended, or an attempt to connect failed. Reported for every attempt.
    case disconnected(MQTTDisconnect)
    case message(MQTTMessage, MQTTReceipt)
    /// The broker accepted the subscription.
    case subscribed(MQTTSubscription)
    /// The broker refused the subscription; the client asks again at the next connection.
    case subscriptionRefused(MQTTSubscription, MQTTError)
    /// A message taken by `publish` was refused by the broker or does not fit its limits, and is gone.
    case publishRefused(topic: String, MQTTError)
}
