package import ClockDomain
package import ClockRuntime
internal import ClockSite
package import ClockWire

/// Turns typed words into nodes, and lists the existing ones for an unknown word.
package struct NodeNames {
    package let link: CoordinatorLink

    package init(link: CoordinatorLink) { self.link = link }

    /// Returns the nodes that words name: by a node's id, a room's name or a group, in capitals or not. "all" names
    /// every node that there is now, unless a node, room or group has that name.
    ///
    /// - Returns: each once, in the order of the words.
    /// - Throws: ``FatalError`` for a word that names none and cannot be a node's id, with the nearest existing one.
    package func identify(_ names: [String]) throws -> [NodeID] { try identify(names, among: nil) }

    /// The same with the site's nodes; `nil` requests them.
    func identify(_ names: [String], among nodes: [NodeStatus]?) throws -> [NodeID] {
        var seen: Set<NodeID> = []
        return try places(names, nodes).flatMap { place in
            switch place {
            case .node(let node): [node]
            case .group(let group): group.nodes
            }
        }.filter { seen.insert($0).inserted }
    }

    /// Returns the one node that a word names, for a command that is for one room.
    package func identify(one name: String) throws -> NodeID {
        let nodes = try identify([name])
        guard nodes.count == 1 else {
            throw FatalError(
                .usage, "\(name) is a group of \(nodes.map(\.rawValue).joined(separator: ", ")); name one of them")
        }
        return nodes[0]
    }

    /// Returns the targets of a ring or a sound: a group stays a group, so that its members at that time count.
    package func targets(_ names: [String], groups: [GroupID] = []) throws -> RingTargets {
        var targets = RingTargets(nodes: [], groups: groups)
        for place in try places(names) {
            switch place {
            case .node(let node): if !targets.nodes.contains(node) { targets.nodes.append(node) }
            case .group(let group): if !targets.groups.contains(group.id) { targets.groups.append(group.id) }
            }
        }
        return targets
    }

    /// Returns the places of a command that names none: the person's own, else the site's only room.
    ///
    /// - Parameter question: asks for places.
    /// - Throws: ``FatalError`` with that question.
    func standard(_ question: String, among nodes: [NodeStatus]? = nil) throws -> [String] {
        if !link.settings.rooms.isEmpty { return link.settings.rooms }
        let known = try nodes ?? known()
        guard known.count == 1 else { throw FatalError(.usage, question) }
        return known.map(\.id.rawValue)
    }

    private enum Place {
        case node(NodeID)
        case group(NodeGroup)
    }

    private func places(_ names: [String], _ seen: [NodeStatus]? = nil) throws -> [Place] {
        guard !names.isEmpty else { return [] }
        let nodes: [NodeStatus]
        do {
            nodes = try seen ?? known()
        } catch let error as FatalError where error.exitCode == .temporaryFailure {
            // Ids are as good as any name, and the request that follows has its own answer.
            let ids = names.compactMap { NodeID($0) }
            guard ids.count == names.count else { throw error }
            return ids.map { .node($0) }
        }
        var groups: [NodeGroup]?
        return try names.flatMap { name -> [Place] in
            if let place = try NodeNames.place(name, nodes) { return [place] }
            let all = try groups ?? link.definitions().groups
            groups = all
            if let group = NodeNames.group(name, all) { return [.group(group)] }
            if name.lowercased() == "all", !nodes.isEmpty { return nodes.map { .node($0.id) } }
            let words = name.split(separator: " ").map(String.init)
            if words.count > 1 { return try places(words, nodes) }
            guard let node = NodeID(name) else { throw unknown(name, among: nodes) }
            return [.node(node)]
        }
    }

    /// Returns the words at the beginning that name nodes, rooms or groups, some with commas between several.
    ///
    /// - Throws: ``FatalError`` when several nodes have a room of that name.
    func leadingPlaces(of words: [String], among nodes: [NodeStatus]) throws -> [String] {
        let groups = try link.definitions().groups
        return try Array(
            words.prefix(while: { word in
                let names = NodeWords.names([word])
                return try !names.isEmpty
                    && names.allSatisfy { name in
                        try NodeNames.place(name, nodes) != nil || NodeNames.group(name, groups) != nil
                            || name.lowercased() == "all"
                    }
            }))
    }

    private static func group(_ name: String, _ groups: [NodeGroup]) -> NodeGroup? {
        groups.first { $0.id.rawValue == name.lowercased() }
    }

    /// - Throws: ``FatalError`` when several nodes have a room of that name.
    private static func place(_ name: String, _ nodes: [NodeStatus]) throws(FatalError) -> Place? {
        let word = name.lowercased()
        if let node = nodes.first(where: { $0.id.rawValue.lowercased() == word }) { return .node(node.id) }
        let rooms = nodes.filter { $0.room.lowercased() == word }
        guard rooms.count < 2 else {
            throw FatalError(
                .badData,
                "\(rooms.count) nodes are in a room called \(name): "
                    + "\(rooms.map(\.id.rawValue).joined(separator: ", ")); say which by its id")
        }
        return rooms.first.map { .node($0.id) }
    }

    /// Returns every node of the site, in order.
    package func known() throws -> [NodeStatus] { try link.status().result.nodes }

    /// Runs a request for `nodes`, and explains more when the coordinator does not know one of them.
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
        let rooms = nodes.map(\.room).filter { !ids.contains($0.lowercased()) }
        if let suggestion = NearestNames.suggestion(for: name, among: ids + rooms) {
            return FatalError(.badData, "\(start): \(suggestion)")
        }
        let shown = ids.prefix(12).joined(separator: ", ") + (ids.count > 12 ? ", …" : "")
        return FatalError(.badData, "\(start); it has \(shown)")
    }
}
