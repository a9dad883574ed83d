public import ClockDomain

/// A change to some of a node's settings: a `nil` one keeps its value.
///
/// Every setting is a property here, `patch.volume` of type `Volume?`; ``NodeSetting/all`` has them.
@dynamicMemberLookup
public struct SettingsPatch: Hashable, Sendable {
    /// The new values. A setting that the patch does not change has its standard value here.
    private var values = NodeSettings.standard
    private var keys: Set<String> = []
    /// The length of a mute that begins when the coordinator accepts the change, in seconds, ``Mute/lengths``.
    public var muteSeconds: Int?

    public init() {}

    /// The settings that tests and plans change together; any other is assigned.
    public init(
        volume: Volume? = nil, mute: Mute? = nil, quiet: [QuietPeriod]? = nil, every: AnnouncementInterval? = nil,
        chime: Chime? = nil, voice: String? = nil, selfWake: Bool? = nil, trimMicroseconds: Int? = nil,
        volumeFloor: Volume? = nil, volumeCeiling: Volume? = nil
    ) {
        (self.volume, self.mute, self.quiet, self.every) = (volume, mute, quiet, every)
        (self.chime, self.voice, self.selfWake, self.trimMicroseconds) = (chime, voice, selfWake, trimMicroseconds)
        (self.volumeFloor, self.volumeCeiling) = (volumeFloor, volumeCeiling)
    }

    /// Makes a patch with every setting, or with those that `old` has otherwise.
    public init(all settings: NodeSettings, unlike old: NodeSettings? = nil) {
        for setting in NodeSetting.all where old.map({ !setting.isEqual($0, settings) }) ?? true {
            setting.field.copy(settings, into: &values)
            keys.insert(setting.key)
        }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<NodeSettings, Value>) -> Value? {
        get { keys.contains(NodeSetting.at(path).key) ? values[keyPath: path] : nil }
        set {
            let key = NodeSetting.at(path).key
            if newValue == nil { keys.remove(key) } else { keys.insert(key) }
            values[keyPath: path] = newValue ?? NodeSettings.standard[keyPath: path]
        }
    }

    public func changes(_ setting: NodeSetting) -> Bool { keys.contains(setting.key) }

    /// Returns the change as the coordinator accepts it: with the end of the mute in place of its length.
    public func accepted(at now: WallTime) -> SettingsPatch {
        guard let muteSeconds else { return self }
        var change = self
        change.muteSeconds = nil
        change.mute = .ending(after: muteSeconds, from: now)
        return change
    }

    /// `settings` with this change made, which is ``accepted(at:)``.
    public func applied(to settings: NodeSettings) -> NodeSettings {
        var changed = settings
        for setting in NodeSetting.all where changes(setting) { setting.field.copy(values, into: &changed) }
        return changed
    }
}

extension SettingsPatch: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NodeSetting.Key.self)
        for setting in NodeSetting.all
        where try setting.field.decode(from: container, setting.codingKey, into: &values) { keys.insert(setting.key) }
        muteSeconds = try container.decodeIfPresent(Int.self, forKey: MuteSetting.length)
        if let muteSeconds {
            try container.require(
                Mute.lengths.contains(muteSeconds), MuteSetting.length, "\(muteSeconds) s is not in \(Mute.lengths)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NodeSetting.Key.self)
        for setting in NodeSetting.all where changes(setting) {
            try setting.field.encode(values, to: &container, setting.codingKey)
        }
        try container.encodeIfPresent(muteSeconds, forKey: MuteSetting.length)
    }
}
