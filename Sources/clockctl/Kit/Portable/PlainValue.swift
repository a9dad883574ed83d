internal import ClockSite
internal import ClockYAML
internal import FoundationEssentials

/// A value that JSON and YAML share, on its way from one to the other.
enum PlainValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case text(String)
    case list([PlainValue])
    case map([String: PlainValue])

    /// - Throws: the error of `JSONEncoder` for a number that is not whole.
    init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(PlainValue.self, from: JSONEncoder().encode(value))
    }

    /// A scalar without quotes has the type of its form; one in quotes is a text.
    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, quoted: true): self = .text(text)
        case .scalar where node.isNull: self = .null
        case .scalar("true", _): self = .bool(true)
        case .scalar("false", _): self = .bool(false)
        case .scalar(let text, _): self = Int(text).map(PlainValue.int) ?? .text(text)
        case .sequence(let elements): self = .list(elements.map(PlainValue.init))
        case .mapping(let pairs):
            let values = pairs.map { ($0.key.scalar ?? "", PlainValue($0.value)) }
            self = .map(Dictionary(values) { first, _ in first })
        }
    }
}

extension PlainValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = Self.read(Bool.self, container) {
            self = .bool(value)
        } else if let value = Self.read(Int.self, container) {
            self = .int(value)
        } else if let value = Self.read(String.self, container) {
            self = .text(value)
        } else if let values = Self.read([PlainValue].self, container) {
            self = .list(values)
        } else {
            self = .map(try container.decode([String: PlainValue].self))
        }
    }

    private static func read<Value: Decodable>(
        _ type: Value.Type, _ container: any SingleValueDecodingContainer
    ) -> Value? {
        // The caller then tries another type, and reports the last one's error.
        try? container.decode(type)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .map(let values): try container.encode(values)
        }
    }
}

extension PlainValue {
    /// The first keys of a mapping; the rest follows by name.
    private static let firstKeys = ["id", "name", "label", "enabled", "on"]

    /// The value on one line; lists and mappings in brackets.
    var inline: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .text(let value): Self.isPlain(value) ? value : Self.quoted(value)
        case .list(let values): "[" + values.map(\.inline).joined(separator: ", ") + "]"
        case .map(let values):
            "{" + Self.ordered(values).map { "\($0.key): \($0.value.inline)" }.joined(separator: ", ") + "}"
        }
    }

    /// Returns lines of YAML: a value that holds others gets lines of its own if one line would be long.
    func yaml(indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        switch self {
        case .map(let values) where !values.isEmpty:
            return Self.ordered(values).flatMap { key, value in
                value.isShort
                    ? ["\(margin)\(key): \(value.inline)"] : ["\(margin)\(key):"] + value.yaml(indent: indent + 2)
            }
        case .list(let values) where !values.isEmpty:
            return values.flatMap { value in
                guard !value.isShort else { return ["\(margin)- \(value.inline)"] }
                var lines = value.yaml(indent: indent + 2)
                lines[0] = "\(margin)- " + lines[0].dropFirst(indent + 2)
                return lines
            }
        default: return ["\(margin)\(inline)"]
        }
    }

    private var isShort: Bool {
        switch self {
        case .map(let values): values.isEmpty || (values.count <= 2 && inline.utf8.count <= 72 && isFlat)
        case .list(let values): values.isEmpty || (inline.utf8.count <= 72 && isFlat)
        default: true
        }
    }

    /// True when it holds only single values.
    private var isFlat: Bool {
        func isSingle(_ value: PlainValue) -> Bool {
            switch value {
            case .list, .map: false
            default: true
            }
        }
        return switch self {
        case .map(let values): values.values.allSatisfy(isSingle)
        case .list(let values): values.allSatisfy(isSingle)
        default: true
        }
    }

    private static func ordered(_ values: [String: PlainValue]) -> [(key: String, value: PlainValue)] {
        func rank(_ key: String) -> Int { firstKeys.firstIndex(of: key) ?? firstKeys.count }
        return values.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
    }

    /// True when any reader of YAML takes it for a text without quotes.
    private static func isPlain(_ text: String) -> Bool {
        let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        guard let first = text.utf8.first, text.utf8.count <= 64, !words.contains(text.lowercased()) else {
            return false
        }
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return isLetter(first)
            && text.utf8.allSatisfy {
                isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "/")
            }
    }

    /// JSON's quotes and escapes are YAML's as well.
    private static func quoted(_ text: String) -> String { JSONOutput.line(text).trimmingSuffix { $0 == "\n" } }
}

extension String {
    fileprivate func trimmingSuffix(_ isOff: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isOff(last) { text.removeLast() }
        return text
    }
}
