public import ClockDomain

/// Anybody to all nodes, in a list of ``RingActionList``: stop or snooze an occurrence everywhere.
///
/// It goes past the coordinator, so that people can silence a ringing alarm while that is down. The nodes' reported
/// documents show its result as soon as it is on their disks.
public struct RingAction: WireMessage, Hashable {
    /// Names this action, 1 to 64 bytes; a repeated delivery is done once.
    public var id: String
    public var occurrence: Occurrence
    public var kind: Kind
    /// The instant of the request, by the asker's clock. A snooze lasts from here, so that it ends in all rooms at
    /// once.
    public var at: WallTime
    /// The name of the asker, for the record.
    public var by: String?
    /// The length of a snooze, in ``minutesRange``; `nil` for the ring's own.
    public var minutes: Int?

    public enum Kind: String, Hashable, Sendable, Codable {
        /// Ends it, also while it is snoozed.
        case stop
        case snooze
    }

    /// The time for which the broker keeps one for nodes that are away, in seconds.
    public static let expirySeconds: UInt32 = 24 * 3_600

    /// The lengths of a snooze that a person may choose.
    public static let minutesRange = 1...RingStyle.snoozeRange.upperBound

    public init(id: String, occurrence: Occurrence, kind: Kind, at: WallTime, by: String? = nil, minutes: Int? = nil) {
        self.id = id
        self.occurrence = occurrence
        self.kind = kind
        self.at = at
        self.by = by
        self.minutes = minutes
    }

    /// Returns the length of a snooze of a ring.
    ///
    /// - Parameter ownMinutes: the length of the ring's own snoozes.
    public func snoozeLength(ownMinutes: Int) -> Duration { .minutes(minutes ?? ownMinutes) }

    /// True when this action counts in place of another one upon the same occurrence, in whatever order they come: a stop
    /// counts more than a snooze, and of two snoozes the one that ends last.
    ///
    /// - Parameter ownMinutes: the length of the ring's own snoozes, as far as it is known.
    public func overrides(_ other: RingAction, ownMinutes: Int = RingStyle.alarm.snoozeMinutes) -> Bool {
        switch (kind, other.kind) {
        case (_, .stop): false
        case (.stop, .snooze): true
        case (.snooze, .snooze):
            at + snoozeLength(ownMinutes: ownMinutes) > other.at + other.snoozeLength(ownMinutes: ownMinutes)
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, occurrence, at, by, minutes
        case kind = "action"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            occurrence: try container.decode(Occurrence.self, forKey: .occurrence),
            kind: try container.decode(Kind.self, forKey: .kind),
            at: try container.decode(WallTime.self, forKey: .at),
            by: try container.decodeIfPresent(String.self, forKey: .by)?
                .line(maximumBytes: RingRecord.maximumNameBytes),
            minutes: container.contains(.minutes) ? try container.decode(Self.minutesRange, forKey: .minutes) : nil)
        try container.require((1...64).contains(id.utf8.count), .id, "\(id.utf8.count) characters are not in 1...64")
    }
}
