public import ClockDomain

extension NodeSettings: Codable {
    enum CodingKeys: String, CodingKey {
        case volume, muted, quiet, every, chime, voice
        case selfWake = "self_wake"
        case trimMicroseconds = "trim_us"
        case volumeFloor = "volume_floor"
        case volumeCeiling = "volume_ceiling"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            volume: try container.decode(Volume.self, forKey: .volume),
            muted: try container.decode(Bool.self, forKey: .muted),
            quiet: try container.decode([QuietPeriod].self, forKey: .quiet),
            every: try container.decode(AnnouncementInterval.self, forKey: .every),
            chime: try container.decode(Chime.self, forKey: .chime),
            voice: try container.decode(String.self, forKey: .voice),
            selfWake: try container.decode(Bool.self, forKey: .selfWake),
            trimMicroseconds: try container.decode(Self.trimRange, "us", forKey: .trimMicroseconds, standard: 0),
            volumeFloor: try container.decodeIfPresent(Volume.self, forKey: .volumeFloor) ?? .silent,
            volumeCeiling: try container.decodeIfPresent(Volume.self, forKey: .volumeCeiling) ?? .full)
        try container.check(quiet: quiet, voice: voice)
        if let contradiction { try container.require(false, .volumeFloor, contradiction) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(volume, forKey: .volume)
        try container.encode(muted, forKey: .muted)
        try container.encode(quiet, forKey: .quiet)
        try container.encode(every, forKey: .every)
        try container.encode(chime, forKey: .chime)
        try container.encode(voice, forKey: .voice)
        try container.encode(selfWake, forKey: .selfWake)
        try container.encode(trimMicroseconds, forKey: .trimMicroseconds, unless: 0)
        try container.encode(volumeFloor, forKey: .volumeFloor, unless: .silent)
        try container.encode(volumeCeiling, forKey: .volumeCeiling, unless: .full)
    }
}

extension KeyedDecodingContainer<NodeSettings.CodingKeys> {
    /// The bounds that the types of the values cannot express.
    func check(quiet: [QuietPeriod]?, voice: String?) throws {
        if let quiet, quiet.count > NodeSettings.maximumQuietPeriods {
            throw DecodingError.dataCorruptedError(
                forKey: .quiet, in: self,
                debugDescription:
                    "\(quiet.count) quiet periods are over the limit of \(NodeSettings.maximumQuietPeriods)")
        }
        if let voice, !NodeSettings.isVoiceName(voice) {
            throw DecodingError.dataCorruptedError(
                forKey: .voice, in: self, debugDescription: "\"\(voice.prefix(40))\" is not the name of a voice pack")
        }
    }
}

/// A change to some of a node's settings: a `nil` one keeps its value.
public struct SettingsPatch: Hashable, Sendable, Codable {
    public var volume: Volume?
    public var muted: Bool?
    public var quiet: [QuietPeriod]?
    public var every: AnnouncementInterval?
    public var chime: Chime?
    public var voice: String?
    public var selfWake: Bool?
    /// Within ``NodeSettings/trimRange``.
    public var trimMicroseconds: Int?
    public var volumeFloor: Volume?
    public var volumeCeiling: Volume?

    public init(
        volume: Volume? = nil, muted: Bool? = nil, quiet: [QuietPeriod]? = nil, every: AnnouncementInterval? = nil,
        chime: Chime? = nil, voice: String? = nil, selfWake: Bool? = nil, trimMicroseconds: Int? = nil,
        volumeFloor: Volume? = nil, volumeCeiling: Volume? = nil
    ) {
        self.volume = volume
        self.muted = muted
        self.quiet = quiet
        self.every = every
        self.chime = chime
        self.voice = voice
        self.selfWake = selfWake
        self.trimMicroseconds = trimMicroseconds
        self.volumeFloor = volumeFloor
        self.volumeCeiling = volumeCeiling
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NodeSettings.CodingKeys.self)
        volume = try container.decodeIfPresent(Volume.self, forKey: .volume)
        muted = try container.decodeIfPresent(Bool.self, forKey: .muted)
        quiet = try container.decodeIfPresent([QuietPeriod].self, forKey: .quiet)
        every = try container.decodeIfPresent(AnnouncementInterval.self, forKey: .every)
        chime = try container.decodeIfPresent(Chime.self, forKey: .chime)
        voice = try container.decodeIfPresent(String.self, forKey: .voice)
        selfWake = try container.decodeIfPresent(Bool.self, forKey: .selfWake)
        trimMicroseconds = try container.decodeIfPresent(Int.self, forKey: .trimMicroseconds)
        volumeFloor = try container.decodeIfPresent(Volume.self, forKey: .volumeFloor)
        volumeCeiling = try container.decodeIfPresent(Volume.self, forKey: .volumeCeiling)
        try container.check(quiet: quiet, voice: voice)
        if let trimMicroseconds {
            try container.require(
                NodeSettings.trimRange.contains(trimMicroseconds), .trimMicroseconds,
                "\(trimMicroseconds) us is not in \(NodeSettings.trimRange)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NodeSettings.CodingKeys.self)
        try container.encodeIfPresent(volume, forKey: .volume)
        try container.encodeIfPresent(muted, forKey: .muted)
        try container.encodeIfPresent(quiet, forKey: .quiet)
        try container.encodeIfPresent(every, forKey: .every)
        try container.encodeIfPresent(chime, forKey: .chime)
        try container.encodeIfPresent(voice, forKey: .voice)
        try container.encodeIfPresent(selfWake, forKey: .selfWake)
        try container.encodeIfPresent(trimMicroseconds, forKey: .trimMicroseconds)
        try container.encodeIfPresent(volumeFloor, forKey: .volumeFloor)
        try container.encodeIfPresent(volumeCeiling, forKey: .volumeCeiling)
    }

    /// `settings` with this change made.
    public func applied(to settings: NodeSettings) -> NodeSettings {
        NodeSettings(
            volume: volume ?? settings.volume, muted: muted ?? settings.muted, quiet: quiet ?? settings.quiet,
            every: every ?? settings.every, chime: chime ?? settings.chime, voice: voice ?? settings.voice,
            selfWake: selfWake ?? settings.selfWake, trimMicroseconds: trimMicroseconds ?? settings.trimMicroseconds,
            volumeFloor: volumeFloor ?? settings.volumeFloor, volumeCeiling: volumeCeiling ?? settings.volumeCeiling)
    }
}

extension QuietPeriod: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = QuietPeriod(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is not a span like 22:00-07:00")
        }
        self = period
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
