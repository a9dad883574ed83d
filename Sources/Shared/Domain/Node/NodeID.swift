/// The name of a node within its site: 1 to 32 of `a-z`, `0-9` and `-`, starting and ending with a letter or digit.
///
/// It is a topic level, a file name and an MQTT client id, so nothing else is allowed.
public struct NodeID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// `nil` for a name that breaks the rule.
    public init?(rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// `nil` for a name that breaks the rule.
    public init?(_ name: String) { self.init(rawValue: name) }

    /// The rule in words, for messages to people.
    public static let rule = "1 to 32 of a-z, 0-9 and -, not starting or ending with -"
}

extension NodeID: Comparable, CustomStringConvertible {
    public static func < (a: NodeID, b: NodeID) -> Bool { a.rawValue < b.rawValue }

    public var description: String { rawValue }
}

/// The name of a site (one house, one school), by the same rule as ``NodeID``. Several sites share a broker by it.
public struct SiteID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// `nil` for a name that breaks the rule.
    public init?(rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// `nil` for a name that breaks the rule.
    public init?(_ name: String) { self.init(rawValue: name) }
}

extension SiteID: CustomStringConvertible {
    public var description: String { rawValue }
}

private func isIdentifier(_ name: String) -> Bool {
    let bytes = name.utf8
    guard (1...32).contains(bytes.count), bytes.first != UInt8(ascii: "-"), bytes.last != UInt8(ascii: "-") else {
        return false
    }
    return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
