internal import ClockDomain
internal import ClockMQTT
internal import ClockSite
internal import ClockWire

/// What is known of the way to the coordinator. Only the newest of everything is kept, so it stays small whatever
/// arrives.
struct LinkState: Sendable {
    enum Connection: Sendable {
        case connecting
        case connected
        /// No connection; the client goes on trying.
        case lost(MQTTDisconnect)
        case stopped
    }

    /// An answer and when it came.
    struct Answer: Sendable {
        var payload: [UInt8]
        var receipt: MQTTReceipt

        /// The coordinator's clock, where it refused the request as late.
        var clockOfLateRequest: WallTime? {
            // A refusal is short; a longer answer is read once only.
            guard payload.count < 2_048, let reply = try? WireCodec.decode(Reply<Never>.self, from: payload),
                reply.error?.code == .late
            else { return nil }
            return reply.error?.now
        }
    }

    /// A request that may have to be sent once more.
    struct Pending: Sendable {
        var verb: RequestVerb
        var deadline: BootTime
        var payload: @Sendable (RequestStamp) -> [UInt8]
    }

    var connection = Connection.connecting
    /// The coordinator's retained word on itself, `nil` before it came.
    var coordinator: Availability?
    /// Whether a request has waited in vain for a coordinator that is away, so that the next one need not.
    var hasWaitedForCoordinator = false
    /// Answers to the requests in `awaited`, by correlation data.
    var answers: [[UInt8]: Answer] = [:]
    /// By correlation data: requests that were sent once.
    var pending: [[UInt8]: Pending] = [:]
    /// The coordinator's clock less this computer's, as far as a refusal has told.
    var coordinatorOffset = Duration.zero
    /// Correlation data of the requests whose answers are wanted.
    var awaited: Set<[UInt8]> = []
    /// The broker's refusal of a subscription or a request.
    var refusal: MQTTError?
    /// Whether the site has changed since this was last taken back.
    var hasChanged = false
    /// What the nodes say of themselves, where that is followed.
    var nodes: [NodeID: NodeWord] = [:]
    /// People's stops and snoozes as the broker keeps them, where nodes are followed.
    var ringActions = RingActionList()
    /// Change events that nobody has taken yet, where they are followed: the newest ``maximumChanges``. One that was
    /// dropped leaves a gap in their numbers.
    var changes: [ChangeEvent] = []
    /// The sites whose coordinators were ever on the broker, where that is followed.
    var sites: Set<SiteID> = []
    /// Filters that the broker has taken on this connection.
    var subscribed: Set<String> = []

    static let maximumChanges = 10_000
    static let maximumSites = 1_000
    /// As many as a site can have: whoever makes up more is not listened to.
    static let maximumNodes = 20_000

    /// Whether the broker says, on this connection, that the coordinator is not there.
    var isCoordinatorAway: Bool {
        guard case .connected = connection else { return false }
        return coordinator == .offline
    }

    /// - Parameters:
    ///   - replyTopic: where answers come.
    ///   - following: what is kept of everything else.
    mutating func take(_ event: MQTTEvent, topics: Topics, replyTopic: String, following: Following) {
        switch event {
        case .connected:
            connection = .connected
            subscribed = []
            // It may be another broker, which says anew what it keeps.
            coordinator = nil
            nodes = [:]
            ringActions = RingActionList()
        case .disconnected(let disconnect):
            connection = disconnect.reason == .stopped ? .stopped : .lost(disconnect)
        case .message(let message, let receipt):
            if message.topic == replyTopic {
                guard let correlation = message.correlationData, awaited.remove(correlation) != nil else { return }
                answers[correlation] = Answer(payload: message.payload, receipt: receipt)
            } else {
                if message.topic == topics.coordinatorAvailability {
                    coordinator = Availability(payload: message.payload)
                    if coordinator == .online { hasWaitedForCoordinator = false }
                }
                hasChanged = true
                keep(message, topics.parse(message.topic), following)
            }
        case .subscribed(let subscription):
            subscribed.insert(subscription.filter)
        case .subscriptionRefused(_, let error), .publishRefused(_, let error):
            refusal = error
        }
    }

    /// Adds the coordinator's word on nodes of which the broker tells nothing that rings.
    mutating func add(_ status: SiteStatus) {
        for node in status.nodes where nodes[node.id]?.rings?.isEmpty ?? true { nodes[node.id] = NodeWord(node) }
    }

    /// What cannot be read is from a program of another version, or noise: there is nothing to follow in it.
    private mutating func keep(_ message: MQTTMessage, _ topic: Topic?, _ following: Following) {
        switch (following, topic) {
        case (.sites, _):
            // A coordinator that took its leave for good has cleared its word.
            if !message.payload.isEmpty, sites.count < Self.maximumSites,
                let site = Topics.site(ofCoordinator: message.topic)
            {
                sites.insert(site)
            }
        case (.nodes, .ring(.people)):
            // A list that cannot be read is replaced.
            ringActions = (try? WireCodec.decode(from: message.payload)) ?? RingActionList()
        case (.nodes, .node(let node, _)) where nodes[node] == nil && nodes.count >= Self.maximumNodes: return
        case (.nodes, .node(let node, .availability)):
            nodes[node, default: NodeWord()].availability = Availability(payload: message.payload)
        case (.nodes, .node(let node, .reported)):
            // What cannot be read is as good as nothing said: the node is shown without it.
            nodes[node, default: NodeWord()].report(try? WireCodec.decode(from: message.payload))
        case (.changes, .change):
            // The gap in the numbers tells that one was missed.
            guard let event = try? WireCodec.decode(ChangeEvent.self, from: message.payload) else { return }
            if changes.count == LinkState.maximumChanges { changes.removeFirst() }
            changes.append(event)
        default:
            return
        }
    }
}
