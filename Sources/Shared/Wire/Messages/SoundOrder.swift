public import ClockDomain

/// A sound that a node shall make at an instant: the fields of a command with the action `play` besides its own, or the
/// time on request.
public struct SoundOrder: Hashable, Sendable {
    /// `nil`: the time that it will be at the target.
    public var sound: Blob?
    /// The instant at which its first frame shall sound.
    public var target: WallTime
    /// `nil`: the node's volume.
    public var volume: Volume?
    /// Describes it for people, by the rule of ``Label``.
    public var label: String

    /// Orders that a node takes on at a time.
    public static let maximumPerNode = 16

    public init(sound: Blob?, target: WallTime, volume: Volume? = nil, label: String = "") {
        self.sound = sound
        self.target = target
        self.volume = volume
        self.label = label
    }
}

extension SoundOrder: Codable {
    enum CodingKeys: String, CodingKey {
        case sound, target, volume, label
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sound: container.contains(.sound) ? try Blob(from: decoder) : nil,
            target: try container.decode(WallTime.self, forKey: .target),
            volume: try container.decodeIfPresent(Volume.self, forKey: .volume),
            label: try container.decodeLabel(forKey: .label))
    }

    public func encode(to encoder: any Encoder) throws {
        try sound?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target, forKey: .target)
        try container.encodeIfPresent(volume, forKey: .volume)
        try container.encode(label, forKey: .label)
    }
}
