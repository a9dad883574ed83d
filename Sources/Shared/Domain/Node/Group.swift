/// The name of a group of nodes within its site, by the same rule as ``NodeID``. A group and a node never share a name.
public struct GroupID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// `nil` for a name that breaks the rule.
    public init?(rawValue: String) {
        guard NodeID(rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    /// `nil` for a name that breaks the rule.
    public init?(_ name: String) { self.init(rawValue: name) }
}

extension GroupID: Comparable, CustomStringConvertible {
    public static func < (a: GroupID, b: GroupID) -> Bool { a.rawValue < b.rawValue }

    public var description: String { rawValue }
}

/// The places where something shall ring: nodes, and groups of nodes.
public struct RingTargets: Hashable, Sendable, Codable {
    /// Ascending, each once; at most ``maximumNodes``.
    public var nodes: [NodeID]
    /// Ascending, each once; at most ``maximumGroups``.
    public var groups: [GroupID]

    public static let maximumNodes = 1_000
    public static let maximumGroups = 100

    public init(nodes: [NodeID], groups: [GroupID] = []) {
        self.nodes = Set(nodes).sorted()
        self.groups = Set(groups).sorted()
    }

    public var isEmpty: Bool { nodes.isEmpty && groups.isEmpty }
}
