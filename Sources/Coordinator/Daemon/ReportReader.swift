internal import ClockCoordinatorCore
internal import ClockMQTT
internal import ClockWire
internal import Logging

/// Reads nodes' reports, beside the network thread.
struct ReportReader: Sendable {
    let topics: Topics
    let inbox: CoordinatorInbox
    let logger: Logger

    /// Decodes a message and posts its content to the core.
    func read(_ message: MQTTMessage) {
        guard case .node(let node, let leaf) = topics.parse(message.topic) else { return }
        // An empty retained message removes one.
        if message.payload.isEmpty, leaf == .availability || leaf == .reported { return }
        do throws(WireError) {
            switch leaf {
            case .availability:
                guard let availability = Availability(payload: message.payload) else {
                    throw WireError(.invalid, "an availability is online or offline")
                }
                inbox.post(.broker(.availability(node, availability, isRetained: message.retain)))
            case .reported:
                let reported: Reported = try WireCodec.decode(from: message.payload)
                inbox.post(.broker(.reported(node, reported.clipped(), isRetained: message.retain)))
            case .ledger:
                let batch: LedgerBatch = try WireCodec.decode(from: message.payload)
                inbox.post(.broker(.ledger(node, batch)))
            case .content: inbox.post(.contentReport(node, try WireCodec.decode(from: message.payload)))
            case .held: inbox.post(.held(node, try WireCodec.decode(from: message.payload)))
            case .time, .desired, .acked, .command, .reply:
                // Time questions do not wait in the queue. The coordinator does not subscribe to the others; a broker's
                // message there means nothing.
                logger.debug("ignored a message on \(message.topic), which the coordinator has not subscribed to")
            }
        } catch {
            inbox.refuse(message.topic, error.description)
        }
    }
}
