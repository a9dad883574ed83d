public import ClockDomain

/// A message that a coordinator publishes by itself. This type alone defines its topic and delivery.
public enum CoordinatorMessage: Hashable, Sendable {
    /// - Parameter expirySeconds: one or more, as everywhere here.
    indirect case wake(Wake, expirySeconds: UInt32)
    case availability(Availability)
    indirect case presence(CoordinatorPresence)
    indirect case desired(NodeID, Desired)
    case acked(NodeID, Acked)
    indirect case command(NodeID, Command, expirySeconds: UInt32)
    indirect case timeReply(NodeID, TimeReply, correlation: [UInt8]?)
    indirect case change(ChangeEvent)
    case ringActions(RingActionList)
    /// An empty message, which removes the broker's retained one of a node.
    case removal(NodeID, Topic.NodeLeaf)

    public var delivery: Delivery {
        switch self {
        case .wake(_, let expirySeconds): Delivery(isRetained: true, expirySeconds: expirySeconds, priority: .urgent)
        case .availability, .presence, .desired: Delivery(isRetained: true)
        // A flood of reports is answered by as many of these; a removal must not overtake one that waits.
        case .acked, .removal(_, .acked): Delivery(isRetained: true, priority: .patient)
        case .removal: Delivery(isRetained: true)
        case .command(_, _, let expirySeconds): Delivery(expirySeconds: expirySeconds)
        case .timeReply: Delivery(.atMostOnce, priority: .prompt)
        case .change: Delivery()
        case .ringActions: .ringActions
        }
    }

    public var payload: [UInt8] {
        switch self {
        case .wake(let wake, _): WireCodec.encode(wake)
        case .availability(let availability): availability.payload
        case .presence(let presence): WireCodec.encode(presence)
        case .desired(_, let document): WireCodec.encode(document)
        case .acked(_, let acked): WireCodec.encode(acked)
        case .command(_, let command, _): WireCodec.encode(command)
        case .timeReply(_, let reply, _): WireCodec.encode(reply)
        case .change(let event): WireCodec.encode(event)
        case .ringActions(let actions): WireCodec.encode(actions)
        case .removal: []
        }
    }

    public var topic: Topic {
        switch self {
        case .wake: .wake
        case .availability: .coordinatorAvailability
        case .presence: .coordinatorPresence
        case .desired(let node, _): .node(node, .desired)
        case .acked(let node, _): .node(node, .acked)
        case .command(let node, _, _): .node(node, .command)
        case .timeReply(let node, _, _): .node(node, .reply)
        case .change: .change
        case .ringActions: .ring(.coordinator)
        case .removal(let node, let leaf): .node(node, leaf)
        }
    }

    /// The correlation data that the answer repeats from the question.
    public var correlation: [UInt8]? {
        switch self {
        case .timeReply(_, _, let correlation): correlation
        case .wake, .availability, .presence, .desired, .acked, .command, .change, .ringActions, .removal: nil
        }
    }
}
