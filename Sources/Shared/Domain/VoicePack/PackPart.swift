/// Some chunks of a file that belongs to a voice pack.
public struct PackPart: Hashable, Sendable {
    public var file: CarriedSound
    /// Ascending; within `0..<file.chunks`.
    public var chunks: [Int]

    public init(file: CarriedSound, chunks: [Int]) {
        self.file = file
        self.chunks = chunks
    }
}

extension PackPart: Codable {
    enum CodingKeys: String, CodingKey {
        case file, bytes, chunks
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bytes = try container.decode(1...CarriedSound.maximumBytes, "bytes", forKey: .bytes)
        let id = try container.decode(SoundID.self, forKey: .file)
        guard let file = CarriedSound(id: id, bytes: bytes) else { preconditionFailure("a file of \(bytes) bytes") }
        self.init(
            file: file,
            chunks: try container.decodeAscending(atMost: file.chunks, "chunks", by: \Int.self, forKey: .chunks))
        try container.require(
            chunks.allSatisfy { (0..<file.chunks).contains($0) }, .chunks,
            "not all are in 0..<\(file.chunks), what \(bytes) bytes come in")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file.id, forKey: .file)
        try container.encode(file.bytes, forKey: .bytes)
        try container.encode(chunks, forKey: .chunks)
    }
}
