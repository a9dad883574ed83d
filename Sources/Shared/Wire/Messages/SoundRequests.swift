public import ClockDomain

// Sounds that people have played: a text that is said, or a file. Answers are ``Reply`` envelopes.

/// `say`: have a text spoken by the coordinator's speech engine and heard on nodes. Answered by ``PlayResult``.
public struct SayRequest: WireMessage, Hashable {
    /// 1 to ``maximumCharacters``.
    public var text: String
    public var how: PlayOptions

    public static let maximumCharacters = 1_000
    private static let maximumTextBytes = 8_000

    public init(text: String, how: PlayOptions = PlayOptions()) {
        self.text = text
        self.how = how
    }

    /// Whether `text` can be said: something to say in it, and not too much.
    public static func isText(_ text: String) -> Bool {
        text.utf8.count <= maximumTextBytes && text.count <= maximumCharacters
            && text.unicodeScalars.contains { !$0.properties.isWhitespace && $0.value > 0x20 }
    }
}

extension SayRequest {
    enum CodingKeys: String, CodingKey {
        case text
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        try container.require(
            Self.isText(text), .text,
            "a text of \(text.count) characters cannot be said; use 1 to \(Self.maximumCharacters)")
        how = try PlayOptions(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try how.encode(to: encoder)
    }
}

/// `play`: have a file that was uploaded heard on nodes. Answered by ``PlayResult``.
public struct PlayRequest: WireMessage, Hashable {
    /// The file's bytes, as uploaded.
    public var sound: SoundID
    /// What it is, for people, by the rule of ``Label``: the file's name.
    public var label: String
    public var how: PlayOptions

    public init(sound: SoundID, label: String, how: PlayOptions = PlayOptions()) {
        self.sound = sound
        self.label = label
        self.how = how
    }
}

extension PlayRequest {
    enum CodingKeys: String, CodingKey {
        case sound, label
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sound = try container.decode(SoundID.self, forKey: .sound)
        label = try container.decodeLabel(forKey: .label)
        how = try PlayOptions(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sound, forKey: .sound)
        try container.encode(label, forKey: .label, unless: "")
        try how.encode(to: encoder)
    }
}

/// Where, when and how loud something is to be heard.
public struct PlayOptions: Hashable, Sendable, Codable {
    /// `nil`: every node that is online.
    public var targets: RingTargets?
    /// `nil`: as soon as all of them can have it.
    public var at: WallTime?
    /// `nil`: each node's own.
    public var volume: Volume?

    /// How far ahead something can be asked for.
    public static let furthest: Duration = .seconds(24 * 3_600)

    public init(targets: RingTargets? = nil, at: WallTime? = nil, volume: Volume? = nil) {
        self.targets = targets
        self.at = at
        self.volume = volume
    }
}

/// Answer to ``SayRequest`` and ``PlayRequest``: the nodes have been told.
public struct PlayResult: Hashable, Sendable, Codable {
    /// Asks what became of it, with ``OutcomeRequest``, and takes it back, with ``CancelRequest``.
    public var id: String
    /// What is carried to the nodes.
    public var sound: SoundID
    /// How long it is.
    public var milliseconds: Int
    /// When its first frame is to be heard.
    public var target: WallTime
    public var nodes: [NodeID]
    /// Asked for, but offline.
    public var offline: [NodeID]

    public init(
        id: String, sound: SoundID, milliseconds: Int, target: WallTime, nodes: [NodeID], offline: [NodeID]
    ) {
        self.id = id
        self.sound = sound
        self.milliseconds = milliseconds
        self.target = target
        self.nodes = nodes
        self.offline = offline
    }

    enum CodingKeys: String, CodingKey {
        case id, sound, target, nodes, offline
        case milliseconds = "length_ms"
    }
}

/// `cancel`: take back something that was to be played. Answered by ``CancelResult``.
public struct CancelRequest: WireMessage, Hashable {
    public var id: String

    public init(id: String) {
        self.id = id
    }
}

/// Answer to ``CancelRequest``: the nodes that are online have been told.
public struct CancelResult: Hashable, Sendable, Codable {
    public var id: String
    public var label: String
    public var target: WallTime
    /// Told now.
    public var nodes: [NodeID]
    /// Told when they are back, unless that is after the target.
    public var offline: [NodeID]

    public init(id: String, label: String, target: WallTime, nodes: [NodeID], offline: [NodeID]) {
        self.id = id
        self.label = label
        self.target = target
        self.nodes = nodes
        self.offline = offline
    }
}

/// `outcome`: what has become of something that was to be played. Answered by ``SoundOutcomes``.
public struct OutcomeRequest: WireMessage, Hashable {
    public var id: String

    public init(id: String) {
        self.id = id
    }
}

/// Answer to ``OutcomeRequest``.
public struct SoundOutcomes: Hashable, Sendable, Codable {
    public var id: String
    public var target: WallTime
    /// The coordinator's clock.
    public var now: WallTime
    /// Ascending by node.
    public var nodes: [NodeOutcome]

    public struct NodeOutcome: Hashable, Sendable, Codable {
        public var node: NodeID
        /// Whether the node has said that it has all of the sound.
        public var isReady: Bool
        public var isOnline: Bool
        /// What became of it; `nil` while that is not known.
        public var record: SoundRecord?

        public init(node: NodeID, isReady: Bool, isOnline: Bool, record: SoundRecord?) {
            self.node = node
            self.isReady = isReady
            self.isOnline = isOnline
            self.record = record
        }

        enum CodingKeys: String, CodingKey {
            case node, record
            case isReady = "ready"
            case isOnline = "online"
        }
    }

    public init(id: String, target: WallTime, now: WallTime, nodes: [NodeOutcome]) {
        self.id = id
        self.target = target
        self.now = now
        self.nodes = nodes
    }
}
