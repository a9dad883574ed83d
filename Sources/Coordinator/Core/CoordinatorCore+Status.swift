internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    func status(at now: Now) -> SiteStatus {
        // A status is one message, however many nodes there are.
        let room = min(Reported.maximumUpcoming, max(1, 2_000 / max(1, nodes.count)))
        var namesLeft = Self.maximumSoundNames
        return SiteStatus(
            site: settings.site, now: now.wall.truncatedToMilliseconds, nextWake: nextTarget - wakeLead,
            nextTarget: nextTarget, coordinator: coordinatorStatus,
            nodes: nodeIDs.compactMap { id in
                nodes[id].map { status(of: $0, room: room, namesLeft: &namesLeft, at: now) }
            })
    }

    private var coordinatorStatus: CoordinatorStatus {
        let state: CoordinatorStatus.State
        let problem: String?
        switch store.health {
        case .working:
            state = .running
            problem = nil
        case .failing(let reason, _):
            state = .degraded
            problem = reason
        }
        return CoordinatorStatus(
            state: state, version: settings.version, started: started, broker: settings.broker, problem: problem)
    }

    /// Names of sounds in a status, over all nodes.
    private static let maximumSoundNames = 6_000

    /// - Parameters:
    ///   - room: how many of its next occurrences are shown, and four times as many rings and timers.
    ///   - namesLeft: how many names of sounds there is room for; a node whose names do not all fit tells of none.
    private func status(of node: KnownNode, room: Int, namesLeft: inout Int, at now: Now) -> NodeStatus {
        var sounds = node.reported?.sounds.flatMap { $0.names.count <= namesLeft ? $0 : nil }
        namesLeft -= sounds?.names.count ?? 0
        if let problems = sounds?.problems { sounds?.problems = Array(problems.prefix(room)) }
        var audio = node.reported?.audio
        // A list for each node would be too much for one message; the node's own report has it.
        audio?.devices = []
        let definition = node.committed ?? node.definition
        return NodeStatus(
            id: node.id, room: definition.room, zone: node.reported?.zone, availability: node.availability,
            availabilitySince: node.availabilitySince, clock: node.reported?.clock, last: node.newestRecord,
            next: node.reported?.next, settings: definition.settings,
            revision: .init(desired: node.committed?.revision ?? 0, applied: node.reported?.revision ?? 0),
            audio: audio, voice: node.reported?.voice, sounds: sounds, version: node.reported?.version,
            ledgerPending: node.reported?.ledgerPending, problem: problem(of: node, at: now),
            rings: Array((node.reported?.rings ?? []).prefix(4 * room)),
            alarms: Array((node.reported?.upcoming ?? []).prefix(room)),
            timers: Array((node.reported?.timers ?? []).prefix(4 * room)))
    }
}
