import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockPairing
import ClockWire

extension Decoder {
    /// Messages that nodes, coordinator and clients send each other of their own accord.
    static let messages: [Decoder] = [
        message("acked", Acked.self),
        message("change-event", ChangeEvent.self),
        message("command", Command.self),
        message("desired", Desired.self),
        message("emergency", Emergency.self),
        Decoder(name: "ledger", run: ledger),
        message("local-answer", LocalAnswer.self),
        message("local-request", LocalRequest.self),
        message("node-state", NodeState.self),
        message("pack-list", PackList.self),
        message("pairing", PairingMessage.self),
        message("pairing-grant", PairingGrant.self),
        message("reported", Reported.self),
        message("ring-action", RingActionList.self),
        message("content-report", ContentReport.self),
        message("time-reply", TimeReply.self),
        message("time-request", TimeRequest.self),
        message("waiting-rooms", WaitingRooms.self),
        message("wake", Wake.self),
        Decoder(name: "topic", run: topic),
        Decoder(name: "availability") { bytes in
            guard let word = Availability(payload: bytes) else { return }
            precondition(word.payload == bytes, "\(word) is spelled differently")
        },
    ]

    static let requests = CoordinatorCore.requests.map { request($0.request) } + [request(PairRequest.self)]
    static let replies = CoordinatorCore.requests.map { reply(to: $0.request) } + [reply(to: PairRequest.self)]

    private static func request<Request: SiteRequest>(_: Request.Type) -> Decoder {
        message("request-\(Request.verb.rawValue)", Request.self)
    }

    private static func reply<Request: SiteRequest>(to _: Request.Type) -> Decoder {
        message("reply-\(Request.verb.rawValue)", Reply<Request.Result>.self)
    }

    /// An accepted payload must say the same when it is written and read again.
    private static func message<Message: WireMessage & Equatable>(_ name: String, _ type: Message.Type) -> Decoder {
        Decoder(name: name) { bytes in
            guard let message = decode(type, from: bytes) else { return }
            let written = WireCodec.encode(message)
            // Only what is written by others may be larger than its own kind's limit once it is written in full.
            guard written.count <= Message.maximumBytes else { return }
            guard let again = decode(type, from: written) else {
                preconditionFailure("\(message) was taken and its own bytes are refused")
            }
            precondition(again == message, "\(message) became \(again)")
        }
    }

    /// The plain reader reads a ledger message as the general decoder does. A space in front leaves it to that.
    @Sendable private static func ledger(_ bytes: [UInt8]) {
        message("ledger", LedgerBatch.self).run(bytes)
        guard let batch = LedgerBatch.readPlain(bytes) else { return }
        let again = decode(LedgerBatch.self, from: [UInt8(ascii: " ")] + bytes)
        precondition(again == batch, "\(batch) is \(String(describing: again))")
    }

    /// - Returns: `nil` for a refused payload, after its reason was put into words.
    private static func decode<Message: WireMessage>(_ type: Message.Type, from bytes: [UInt8]) -> Message? {
        do throws(WireError) {
            return try WireCodec.decode(type, from: bytes)
        } catch {
            precondition(error.description.utf8.count <= 1024, "a reason of \(error.description.utf8.count) bytes")
            return nil
        }
    }

    private static let topics: Topics = {
        guard let site = SiteID("home") else { preconditionFailure("home is a site's name") }
        return Topics(site: site)
    }()

    @Sendable private static func topic(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), let topic = topics.parse(text) else { return }
        let spelled =
            switch topic {
            case .wake: topics.wake
            case .change: topics.change
            case .emergency: topics.emergency
            case .ring(let writer): topics.ring(writer)
            case .chunk(let chunk, let blob, let content): topics.chunk(chunk, of: blob, in: content)
            case .coordinatorAvailability: topics.coordinatorAvailability
            case .coordinatorPresence: topics.coordinatorPresence
            case .request(let verb): topics.request(verb)
            case .homeAssistantState(let subject, let entity): topics.homeAssistantState(subject, entity)
            case .homeAssistantCommand(let subject, let entity): topics.homeAssistantCommand(subject, entity)
            case .node(let node, .availability): topics.availability(node)
            case .node(let node, .desired): topics.desired(node)
            case .node(let node, .reported): topics.reported(node)
            case .node(let node, .ledger): topics.ledger(node)
            case .node(let node, .acked): topics.acked(node)
            case .node(let node, .command): topics.command(node)
            case .node(let node, .time): topics.time(node)
            case .node(let node, .held): topics.held(node)
            case .node(let node, .content): topics.contentReport(node)
            case .node(let node, .reply): topics.nodeReply(node)
            }
        precondition(spelled == text, "\(text) was taken for \(spelled)")
    }
}
