internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// From the request to the first word: the way to the nodes, and the silence that wakes their outputs.
    private static let announcementDelay: Duration = .seconds(3)

    mutating func answer(_ request: CoordinatorRequest, to origin: RequestOrigin, at now: Now) {
        switch request {
        case .status: perform(.reply(origin, .status(status(at: now))))
        case .history(let request): readHistory(request, for: origin, at: now)
        case .set(let request): set(request, origin: origin, at: now)
        case .announce(let request): announce(request, origin: origin, at: now)
        case .wake: wakeNow(origin: origin, at: now)
        case .rename(let request): rename(request, origin: origin, at: now)
        case .forget(let request): forget(request, origin: origin, at: now)
        case .adopt(let request): adopt(request, origin: origin, at: now)
        case .doctor: examine(for: origin, at: now)
        case .change(let request): change(request, origin: origin, at: now)
        case .schedule(let request): schedule(request, origin: origin, at: now)
        case .say(let request): say(request, origin: origin, at: now)
        case .play(let request): play(request, origin: origin, at: now)
        case .upload(let request): upload(request, origin: origin, at: now)
        case .outcome(let request): outcome(request, origin: origin, at: now)
        case .cancel(let request): cancel(request, origin: origin, at: now)
        case .pack(let request): declare(request, origin: origin, at: now)
        case .push(let request): push(request, origin: origin, at: now)
        case .withdraw(let request): withdraw(request, origin: origin, at: now)
        case .score(let request): score(request, origin: origin, at: now)
        case .scores(let request): perform(.reply(origin, .scores(readScores(request, at: now))))
        }
    }

    private mutating func set(_ request: SetRequest, origin: RequestOrigin, at now: Now) {
        guard !request.nodes.isEmpty else { return fail(origin, .invalid, "the request names no node") }
        for id in Swift.Set(request.nodes).sorted() {
            guard let node = nodes[id], let problem = request.change.applied(to: node.definition.settings).contradiction
            else { continue }
            return fail(origin, .invalid, "node \(id): \(problem): set both at once, the floor below the ceiling")
        }
        if let voice = request.change.voice {
            let refusal = Swift.Set(request.nodes).sorted().compactMap { id in
                nodes[id]?.refusal(ofVoice: voice)
            }.first
            if let refusal { return fail(origin, .invalid, refusal) }
        }
        change(request.nodes, origin: origin, at: now) { $0.settings = request.change.applied(to: $0.settings) }
    }

    private mutating func rename(_ request: RenameRequest, origin: RequestOrigin, at now: Now) {
        guard RenameRequest.isRoomName(request.room) else {
            return fail(
                origin, .invalid,
                "a room's name has 1 to 64 characters and no control characters, "
                    + "unlike \"\(request.room.line(maximumBytes: 80))\"")
        }
        change([request.node], origin: origin, at: now) { $0.room = request.room }
    }

    /// The one way to change what people define for nodes: all of them or none, answered when it is committed.
    mutating func change(
        _ ids: [NodeID], origin: RequestOrigin, at now: Now, _ change: (inout NodeDefinition) -> Void
    ) {
        guard areKnown(ids, origin: origin), hasRoom(for: origin) else { return }
        let ids = Swift.Set(ids).sorted()
        let refusals = nodes.refusalsToDefine
        if let refusal = ids.compactMap({ refusals[$0] }).first { return fail(origin, refusal) }
        for id in ids {
            guard let before = nodes[id]?.definition else { continue }
            var after = before
            change(&after)
            guard after != before else { continue }
            define(id, change)
            tell(before.object, after.object, at: now)
        }
        let changed = ids.compactMap { nodes[$0] }
        let result = CoordinatorAnswer.set(
            SetResult(
                nodes: changed.map {
                    .init(node: $0.id, revision: $0.definition.revision, settings: $0.definition.settings)
                }))
        if changed.allSatisfy(\.isSettled) {
            perform(.reply(origin, result))
        } else {
            store.add(result, to: origin)
        }
    }

    private mutating func announce(_ request: AnnounceRequest, origin: RequestOrigin, at now: Now) {
        guard areKnown(request.nodes, origin: origin) else { return }
        let asked = request.nodes.isEmpty ? nodes.ids : Swift.Set(request.nodes).sorted()
        let online = nodes.online(of: asked)
        let offline = asked.filter { !online.contains($0) }
        guard !online.isEmpty else {
            let who = asked.isEmpty ? "no node is known" : "not online: \(asked.inWords)"
            return fail(origin, .unavailable, "nobody can say the time: \(who)")
        }
        let target = (now.wall + Self.announcementDelay).truncatedToMilliseconds
        for node in online { out.command(.announce(target: target), to: node, before: target, at: now) }
        perform(
            .reply(
                origin,
                .announce(
                    AnnounceResult(target: target, nodes: online, offline: request.nodes.isEmpty ? [] : offline))))
    }

    private mutating func forget(_ request: ForgetRequest, origin: RequestOrigin, at now: Now) {
        guard areKnown([request.node], origin: origin), hasRoom(for: origin), let node = nodes[request.node] else {
            return
        }
        guard node.availability == .offline else {
            return fail(
                origin, .unavailable,
                "node \(node.id) is online and would be known again at once: switch it off, then forget it")
        }
        let users = definitions.pending.users(of: node.id)
        guard users.isEmpty else {
            return fail(
                origin, .invalid, "node \(node.id) is named by \(users): edit or remove them first, then forget it")
        }
        store.add(forgotten: node, ledger: intake.forget(node.id))
        nodes.forget(node.id)
        followLead(at: now)
        tell(node.definition.object, nil, at: now)
        store.add(.forget(ForgetResult(node: node.id)), to: origin)
    }

    mutating func hasRoom(for origin: RequestOrigin) -> Bool {
        if store.hasRoomForAnswers { return true }
        fail(origin, CommitQueue.isFull)
        return false
    }

    private mutating func areKnown(_ ids: [NodeID], origin: RequestOrigin) -> Bool {
        guard let refusal = nodes.refusal(ofUnknown: ids) else { return true }
        fail(origin, refusal)
        return false
    }
}

extension NodeDefinition {
    /// As a change event tells it.
    var object: DefinedObject { .node(id, room: room, settings: settings, packs: packs) }
}
