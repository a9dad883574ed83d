import ClockDomain
import ClockMQTT
import ClockWire
import Synchronization

/// Answers a site's requests from a fixed state, and notes what was asked.
final class StubCoordinator: Sendable {
    struct State: Sendable {
        var status: SiteStatus
        /// Nodes on a page of it at most.
        var nodesOnPage = StatusRequest.maximumLimit
        var history: [HistoryLine] = []
        var report = DoctorReport(checks: [])
        /// People's definitions.
        var book = StubBook()
        var sounds = StubSounds()
        var packs = StubPacks()
        var scores = StubScores()
        /// The changes of an undo.
        var undos: [ChangeEvent] = []
        /// True when it answers requests at all.
        var answers = true
        /// True when it answers status requests.
        var answersStatus = true
        /// Online nodes that do not take their documents.
        var takesNothing: Set<String> = []
        /// Nodes that take it and cannot save it.
        var savesNothing: Set<String> = []
        /// Answers every request with this.
        var error: RequestError?
        var requests: [(verb: RequestVerb, payload: [UInt8])] = []
    }

    private let shared: Shared
    private let client: MQTTClient

    private final class Shared: Sendable {
        let state: Mutex<State>

        init(_ state: State) {
            self.state = Mutex(state)
        }
    }

    init(port: Int, _ state: State, username: String? = nil, password: String? = nil) throws {
        let topics = Topics(site: state.status.site)
        let shared = Shared(state)
        self.shared = shared
        var configuration = MQTTConfiguration(
            host: "127.0.0.1", port: port, clientID: "coordinator-stub-\(state.status.site)")
        configuration.login = username.map { .init(username: $0, password: password) }
        configuration.will = .init(
            MQTTMessage(topic: topics.coordinatorAvailability, payload: Availability.offline.payload, retain: true))
        // As the real one: an upload's chunk is larger than most.
        configuration.maximumPacketSize = 2 << 20
        client = try MQTTClient(configuration)
        try client.subscribe(topics.coordinatorFilters.map { MQTTSubscription($0) })
        try client.publish(
            MQTTMessage(topic: topics.coordinatorAvailability, payload: Availability.online.payload, retain: true))
        try client.start { [weak client] event in
            guard case .message(let message, _) = event,
                case .request(let verb) = topics.parse(message.topic), let responseTopic = message.responseTopic
            else { return }
            let (answer, changes) = shared.state.withLock { state in
                let answer = state.answer(verb, message.payload)
                defer { state.book.unpublished = [] }
                return (answer, state.book.unpublished)
            }
            // As the real one does: the events first, then the answer.
            for change in changes {
                try? client?.publish(
                    MQTTMessage(topic: topics.change, payload: WireCodec.encode(change)))
            }
            guard let payload = answer else { return }
            let reply = MQTTMessage(
                topic: responseTopic, payload: payload, correlationData: message.correlationData)
            // A test whose answer is lost fails by itself.
            try? client?.publish(reply)
        }
    }

    var isConnected: Bool { client.isConnected }

    /// The requests, in order.
    var requests: [(verb: RequestVerb, payload: [UInt8])] { shared.state.withLock { $0.requests } }

    var state: State { shared.state.withLock { $0 } }

    func change(_ change: (inout State) -> Void) { shared.state.withLock { change(&$0) } }

    func publish(_ message: MQTTMessage) throws { try client.publish(message) }

    func stop(sendingWill: Bool = false) async {
        await client.stop(sendingWill: sendingWill)
    }
}

extension StubCoordinator.State {
    /// The reply's payload; `nil` for none.
    fileprivate mutating func answer(_ verb: RequestVerb, _ payload: [UInt8]) -> [UInt8]? {
        requests.append((verb, payload))
        guard answers, answersStatus || verb != StatusRequest.verb else { return nil }
        if let error { return WireCodec.encode(Reply<SiteStatus>(error: error)) }
        do throws(WireError) {
            return try result(verb, payload)
        } catch {
            return WireCodec.encode(Reply<SiteStatus>(error: RequestError(.invalid, "\(error)")))
        }
    }

    private func page(_ request: StatusRequest) -> [UInt8] {
        let following = status.nodes.filter { node in request.after.map { node.id > $0 } ?? true }
        var page = status
        page.nodes = Array(following.prefix(min(request.limit, nodesOnPage)))
        page.nextPage = page.nodes.count < following.count ? page.nodes.last?.id : nil
        return WireCodec.encode(Reply(result: page))
    }

