internal import ClockDomain

/// An output that a node could play on.
public struct AudioDeviceReport: Hashable, Sendable {
    /// The value of `audio.device` that selects it; at most ``maximumBytes``.
    public var name: String
    /// Describes it for people, in one line; may be empty; at most ``maximumBytes``.
    public var description: String

    public static let maximumBytes = 128

    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}

extension AudioDeviceReport: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        description = try container.decodeIfPresent(String.self, forKey: .description) ?? ""
        try container.require(
            (1...Self.maximumBytes).contains(name.utf8.count), .name,
            "the name of a device has \(name.utf8.count) bytes, not 1 to \(Self.maximumBytes)")
        try container.require(
            description.utf8.count <= Self.maximumBytes, .description,
            "the description of a device has \(description.utf8.count) bytes, over \(Self.maximumBytes)")
    }
}
