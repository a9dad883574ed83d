internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// Returns a page of the site's status.
    mutating func status(_ request: StatusRequest, at now: Now) -> SiteStatus {
        let following = nodes.ids(after: request.after)
        let ids = following.prefix(request.limit)
        // A page must fit in one message, however much each node has.
        let room = min(Reported.maximumUpcoming, max(1, 2_000 / max(1, ids.count)))
        var left = (names: Self.maximumSoundNames, packs: Self.maximumPackReports)
        return SiteStatus(
            site: settings.site, now: now.wall.truncatedToMilliseconds, nextWake: wakes.nextTarget - wakes.lead,
            nextTarget: wakes.nextTarget, coordinator: coordinatorStatus(at: now),
            foreign: request.after == nil ? nodes.foreignStores : [],
            emergency: request.after == nil ? view.emergency(at: now.wall)?.emergency : nil,
            nodes: ids.compactMap { id in
                nodes[id].map { status(of: $0, room: room, left: &left, at: now) }
            },
            nextPage: ids.count < following.count ? ids.last : nil)
    }

    private mutating func coordinatorStatus(at now: Now) -> CoordinatorStatus {
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
            state: state, version: settings.version, store: storeID,
            isStoreNew: view.isStoreNew,
            started: started,
            broker: link.place.map { settings.brokers[$0] } ?? settings.broker, problem: problem,
            certificateUntil: settings.certificateUntil, intake: intake.status, others: wakes.others.present(at: now),
            later: presence.later, lease: store.lease)
    }

    /// The limit for names of sounds on a page of the status, over all its nodes.
    private static let maximumSoundNames = 6_000
    /// The limit for packs on a page of the status, over all its nodes.
    private static let maximumPackReports = 1_000

    /// - Parameters:
    ///   - room: the limit for next occurrences and for sounds to play; rings and timers may be four times as many.
    ///   - left: the remaining room for names of sounds and voices, and for packs; a node that has more than fit shows
    ///     none.
    private func status(of node: KnownNode, room: Int, left: inout (names: Int, packs: Int), at now: Now) -> NodeStatus
    {
        var sounds = node.reported?.sounds.flatMap { $0.names.count <= left.names ? $0 : nil }
        left.names -= sounds?.names.count ?? 0
        if let problems = sounds?.problems { sounds?.problems = Array(problems.prefix(room)) }
        var voice = node.reported?.voice
        if (voice?.installed.count ?? 0) > left.names { voice?.installed = [] }
        left.names -= voice?.installed.count ?? 0
        if (voice?.chimes?.count ?? 0) > left.names { voice?.chimes = nil }
        left.names -= voice?.chimes?.count ?? 0
        var packs = transfers.packs.reports(of: node)
        if packs.count > left.packs { packs = [] }
        left.packs -= packs.count
        var audio = node.reported?.audio
        // A list for each node would overflow one message; the node's own report has it.
        audio?.devices = []
        let definition = node.committed ?? node.definition
        return NodeStatus(
            id: node.id, room: definition.room, zone: node.reported?.zone, availability: node.availability,
            availabilitySince: node.availabilitySince, clock: node.reported?.clock, last: node.newestRecord,
            next: node.reported?.next, settings: definition.settings, at: now.wall,
            revision: .init(
                desired: node.committed?.revision ?? 0, applied: node.appliedRevision(of: storeID),
                stored: node.reported.flatMap { $0.store == storeID ? $0.storedRevision : nil }),
            foreignStore: node.foreignStore,
            audio: audio, voice: voice, packs: packs, sounds: sounds, version: node.reported?.version,
            ledgerPending: node.reported?.ledgerPending, problem: node.problem(at: now.boot),
            rings: Array((node.reported?.rings ?? []).prefix(4 * room)),
            alarms: Array((node.reported?.upcoming ?? []).prefix(room)),
            timers: Array((node.reported?.timers ?? []).prefix(4 * room)),
            plays: Array((node.reported?.plays ?? []).prefix(room)),
            certificateUntil: node.reported?.certificateUntil, emergency: node.reported?.emergency)
    }
}
