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
    public var quarters: OutcomeCounts
    /// Quarter hours counted as absent for which the node's own line came after all; that is counted as well.
    public var amended: Int
    public var rings: OutcomeCounts
    public var onsetError: Histogram

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

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            node: try container.decode(NodeID.self, forKey: .node),
            room: try container.decode(String.self, forKey: .room),
            zone: try container.decodeIfPresent(String.self, forKey: .zone),
            version: try container.decodeIfPresent(String.self, forKey: .version),
            isOnline: try container.decode(Bool.self, forKey: .isOnline),
            isClockTrusted: try container.decodeIfPresent(Bool.self, forKey: .isClockTrusted),
            clockOffsetMilliseconds: try container.decodeIfPresent(Double.self, forKey: .clockOffsetMilliseconds),
            ledgerPending: try container.decodeIfPresent(Int.self, forKey: .ledgerPending),
            revisionLag: try container.decode(Int.self, forKey: .revisionLag),
            nextRing: try container.decodeIfPresent(WallTime.self, forKey: .nextRing),
            certificateUntil: try container.decodeIfPresent(WallTime.self, forKey: .certificateUntil),
            quarters: try container.decodeIfPresent(OutcomeCounts.self, forKey: .quarters) ?? OutcomeCounts(),
            amended: try container.decodeIfPresent(Int.self, forKey: .amended) ?? 0,
            rings: try container.decodeIfPresent(OutcomeCounts.self, forKey: .rings) ?? OutcomeCounts(),
            onsetError: try container.decodeIfPresent(Histogram.self, forKey: .onsetError) ?? Histogram())
    }
}
