internal import ClockDomain
internal import ClockMQTT
internal import ClockSite
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The rooms that want to join, for admins: opens the hub's door, lets rooms in and has them introduce themselves.
///
/// The rooms' numbers stay here. A person types the number that the room says; one read off the page would prove
/// nothing.
final class NewRooms: Service {
    struct Document: Encodable {
        /// False where no door tells the server of itself.
        var door: Bool
        var open: Bool
        /// The rooms at the door.
        var waiting: Int
        /// The rooms that this server let in, the last one last.
        var accepted: [Accepted]
    }

    struct Accepted: Encodable {
        enum Introduction: String, Encodable {
            /// It is starting.
            case waiting
            case said
            /// The time alone: its name cannot be spoken.
            case time
            case failed
        }

        var node: NodeID
        var introduction: Introduction
        /// Of ``Introduction/time`` and ``Introduction/failed``.
        var reason: String?
    }

    private let link: SiteLink
    private let logger: Logger
    private let state = Mutex<(door: WaitingRooms?, accepted: [Accepted])>((nil, []))
    private let guests: AsyncStream<NodeID>
    private let arrivals: AsyncStream<NodeID>.Continuation

    private static let maximumAccepted = 16
    /// The room stores what it is given before the door answers.
    private static let timeout: Duration = .seconds(20)

    init(link: SiteLink, logger: Logger) {
        self.link = link
        self.logger = logger
        (guests, arrivals) = AsyncStream.makeStream(
            of: NodeID.self, bufferingPolicy: .bufferingNewest(Self.maximumAccepted))
    }

    /// An event of the admins' connection.
    @Sendable func received(_ event: MQTTEvent) {
        switch event {
        case .message(let message, _) where message.topic == link.topics.pairing:
            // It is empty, or has a form that this version does not know: there is no door for the page.
            let door: WaitingRooms? = try? WireCodec.decode(from: message.payload)
            state.withLock { $0.door = door }
        case .disconnected: state.withLock { $0.door = nil }
        case .subscriptionRefused(let subscription, let error):
            logger.warning(
                "the broker refuses to tell of \(subscription.filter): \(error.message); see admin in web.yaml")
        case .connected, .message, .subscribed, .publishRefused: break
        }
    }

    var document: Document {
        state.withLock { state in
            Document(
                door: state.door != nil, open: state.door?.isOpen ?? false, waiting: state.door?.rooms.count ?? 0,
                accepted: state.accepted)
        }
    }

    /// Opens the door or lets a room in.
    ///
    /// - Parameters:
    ///   - body: a ``PairRequest`` without `v`.
    ///   - person: for the log.
    func ask(_ body: [UInt8], by person: String) async throws -> PairResult {
        let request: PairRequest
        do throws(WireError) {
            request = try WireCodec.decode(from: PageBody.versioned(body))
        } catch {
            throw Problem(.badRequest, "invalid", error.description)
        }
        guard request.action != .forget else {
            throw Problem(.forbidden, "forbidden", "Rooms are removed by clockctl node rm.")
        }
        // Nobody would answer.
        guard document.door else {
            throw Problem(
                .serviceUnavailable, "no-door",
                "No door answers: clock-door does not run, or web.yaml names no user that may ask it.")
        }
        let result = try await link.ask(request, through: link.admin, timeout: Self.timeout).result
        logger.notice("\(person) asked the door: \(request.action.rawValue) \(request.node?.rawValue ?? "")")
        if request.action == .accept, let node = request.node {
            set(Accepted(node: node, introduction: .waiting))
            arrivals.yield(node)
        }
        return result
    }

    private func set(_ room: Accepted) {
        state.withLock { state in
            state.accepted = state.accepted.filter { $0.node != room.node }.suffix(Self.maximumAccepted - 1) + [room]
        }
    }

    /// Introduces the rooms, whether a page still waits for that or not.
    func run() async throws {
        await withDiscardingTaskGroup { group in
            for await node in guests.cancelOnGracefulShutdown() {
                group.addTask { await self.introduce(node) }
            }
            group.cancelAll()
        }
    }

    private func introduce(_ node: NodeID) async {
        do {
            let outcome = try await RoomIntroduction.of(node, asking: link) { try await Task.sleep(for: $0) }
            switch outcome {
            case .nameAndTime: set(Accepted(node: node, introduction: .said))
            case .timeAlone(let reason): set(Accepted(node: node, introduction: .time, reason: reason))
            case nil: set(Accepted(node: node, introduction: .failed))
            }
        } catch {
            set(Accepted(node: node, introduction: .failed, reason: "\(error)"))
        }
    }
}

extension SiteLink: SiteAsking {
    func answer<Request: SiteRequest>(to request: Request) async throws -> Request.Result {
        // A text is spoken first.
        try await ask(request, as: .member, timeout: .seconds(30)).result
    }
}
