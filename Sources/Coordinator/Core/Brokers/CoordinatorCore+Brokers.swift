internal import ClockDomain
internal import ClockWire

// What comes from a broker, and what the others are told of it. Whatever a machine decides is published at all of them;
// here is what only some are to get.

extension CoordinatorCore {
    /// How long nodes of a broker that has gone have to say at another that they are there.
    private static let nodesMove: Duration = .seconds(30)

    mutating func hear(_ word: BrokerWord, from broker: Int, at now: Now) {
        switch word {
        case .connected: join(broker, at: now)
        case .disconnected(let reason):
            if let line = brokers.disconnected(from: broker, reason: reason, at: now.wall) { out.log(.warning, line) }
        case .reportsConnected:
            if brokers.beginHearing(at: broker) { hearNodes(at: now) }
        case .reportsDisconnected(let reason):
            switch brokers.stopHearing(at: broker) {
            case nil: break
            case .everywhere: stopHearingNodes(reason: reason)
            case .of(let ids):
                nodes.unhear(ids)
                out.setTimer(.settled, .boot(now.boot + Self.nodesMove))
            }
        case .dropped(let total):
            let count = brokers.count(dropped: total, by: broker)
            if count.isFirst { intake.connected() }
            intake.brokerDropped(total: count.total, at: now, &out)
        case .availability(let node, let availability, let isRetained):
            hear(availability, of: node, isRetained: isRetained, from: broker, at: now)
        case .reported(let node, let report, let isRetained):
            guard brokers.takesReport(of: node, isRetained: isRetained, from: broker) else { return }
            take(report, of: node, at: now)
            if brokers.place(of: node) == broker { tellElsewhere(node, at: brokers.reachable(besides: broker)) }
        case .ledger(let node, let batch):
            place(node, at: broker)
            take(batch, of: node, at: now)
        case .timeRequest(let node, let request, let received, let correlation):
            publish(at: [broker]) {
                $0.out.perform(
                    .replyTime(
                        node, originNanoseconds: request.originNanoseconds, received: received,
                        isVouched: $0.isClockVouched(at: now),
                        correlation: correlation))
            }
        case .ring(let action, let expirySeconds, let isRetained):
            pass(
                brokers.bridge.take(
                    action, expirySeconds: expirySeconds, isRetained: isRetained, from: broker,
                    others: brokers.reachable(besides: broker), at: now.boot))
        case .ringTakenBack(let source):
            guard brokers.bridge.takeBack(source) else { return }
            publish(at: brokers.reachable(besides: broker)) { $0.out.perform(.publish(.ringRemoval(source))) }
        }
    }

    /// A broker can be reached: it is told all that brokers keep.
    private mutating func join(_ broker: Int, at now: Now) {
        out.log(.notice, "connected to the broker at \(brokers.address(of: broker))")
        brokers.connected(to: broker, at: now.wall)
        publish(at: [broker]) { $0.publishState(at: now) }
        guard brokers.areSeveral else { return }
        for id in nodes.ids {
            let isElsewhere = brokers.place(of: id).map { $0 != broker } ?? false
            publish(at: [broker]) { $0.out.perform(.publish(.elsewhere(id, isElsewhere ? $0.nodes[id]?.report : nil))) }
        }
        pass(brokers.bridge.all(for: broker, at: now.boot))
    }

    private mutating func hear(
        _ availability: Availability, of node: NodeID, isRetained: Bool, from broker: Int, at now: Now
    ) {
        switch brokers.take(availability, of: node, isRetained: isRetained, from: broker) {
        case .stale: break
        case .counts(let isElsewhere):
            take(availability, of: node, at: now)
            switch availability {
            case .online: if isElsewhere { moved(node, to: broker) }
            case .offline: clearElsewhere(node, at: brokers.reachable(besides: broker))
            }
        }
    }

    /// A node says something at a broker, so it is there.
    private mutating func place(_ node: NodeID, at broker: Int) {
        guard brokers.areSeveral, nodes.isKnown(node), brokers.hear(node, at: broker) == .counts(isElsewhere: true)
        else { return }
        moved(node, to: broker)
    }

    private mutating func moved(_ node: NodeID, to broker: Int) {
        guard brokers.areSeveral else { return }
        clearElsewhere(node, at: [broker])
        tellElsewhere(node, at: brokers.reachable(besides: broker))
    }

    /// Nothing was heard of nodes for too long.
    mutating func lost(_ ids: [NodeID]) {
        guard brokers.areSeveral else { return }
        for id in ids {
            brokers.lose(id)
            clearElsewhere(id, at: brokers.reachable())
        }
    }

    /// Tells those who follow the site at other brokers what a node says.
    private mutating func tellElsewhere(_ node: NodeID, at others: [Int]) {
        guard let report = nodes[node]?.report else { return }
        publish(at: others) { $0.out.perform(.publish(.elsewhere(node, report))) }
    }

    private mutating func clearElsewhere(_ node: NodeID, at others: [Int]) {
        publish(at: others) { $0.out.perform(.publish(.elsewhere(node, nil))) }
    }

    private mutating func pass(_ passings: [RingBridge.Passing]) {
        for passing in passings {
            publish(at: passing.brokers) {
                $0.out.perform(.publish(.ringAction(passing.action, expirySeconds: passing.expirySeconds)))
            }
        }
    }

    /// Has what `body` publishes published at some brokers alone.
    private mutating func publish(at some: [Int], _ body: (inout CoordinatorCore) -> Void) {
        guard !some.isEmpty else { return }
        // One broker alone is all of them.
        out.brokers = brokers.areSeveral ? some : nil
        body(&self)
        out.brokers = nil
    }
}
