public import ClockDomain

/// Answered by ``UploadResult``. Without a chunk it asks which are missing, so that an interrupted upload goes on where it
/// was.
public struct UploadRequest: SiteRequest {
    public typealias Result = UploadResult

    public static let verb = RequestVerb("upload")
    public static let role = ClientRole.member
    public static let pace = RequestPace.chunks
    public static let summary = "hands the coordinator a file, a chunk at a time and in any order"
    public static let fields = "`file` (digest), `bytes` (1 to 33,554,432), `chunk` and `data`, or neither"
    public static let resultFields = "`missing`: the chunks that the coordinator has not"

    /// The whole file's digest.
    public var file: Digest
    /// The whole file's length, 1...``maximumFileBytes``.
    public var bytes: Int
    public var chunk: Chunk?

    public struct Chunk: Hashable, Sendable {
        /// 0, 1, 2, …
        public var index: Int
        /// ``UploadRequest/chunkBytes``, and the rest in the last one.
        public var bytes: [UInt8]

        public init(index: Int, bytes: [UInt8]) {
            self.index = index
            self.bytes = bytes
        }
    }

    /// Two minutes of CD, and some more.
    public static let maximumFileBytes = 32 << 20
    public static let chunkBytes = 192 << 10
    /// A chunk in base 64, and the other fields.
    public static var maximumBytes: Int { 512 << 10 }

    public init(file: Digest, bytes: Int, chunk: Chunk? = nil) {
        self.file = file
        self.bytes = bytes
        self.chunk = chunk
    }

    /// The number of chunks of the file.
    public var chunks: Int { Self.chunks(of: bytes) }

    /// Returns the number of chunks of a file of `bytes`.
    public static func chunks(of bytes: Int) -> Int { (bytes + chunkBytes - 1) / chunkBytes }

    /// Returns the place of a chunk's bytes.
    ///
    /// - Precondition: `chunk` is in `0..<chunks`.
    public func range(ofChunk chunk: Int) -> Range<Int> {
        precondition((0..<chunks).contains(chunk), "chunk \(chunk) of \(chunks)")
        return chunk * Self.chunkBytes..<min(bytes, (chunk + 1) * Self.chunkBytes)
    }
}

extension UploadRequest {
    enum CodingKeys: String, CodingKey {
        case file, bytes, chunk, data
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        file = try container.decode(Digest.self, forKey: .file)
        bytes = try container.decode(1...Self.maximumFileBytes, "bytes", forKey: .bytes)
        guard container.contains(.chunk) else { return }
        let index = try container.decode(0...chunks - 1, forKey: .chunk)
        guard let data = Base64.bytes(of: try container.decode(String.self, forKey: .data)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .data, in: container, debugDescription: "is not base 64 (RFC 4648)")
        }
        let expected = range(ofChunk: index).count
        try container.require(
            data.count == expected, .data, "chunk \(index) has \(data.count) bytes in place of \(expected)")
        chunk = Chunk(index: index, bytes: data)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(bytes, forKey: .bytes)
        if let chunk {
            try container.encode(chunk.index, forKey: .chunk)
            try container.encode(Base64.text(of: chunk.bytes), forKey: .data)
        }
    }
}

/// Answer to ``UploadRequest``.
public struct UploadResult: Hashable, Sendable, Codable {
    /// Chunks that the coordinator has not, ascending; none when it has the file or the sound made of it.
    public var missing: [Int]

    public init(missing: [Int]) { self.missing = missing }
}
