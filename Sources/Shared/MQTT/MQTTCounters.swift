/// Counts since the client was made, and the outgoing queue as it is now.
public struct MQTTCounters: Sendable, Equatable {
    /// Messages acknowledged by the broker, and at-most-once messages handed to the network.
    public internal(set) var published = 0
    /// Messages handed to the event handler or to a waiting request.
    public internal(set) var received = 0
    /// Connections that the broker accepted.
    public internal(set) var connections = 0
    /// Failed attempts and lost connections.
    public internal(set) var disconnects = 0
    /// Queued messages that were dropped: expired, refused, at-most-once when the connection broke, left at stop.
    public internal(set) var outgoingDropped = 0
    /// Received messages that were dropped: over the size limit or not valid.
    public internal(set) var incomingDropped = 0
    /// Answers that came after their request had timed out or was cancelled.
    public internal(set) var lateReplies = 0
    /// Messages in the outgoing queue, those not yet acknowledged included.
    public internal(set) var queuedMessages = 0
    public internal(set) var queuedBytes = 0
}
