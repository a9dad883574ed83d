import ClockThreads

/// The failure of a call on the MQTT client, in one line for a person.
public struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        /// A setting is out of its range.
        case invalidConfiguration
        /// A topic name or filter that MQTT does not allow.
        case invalidTopic
        /// A message that MQTT does not allow.
        case invalidMessage
        /// The outgoing queue is at its bound; the message was not taken.
        case queueFull
        /// An at-most-once message while there is no connection; the message was not taken.
        case notConnected
        /// The broker answered with a refusal; `reasonCode` has it.
        case refused
        /// The message's expiry passed before the broker acknowledged it.
        case expired
        /// No answer came in time.
        case timedOut
        /// The client was stopped, or not yet started where it has to be.
        case notRunning
        /// The system refused a thread or a descriptor.
        case system
    }

    public let code: Code
    /// The failure, the value, and the remedy.
    public let message: String
    /// The MQTT 5 reason code where the broker gave one.
    public let reasonCode: UInt8?

    public init(_ code: Code, _ message: String, reasonCode: UInt8? = nil) {
        self.code = code
        self.message = message
        self.reasonCode = reasonCode
    }

    init(_ error: ThreadError) { self.init(.system, error.description) }

    public var description: String { message }
}
