internal import ClockConnection
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging

/// What the coordinator says to others, on its way to the brokers.
///
/// Where there are several, a broker without a connection is passed over while another has one: it is told everything anew
/// when it is back. Without any, messages wait for all of them.
final class Outgoing: Sendable {
    /// One for each broker, in their order.
    let clients: [MQTTClient]
    let limited: LimitedLog
    let logger: Logger

    init(clients: [MQTTClient], limited: LimitedLog, logger: Logger) {
        self.clients = clients
        self.limited = limited
        self.logger = logger
    }

    /// Sends an answer, at most once, so that none waits for acknowledgements.
    func send(_ answer: [UInt8], to address: Gateway.Address) {
        switch address {
        case .mqtt(let broker, let responseTopic, let correlation):
            publish(
                MQTTMessage(topic: responseTopic, payload: answer, .answer, correlationData: correlation),
                by: clients[broker])
        }
    }

    /// - Parameter brokers: which alone get it; `nil`: all.
    func publish(_ message: MQTTMessage, at brokers: [Int]?) {
        for client in receivers(at: brokers) { publish(message, by: client) }
    }

    /// - Parameter brokers: which alone get it; `nil`: all.
    /// - Throws: what the first broker's connection that has no room throws, after the others had it.
    func publishUrgently(_ message: MQTTMessage, at brokers: [Int]?) throws(MQTTError) {
        var problem: MQTTError?
        for client in receivers(at: brokers) {
            do throws(MQTTError) {
                try client.publish(message)
            } catch {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
    }

    private func receivers(at brokers: [Int]?) -> [MQTTClient] {
        if let brokers { return brokers.map { clients[$0] } }
        if clients.count == 1 { return clients }
        let connected = clients.filter(\.isConnected)
        return connected.isEmpty ? clients : connected
    }

    private func publish(_ message: MQTTMessage, by client: MQTTClient) {
        do {
            try client.publish(message)
        } catch  where error.code == .notConnected {
            // The connection went a moment ago, and whoever asked the time asks again.
            logger.debug("not published to \(message.topic): \(error)")
        } catch {
            limited.log(.error, about: "publish", "cannot publish to \(message.topic): \(error)")
        }
    }
}
