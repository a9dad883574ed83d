public import ClockDomain

/// Node to coordinator: parts of a voice pack that it is to have and has not; send them.
public struct PackWant: WireMessage, Hashable {
    /// The digest of the pack's list.
    public var pack: SoundID
    public var parts: [PackPart]

    /// Chunks that a node asks for at a time.
    public static let maximumChunks = 64

    public init(pack: SoundID, parts: [PackPart]) {
        self.pack = pack
        self.parts = parts
    }
}

extension PackWant {
    enum CodingKeys: String, CodingKey {
        case pack, parts
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pack = try container.decode(SoundID.self, forKey: .pack)
        parts = try container.decodeList(atMost: Self.maximumChunks, "parts", forKey: .parts)
        let chunks = parts.reduce(0) { $0 + $1.chunks.count }
        try container.require(
            chunks <= Self.maximumChunks, .parts, "\(chunks) chunks are over the limit of \(Self.maximumChunks)")
    }
}
