internal import ClockConnection
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging

/// What the coordinator says to others, on its way to the broker.
struct Outgoing: Sendable {
    let mqtt: MQTTClient
    let limited: LimitedLog
    let logger: Logger

    /// Sends an answer, at most once, so that none waits for acknowledgements.
    func send(_ answer: [UInt8], to address: Gateway.Address) {
        switch address {
        case .mqtt(let responseTopic, let correlation):
            publish(MQTTMessage(topic: responseTopic, payload: answer, .answer, correlationData: correlation))
        }
    }

    func publish(_ message: MQTTMessage) {
        do {
            try mqtt.publish(message)
        } catch  where error.code == .notConnected {
            // The connection went a moment ago, and whoever asked the time asks again.
            logger.debug("not published to \(message.topic): \(error)")
        } catch {
            limited.log(.error, about: "publish", "cannot publish to \(message.topic): \(error)")
        }
    }
}
