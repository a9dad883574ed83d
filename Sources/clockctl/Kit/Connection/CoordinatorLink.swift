package import ClockDomain
internal import ClockMQTT
package import ClockRuntime
internal import ClockSite
internal import ClockThreads
package import ClockWire
internal import Synchronization

/// The path to a site's coordinator: it publishes requests to the site's topics, and matches answers by correlation
/// data.
///
/// It avoids needless round trips: the subscription to the reply topic and the first request follow the connection's
/// acceptance at once, and the broker handles them in this order.
package final class CoordinatorLink: Sendable {
    /// A request on its way.
    package struct Ticket: Hashable, Sendable {
        fileprivate var correlation: [UInt8]
        package var sent: BootTime
        package var deadline: BootTime
    }

    /// An answer with its times.
    package struct Answered<Result: Sendable>: Sendable {
        package var result: Result
        /// This computer's wall clock when it arrived.
        var arrived: WallTime
        /// From sending to arrival, a first connection included.
        var roundTrip: Duration
    }

    /// The state that the client's network thread shares with the link.
    private final class Shared: Sendable {
        let state = Mutex(LinkState())
        let wakeUp: WakeDescriptor

        init() throws(FatalError) {
            do throws(ThreadError) {
                wakeUp = try WakeDescriptor()
            } catch {
                throw FatalError(error)
            }
        }
    }

    package let settings: ConnectionSettings
    /// Timeout of a request, the connection included.
    package let timeout: Duration

    let topics: Topics
    /// The newest change event that the first answer with definitions had, see ``ChangeRequest/after``.
    let seenChange = Mutex<Int?>(nil)

    private let client: MQTTClient
    private let replyTopic: String
    private let shared: Shared

    /// Starts to connect.
    ///
    /// - Parameter following: the messages to receive besides answers.
    /// - Throws: ``FatalError`` for settings that MQTT does not allow.
    package init(_ settings: ConnectionSettings, timeout: Duration, following: Following = .nothing) throws(FatalError)
    {
        self.settings = settings
        self.timeout = timeout
        let topics = Topics(site: settings.site)
        let clientID = "clockctl-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let replyTopic = topics.reply(client: clientID)
        let shared = try Shared()
        (self.topics, self.replyTopic, self.shared) = (topics, replyTopic, shared)

        // If one broker does not answer, this leaves time for the others, and for the answer.
        let others = settings.broker.others.count
        let connectTimeout = max(.milliseconds(100), min(others > 0 ? timeout / (others + 2) : timeout, .seconds(10)))
        do throws(MQTTError) {
            client = try MQTTClient(settings.mqtt(clientID: clientID, connectTimeout: connectTimeout))
            // The reply subscription comes first, so that it is there when the request arrives.
            try client.subscribe(
                [MQTTSubscription(replyTopic, takesRetained: false)]
                    + following.subscriptions(topics, replyTopic: replyTopic))
            try client.start { event in
                shared.state.withLock { $0.apply(event, topics: topics, replyTopic: replyTopic, following: following) }
                shared.wakeUp.signal()
            }
        } catch {
            throw LinkFailure.client(error)
        }
    }

    /// The broker in use, counted from 0 in their order; `nil` without a connection.
    var brokerPlace: Int? { client.place }

    /// Readable when something has changed; ``state()`` resets it.
    var descriptor: Int32 { shared.wakeUp.descriptor }

    func state() -> LinkState {
        shared.wakeUp.drain()
        return shared.state.withLock { state in
            defer {
                state.hasChanged = false
                state.changes = []
            }
            return state
        }
    }

    /// Sends a request without waiting; ``answer(to:as:)`` returns its answer later.
    package func send<Request: SiteRequest>(_ request: Request) throws(FatalError) -> Ticket {
        let sent = Clocks.boot()
        let correlation = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let pending = LinkState.Pending(verb: Request.verb, deadline: sent + timeout) { stamp in
            WireCodec.encode(StampedRequest(request, stamp))
        }
        shared.state.withLock { $0.pending[correlation] = pending }
        try publish(pending, correlation)
        return Ticket(correlation: correlation, sent: sent, deadline: sent + timeout)
    }

    private func publish(_ pending: LinkState.Pending, _ correlation: [UInt8]) throws(FatalError) {
        let offset = shared.state.withLock { state in
            state.awaited.insert(correlation)
            return state.coordinatorOffset
        }
        // Nobody waits for the answer after the time-out, so nobody needs to work on it either.
        let stamp = RequestStamp(sent: Clocks.wall() + offset, wait: pending.deadline - Clocks.boot())
        do throws(MQTTError) {
            try client.publish(
                MQTTMessage(
                    topic: topics.request(pending.verb), payload: pending.payload(stamp),
                    messageExpirySeconds: UInt32(clamping: stamp.waitSeconds), responseTopic: replyTopic,
                    correlationData: correlation))
        } catch {
            throw LinkFailure.client(error)
        }
    }

    /// Removes and returns an answer, once it is there. If the two clocks differ, it sends the request once more by the
    /// coordinator's.
    ///
    /// - Throws: ``FatalError`` when the client cannot send it again.
    private func takeAnswer(to ticket: Ticket) throws(FatalError) -> LinkState.Answer? {
        let (answer, pending) = shared.state.withLock { state -> (LinkState.Answer?, LinkState.Pending?) in
            guard let answer = state.answers.removeValue(forKey: ticket.correlation) else { return (nil, nil) }
            return (answer, state.pending.removeValue(forKey: ticket.correlation))
        }
        guard let answer, let pending, let now = answer.clockOfLateRequest else { return answer }
        shared.state.withLock {
            $0.coordinatorOffset = now - Clocks.wall(realtimeNanoseconds: answer.receipt.realtimeNanoseconds)
        }
        try publish(pending, ticket.correlation)
        return nil
    }

    /// Returns the answer to a request, once it is there.
    ///
    /// - Throws: ``RequestError`` in the coordinator's words, or ``FatalError`` for an unreadable answer.
    func answer<Result: Codable & Sendable>(to ticket: Ticket, as: Result.Type) throws -> Answered<Result>? {
        guard let answer = try takeAnswer(to: ticket) else { return nil }
        return Answered(
            result: try read(Result.self, from: answer.payload),
            arrived: Clocks.wall(realtimeNanoseconds: answer.receipt.realtimeNanoseconds),
            roundTrip: BootTime(nanoseconds: answer.receipt.bootNanoseconds) - ticket.sent)
    }

    /// Reads an answer.
    ///
    /// - Throws: ``RequestError`` in the coordinator's words, or ``FatalError`` for an unreadable answer.
    func read<Result: Codable & Sendable>(_: Result.Type, from payload: [UInt8]) throws -> Result {
        let reply: Reply<Result>
        do throws(WireError) {
            reply = try WireCodec.decode(Reply<Result>.self, from: payload)
        } catch {
            throw FatalError(
                .protocolError,
                "cannot read the answer of the coordinator of site \(settings.site): \(error); "
                    + "do clockctl and clock-coordinator have the same version?")
        }
        if let error = reply.error { throw error }
        guard let result = reply.result else {
            throw FatalError(
                .protocolError, "the coordinator of site \(settings.site) sent an answer with neither result nor error")
        }
        return result
    }

    /// Gives up on a request.
    func forget(_ ticket: Ticket) {
        shared.state.withLock { state in
            state.awaited.remove(ticket.correlation)
            state.answers[ticket.correlation] = nil
            state.pending[ticket.correlation] = nil
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Throws: ``RequestError`` in the coordinator's words, or ``FatalError`` when no answer comes.
    package func request<Request: SiteRequest>(_ request: Request) throws -> Answered<Request.Result> {
        try wait(for: send(request))
    }

    /// Waits for the answer to an earlier request.
    ///
    /// - Throws: as ``request(_:)``.
    package func wait<Result: Codable & Sendable>(
        for ticket: Ticket, as: Result.Type = Result.self
    ) throws -> Answered<Result> { try awaitAnswer(ticket) { try answer(to: ticket, as: Result.self) } }

    /// Waits for the bytes of an answer.
    func payload(of ticket: Ticket) throws -> [UInt8] {
        try awaitAnswer(ticket) { try takeAnswer(to: ticket)?.payload }
    }

    private func awaitAnswer<Found>(_ ticket: Ticket, _ look: () throws -> Found?) throws -> Found {
        defer { forget(ticket) }
        while true {
            let state = state()
            if let found = try look() { return found }
            if let failure = LinkFailure.failure(of: state, settings: settings) { throw failure }
            let isAway = state.isCoordinatorAway
            let patience: Duration = state.hasWaitedForCoordinator ? .zero : Self.patience
            let deadline = isAway ? min(ticket.deadline, ticket.sent + patience) : ticket.deadline
            guard Clocks.boot() < deadline else {
                if isAway { shared.state.withLock { $0.hasWaitedForCoordinator = true } }
                throw LinkFailure.noAnswer(
                    state, settings: settings, timeout: isAway ? min(timeout, Self.patience) : timeout)
            }
            Clocks.wait(for: [descriptor], until: deadline)
        }
    }

    /// Time to wait for a coordinator that is known to be away: it may be back before its message says so.
    private static let patience: Duration = .seconds(1)

    /// Follows the rooms at the door from now on. They are known once a later request is answered: a broker sends
    /// retained messages at once.
    func followDoor() throws(FatalError) {
        do throws(MQTTError) {
            try client.subscribe([MQTTSubscription(topics.pairing)])
        } catch {
            throw LinkFailure.client(error)
        }
    }

    /// The rooms that want to join, for a link that follows the door; `nil` where there is no door.
    var roomsAtDoor: [WaitingRooms.Room]? { shared.state.withLock { $0.waiting?.rooms } }

    /// Waits for the connection alone.
    ///
    /// - Throws: ``FatalError`` when the broker is out of reach.
    func awaitConnection() throws(FatalError) {
        try awaitState { state in
            if case .connected = state.connection { return () }
            return nil
        }
    }

    /// Waits until `look` finds something in the state.
    private func awaitState<Found>(_ look: (LinkState) -> Found?) throws(FatalError) -> Found {
        let deadline = Clocks.boot() + timeout
        while true {
            let state = state()
            if let found = look(state) { return found }
            if let failure = LinkFailure.failure(of: state, settings: settings) { throw failure }
            guard Clocks.boot() < deadline else {
                throw LinkFailure.noAnswer(state, settings: settings, timeout: timeout)
            }
            Clocks.wait(for: [descriptor], until: deadline)
        }
    }

    /// Waits for the connection and for all that the broker keeps of the nodes, which this link must follow.
    ///
    /// - Throws: ``FatalError`` when the broker is out of reach.
    func awaitNodes() throws(FatalError) -> [NodeID: NodeWord] {
        let mark = Following.mark(replyTopic)
        return try awaitState { $0.subscribed.contains(mark) ? $0.nodes : nil }
    }

    /// The nodes as far as they are known now. Where none of them rings, the coordinator's answer is added: a broker
    /// need not keep messages for subscriptions with wildcards. A coordinator that does not answer adds nothing.
    func nodesWithRings() -> [NodeID: NodeWord] {
        let nodes = shared.state.withLock { $0.nodes }
        guard RingingOccurrence.all(nodes).isEmpty else { return nodes }
        // Without an answer the rooms' own words stand.
        if var ticket = try? send(StatusRequest()) {
            let isOnline = shared.state.withLock { $0.coordinator == .online }
            if !isOnline { ticket.deadline = min(ticket.deadline, ticket.sent + Self.patience) }
            // As above: no answer adds nothing.
            if let status = try? status(from: ticket).result { shared.state.withLock { $0.add(status) } }
        }
        return shared.state.withLock { $0.nodes }
    }

    /// Waits for the connection and for the sites that the broker knows, which this link must follow.
    ///
    /// - Returns: none when the broker's rules keep them secret.
    /// - Throws: ``FatalError`` when the broker is out of reach.
    func awaitSites() throws(FatalError) -> Set<SiteID> {
        let mark = Following.mark(replyTopic)
        return try awaitState { $0.subscribed.contains(mark) || $0.refusal != nil ? $0.sites : nil }
    }

    /// Publishes a message and returns when the broker has it.
    ///
    /// - Throws: ``FatalError`` when the broker refuses it, or has not accepted it within the time-out.
    func publish(_ message: MQTTMessage) async throws {
        do {
            try await client.publishAcknowledged(message, within: timeout)
        } catch let error as MQTTError {
            guard error.code != .refused else {
                throw LinkFailure.forbidden(error, settings, publishing: message.topic)
            }
            throw LinkFailure.client(error)
        }
    }

    /// Disconnects from the broker.
    package func close() async { await client.stop(timeout: .milliseconds(200)) }
}
