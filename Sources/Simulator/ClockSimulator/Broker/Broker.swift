// The broker as its clients see it: mosquitto 2 with its default limits (mosquitto.conf(5)).
//
// It promises little. It keeps the last retained message of each topic until that message expires. It passes a
// publication on, at least once, to each client that is subscribed and connected or has a session that outlives its
// connection. It publishes a client's last will when the client is gone. For a slow client it queues a limited number
// of messages and drops the rest. After a restart it has the state that it last saved, which it does rarely.
//
// It has no clock and no network: its caller reports each arrival and its time, and the broker returns the deliveries.

internal import ClockWire
internal import DequeModule

public struct Broker: Sendable {
    /// A message that goes out to a client.
    public struct Delivery: Sendable {
        public var client: Int
        public var message: Message
        /// The id by which the client acknowledges it; 0 for a message at most once.
        public var id: UInt32
        /// True for a retained message that is older than the subscription.
        public var isRetained = false
    }

    /// A message that the broker did not deliver.
    public struct Drop: Sendable {
        public var client: Int
        public var message: Message
        public var isExpired: Bool
    }

    struct Saved: Sendable {
        var retained: [Message?] = []
        var sessions: [BrokerSession] = []
    }

    let plan: BrokerPlan
    private var retained: [Message?] = []
    private var sessions: [BrokerSession] = []
    private var filters = FilterBook()
    /// For each topic, the clients that have a matching subscription, ascending; `nil` until it is computed.
    private var subscribers: [[Int]?] = []
    private var saved = Saved()
    private(set) var isUp = true
    /// Messages to clients; the owner takes and empties the list after each call.
    public var outgoing: [Delivery] = []
    public var dropped: [Drop] = []

    init(plan: BrokerPlan = BrokerPlan()) { self.plan = plan }

    // MARK: Clients

    /// Connects a client. Ends an earlier connection of the same client and publishes its last will.
    ///
    /// - Returns: true if the client resumes a session.
    mutating func connect(
        _ client: Int, cleanStart: Bool, sessionExpiry: Duration, will: Message?, at now: TrueTime, _ topics: TopicTable
    ) -> Bool {
        while sessions.count <= client { sessions.append(BrokerSession()) }
        if sessions[client].isConnected { disconnect(client, tellingWill: true, at: now, topics) }
        let isPresent = !cleanStart && sessions[client].exists(at: now)
        if !isPresent { forget(client) }
        sessions[client].open(expiry: sessionExpiry, will: will)
        if isPresent {
            for id in sessions[client].resent() { outgoing.append(delivery(client, id)) }
            pump(client, at: now)
        }
        return isPresent
    }

    /// Ends a client's connection, after its goodbye or a failure.
    mutating func disconnect(_ client: Int, tellingWill: Bool, at now: TrueTime, _ topics: TopicTable) {
        guard sessions.indices.contains(client), sessions[client].isConnected else { return }
        let will = sessions[client].close(at: now)
        if !sessions[client].exists(at: now) { forget(client) }
        if tellingWill, let will { publish(will, at: now, topics) }
    }

    /// Subscribes the client and sends it the retained messages that match the filters.
    mutating func subscribe(_ client: Int, _ filters: [TopicFilter], at now: TrueTime, _ topics: TopicTable) {
        let numbers = filters.map { self.filters.number(of: $0) }
        if sessions[client].subscribe(numbers) { subscribers = [] }
        for (number, filter) in zip(numbers, filters) {
            switch plan.withholding {
            case .all: continue
            case .wildcards where filter.hasWildcards: continue
            case .wildcards, nil: break
            }
            for index in retained.indices {
                // Few topics have a retained message, so that is asked first, and it is fetched last, as fewer match.
                guard retained[index] != nil, self.filters.matches(number, index, topics), let message = retained[index]
                else { continue }
                if let expiry = message.expiry, expiry <= now {
                    retained[index] = nil
                } else {
                    send(message, to: client, isRetained: true, at: now)
                }
            }
        }
    }

    /// Records that the client has this at-least-once message; the broker learns it at `time`.
    mutating func acknowledge(_ client: Int, _ id: UInt32, at time: TrueTime) {
        sessions[client].acknowledge(id, at: time)
    }