    private mutating func result(_ verb: RequestVerb, _ payload: [UInt8]) throws(WireError) -> [UInt8] {
        switch verb {
        case StatusRequest.verb: return page(try WireCodec.decode(StatusRequest.self, from: payload))
        case HistoryRequest.verb: return history(try WireCodec.decode(HistoryRequest.self, from: payload))
        case ChangesRequest.verb:
            let request = try WireCodec.decode(ChangesRequest.self, from: payload)
            let events = book.told.filter { event in
                request.before.map { event.number < $0 } ?? true && event.at >= request.since ?? event.at
                    && event.at <= request.until ?? event.at
            }
            // Two on a page, as large ones would be.
            let next = events.count > 2 ? events[1].number : nil
            return WireCodec.encode(Reply(result: ChangesPage(changes: Array(events.prefix(2)), next: next)))
        case SetRequest.verb: return set(try WireCodec.decode(SetRequest.self, from: payload))
        case WakeRequest.verb: return WireCodec.encode(Reply(result: WakeResult(target: status.nextTarget)))
        case RenameRequest.verb: return rename(try WireCodec.decode(RenameRequest.self, from: payload))
        case AdoptRequest.verb:
            let asked = try WireCodec.decode(AdoptRequest.self, from: payload)
            return WireCodec.encode(
                Reply(
                    result: AdoptResult(
                        store: asked.store ?? "5f0c9a6e21d4b873", nodes: [NodeID("bedroom")!, NodeID("kitchen")!],
                        alarms: asked.replace ? 0 : 14, timers: asked.replace ? 0 : 1,
                        left: asked.replace ? [] : [NodeID("office")!])))
        case ForgetRequest.verb: return forget(try WireCodec.decode(ForgetRequest.self, from: payload))
        case DoctorRequest.verb: return WireCodec.encode(Reply(result: report))
        case UploadRequest.verb where packs.isUploading: return try packs.answer(verb, payload, &status)
        case AnnounceRequest.verb, SayRequest.verb, PlayRequest.verb, UploadRequest.verb, OutcomeRequest.verb,
            CancelRequest.verb:
            return try sounds.answer(verb, payload, &status)
        case PackRequest.verb, PushRequest.verb, WithdrawRequest.verb: return try packs.answer(verb, payload, &status)
        case ScoreRequest.verb, ScoresRequest.verb: return try scores.answer(verb, payload, status: status)
        case ScheduleRequest.verb:
            let request = try WireCodec.decode(ScheduleRequest.self, from: payload)
            return WireCodec.encode(Reply(result: book.page(request, now: status.now)))
        case UndoRequest.verb:
            let request = try WireCodec.decode(UndoRequest.self, from: payload)
            let events = undos.filter { request.change == nil || request.change == $0.undoes?.number }
            let revisions = revise(Set(events.flatMap { book.nodes(of: $0.old) + book.nodes(of: $0.new) }))
            return WireCodec.encode(Reply(result: ChangeResult(events: events, nodes: revisions)))
        case ChangeRequest.verb:
            let request = try WireCodec.decode(ChangeRequest.self, from: payload)
            do throws(RequestError) {
                let events = try book.apply(
                    request.changes, after: request.after, nodes: status.nodes.map(\.id), now: status.now)
                let revisions = revise(Set(events.flatMap { book.nodes(of: $0.old) + book.nodes(of: $0.new) }))
                return WireCodec.encode(Reply(result: ChangeResult(events: events, nodes: revisions)))
            } catch {
                return WireCodec.encode(Reply<ChangeResult>(error: error))
            }
        default: throw WireError(.invalid, "no such request")
        }
    }

    /// Gives nodes a newer document, which those that are online take at once.
    private mutating func revise(_ nodes: Set<NodeID>) -> [DocumentRevision] {
        status.nodes.indices.filter { nodes.contains(status.nodes[$0].id) }.map { index in
            status.nodes[index].revision.desired += 1
            let revision = status.nodes[index].revision.desired
            let node = status.nodes[index]
            if savesNothing.contains(node.id.rawValue) { status.nodes[index].revision.stored = node.revision.applied }
            if node.availability == .online, !takesNothing.contains(node.id.rawValue) {
                status.nodes[index].revision.applied = revision
            }
            return DocumentRevision(node: node.id, revision: revision)
        }
    }

    private func history(_ request: HistoryRequest) -> [UInt8] {
        let lines = history.filter { line in
            (request.node == nil || line.node == request.node)
                && line.cursor.target >= request.since ?? line.cursor.target
                && request.before.map { (line.cursor.target, line.node) < ($0.target, $0.node) } ?? true
        }
        let page = Array(lines.prefix(request.limit))
        let next = page.count < lines.count ? page.last?.cursor : nil
        return WireCodec.encode(Reply(result: HistoryPage(lines: page, next: next)))
    }

    private mutating func set(_ request: SetRequest) -> [UInt8] {
        var changed: [SetResult.NodeRevision] = []
        for id in request.nodes {
            guard let index = status.nodes.firstIndex(where: { $0.id == id }) else { return unknown(id) }
            let settings = request.change.accepted(at: status.now).applied(to: status.nodes[index].settings)
            status.nodes[index].settings = settings
            status.nodes[index].volume = settings.volume.percent
            status.nodes[index].muted = settings.mute.silences(status.now)
            let revision = revise([id])[0].revision
            changed.append(.init(node: id, revision: revision, settings: settings))
        }
        return WireCodec.encode(Reply(result: SetResult(nodes: changed)))
    }

    private mutating func rename(_ request: RenameRequest) -> [UInt8] {
        guard let index = status.nodes.firstIndex(where: { $0.id == request.node }) else {
            return unknown(request.node)
        }
        status.nodes[index].room = request.room
        let revision = revise([request.node])[0].revision
        return WireCodec.encode(
            Reply(result: SetResult(nodes: [.init(node: request.node, revision: revision, settings: .standard)])))
    }

    private mutating func forget(_ request: ForgetRequest) -> [UInt8] {
        guard let index = status.nodes.firstIndex(where: { $0.id == request.node }) else {
            return unknown(request.node)
        }
        status.nodes.remove(at: index)
        return WireCodec.encode(Reply(result: ForgetResult(node: request.node)))
    }

    private func unknown(_ id: NodeID) -> [UInt8] {
        WireCodec.encode(Reply<SetResult>(error: RequestError(.unknownNode, "node \"\(id)\" is not known")))
    }
}
