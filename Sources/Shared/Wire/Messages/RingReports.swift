public import ClockDomain

/// An occurrence that rings or is snoozed on a node.
public struct RingReport: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable {
        case ringing, snoozed
    }

    public var occurrence: Occurrence
    public var label: String
    public var state: State
    /// The instant at which it began to ring, by the node's clock.
    public var since: WallTime?
    /// The instant at which the snooze ends, by the node's clock.
    public var until: WallTime?
    public var snoozes: Int
    /// The length of a snooze; 0 if nobody can snooze it.
    public var snoozeMinutes: Int
    /// The reason that it is not heard though it should be, one line; the node tries again and again.
    public var problem: String?

    /// - Parameters:
    ///   - since: the instant at which it began to ring; `nil` while it is snoozed.
    ///   - until: the end of the snooze; `nil` while it rings.
    public init(
        occurrence: Occurrence, label: String, state: State, since: WallTime?, until: WallTime?, snoozes: Int,
        snoozeMinutes: Int, problem: String? = nil
    ) {
        self.occurrence = occurrence
        self.label = label
        self.state = state
        self.since = since
        self.until = until
        self.snoozes = snoozes
        self.snoozeMinutes = snoozeMinutes
        self.problem = problem
    }

    enum CodingKeys: String, CodingKey {
        case occurrence, label, state, since, until, snoozes, problem
        case snoozeMinutes = "snooze_min"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            occurrence: try container.decode(Occurrence.self, forKey: .occurrence),
            label: try container.decodeLabel(forKey: .label),
            state: try container.decode(State.self, forKey: .state),
            since: try container.decodeIfPresent(WallTime.self, forKey: .since),
            until: try container.decodeIfPresent(WallTime.self, forKey: .until),
            snoozes: try container.decode(0...Int(Int32.max), forKey: .snoozes, standard: 0),
            snoozeMinutes: try container.decode(RingStyle.snoozeRange, "min", forKey: .snoozeMinutes),
            problem: try container.decodeIfPresent(String.self, forKey: .problem)?
                .line(maximumBytes: RingRecord.maximumDetailBytes))
        switch state {
        case .ringing: try container.require(since != nil && until == nil, .since, "what rings has \"since\" alone")
        case .snoozed: try container.require(until != nil && since == nil, .until, "a snooze has \"until\" alone")
        }
    }
}

/// A coming occurrence on a node.
public struct UpcomingRing: Hashable, Sendable, Codable {
    public var occurrence: Occurrence
    @Field<Fields.LabelText> public var label: String

    public init(occurrence: Occurrence, label: String) {
        self.occurrence = occurrence
        self.label = label
    }
}

/// A timer as a node counts it.
public struct TimerReport: Hashable, Sendable, Codable {
    public var id: TimerID
    @Field<Fields.Revision> public var revision: Int
    @Field<Fields.LabelText> public var name: String
    /// By the node's clock.
    public var state: CountdownState

    public init(id: TimerID, revision: Int, name: String, state: CountdownState) {
        self.id = id
        self.revision = revision
        self.name = name
        self.state = state
    }
}
