public import ClockDomain

extension NodeSettings: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NodeSetting.Key.self)
        self = .standard
        for setting in NodeSetting.all {
            let isThere = try setting.field.decode(from: container, setting.codingKey, into: &self)
            if !isThere, !setting.field.takesAbsent(into: &self) {
                let context = DecodingError.Context(codingPath: container.codingPath, debugDescription: "No value.")
                throw DecodingError.keyNotFound(setting.codingKey, context)
            }
        }
        if let contradiction { try container.require(false, NodeSetting.at(\.volumeFloor).codingKey, contradiction) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NodeSetting.Key.self)
        for setting in NodeSetting.all {
            try setting.field.encode(self, to: &container, setting.codingKey)
        }
    }
}

extension NodeSetting {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var codingKey: Key { Key(stringValue: key) }
}

/// A setting's place in ``ClockDomain/NodeSettings``, of any type.
protocol NodeSettingField {
    associatedtype Value: Equatable
    var path: NodeSetting.Path<Value> { get }

    /// Returns false for a missing value.
    func decode(
        from container: KeyedDecodingContainer<NodeSetting.Key>, _ key: NodeSetting.Key,
        into settings: inout NodeSettings
    ) throws -> Bool
    func encode(
        _ settings: NodeSettings, to container: inout KeyedEncodingContainer<NodeSetting.Key>, _ key: NodeSetting.Key
    ) throws
    /// Returns false when a value has to be there.
    func takesAbsent(into settings: inout NodeSettings) -> Bool
}

extension NodeSettingField {
    var anyPath: PartialKeyPath<NodeSettings> { path }

    func copy(_ source: NodeSettings, into target: inout NodeSettings) { target[keyPath: path] = source[keyPath: path] }

    func isEqual(_ one: NodeSettings, _ other: NodeSettings) -> Bool { one[keyPath: path] == other[keyPath: path] }
}

struct StoredSetting<Value: Codable & Hashable & Sendable>: NodeSettingField {
    let path: NodeSetting.Path<Value>
    let absent: Value?
    /// The bound that the type does not express; returns the fault.
    var fault: (Value) -> String? = { _ in nil }

    func decode(
        from container: KeyedDecodingContainer<NodeSetting.Key>, _ key: NodeSetting.Key,
        into settings: inout NodeSettings
    ) throws -> Bool {
        guard let value = try container.decodeIfPresent(Value.self, forKey: key) else { return false }
        if let fault = fault(value) { try container.require(false, key, fault) }
        settings[keyPath: path] = value
        return true
    }

    func encode(
        _ settings: NodeSettings, to container: inout KeyedEncodingContainer<NodeSetting.Key>, _ key: NodeSetting.Key
    ) throws { try container.encode(settings[keyPath: path], forKey: key) }

    func takesAbsent(into settings: inout NodeSettings) -> Bool {
        if let absent { settings[keyPath: path] = absent }
        return absent != nil
    }
}

/// A mute: the flag, and the instant of one that ends by itself.
struct MuteSetting: NodeSettingField {
    static let end = NodeSetting.Key(stringValue: "muted_until")
    /// Of a change alone: the length of a mute that begins when the coordinator accepts it.
    static let length = NodeSetting.Key(stringValue: "muted_for_s")

    let path: NodeSetting.Path<Mute>

    func decode(
        from container: KeyedDecodingContainer<NodeSetting.Key>, _ key: NodeSetting.Key,
        into settings: inout NodeSettings
    ) throws -> Bool {
        let isOn = try container.decodeIfPresent(Bool.self, forKey: key)
        let end = try container.decodeIfPresent(WallTime.self, forKey: Self.end)
        guard isOn != nil || end != nil else { return false }
        settings[keyPath: path] = isOn == true ? .on : end.map(Mute.until) ?? .off
        return true
    }

    func encode(
        _ settings: NodeSettings, to container: inout KeyedEncodingContainer<NodeSetting.Key>, _ key: NodeSetting.Key
    ) throws {
        let mute = settings[keyPath: path]
        try container.encode(mute == .on, forKey: key)
        if case .until(let end) = mute { try container.encode(end, forKey: Self.end) }
    }

    func takesAbsent(into settings: inout NodeSettings) -> Bool { false }
}

extension QuietPeriod: TextCoded {
    public static let textForm = "a span like 22:00-07:00, or sat,sun 22:00-09:30"
    public init?(coded text: String) { self.init(text) }
}
