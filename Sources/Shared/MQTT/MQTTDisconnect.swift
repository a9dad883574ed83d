/// The reason for which there is no connection, and the client's next step.
public struct MQTTDisconnect: Sendable, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// `stop` was called.
        case stopped
        /// The client left its broker for an earlier one that is back.
        case returning
        /// The host name has no address.
        case unknownHost
        /// No TCP connection, or no answer from the broker in time.
        case unreachable
        /// The TLS handshake failed, or a TLS file cannot be used.
        case tlsFailed
        /// The broker did not accept user name, password or certificate.
        case notAuthorized
        /// The broker refused the connection for another reason.
        case refused
        /// Another client connected with the same client identifier.
        case sessionTakenOver
        /// The broker ended the connection with a reason of its own.
        case endedByBroker
        /// The link broke.
        case connectionLost
        /// The broker was silent for longer than the keep-alive interval allows.
        case keepAliveTimeout
        /// Either side sent a packet that the protocol does not allow.
        case protocolError
        /// The system has no memory or descriptor left.
        case outOfResources
    }

    public let reason: Reason
    /// One line: the failure, the value, the remedy.
    public let message: String
    /// The MQTT 5 reason code where the broker gave one.
    public let reasonCode: UInt8?
    /// Time until the next attempt; `nil` if there is none.
    public let retryAfter: Duration?
    /// Failed attempts in a row, this one included; 1 for the loss of a connection that had been stable.
    public let consecutiveFailures: Int
    /// True when the client tries other brokers at once or in a moment. The last one's failure reports those of all.
    public let triesAnother: Bool
    /// True if the event before this one said the same, so that a log can stay silent.
    public let isRepetition: Bool

    public var description: String { message }
}
