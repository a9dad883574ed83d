internal import ClockConnection
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging

/// The coordinator's messages on their way to the broker.
final class Outgoing: Sendable {
    let client: MQTTClient
    let limited: LimitedLog
    let logger: Logger

    init(client: MQTTClient, limited: LimitedLog, logger: Logger) {
        self.client = client
        self.limited = limited
        self.logger = logger
    }

    /// Sends an answer, at most once, so that none waits for acknowledgements.
    func send(_ answer: [UInt8], to address: Gateway.Address) {
        switch address {
        case .mqtt(let responseTopic, let correlation):
            publish(MQTTMessage(topic: responseTopic, payload: answer, .answer, correlationData: correlation))
        }
    }

    /// - Throws: an error such as `.queueFull`, for callers that must know.
    func publishUrgently(_ message: MQTTMessage) throws(MQTTError) { try client.publish(message) }

    func publish(_ message: MQTTMessage) {
        do {
            try client.publish(message)
        } catch  where error.code == .notConnected {
            // The connection was just lost, and a node that asked for the time asks again.
            logger.debug("not published to \(message.topic): \(error)")
        } catch {
            limited.log(.error, about: "publish", "cannot publish to \(message.topic): \(error)")
        }
    }
}
