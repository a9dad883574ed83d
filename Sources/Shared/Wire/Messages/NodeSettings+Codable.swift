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
        if let contradiction {
            try container.require(false, NodeSetting.at(\.volumeFloor).codingKey, contradiction)
        }
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
    var anyPath: PartialKeyPath<NodeSettings> { get }

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
    func copy(_ source: NodeSettings, into target: inout NodeSettings)
    func isEqual(_ one: NodeSettings, _ other: NodeSettings) -> Bool
}

struct StoredSetting<Value: Codable & Hashable & Sendable>: NodeSettingField {
    let path: NodeSetting.Path<Value>
    let absent: Value?
    /// The bound that the type does not express; returns the fault.
    var fault: (Value) -> String? = { _ in nil }

    var anyPath: PartialKeyPath<NodeSettings> { path }

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
    ) throws {
        try container.encode(settings[keyPath: path], forKey: key)
    }

    func takesAbsent(into settings: inout NodeSettings) -> Bool {
        if let absent { settings[keyPath: path] = absent }
        return absent != nil
    }

    func copy(_ source: NodeSettings, into target: inout NodeSettings) {
        target[keyPath: path] = source[keyPath: path]
    }

    func isEqual(_ one: NodeSettings, _ other: NodeSettings) -> Bool { one[keyPath: path] == other[keyPath: path] }
}

extension QuietPeriod: TextCoded {
    public static let textForm = "a span like 22:00-07:00"
    public init?(coded text: String) { self.init(text) }
}
