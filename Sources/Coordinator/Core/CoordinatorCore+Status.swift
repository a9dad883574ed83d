internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    func status(at now: Now) -> SiteStatus {
        SiteStatus(
            site: settings.site, now: now.wall.truncatedToMilliseconds, nextWake: nextTarget - settings.lead,
            nextTarget: nextTarget, coordinator: coordinatorStatus,
            nodes: nodeIDs.compactMap { id in
                nodes[id].map { status(of: $0, at: now) }
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

    private func status(of node: KnownNode, at now: Now) -> NodeStatus {
        let definition = node.committed ?? node.definition
        return NodeStatus(
            id: node.id, room: definition.room, zone: node.reported?.zone, availability: node.availability,
            availabilitySince: node.availabilitySince, clock: node.reported?.clock, last: node.newestRecord,
            next: node.reported?.next, settings: definition.settings,
            revision: .init(desired: node.committed?.revision ?? 0, applied: node.reported?.revision ?? 0),
            audio: node.reported?.audio, voice: node.reported?.voice, version: node.reported?.version,
            ledgerPending: node.reported?.ledgerPending, problem: problem(of: node, at: now))
    }
}
