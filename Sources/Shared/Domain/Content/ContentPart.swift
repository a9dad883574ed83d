/// Some chunks of a blob.
public struct ContentPart: Hashable, Sendable {
    public var blob: Blob
    /// Ascending; within `0..<blob.chunks`.
    public var chunks: [Int]

    public init(blob: Blob, chunks: [Int]) {
        self.blob = blob
        self.chunks = chunks
    }

    /// The whole blob.
    public init(_ blob: Blob) { self.init(blob: blob, chunks: Array(0..<blob.chunks)) }
}

extension ContentPart: Codable {
    enum CodingKeys: String, CodingKey {
        case blob, bytes, chunks
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bytes = try container.decode(1...Blob.maximumBytes, "bytes", forKey: .bytes)
        let id = try container.decode(Digest.self, forKey: .blob)
        guard let blob = Blob(id: id, bytes: bytes) else { preconditionFailure("a blob of \(bytes) bytes") }
        self.init(
            blob: blob,
            chunks: try container.decodeAscending(atMost: blob.chunks, "chunks", by: \Int.self, forKey: .chunks))
        try container.require(
            chunks.allSatisfy { (0..<blob.chunks).contains($0) }, .chunks,
            "not all are in 0..<\(blob.chunks), what \(bytes) bytes come in")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(blob.id, forKey: .blob)
        try container.encode(blob.bytes, forKey: .bytes)
        try container.encode(chunks, forKey: .chunks)
    }
}
