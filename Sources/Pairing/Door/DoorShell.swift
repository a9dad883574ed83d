internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockPKI
internal import ClockPairing
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import Synchronization

/// Carries out the door's effects, and turns messages of the broker into its events.
final class DoorShell: Sendable {
    /// A request that waits for its answer.
    private struct Origin {
        var topic: String
        var correlation: [UInt8]?
    }

    private let configuration: DoorConfiguration
    private let key: SigningKey
    private let issued: Mutex<IssuedNodes>
    private let clock: SystemClock
    private let topics: Topics
    private let client: MQTTClient
    private let listener: DoorListener
    private let post: @Sendable (DoorPairing.Event) -> Bool
    private let logger: Logger
    private let origins = Mutex<(last: Int, waiting: [Int: Origin])>((0, [:]))
    /// Retained again at each connection.
    private let state = Mutex<WaitingRooms?>(nil)

    /// Nodes at the broker.
    private let online = Mutex<Set<NodeID>>([])

    /// Administrators' requests that wait at a time.
    private static let maximumRequests = 64
    private static let maximumNodes = 20_000

    init(
        configuration: DoorConfiguration, key: SigningKey, issued: IssuedNodes, clock: SystemClock, topics: Topics,
        client: MQTTClient, listener: DoorListener, post: @escaping @Sendable (DoorPairing.Event) -> Bool,
        logger: Logger
    ) {
        self.configuration = configuration
        self.key = key
        self.issued = Mutex(issued)
        self.clock = clock
        self.topics = topics
        self.client = client
        self.listener = listener
        self.post = post
        self.logger = logger
    }

    // MARK: Broker

    /// Handles all events from the broker. The client calls it on its network thread.
    @Sendable func received(_ event: MQTTEvent) {
        switch event {
        case .connected: publish()
        case .disconnected(let disconnect):
            if disconnect.reason != .stopped { logger.warning("no connection to the broker: \(disconnect.message)") }
        case .message(let message, let receipt): received(message, receipt)
        case .subscribed(let subscription): logger.debug("subscribed to \(subscription.filter)")
        case .subscriptionRefused(let subscription, let error):
            logger.error("the broker refuses \(subscription.filter): \(error)")
        case .publishRefused(let topic, let error):
            logger.error("the broker refuses a message to \(topic.prefix(120)): \(error)")
        }
    }

    private func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) {
        if case .node(let node, .availability) = topics.parse(message.topic) {
            return online.withLock { online in
                if Availability(payload: message.payload) != .online {
                    online.remove(node)
                } else if online.count < Self.maximumNodes {
                    online.insert(node)
                }
            }
        }
        // A retained request would be carried out again at each connection.
        guard message.topic == topics.request(.pair), !message.retain, let topic = message.responseTopic,
            topic.hasPrefix(topics.reply(client: ""))
        else { return }
        let origin = Origin(topic: topic, correlation: message.correlationData)
        do throws(WireError) {
            let request: StampedRequest<PairRequest> = try WireCodec.decode(from: message.payload)
            let now = WallTime(nanoseconds: receipt.realtimeNanoseconds) + clock.wallOffset
            guard let stamp = request.stamp, message.messageExpirySeconds != nil else {
                throw WireError(.invalid, "a request needs a message expiry, and the fields sent and wait_s")
            }
            if let error = stamp.lateness(at: now) { return send(Reply<PairResult>(error: error), origin) }
            let id = origins.withLock { origins -> Int? in
                guard origins.waiting.count < Self.maximumRequests else { return nil }
                origins.last += 1
                origins.waiting[origins.last] = origin
                return origins.last
            }
            let isOnline = request.request.node.map { node in online.withLock { $0.contains(node) } } ?? false
            guard let id, post(.asked(request.request, origin: id, isOnline: isOnline)) else {
                if let id { origins.withLock { $0.waiting[id] = nil } }
                return send(Reply<PairResult>(error: RequestError(.unavailable, "the door has too much to do")), origin)
            }
            logger.info("an administrator asks: \(request.request.action.rawValue)")
        } catch {
            send(Reply<PairResult>(error: RequestError(.invalid, error.description)), origin)
        }
    }

    private func answer(_ id: Int, _ reply: Reply<PairResult>) {
        if let origin = origins.withLock({ $0.waiting.removeValue(forKey: id) }) { send(reply, origin) }
    }

    private func send(_ reply: Reply<PairResult>, _ origin: Origin) {
        publish(
            MQTTMessage(
                topic: origin.topic, payload: WireCodec.encode(reply), .answer, correlationData: origin.correlation))
    }

    private func publish() {
        guard let state = state.withLock({ $0 }) else { return }
        publish(MQTTMessage(topic: topics.pairing, payload: WireCodec.encode(state), retain: true))
    }

    private func publish(_ message: MQTTMessage) {
        do {
            try client.publish(message)
        } catch {
            logger.debug("cannot publish to \(message.topic): \(error)")
        }
    }

    // MARK: Effects

    func perform(_ effect: DoorPairing.Effect) {
        switch effect {
        case .send(let room, let message): listener.send(message, to: room)
        case .hangUp(let room): listener.hangUp(room)
        case .sign(let room, let node, let exchange): sign(room, node, exchange)
        case .revoke(let node, let origin): revoke(node, origin)
        case .publish(let rooms):
            state.withLock { $0 = rooms }
            publish()
        case .answer(let origin, let result): answer(origin, Reply(result: result))
        case .refuse(let origin, let error): answer(origin, Reply(error: error))
        case .log(let line): logger.notice("\(line)")
        }
    }

    private func sign(_ room: Int, _ node: NodeID, _ exchange: PairingExchange) {
        do {
            let certificate = try issued.withLock { issued in
                try issued.issue(node, publicKey: exchange.roomKey, now: WallTime(seconds: clock.now().wall.seconds))
            }
            let grant = WireCodec.encode(
                PairingGrant(
                    site: configuration.site, node: node, brokers: configuration.broker.addresses.map(\.description),
                    authority: configuration.siteAuthority, certificate: certificate))
            _ = post(.signed(room, grant: grant, signature: try key.signature(of: exchange.signed(grant))))
        } catch {
            logger.error("cannot sign for \(node): \(error)")
            _ = post(.signingFailed(room, reason: "the door cannot sign: \(error)"))
        }
    }

    private func revoke(_ node: NodeID, _ origin: Int) {
        do {
            let count = try issued.withLock { issued in
                try issued.revoke(node, now: WallTime(seconds: clock.now().wall.seconds))
            }
            if count > 0 { logger.notice("\(node) is forgotten, and its certificate is revoked") }
            answer(origin, Reply(result: PairResult(revoked: count)))
        } catch {
            answer(origin, Reply(error: RequestError(.storeFailed, "\(error)")))
        }
    }
}
