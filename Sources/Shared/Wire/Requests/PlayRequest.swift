public import ClockDomain

/// Answered by ``PlayResult``.
public struct PlayRequest: SiteRequest {
    public typealias Result = PlayResult

    public static let verb = RequestVerb("play")
    public static let role = ClientRole.member
    public static let summary = "has an uploaded file heard on nodes"
    public static let fields =
        "`sound` (digest of an uploaded file), `label`, `as_is` (not brought to the loudness of words), `targets`, `at`, `volume`"
    public static let resultFields = "`id`, `sound` (what is carried), `length_ms`, `target`, `nodes`, `offline`"

    /// The file's bytes, as uploaded.
    public var sound: Digest
    /// Describes it for people, by the rule of ``Label``: the file's name.
    public var label: String
    /// `true` where it keeps its loudness; otherwise the coordinator brings it to that of words.
    public var isAsIs: Bool
    public var how: PlayOptions

    public init(sound: Digest, label: String, isAsIs: Bool = false, how: PlayOptions = PlayOptions()) {
        self.sound = sound
        self.label = label
        self.isAsIs = isAsIs
        self.how = how
    }
}

extension PlayRequest {
    enum CodingKeys: String, CodingKey {
        case sound, label
        case isAsIs = "as_is"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sound = try container.decode(Digest.self, forKey: .sound)
        label = try container.decodeLabel(forKey: .label)
        isAsIs = try container.decodeIfPresent(Bool.self, forKey: .isAsIs) ?? false
        how = try PlayOptions(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sound, forKey: .sound)
        try container.encode(label, forKey: .label)
        try container.encode(isAsIs, forKey: .isAsIs)
        try how.encode(to: encoder)
    }
}

/// The place, time and volume of a sound.
public struct PlayOptions: Hashable, Sendable, Codable {
    /// `nil`: every node that is online.
    public var targets: RingTargets?
    /// `nil`: as soon as all of them can have it.
    public var at: WallTime?
    /// `nil`: each node's own.
    public var volume: Volume?

    /// The longest time ahead for which people can order a sound.
    public static let furthest: Duration = .seconds(24 * 3_600)

    public init(targets: RingTargets? = nil, at: WallTime? = nil, volume: Volume? = nil) {
        self.targets = targets
        self.at = at
        self.volume = volume
    }
}

/// Answer to ``SayRequest``, ``PlayRequest`` and ``AnnounceRequest``: the nodes have received the order.
public struct PlayResult: Hashable, Sendable, Codable {
    /// The order's id, with which ``OutcomeRequest`` asks for its outcome and ``CancelRequest`` takes it back.
    public var id: String
    /// Names the sound that is carried to the nodes; `nil` for the time.
    public var sound: Digest?
    /// The sound's length; of the time, how long a node may take over it, the next quarter hour's announcement included
    /// where that may say the time in its place.
    public var milliseconds: Int
    /// The instant at which its first frame shall sound.
    public var target: WallTime
    public var nodes: [NodeID]
    /// Asked for, but offline.
    public var offline: [NodeID]

    public init(id: String, sound: Digest?, milliseconds: Int, target: WallTime, nodes: [NodeID], offline: [NodeID]) {
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
