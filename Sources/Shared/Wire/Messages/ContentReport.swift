public import ClockDomain

/// Node to coordinator: the node's progress with a sound that it shall play, or a voice pack that it shall have.
public struct ContentReport: WireMessage, Hashable {
    /// Of the sound, or of the pack's list.
    public var content: Digest
    public var state: State

    public enum State: Hashable, Sendable {
        /// The node has all of it on its disk, and its digest matches its name.
        case ready
        /// These chunks have not come: send them.
        case wanted([ContentPart])
    }

    /// Chunks that a node asks for at a time: those of the longest blob.
    public static let maximumChunks = Blob.maximumBytes / Blob.chunkBytes + 1

    public init(content: Digest, state: State) {
        self.content = content
        self.state = state
    }
}

extension ContentReport {
    enum CodingKeys: String, CodingKey {
        case content, state, parts
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        content = try container.decode(Digest.self, forKey: .content)
        switch try container.decode(String.self, forKey: .state) {
        case "ready": state = .ready
        case "wanted":
            let parts: [ContentPart] = try container.decodeList(atMost: Self.maximumChunks, "parts", forKey: .parts)
            let chunks = parts.reduce(0) { $0 + $1.chunks.count }
            try container.require(
                chunks <= Self.maximumChunks, .parts, "\(chunks) chunks are over the limit of \(Self.maximumChunks)")
            state = .wanted(parts)
        case let name:
            throw DecodingError.dataCorruptedError(
                forKey: .state, in: container, debugDescription: "\"\(name.prefix(40))\" is neither ready nor wanted")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(content, forKey: .content)
        switch state {
        case .ready: try container.encode("ready", forKey: .state)
        case .wanted(let parts):
            try container.encode("wanted", forKey: .state)
            try container.encode(parts, forKey: .parts)
        }
    }
}
