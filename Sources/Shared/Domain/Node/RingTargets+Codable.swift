extension RingTargets {
    enum CodingKeys: String, CodingKey {
        case nodes, groups
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            nodes: try container.decodeList(atMost: Self.maximumNodes, "nodes", forKey: .nodes),
            groups: try container.decodeList(atMost: Self.maximumGroups, "groups", forKey: .groups))
        try container.require(!isEmpty, .nodes, "neither a node nor a group is named")
    }
}
