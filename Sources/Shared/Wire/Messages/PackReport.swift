public import ClockDomain

/// A node's progress with a voice pack that it shall have.
public struct PackReport: Hashable, Sendable {
    public var name: String
    /// The version: the digest of the pack's list.
    public var digest: Digest
    /// The length of all of its files together.
    public var bytes: Int
    public var state: State

    public enum State: Hashable, Sendable {
        /// Others come first, or the node does not know of it yet.
        case waiting
        /// It comes; so many of its bytes are there.
        case coming(have: Int)
        /// All of it is there, matches its list, and can be spoken with.
        case ready
        /// The node could not fetch it, and tries again; a sentence for people.
        case failed(String)
    }

    public static let maximumProblemBytes = 300

    public init(_ pack: PackReference, _ state: State) {
        self.init(name: pack.name, digest: pack.digest, bytes: pack.bytes, state: state)
    }

    public init(name: String, digest: Digest, bytes: Int, state: State) {
        self.name = name
        self.digest = digest
        self.bytes = bytes
        self.state = state
    }
}

extension PackReport: Codable {
    enum CodingKeys: String, CodingKey {
        case name, digest, bytes, state, have, problem
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try container.require(
            NodeSettings.isVoiceName(name), .name, "\"\(name.prefix(80))\" cannot be the name of a voice")
        digest = try container.decode(Digest.self, forKey: .digest)
        bytes = try container.decode(1...PackLimits.packBytes, "bytes", forKey: .bytes)
        switch try container.decode(String.self, forKey: .state) {
        case "waiting": state = .waiting
        case "coming": state = .coming(have: try container.decode(0...bytes, "bytes", forKey: .have, standard: 0))
        case "ready": state = .ready
        case "failed": state = .failed(try container.decodeIfPresent(String.self, forKey: .problem) ?? "")
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .state, in: container,
                debugDescription: "\"\(other.prefix(40))\" is not waiting, coming, ready or failed")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(digest, forKey: .digest)
        try container.encode(bytes, forKey: .bytes)
        switch state {
        case .waiting: try container.encode("waiting", forKey: .state)
        case .coming(let have):
            try container.encode("coming", forKey: .state)
            try container.encode(have, forKey: .have)
        case .ready: try container.encode("ready", forKey: .state)
        case .failed(let problem):
            try container.encode("failed", forKey: .state)
            try container.encode(problem, forKey: .problem)
        }
    }
}
