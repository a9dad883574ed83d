public import ClockDomain

/// The coordinator's counts for a node since its start, and the state of the node.
public struct NodeMetrics: Hashable, Sendable {
    public var node: NodeID
    public var room: String
    /// `nil` until the node has reported, as with the others.
    public var zone: String?
    public var version: String?
    public var isOnline: Bool
    public var isClockTrusted: Bool?
    /// The coordinator's clock minus the node's.
    public var clockOffsetMilliseconds: Double?
    /// Ledger lines that the node keeps until they are acknowledged.
    public var ledgerPending: Int?
    /// The number of revisions of its document that the node is behind.
    public var revisionLag: Int
    public var nextRing: WallTime?
    public var certificateUntil: WallTime?
    @Field<OutcomeCounts.Absent> public var quarters: OutcomeCounts
    /// Quarter hours counted as absent for which the node's own line came after all; that is counted as well.
    @Field<Fields.Zero> public var amended: Int
    @Field<OutcomeCounts.Absent> public var rings: OutcomeCounts
    @Field<Histogram.Absent> public var onsetError: Histogram

    public init(
        node: NodeID, room: String, zone: String? = nil, version: String? = nil, isOnline: Bool,
        isClockTrusted: Bool? = nil, clockOffsetMilliseconds: Double? = nil, ledgerPending: Int? = nil,
        revisionLag: Int, nextRing: WallTime? = nil, certificateUntil: WallTime? = nil,
        quarters: OutcomeCounts = OutcomeCounts(), amended: Int = 0, rings: OutcomeCounts = OutcomeCounts(),
        onsetError: Histogram = Histogram()
    ) {
        self.node = node
        self.room = room
        self.zone = zone
        self.version = version
        self.isOnline = isOnline
        self.isClockTrusted = isClockTrusted
        self.clockOffsetMilliseconds = clockOffsetMilliseconds
        self.ledgerPending = ledgerPending
        self.revisionLag = revisionLag
        self.nextRing = nextRing
        self.certificateUntil = certificateUntil
        self.quarters = quarters
        self.amended = amended
        self.rings = rings
        self.onsetError = onsetError
    }
}

extension NodeMetrics: Codable {
    enum CodingKeys: String, CodingKey {
        case node, room, zone, version, quarters, amended, rings
        case isOnline = "online"
        case isClockTrusted = "clock_trusted"
        case clockOffsetMilliseconds = "offset_ms"
        case ledgerPending = "ledger_pending"
        case revisionLag = "revision_lag"
        case nextRing = "next_ring"
        case certificateUntil = "certificate_until"
        case onsetError = "onset_error"
    }
}
