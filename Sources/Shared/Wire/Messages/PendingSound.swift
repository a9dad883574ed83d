public import ClockDomain

/// An order to play a carried sound, which a node keeps on its disk until it has played it.
public struct PendingSound: Hashable, Sendable, Codable {
    /// The order's id, by which it can be withdrawn.
    public var id: String
    public var label: String
    /// The instant at which its first frame shall sound.
    public var target: WallTime

    public init(id: String, label: String, target: WallTime) {
        self.id = id
        self.label = label
        self.target = target
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decodeCommandID(forKey: .id), label: try container.decodeLabel(forKey: .label),
            target: try container.decode(WallTime.self, forKey: .target))
    }
}
