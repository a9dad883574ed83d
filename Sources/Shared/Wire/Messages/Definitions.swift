public import ClockDomain

// The definitions of people, their changes, and the news of them. Every change goes one way: a ``ChangeRequest`` to the
// coordinator, one commit, the nodes' desired documents, and a ``ChangeEvent`` for all observers.

public struct AlarmDefinition: Hashable, Sendable, Codable {
    /// Without holidays: those of `holidays` are put in where it is sent to a node.
    public var alarm: Alarm
    public var targets: RingTargets
    /// The holiday calendars of the site on whose days it does not ring.
    public var holidays: CalendarNames?
    /// Its last change by a person; `nil` if that was before the store kept changes.
    public var changed: ChangeMark?
    /// The instant, by the coordinator's clock, at which it was switched off because it had rung for its only time. A
    /// clock that is set back before it switches the alarm on again.
    public var usedUpAt: WallTime?

    public init(
        alarm: Alarm, targets: RingTargets, holidays: CalendarNames? = nil, changed: ChangeMark? = nil,
        usedUpAt: WallTime? = nil
    ) {
        self.alarm = alarm
        self.targets = targets
        self.holidays = holidays
        self.changed = changed
        self.usedUpAt = usedUpAt
    }

    enum CodingKeys: String, CodingKey {
        case alarm, targets, holidays, changed
        case usedUpAt = "used_up_at"
    }
}

/// The person who changed something, and the instant of the change.
public struct ChangeMark: Hashable, Sendable, Codable {
    /// By the coordinator's clock.
    public var at: WallTime
    /// As the person's program says, for people: nothing is allowed or refused for it. `nil` where it says nothing.
    public var by: String?

    public init(at: WallTime, by: String?) {
        self.at = at
        self.by = by
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(at: try container.decode(WallTime.self, forKey: .at), by: try container.decodePersonName(forKey: .by))
    }
}

extension KeyedDecodingContainer {
    /// Decodes the name of the person who asks, as a line for people; one without a letter counts as none.
    func decodePersonName(forKey key: Key) throws -> String? {
        let name = try decodeIfPresent(String.self, forKey: key)?.line(maximumBytes: RingRecord.maximumNameBytes)
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// A countdown timer as the site has it. One that has run out is removed when all of its nodes have ended ringing.
public struct TimerDefinition: Hashable, Sendable, Codable {
    public var timer: CountdownTimer
    public var targets: RingTargets

    public init(timer: CountdownTimer, targets: RingTargets) {
        self.timer = timer
        self.targets = targets
    }
}

/// A group of nodes that alarms and timers can name.
public struct NodeGroup: Hashable, Sendable, Codable {
    public var id: GroupID
    /// Ascending, each once, not empty; at most ``RingTargets/maximumNodes``.
    public var nodes: [NodeID]

    public init(id: GroupID, nodes: [NodeID]) {
        self.id = id
        self.nodes = Set(nodes).sorted()
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(GroupID.self, forKey: .id),
            nodes: try container.decodeList(atMost: RingTargets.maximumNodes, "nodes", forKey: .nodes))
        try container.require(!nodes.isEmpty, .nodes, "a group has at least one node")
    }
}
