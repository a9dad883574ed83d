internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    mutating func take(_ availability: Availability, of id: NodeID, at now: Now) {
        guard learn(id, at: now) else { return }
        nodes[id]?.isHeard = true
        setAvailability(availability, of: id, at: now)
    }

    mutating func take(_ reported: Reported, of id: NodeID, at now: Now) {
        guard learn(id, at: now) else { return }
        let knownLead = nodes[id]?.reported?.leadMilliseconds
        nodes[id]?.reported = reported.clipped
        // It looks through all nodes, and most reports say nothing new about it.
        if reported.leadMilliseconds != knownLead { followChimeLead(at: now) }
        learn(zone: reported.zone, of: id, at: now)
        if let conflict = nodes[id]?.instances.see(reported.instance, at: now.boot) {
            perform(.log(.warning, "node \(id): \(words(for: conflict, of: id))"))
        }
        if reported.store == storeID { followRevision(reported.revision, of: id, at: now) }
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

    /// Whether the node is known, as it is from the first time it is heard of.
    mutating func learn(_ id: NodeID, at now: Now) -> Bool {
        if nodes.index(forKey: id) != nil { return true }
        guard nodes.count < Self.maximumNodes else {
            if lastRefusal.map({ now.boot - $0 >= .minutes(1) }) ?? true {
                lastRefusal = now.boot
                perform(
                    .log(
                        .error,
                        "node \(id) is refused: \(Self.maximumNodes) nodes are known and there can be no more; "
                            + "forget some with: clockctl node forget"))
            }
            return false
        }
        let definition = NodeDefinition.standard(id, firstSeen: now.wall)
        nodes[id] = KnownNode(new: definition)
        store.add(.saveDefinition(definition))
        perform(.log(.notice, "node \(id) is new"))
        if GroupID(id.rawValue).map({ book.pending.groups[$0] != nil }) == true {
            perform(.log(.warning, "node \(id) has the name of a group: give one of the two another name"))
        }
        return true
    }

    private mutating func setAvailability(_ availability: Availability, of id: NodeID, at now: Now) {
        guard let node = nodes[id], node.availability != availability || node.availabilitySince == nil else { return }
        nodes[id]?.availability = availability
        nodes[id]?.availabilitySince = now.wall.truncatedToMilliseconds
        unsavedAvailability.insert(id)
        perform(.log(.info, "node \(id) is \(availability.rawValue)"))
    }

    /// A node that has a later revision of this very store got it before the store was turned back to a backup. It
    /// would ignore what it is told, so the store's revision goes past it.
    ///
    /// At most once a minute, so that two coordinators with copies of one store do not overtake each other without end.
    private mutating func followRevision(_ revision: Int, of id: NodeID, at now: Now) {
        guard let node = nodes[id], revision > node.definition.revision, revision < Int(Int32.max),
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

extension Reported {
    /// Of what rings on a node, as much as a status shows.
    private static let maximumRingsShown = 50

    /// With its texts cut to what a status has room for.
    var clipped: Reported {
        var copy = self
        copy.instance = instance.line(maximumBytes: 64)
        copy.version = version.line(maximumBytes: 64)
        copy.zone = zone.line(maximumBytes: 64)
        copy.clock.reason = clock.reason.line(maximumBytes: 300)
        copy.audio.device = audio.device.line(maximumBytes: 128)
        copy.audio.detail = audio.detail?.line(maximumBytes: 300)
        copy.problem = problem?.line(maximumBytes: 300)
        copy.voice.name = voice.name.line(maximumBytes: 64)
        copy.rings = rings.prefix(Self.maximumRingsShown).map { ring in
            var ring = ring
            ring.label = ring.label.line(maximumBytes: Label.maximumBytes)
            return ring
        }
        copy.upcoming = upcoming.prefix(Self.maximumUpcoming).map { upcoming in
            var upcoming = upcoming
            upcoming.label = upcoming.label.line(maximumBytes: Label.maximumBytes)
            return upcoming
        }
        copy.timers = timers.prefix(Desired.maximumTimers).map { timer in
            var timer = timer
            timer.name = timer.name.line(maximumBytes: Label.maximumBytes)
            return timer
        }
        copy.sounds?.folder = (sounds?.folder ?? "").line(maximumBytes: SoundsReport.maximumFolderBytes)
        copy.sounds?.problems = (sounds?.problems ?? []).map { problem in
            SoundProblem(
                sound: problem.sound, finding: problem.finding.line(maximumBytes: SoundProblem.maximumTextBytes),
                fix: problem.fix.line(maximumBytes: SoundProblem.maximumTextBytes))
        }
        copy.packs = packs.prefix(PackLimits.packs).map { pack in
            guard case .failed(let problem) = pack.state else { return pack }
            var pack = pack
            pack.state = .failed(problem.line(maximumBytes: PackReport.maximumProblemBytes))
            return pack
        }
        copy.voice.problems = voice.problems.prefix(VoiceReport.maximumProblems).map { $0.line(maximumBytes: 200) }
        return copy
    }
}
