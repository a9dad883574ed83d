public import ClockDomain

/// Node to coordinator: how far a node is with a sound that it was ordered to play. What becomes of the order is told in
/// the ledger.
public struct SoundReport: WireMessage, Hashable {
    /// The command.
    public var order: String
    public var sound: SoundID
    public var state: State

    public enum State: Hashable, Sendable {
        /// The node has all of it, on its disk, and knows that it is what the order names.
        case ready
        /// These chunks have not come, ascending: carry them again.
        case wanted(chunks: [Int])
    }

    public init(order: String, sound: SoundID, state: State) {
        self.order = order
        self.sound = sound
        self.state = state
    }
}

extension SoundReport {
    enum CodingKeys: String, CodingKey {
        case order, sound, state, chunks
    }

    private static let maximumChunks = CarriedSound.maximumBytes / CarriedSound.chunkBytes + 1

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        order = try container.decodeCommandID(forKey: .order)
        sound = try container.decode(SoundID.self, forKey: .sound)
        switch try container.decode(String.self, forKey: .state) {
        case "ready": state = .ready
        case "wanted":
            state = .wanted(
                chunks: try container.decodeAscending(
                    atMost: Self.maximumChunks, "chunks", by: \Int.self, forKey: .chunks))
        case let name:
            throw DecodingError.dataCorruptedError(
                forKey: .state, in: container, debugDescription: "\"\(name.prefix(40))\" is neither ready nor wanted")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(order, forKey: .order)
        try container.encode(sound, forKey: .sound)
        switch state {
        case .ready: try container.encode("ready", forKey: .state)
        case .wanted(let chunks):
            try container.encode("wanted", forKey: .state)
            try container.encode(chunks, forKey: .chunks)
        }
    }
}
