internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging

/// Reads what nodes say, beside the network thread.
struct ReportReader: Sendable {
    let topics: Topics
    let inbox: CoordinatorInbox
    let logger: Logger

    /// Decodes a message and hands the core what it says.
    func read(_ message: MQTTMessage) {
        guard case .node(let node, let leaf) = topics.parse(message.topic) else { return }
        // An empty retained message is how one is removed.
        if message.payload.isEmpty, leaf == .availability || leaf == .reported { return }
        do throws(WireError) {
            switch leaf {
            case .availability:
                guard let availability = Availability(payload: message.payload) else {
                    throw WireError(.invalid, "neither online nor offline")
                }
                inbox.post(.availability(node, availability))
            case .reported:
                let reported: Reported = try WireCodec.decode(from: message.payload)
                inbox.post(.reported(node, reported.clipped()))
            case .ledger: inbox.post(.ledger(node, try WireCodec.decode(from: message.payload)))
            case .content: inbox.post(.contentReport(node, try WireCodec.decode(from: message.payload)))
            case .held: inbox.post(.held(node, try WireCodec.decode(from: message.payload)))
            case .time, .desired, .acked, .command, .reply:
                // Questions for the time do not wait to be read. The others are not subscribed to; what a broker sends
                // all the same means nothing here.
                logger.debug("message on unexpected topic \(message.topic)")
            }
        } catch {
            inbox.refuse(message.topic, error.description)
        }
    }
}
