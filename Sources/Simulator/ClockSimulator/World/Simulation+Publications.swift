internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Messages of programs: each names its topic and its delivery, as in the daemons.

extension Simulation {
    mutating func publish(node: Int, _ message: NodeMessage) {
        if case .reported(let document) = message { nodes[node].ringActions.reported(document.wrappedValue.rings) }
        publish(node, self.message(message, of: nodes[node].plan.id, nodes[node].topics))
    }

    mutating func message(_ message: NodeMessage, of node: NodeID, _ own: NodeTopics) -> Message {
        Message(
            topic: number(of: message.topic(of: node), own), payload: Message.Payload(message), message.delivery,
            at: now, responseTopic: message.responseTopic(of: node).map { number(of: $0, own) })
    }

    mutating func message(_ message: CoordinatorMessage) -> Message {
        Message(
            topic: number(of: message.topic, nil), payload: Message.Payload(message, answered: now), message.delivery,
            at: now, correlation: message.correlation)
    }

    /// - Parameter own: the topics of the sending node.
    private mutating func number(of topic: Topic, _ own: NodeTopics?) -> TopicID {
        switch topic {
        case .wake: wakeTopic
        case .change: changeTopic
        case .coordinatorAvailability: coordinatorTopic
        case .node(let node, let leaf): (own ?? topics.of(node))[leaf]
        case .coordinatorPresence, .ring, .emergency, .chunk, .request, .homeAssistantState, .homeAssistantCommand:
            topics.id(of: Topics(site: plan.site).name(of: topic))
        }
    }
}

extension Message.Payload {
    fileprivate init(_ message: NodeMessage) {
        self =
            switch message {
            case .availability(let availability): .availability(availability)
            case .reported(let document): .reported(document)
            case .ledger(let batch): .ledger(batch)
            case .held(let document): .desired(document)
            case .timeRequest(let request): .timeRequest(request)
            case .contentReport(let report): .contentReport(report)
            case .ringActions(let list): .ringActions(list)
            }
    }

    fileprivate init(_ message: CoordinatorMessage, answered: TrueTime) {
        self =
            switch message {
            case .wake(let wake, _): .wake(wake)
            case .availability(let availability): .availability(availability)
            case .presence(let presence): .presence(presence)
            case .desired(_, let document): .desired(document)
            case .acked(_, let acked): .acked(acked)
            case .command(_, let command, _): .command(command)
            case .timeReply(_, let reply, _): .timeReply(reply, answered: answered)
            case .change(let event): .change(event)
            case .ringActions(let list): .ringActions(list)
            case .removal: .bytes([])
            }
    }
}
