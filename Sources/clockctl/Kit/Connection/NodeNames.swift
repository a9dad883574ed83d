package import ClockDomain
package import ClockRuntime
package import ClockWire

/// Turns what people type into nodes, and says which there are when one is not known.
package struct NodeNames {
    package let link: CoordinatorLink

    package init(link: CoordinatorLink) {
        self.link = link
    }

    /// - Throws: ``FatalError`` for a text that cannot be a node's name, with the nearest of those that are.
    package func identify(_ names: [String]) throws -> [NodeID] {
        try names.map { name in
            guard let node = NodeID(name) else { throw unknown(name, among: try known()) }
            return node
        }
    }

    /// Every node of the site, in order.
    package func known() throws -> [NodeStatus] {
        try link.request(.status, StatusRequest(), as: SiteStatus.self).result.nodes
    }

    /// Runs a request for `nodes`, and tells more when the coordinator does not know one of them.
    package func explainingUnknown<Result>(_ nodes: [NodeID], _ request: () throws -> Result) throws -> Result {
        do {
            return try request()
        } catch let error as RequestError where error.code == .unknownNode {
            let known = try known()
            guard let node = nodes.first(where: { node in !known.contains { $0.id == node } }) else { throw error }
            throw unknown(node.rawValue, among: known)
        }
    }

    private func unknown(_ name: String, among nodes: [NodeStatus]) -> FatalError {
        NodeNames.unknown(name, among: nodes, site: link.settings.site)
    }

    package static func unknown(_ name: String, among nodes: [NodeStatus], site: SiteID) -> FatalError {
        let start = "no node \"\(name.prefix(40))\" at site \(site)"
        guard !nodes.isEmpty else { return FatalError(.badData, "\(start), and no other has reported yet") }
        let ids = nodes.map(\.id.rawValue)
        if let node = nodes.first(where: { $0.room.lowercased() == name.lowercased() }) {
            return FatalError(.badData, "\(start): did you mean \(node.id), the node of room \(node.room)?")
        }
        if let suggestion = NearestNames.suggestion(for: name, among: ids) {
            return FatalError(.badData, "\(start): \(suggestion)")
        }
        let shown = ids.prefix(12).joined(separator: ", ") + (ids.count > 12 ? ", …" : "")
        return FatalError(.badData, "\(start); it has \(shown)")
    }
}