    /// Sends queued messages, as far as there is room now.
    mutating func pump(_ client: Int, at now: TrueTime) {
        guard sessions.indices.contains(client), sessions[client].isConnected else { return }
        sessions[client].trim(at: now)
        while sessions[client].inflight.count < plan.inflightLimit, let next = sessions[client].queue.popFirst() {
            if let expiry = next.message.expiry, expiry <= now {
                dropped.append(Drop(client: client, message: next.message, isExpired: true))
            } else {
                let id = sessions[client].markSent(next.message, isRetained: next.isRetained)
                outgoing.append(Delivery(client: client, message: next.message, id: id, isRetained: next.isRetained))
            }
        }
    }

    /// True if a message waits for room, or would wait now: then an acknowledgement makes room for it.
    func isFull(_ client: Int) -> Bool {
        sessions.indices.contains(client)
            && (!sessions[client].queue.isEmpty || sessions[client].inflight.count >= plan.inflightLimit)
    }

    func isConnected(_ client: Int) -> Bool { sessions.indices.contains(client) && sessions[client].isConnected }

    // MARK: Messages

    func kept(_ topic: TopicID, at now: TrueTime) -> Message? {
        guard retained.indices.contains(topic.index), let message = retained[topic.index] else { return nil }
        if let expiry = message.expiry, expiry <= now { return nil }
        return message
    }

    mutating func publish(_ message: consuming Message, at now: TrueTime, _ topics: TopicTable) {
        let topic = message.topic.index
        if let expiry = message.expiry, expiry <= now { return }
        if message.isRetained {
            if retained.count <= topic {
                retained.append(contentsOf: repeatElement(nil, count: topics.count - retained.count))
            }
            retained[topic] = message.payload.isEmpty ? nil : message
        }
        if subscribers.count <= topic {
            subscribers.append(contentsOf: repeatElement(nil, count: topics.count - subscribers.count))
        }
        if subscribers[topic] == nil {
            subscribers[topic] = sessions.indices.filter { client in
                sessions[client].filters.contains { filters.matches($0, topic, topics) }
            }
        }
        // By index: iterating over the list would retain it, once per message.
        let count = subscribers[topic]?.count ?? 0
        guard count > 0, let last = subscribers[topic]?[count - 1] else { return }
        for place in 0..<count - 1 {
            if let client = subscribers[topic]?[place] { send(copy message, to: client, at: now) }
        }
        // The last subscriber gets the message itself, not a copy.
        send(message, to: last, at: now)
    }

    private mutating func send(_ message: consuming Message, to client: Int, isRetained: Bool = false, at now: TrueTime)
    {
        // The list of subscribers goes by the filters of each client's last subscription, even after its session.
        guard sessions[client].isSubscribed else { return }
        switch message.qos {
        case .atMostOnce:
            if sessions[client].isConnected {
                outgoing.append(Delivery(client: client, message: message, id: 0, isRetained: isRetained))
            }
        case .atLeastOnce:
            guard sessions[client].exists(at: now) else { return }
            sessions[client].trim(at: now)
            if sessions[client].isConnected, sessions[client].queue.isEmpty,
                sessions[client].inflight.count < plan.inflightLimit
            {
                let id = sessions[client].markSent(message, isRetained: isRetained)
                outgoing.append(Delivery(client: client, message: message, id: id, isRetained: isRetained))
            } else if sessions[client].queue.count < plan.queueLimit {
                sessions[client].queue.append((message, isRetained))
            } else {
                dropped.append(Drop(client: client, message: message, isExpired: false))
            }
        }
    }

    private func delivery(_ client: Int, _ id: UInt32) -> Delivery {
        let (message, isRetained) = sessions[client].message(id)
        return Delivery(client: client, message: message, id: id, isRetained: isRetained)
    }

    private mutating func forget(_ client: Int) { sessions[client].forget() }

    // MARK: Its own life

    /// Saves the state, as mosquitto does from time to time.
    mutating func save() { saved = Saved(retained: retained, sessions: sessions) }

    mutating func stop(orderly: Bool, at now: TrueTime) {
        if orderly { save() }
        isUp = false
    }

    /// Starts again with the part of its earlier state that `memory` names.
    mutating func start(_ memory: BrokerMemory, at now: TrueTime) {
        if memory == .lost { saved = Saved() }
        retained = saved.retained
        let count = sessions.count
        sessions = saved.sessions
        while sessions.count < count { sessions.append(BrokerSession()) }
        for client in sessions.indices {
            if sessions[client].isConnected { _ = sessions[client].close(at: now) }
            if !sessions[client].exists(at: now) { forget(client) }
        }
        subscribers = []
        isUp = true
    }
}
