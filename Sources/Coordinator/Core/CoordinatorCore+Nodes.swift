internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    mutating func take(_ availability: Availability, of id: NodeID, at now: Now) {
        guard let place = learn(id, at: now) else { return }
        nodes.values[place].isHeard = true
        setAvailability(availability, of: id, at: now)
    }

    mutating func take(_ report: Boxed<Reported>, of id: NodeID, at now: Now) {
        guard let place = learn(id, at: now) else { return }
        // In its place: to look at a part of the node copies all of it.
        let news = nodes.values[place].take(report, store: storeID, at: now.boot)
        // It looks through all nodes, and most reports say nothing new about it.
        if news.hasOtherLead { followChimeLead(at: now) }
        if let standing = news.standing { turned(to: standing, id, at: now) }
        let isOurs = nodes.values[place].isOurs
        if isOurs, news.hasOtherZone { learn(zone: report.wrappedValue.zone, of: id, at: now) }
        // The broker has that document for the node now, in place of this store's.
        if isOurs, news.hasRefusedAnew { publishDocument(of: id, at: now) }
        if let conflict = news.conflict {
            perform(.log(.warning, "node \(id): \(words(for: conflict, of: id))"))
        }
        withdrawLate(report.wrappedValue, of: id, at: now)
        if news.isAhead { followRevision(report.wrappedValue.revision, of: id, at: now) }
        doctorHeard(id, at: now)
    }

    /// Nodes that the broker had no word of since the connection have been gone for longer than it keeps anything.
    mutating func settle(at now: Now) {
        for id in nodeIDs where nodes[id]?.isHeard == false {
            setAvailability(.offline, of: id, at: now)
        }
    }

    /// What is wrong with the node as such.
    func problem(of node: KnownNode, at now: Now) -> String? {
        node.instances.conflict(at: now.boot).map { words(for: $0, of: node.id) } ?? node.reported?.problem
    }

    /// Changes a node's definition: one more revision, told to the node when it is committed.
    mutating func define(_ id: NodeID, _ change: (inout NodeDefinition) -> Void) {
        guard var definition = nodes[id]?.definition else { return }
        change(&definition)
        definition.revision += 1
        nodes[id]?.definition = definition
        store.add(.saveDefinition(definition))
    }

    /// - Returns: the node's place, which it has from the first time it is heard of; `nil` where there are too many.
    mutating func learn(_ id: NodeID, at now: Now) -> Dictionary<NodeID, KnownNode>.Index? {
        if let place = nodes.index(forKey: id) { return place }
        guard nodes.count < Self.maximumNodes else {
            if lastRefusal.map({ now.boot - $0 >= .minutes(1) }) ?? true {
                lastRefusal = now.boot
                perform(
                    .log(
                        .error,
                        "node \(id) is refused: \(Self.maximumNodes) nodes are known and there can be no more; "
                            + "forget some with: clockctl node forget"))
            }
            return nil
        }
        let definition = NodeDefinition.standard(id, firstSeen: now.wall)
        nodes[id] = KnownNode(new: definition)
        store.add(.saveDefinition(definition))
        perform(.log(.notice, "node \(id) is new"))
        if GroupID(id.rawValue).map({ book.pending.groups[$0] != nil }) == true {
            perform(.log(.warning, "node \(id) has the name of a group: give one of the two another name"))
        }
        return nodes.index(forKey: id)
    }

    mutating func setAvailability(_ availability: Availability, of id: NodeID, at now: Now) {
        guard let node = nodes[id], node.availability != availability || node.availabilitySince == nil else { return }
        nodes[id]?.availability = availability
        nodes[id]?.availabilitySince = now.wall.truncatedToMilliseconds
        unsaved.addAvailability(of: id)
        let line = "node \(id) is \(availability.rawValue)"
        perform(.logLimited(.info, line, about: line))
    }

    /// A node that has a later revision of this very store got it before the store was turned back to a backup. It
    /// would ignore what it is told, so the store's revision goes past it.
    ///
    /// At most once a minute, so that two coordinators with copies of one store do not overtake each other without end.
    private mutating func followRevision(_ revision: Int, of id: NodeID, at now: Now) {
        guard let node = nodes[id], revision < Int(Int32.max),
            node.lastOvertaken.map({ now.boot - $0 >= .minutes(1) }) ?? true
        else { return }
        let known = node.definition.revision
        nodes[id]?.lastOvertaken = now.boot
        define(id) { $0.revision = revision }
        perform(
            .log(
                .warning,
                "node \(id) has revision \(revision) and the store only \(known), as if it were an older backup; "
                    + "the node now gets revision \(revision + 1)"))
    }

    private func words(for conflict: InstanceWatch.Conflict, of id: NodeID) -> String {
        let states = [conflict.first, conflict.second].map { $0.line(maximumBytes: 32) }.joined(separator: " and ")
        return "two machines use the id \(id) (states \(states)): give one of them another id"
    }
}
