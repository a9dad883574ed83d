internal import ClockMQTT
internal import ClockWire

/// What is known of the way to the coordinator. Only the newest of everything is kept, so it stays small whatever
/// arrives.
struct LinkState: Sendable {
    enum Connection: Sendable {
        case connecting
        case connected
        /// No connection; the client goes on trying.
        case lost(MQTTDisconnect)
        case stopped
    }

    /// An answer and when it came.
    struct Answer: Sendable {
        var payload: [UInt8]
        var receipt: MQTTReceipt
    }

    var connection = Connection.connecting
    /// The coordinator's retained word on itself, `nil` before it came.
    var coordinator: Availability?
    /// Answers to the requests in `awaited`, by correlation data.
    var answers: [[UInt8]: Answer] = [:]
    /// Correlation data of the requests whose answers are wanted.
    var awaited: Set<[UInt8]> = []
    /// The broker's refusal of a subscription or a request.
    var refusal: MQTTError?
    /// Whether the site has changed since this was last taken back.
    var hasChanged = false

    /// - Parameter replyTopic: where answers come.
    mutating func take(_ event: MQTTEvent, topics: Topics, replyTopic: String) {
        switch event {
        case .connected:
            connection = .connected
        case .disconnected(let disconnect):
            connection = disconnect.reason == .stopped ? .stopped : .lost(disconnect)
        case .message(let message, let receipt):
            if message.topic == replyTopic {
                guard let correlation = message.correlationData, awaited.remove(correlation) != nil else { return }
                answers[correlation] = Answer(payload: message.payload, receipt: receipt)
            } else {
                if message.topic == topics.coordinatorAvailability {
                    coordinator = Availability(payload: message.payload)
                }
                hasChanged = true
            }
        case .subscribed:
            break
        case .subscriptionRefused(_, let error), .publishRefused(_, let error):
            refusal = error
        }
    }
}
