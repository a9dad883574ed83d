public import ClockDomain

/// A message that a node publishes. This type alone defines its topic and delivery.
public enum NodeMessage: Hashable, Sendable {
    case availability(Availability)
    case reported(Boxed<Reported>)
    case ledger(LedgerBatch)
    /// The document that it obeys.
    indirect case held(Desired)
    case timeRequest(TimeRequest)
    indirect case contentReport(ContentReport)
    /// Publishes to all rooms the stops and snoozes made here.
    case ringActions(RingActionList)

    public var delivery: Delivery {
        switch self {
        case .availability, .reported: Delivery(isRetained: true)
        case .ledger, .held, .contentReport: Delivery()
        // One that is late measures nothing.
        case .timeRequest: Delivery(.atMostOnce)
        case .ringActions: .ringActions
        }
    }

    public var payload: [UInt8] {
        switch self {
        case .availability(let availability): availability.payload
        case .reported(let document): WireCodec.encode(document.wrappedValue)
        case .ledger(let batch): WireCodec.encode(batch)
        case .held(let document): WireCodec.encode(document)
        case .timeRequest(let request): WireCodec.encode(request)
        case .contentReport(let report): WireCodec.encode(report)
        case .ringActions(let actions): WireCodec.encode(actions)
        }
    }

    public func topic(of node: NodeID) -> Topic {
        switch self {
        case .availability: .node(node, .availability)
        case .reported: .node(node, .reported)
        case .ledger: .node(node, .ledger)
        case .held: .node(node, .held)
        case .timeRequest: .node(node, .time)
        case .contentReport: .node(node, .content)
        case .ringActions: .ring(.node(node))
        }
    }

    /// Returns the topic of its answer.
    public func responseTopic(of node: NodeID) -> Topic? {
        switch self {
        case .timeRequest: .node(node, .reply)
        case .availability, .reported, .ledger, .held, .contentReport, .ringActions: nil
        }
    }
}
