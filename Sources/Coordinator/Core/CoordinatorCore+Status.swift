internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    func status(at now: Now) -> SiteStatus {
        // A status is one message, however many nodes there are.
        let room = min(Reported.maximumUpcoming, max(1, 2_000 / max(1, nodes.count)))
        return SiteStatus(
            site: settings.site, now: now.wall.truncatedToMilliseconds, nextWake: nextTarget - settings.lead,
            nextTarget: nextTarget, coordinator: coordinatorStatus,
            nodes: nodeIDs.compactMap { id in
                nodes[id].map { status(of: $0, room: room, at: now) }
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

    /// - Parameter room: how many of its next occurrences are shown, and four times as many rings and timers.
    private func status(of node: KnownNode, room: Int, at now: Now) -> NodeStatus {
        let definition = node.committed ?? node.definition
        return NodeStatus(
            id: node.id, room: definition.room, zone: node.reported?.zone, availability: node.availability,
            availabilitySince: node.availabilitySince, clock: node.reported?.clock, last: node.newestRecord,
            next: node.reported?.next, settings: definition.settings,
            revision: .init(desired: node.committed?.revision ?? 0, applied: node.reported?.revision ?? 0),
            audio: node.reported?.audio, voice: node.reported?.voice, version: node.reported?.version,
            ledgerPending: node.reported?.ledgerPending, problem: problem(of: node, at: now),
            rings: Array((node.reported?.rings ?? []).prefix(4 * room)),
            alarms: Array((node.reported?.upcoming ?? []).prefix(room)),
            timers: Array((node.reported?.timers ?? []).prefix(4 * room)))
    }
}
