import ClockDomain
import ClockNodeCore
import ClockWire

extension Decoder {
    /// What nodes, coordinator and clients send each other of their own accord.
    static let messages: [Decoder] = [
        message("acked", Acked.self),
        message("change-event", ChangeEvent.self),
        message("command", Command.self),
        message("desired", Desired.self),
        message("ledger", LedgerBatch.self),
        message("node-state", NodeState.self),
        message("pack-list", PackList.self),
        message("pack-want", PackWant.self),
        message("reported", Reported.self),
        message("ring-action", RingAction.self),
        message("sound-report", SoundReport.self),
        message("time-reply", TimeReply.self),
        message("time-request", TimeRequest.self),
        message("wake", Wake.self),
        Decoder(name: "topic", run: topic),
        Decoder(name: "availability") { bytes in
            guard let word = Availability(payload: bytes) else { return }
            precondition(word.payload == bytes, "\(word) is spelled differently")
        },
    ]

    static let requests: [Decoder] = [
        message("request-announce", AnnounceRequest.self),
        message("request-cancel", CancelRequest.self),
        message("request-change", ChangeRequest.self),
        message("request-adopt", AdoptRequest.self),
        message("request-forget", ForgetRequest.self),
        message("request-history", HistoryRequest.self),
        message("request-outcome", OutcomeRequest.self),
        message("request-pack", PackRequest.self),
        message("request-play", PlayRequest.self),
        message("request-push", PushRequest.self),
        message("request-rename", RenameRequest.self),
        message("request-say", SayRequest.self),
        message("request-schedule", ScheduleRequest.self),
        message("request-score", ScoreRequest.self),
        message("request-scores", ScoresRequest.self),
        message("request-set", SetRequest.self),
        // `wake` and `doctor` have nothing in them either.
        message("request-status", StatusRequest.self),
        message("request-upload", UploadRequest.self),
        message("request-withdraw", WithdrawRequest.self),
    ]

    static let replies: [Decoder] = [
        message("reply-announce", Reply<AnnounceResult>.self),
        message("reply-change", Reply<ChangeResult>.self),
        message("reply-doctor", Reply<DoctorReport>.self),
        message("reply-adopt", Reply<AdoptResult>.self),
        message("reply-forget", Reply<ForgetResult>.self),
        message("reply-history", Reply<HistoryPage>.self),
        message("reply-outcome", Reply<SoundOutcomes>.self),
        message("reply-pack", Reply<PackResult>.self),
        message("reply-play", Reply<PlayResult>.self),
        message("reply-schedule", Reply<SchedulePage>.self),
        message("reply-score", Reply<ScoreResult>.self),
        message("reply-scores", Reply<ScoresPage>.self),
        message("reply-set", Reply<SetResult>.self),
        message("reply-status", Reply<SiteStatus>.self),
        message("reply-upload", Reply<UploadResult>.self),
        message("reply-wake", Reply<WakeResult>.self),
    ]

    /// A payload that is taken must say the same when it is written and read again.
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

    /// - Returns: nil for what is refused, after its reason was put into words.
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
            case .ring(let source): topics.ring(source)
            case .sound(let sound, let chunk): topics.sound(sound, chunk: chunk)
            case .pack(let pack, let file, let chunk): topics.pack(pack, file: file, chunk: chunk)
            case .coordinatorAvailability: topics.coordinatorAvailability
            case .request(let verb): topics.request(verb)
            case .node(let node, .availability): topics.availability(node)
            case .node(let node, .desired): topics.desired(node)
            case .node(let node, .reported): topics.reported(node)
            case .node(let node, .ledger): topics.ledger(node)
            case .node(let node, .acked): topics.acked(node)
            case .node(let node, .command): topics.command(node)
            case .node(let node, .time): topics.time(node)
            case .node(let node, .held): topics.held(node)
            case .node(let node, .sound): topics.soundReport(node)
            case .node(let node, .pack): topics.packWant(node)
            case .node(let node, .reply): topics.nodeReply(node)
            }
        precondition(spelled == text, "\(text) was taken for \(spelled)")
    }
}
