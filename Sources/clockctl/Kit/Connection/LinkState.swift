internal import ClockDomain
internal import ClockMQTT
internal import ClockSite
internal import ClockWire

/// The known state of the path to the coordinator. It keeps only the newest of everything, so it stays small whatever
/// arrives.
struct LinkState: Sendable {
    enum Connection: Sendable {
        case connecting
        case connected
        /// No connection; the client goes on trying.
        case lost(MQTTDisconnect)
        case stopped
    }

    /// An answer with its time of arrival.
    struct Answer: Sendable {
        var payload: [UInt8]
        var receipt: MQTTReceipt

        /// The coordinator's clock, if it refused the request as late.
        var clockOfLateRequest: WallTime? {
            // A refusal is short; we decode a longer answer only once.
            guard payload.count < 2_048, let reply = try? WireCodec.decode(Reply<Never>.self, from: payload),
                reply.error?.code == .late
            else { return nil }
            return reply.error?.now
        }
    }

    /// A request that we may have to send once more.
    struct Pending: Sendable {
        var verb: RequestVerb
        var deadline: BootTime
        var payload: @Sendable (RequestStamp) -> [UInt8]
    }

    var connection = Connection.connecting
    /// The coordinator's own retained message, `nil` before it came.
    var coordinator: Availability?
    /// True when a request has waited in vain for a coordinator that is away, so that the next one need not.
    var hasWaitedForCoordinator = false
    /// Answers to the requests in `awaited`, by correlation data.
    var answers: [[UInt8]: Answer] = [:]
    /// By correlation data: requests sent once.
    var pending: [[UInt8]: Pending] = [:]
    /// The coordinator's clock less this computer's, as far as a refusal has shown.
    var coordinatorOffset = Duration.zero
    /// Correlation data of the requests that still need an answer.
    var awaited: Set<[UInt8]> = []
    /// The broker's refusal of a subscription or a request.
    var refusal: MQTTError?
    /// True when the site has changed since the last reset of this flag.
    var hasChanged = false
    /// The nodes' own reports, if the link follows them.
    var nodes: [NodeID: NodeWord] = [:]
    /// People's stops and snoozes as the broker keeps them, if the link follows nodes.
    var ringActions = RingActionList()
    /// The site's last word on an emergency, if the link follows it.
    var emergency: Emergency?
    /// Change events that nobody has fetched yet, if the link follows them: the newest ``maximumChanges``. A dropped
    /// one leaves a gap in their numbers.
    var changes: [ChangeEvent] = []
    /// The rooms at the door, if there is one, and the link follows it and may know.
    var waiting: WaitingRooms?
    /// The sites whose coordinators were ever on the broker, if the link follows them.
    var sites: Set<SiteID> = []
    /// Filters that the broker has accepted on this connection.
    var subscribed: Set<String> = []

    static let maximumChanges = 10_000
    static let maximumSites = 1_000
    /// As many as a site can have: we ignore a broker with more.
    static let maximumNodes = 20_000

    /// True when the broker says, on this connection, that the coordinator is away.
    var isCoordinatorAway: Bool {
        guard case .connected = connection else { return false }
        return coordinator == .offline
    }

    /// - Parameters:
    ///   - replyTopic: the topic of the answers.
    ///   - following: the other messages to keep.
    mutating func apply(_ event: MQTTEvent, topics: Topics, replyTopic: String, following: Following) {
        switch event {
        case .connected:
            connection = .connected
            subscribed = []
            // It may be another broker, which sends its retained messages again.
            coordinator = nil
            nodes = [:]
            ringActions = RingActionList()
            emergency = nil
        case .disconnected(let disconnect):
            connection = disconnect.reason == .stopped ? .stopped : .lost(disconnect)
        case .message(let message, let receipt):
            if message.topic == topics.pairing {
                // An empty message: the door is not there. The next one replaces an unreadable one.
                waiting = try? WireCodec.decode(from: message.payload)
            } else if message.topic == replyTopic {
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
        // The rooms at the door are administrators' business.
        case .subscriptionRefused(let subscription, _) where subscription.filter == topics.pairing: break
        case .subscriptionRefused(_, let error), .publishRefused(_, let error):
            refusal = error
        }
    }

    /// Adds the coordinator's answer about nodes for which the broker shows no ring and no emergency.
    mutating func add(_ status: SiteStatus) {
        for node in status.nodes {
            if let known = nodes[node.id], known.rings?.isEmpty == false || known.emergency != nil {
                nodes[node.id]?.availability = known.availability ?? node.availability
            } else {
                nodes[node.id] = NodeWord(node)
            }
        }
        emergency = emergency ?? status.emergency
    }

    /// Stores a message that the link follows. An unreadable one is from a program of another version, or noise: there
    /// is nothing to follow in it.
    private mutating func keep(_ message: MQTTMessage, _ topic: Topic?, _ following: Following) {
        switch (following == .emergency ? .nodes : following, topic) {
        case (.sites, _):
            // A coordinator that has left for good has cleared its message.
            if !message.payload.isEmpty, sites.count < Self.maximumSites,
                let site = Topics.site(ofCoordinator: message.topic)
            {
                sites.insert(site)
            }
        case (.nodes, .ring(.people)):
            // The next list replaces an unreadable one.
            ringActions = (try? WireCodec.decode(from: message.payload)) ?? RingActionList()
        case (.nodes, .emergency):
            // An empty message removes it; the next word replaces an unreadable one.
            emergency = try? WireCodec.decode(from: message.payload)
        case (.nodes, .node(let node, _)) where nodes[node] == nil && nodes.count >= Self.maximumNodes: return
        case (.nodes, .node(let node, .availability)):
            nodes[node, default: NodeWord()].availability = Availability(payload: message.payload)
        case (.nodes, .node(let node, .reported)):
            // An unreadable report counts as none: the view shows the node without it.
            nodes[node, default: NodeWord()].report(try? WireCodec.decode(from: message.payload))
        case (.changes, .change):
            // The gap in the numbers shows that we missed one.
            guard let event = try? WireCodec.decode(ChangeEvent.self, from: message.payload) else { return }
            if changes.count == LinkState.maximumChanges { changes.removeFirst() }
            changes.append(event)
        default:
            return
        }
    }
}
