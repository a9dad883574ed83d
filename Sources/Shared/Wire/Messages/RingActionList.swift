public import ClockDomain

/// The stops and snoozes of one writer within a day, oldest first: to all nodes, retained with an expiry on the
/// writer's own topic.
///
/// A writer has one topic, so the broker keeps one message of each, however much somebody writes. Each message has the
/// writer's earlier actions too, for nodes that are away.
public struct RingActionList: WireMessage, Hashable {
    public private(set) var actions: [RingAction]

    /// A list that is full loses its oldest action.
    public static let maximum = 32

    public init(_ actions: [RingAction] = []) {
        self.actions = []
        add(actions)
    }

    /// Adds actions, each in place of earlier ones upon its source. A snooze that does not count any more stays out, so
    /// that rooms which were away do as the others.
    public mutating func add(_ new: [RingAction]) {
        for action in new {
            let known = actions.first { $0.occurrence == action.occurrence }
            if action.kind == .snooze, let known, !action.overrides(known) { continue }
            actions.removeAll { $0.occurrence.source == action.occurrence.source }
            actions.append(action)
        }
        actions.removeFirst(max(0, actions.count - Self.maximum))
    }

    /// Removes the actions that the broker would have dropped by now.
    public mutating func expire(at now: WallTime) {
        actions.removeAll { (now - $0.at).magnitude >= .seconds(Int64(RingAction.expirySeconds)) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let actions = try container.decode([RingAction].self, forKey: .actions)
        try container.require(
            (1...Self.maximum).contains(actions.count), .actions,
            "\(actions.count) actions are not in 1...\(Self.maximum)")
        self.init(actions)
    }
}

/// A writer that has a topic for its ``RingActionList``.
public enum RingWriter: Hashable, Sendable {
    /// People at the node's own machine.
    case node(NodeID)
    /// People's programs, which share one topic.
    case people
    /// For Home Assistant.
    case coordinator
}
