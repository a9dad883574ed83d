/// One value of a YAML document, with the line it begins in (from 1).
public struct YAMLNode: Sendable {
    public struct Pair: Sendable {
        public var key: YAMLNode
        public var value: YAMLNode
    }

    public enum Content: Sendable {
        /// - quoted: true if it stood in quotes, which makes even `null` a text.
        case scalar(String, quoted: Bool)
        case mapping([Pair])
        case sequence([YAMLNode])
    }

    public var content: Content
    public var line: Int

    /// Reads one document of at most 16 levels, without anchors, aliases and tags.
    /// - Returns: nil for a text without any value, comments at most.
    /// - Throws: the first mistake, with its line.
    public static func read(_ text: String) throws(YAMLError) -> YAMLNode? { try YAMLReader.read(text) }

    /// YAML 1.2's null, which only an unquoted value can be.
    public var isNull: Bool {
        guard case .scalar(let text, quoted: false) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    public var scalar: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }
}
