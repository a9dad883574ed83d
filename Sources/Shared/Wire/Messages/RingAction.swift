public import ClockDomain

/// Anybody to all nodes, in a list of ``RingActionList``: stop or snooze an occurrence everywhere.
///
/// It goes past the coordinator, so that a ringing alarm can be silenced while that is down. What became of it is seen
/// in the nodes' reported documents, which tell it when it is on their disks.
public struct RingAction: WireMessage, Hashable {
    /// Names this action, 1 to 64 bytes; a repeated delivery is done once.
    public var id: String
    public var occurrence: Occurrence
    public var kind: Kind
    /// When it was asked, by the clock of who asked. A snooze lasts from here, so that it ends in all rooms at once.
    public var at: WallTime
    /// Who asked, for the record.
    public var by: String?

    public enum Kind: String, Hashable, Sendable, Codable {
        /// Ends it, also while it is snoozed.
        case stop
        case snooze
    }

    /// How long the broker keeps one for nodes that are away, in seconds.
    public static let expirySeconds: UInt32 = 24 * 3_600

    public init(id: String, occurrence: Occurrence, kind: Kind, at: WallTime, by: String? = nil) {
        self.id = id
        self.occurrence = occurrence
        self.kind = kind
        self.at = at
        self.by = by
    }

    enum CodingKeys: String, CodingKey {
        case id, occurrence, at, by
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
                .line(maximumBytes: RingRecord.maximumNameBytes))
        try container.require((1...64).contains(id.utf8.count), .id, "\(id.utf8.count) characters are not in 1...64")
    }
}
