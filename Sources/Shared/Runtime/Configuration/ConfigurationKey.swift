/// One setting of a program: its name, its possible values, and its default.
public struct ConfigurationKey: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Any text, or one of `allowed` where that is not empty.
        case string(allowed: [String])
        case int(ClosedRange<Int>)
        case double(ClosedRange<Double>)
        case bool
        /// 1 to `maximum` texts.
        case list(maximum: Int)
    }

    /// Dotted, lower case, the unit last where there is one: `broker.keep_alive_seconds`.
    public let name: String
    public let kind: Kind
    /// Nil: not set unless someone sets it.
    public let defaultValue: ConfigurationValue?
    /// One line for a person.
    public let help: String
    /// Never shown in messages, and no flag: anybody who lists processes would see it.
    public let isSecret: Bool

    public static func string(
        _ name: String, default value: String? = nil, allowed: [String] = [], isSecret: Bool = false, help: String
    ) -> ConfigurationKey {
        ConfigurationKey(name, .string(allowed: allowed), value.map { .string($0) }, help, isSecret: isSecret)
    }

    public static func int(
        _ name: String, default value: Int? = nil, in range: ClosedRange<Int>, help: String
    ) -> ConfigurationKey { ConfigurationKey(name, .int(range), value.map { .int($0) }, help) }

    public static func double(
        _ name: String, default value: Double? = nil, in range: ClosedRange<Double>, help: String
    ) -> ConfigurationKey { ConfigurationKey(name, .double(range), value.map { .double($0) }, help) }

    public static func bool(_ name: String, default value: Bool? = nil, help: String) -> ConfigurationKey {
        ConfigurationKey(name, .bool, value.map { .bool($0) }, help)
    }

    /// In a file a list, elsewhere texts with commas between them.
    public static func list(_ name: String, maximum: Int, help: String) -> ConfigurationKey {
        ConfigurationKey(name, .list(maximum: maximum), nil, help)
    }

    private init(
        _ name: String, _ kind: Kind, _ defaultValue: ConfigurationValue?, _ help: String, isSecret: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.help = help
        self.isSecret = isSecret
    }

    /// `broker.host` is `CLOCKSMITH_BROKER_HOST`.
    public var environmentVariable: String {
        ConfigurationKey.environmentPrefix + name.uppercased().split(separator: ".").joined(separator: "_")
    }

    /// `broker.password_file` is `--broker-password-file`.
    public var flag: String { "--" + String(name.map { $0 == "." || $0 == "_" ? "-" : $0 }) }

    static let environmentPrefix = "CLOCKSMITH_"

    /// The requirement for a value, to end a sentence with.
    var requirement: String {
        switch kind {
        case .string(let allowed) where allowed.isEmpty: "a text"
        case .string(let allowed): "one of " + allowed.joined(separator: ", ")
        case .int(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .double(let range):
            "a number from \(ConfigurationValue.double(range.lowerBound)) "
                + "to \(ConfigurationValue.double(range.upperBound))"
        case .bool: "true or false"
        case .list(let maximum): "a list of 1 to \(maximum)"
        }
    }

    /// Reads a value as a person writes it; nil when the key cannot have it. Numbers are decimal only: YAML's octal and
    /// sexagesimal numbers surprise more than they help.
    func parse(_ text: String) -> ConfigurationValue? {
        switch kind {
        case .string(let allowed): return allowed.isEmpty || allowed.contains(text) ? .string(text) : nil
        case .int(let range):
            guard let value = Int(text), range.contains(value) else { return nil }
            return .int(value)
        case .double(let range):
            guard let value = Double(text), range.contains(value) else { return nil }
            return .double(value)
        case .bool:
            switch text.lowercased() {
            case "true", "yes", "on", "1": return .bool(true)
            case "false", "no", "off", "0": return .bool(false)
            default: return nil
            }
        case .list: return parse(list: text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        }
    }

    /// Reads the elements of a list; nil when the key takes none, or not so many, or one is empty.
    func parse(list elements: [String]) -> ConfigurationValue? {
        guard case .list(let maximum) = kind, (1...maximum).contains(elements.count) else { return nil }
        let values = elements.map(trimmed)
        return values.contains("") ? nil : .list(values)
    }

    private func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
    }
}
