/// Bytes on their way from the coordinator to nodes, such as a sound file: their digest and their number.
public struct Blob: Hashable, Sendable {
    public let id: Digest
    /// 1...``maximumBytes``.
    public let bytes: Int

    /// A blob has at most this many bytes, 4 MiB.
    public static let maximumBytes = 4 << 20
    /// A blob that is a sound is at most this long.
    public static let maximumSeconds = 120
    /// Every chunk but the last has this many bytes.
    public static let chunkBytes = 48 << 10

    /// `nil` for a length out of range.
    public init?(id: Digest, bytes: Int) {
        guard (1...Self.maximumBytes).contains(bytes) else { return nil }
        self.id = id
        self.bytes = bytes
    }

    /// The number of chunks that carry it, 1 or more.
    public var chunks: Int { (bytes + Self.chunkBytes - 1) / Self.chunkBytes }

    /// Returns the place of a chunk's bytes.
    ///
    /// - Precondition: `chunk` is in `0..<chunks`.
    public func range(ofChunk chunk: Int) -> Range<Int> {
        precondition((0..<chunks).contains(chunk), "chunk \(chunk) of \(chunks)")
        return chunk * Self.chunkBytes..<min(bytes, (chunk + 1) * Self.chunkBytes)
    }
}

extension Blob: Codable {
    /// `sound`, `bytes` and `chunks`, as a command has them among its own fields.
    package enum CodingKeys: String, CodingKey {
        case sound, bytes, chunks
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bytes = try container.decode(1...Self.maximumBytes, "bytes", forKey: .bytes)
        let name = try container.decode(String.self, forKey: .sound)
        guard let id = Digest(name), let blob = Blob(id: id, bytes: bytes) else {
            throw DecodingError.dataCorruptedError(
                forKey: .sound, in: container, debugDescription: "\"\(name.prefix(80))\" is not a SHA-256 digest")
        }
        let chunks = try container.decode(Int.self, forKey: .chunks)
        try container.require(
            chunks == blob.chunks, .chunks,
            "\(bytes) bytes come in \(blob.chunks) chunks of \(Self.chunkBytes), not in \(chunks)")
        self = blob
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .sound)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(chunks, forKey: .chunks)
    }
}
