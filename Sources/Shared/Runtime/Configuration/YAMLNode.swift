/// One value of a YAML document, with the line it begins in (from 1).
struct YAMLNode {
    struct Pair {
        var key: YAMLNode
        var value: YAMLNode
    }

    enum Content {
        /// - quoted: whether it stood in quotes, which makes even `null` a text.
        case scalar(String, quoted: Bool)
        case mapping([Pair])
        case sequence([YAMLNode])
    }

    var content: Content
    var line: Int

    /// YAML 1.2's null, which only an unquoted value can be.
    var isNull: Bool {
        guard case .scalar(let text, quoted: false) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    var scalar: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }
}

/// Why a text is not a YAML document that can be used.
struct YAMLError: Error, Hashable {
    /// From 1.
    var line: Int
    var message: String
}
