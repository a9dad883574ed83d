internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockThreads
internal import ClockWire
internal import Synchronization

/// The way to a site's coordinator: requests go out by its topics, answers come back by correlation data.
///
/// Nothing waits for a round trip that is not needed: the subscription to the reply topic and the first request follow
/// the connection's acceptance at once, and the broker handles them in this order.
final class CoordinatorLink: Sendable {
    /// A request on its way.
    struct Ticket: Hashable, Sendable {
        fileprivate var correlation: [UInt8]
        var sent: BootTime
        var deadline: BootTime
    }

    /// An answer and how it came.
    struct Answered<Result: Sendable>: Sendable {
        var result: Result
        /// This computer's wall clock when it arrived.
        var arrived: WallTime
        /// From sending to arrival, a first connection included.
        var roundTrip: Duration
    }

    /// What the client's network thread shares with the link.
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

    let settings: ConnectionSettings
    /// Bound of a request, the connection included.
    let timeout: Duration

    private let client: MQTTClient
    private let topics: Topics
    private let replyTopic: String
    private let shared: Shared

    /// Starts to connect.
    ///
    /// - Parameter followingChanges: whether to hear of every change of the site's state.
    /// - Throws: ``FatalError`` for settings that MQTT does not allow.
    init(_ settings: ConnectionSettings, timeout: Duration, followingChanges: Bool = false) throws(FatalError) {
        self.settings = settings
        self.timeout = timeout
        let topics = Topics(site: settings.site)
        let clientID = "clockctl-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let replyTopic = topics.reply(client: clientID)
        let shared = try Shared()
        (self.topics, self.replyTopic, self.shared) = (topics, replyTopic, shared)

        let filters = followingChanges ? topics.changeFilters : [topics.coordinatorAvailability]
        let connectTimeout = max(.milliseconds(100), min(timeout, .seconds(10)))
        do throws(MQTTError) {
            client = try MQTTClient(settings.mqtt(clientID: clientID, connectTimeout: connectTimeout)) { event in
                shared.state.withLock { $0.take(event, topics: topics, replyTopic: replyTopic) }
                shared.wakeUp.signal()
            }
            // The answer's way first, so that it is there when the request arrives.
            try client.subscribe([MQTTSubscription(replyTopic)] + filters.map { MQTTSubscription($0) })
            try client.start()
        } catch {
            throw LinkFailure.client(error)
        }
    }

    /// Readable when something has changed; ``state()`` takes the word back.
    var descriptor: Int32 { shared.wakeUp.descriptor }

    func state() -> LinkState {
        shared.wakeUp.drain()
        return shared.state.withLock { state in
            defer { state.hasChanged = false }
            return state
        }
    }

    /// Sends a request without waiting; ``answer(to:as:)`` has its answer later.
    func send(_ verb: RequestVerb, _ request: some WireMessage) throws(FatalError) -> Ticket {
        let sent = Clocks.boot()
        let correlation = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        shared.state.withLock { _ = $0.awaited.insert(correlation) }
        // Nobody waits for the answer after the time-out, so nobody needs to work on it either.
        let expiry = UInt32(clamping: timeout.nanoseconds / 1_000_000_000 + 1)
        do throws(MQTTError) {
            try client.publish(
                MQTTMessage(
                    topic: topics.request(verb), payload: WireCodec.encode(request), messageExpirySeconds: expiry,
                    responseTopic: replyTopic, correlationData: correlation))
        } catch {
            throw LinkFailure.client(error)
        }
        return Ticket(correlation: correlation, sent: sent, deadline: sent + timeout)
    }

    /// The answer to a request, once it is there.
    ///
    /// - Throws: ``RequestError`` in the coordinator's words, or ``FatalError`` for an answer that cannot be read.
    func answer<Result: Codable & Sendable>(to ticket: Ticket, as: Result.Type) throws -> Answered<Result>? {
        guard let answer = shared.state.withLock({ $0.answers.removeValue(forKey: ticket.correlation) }) else {
            return nil
        }
        let reply: Reply<Result>
        do throws(WireError) {
            reply = try WireCodec.decode(Reply<Result>.self, from: answer.payload)
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
        return Answered(
            result: result, arrived: WallTime(nanoseconds: answer.receipt.realtimeNanoseconds),
            roundTrip: BootTime(nanoseconds: answer.receipt.bootNanoseconds) - ticket.sent)
    }

    /// Gives up on a request.
    func forget(_ ticket: Ticket) {
        shared.state.withLock { state in
            state.awaited.remove(ticket.correlation)
            state.answers[ticket.correlation] = nil
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Throws: ``RequestError`` in the coordinator's words, or ``FatalError`` when no answer can be had.
    func request<Result: Codable & Sendable>(
        _ verb: RequestVerb, _ request: some WireMessage, as: Result.Type = Result.self
    ) throws -> Answered<Result> {
        let ticket = try send(verb, request)
        defer { forget(ticket) }
        while true {
            let state = state()
            if let answered = try answer(to: ticket, as: Result.self) { return answered }
            if let failure = LinkFailure.failure(of: state, settings: settings) { throw failure }
            guard Clocks.boot() < ticket.deadline else {
                throw LinkFailure.noAnswer(state, settings: settings, timeout: timeout)
            }
            Clocks.wait(for: [descriptor], until: ticket.deadline)
        }
    }

    /// Waits for the connection alone.
    ///
    /// - Throws: ``FatalError`` when the broker cannot be had.
    func awaitConnection() throws(FatalError) {
        let deadline = Clocks.boot() + timeout
        while true {
            let state = state()
            if case .connected = state.connection { return }
            if let failure = LinkFailure.failure(of: state, settings: settings) { throw failure }
            guard Clocks.boot() < deadline else {
                throw LinkFailure.noAnswer(state, settings: settings, timeout: timeout)
            }
            Clocks.wait(for: [descriptor], until: deadline)
        }
    }

    /// Takes leave of the broker.
    func close() async {
        await client.stop(timeout: .milliseconds(200))
    }
}
