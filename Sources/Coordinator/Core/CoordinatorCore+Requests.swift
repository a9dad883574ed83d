internal import ClockDomain
public import ClockWire

extension CoordinatorCore {
    /// The handlers of all requests, one a line.
    public static let requests: [RequestHandler] = [
        RequestHandler(StatusRequest.self) { $0.perform(.reply($2, .success($0.status($1, at: $3)))) },
        RequestHandler(HistoryRequest.self) { $0.readHistory($1, for: $2, at: $3) },
        RequestHandler(SLORequest.self) { core, request, origin, _ in core.readServiceLevels(request, for: origin) },
        RequestHandler(ChangesRequest.self) { core, request, origin, _ in core.readChanges(request, for: origin) },
        RequestHandler(MetricsRequest.self) { core, request, origin, _ in core.perform(.readProcess(origin, request)) },
        RequestHandler(NoticesRequest.self) { core, _, origin, _ in
            core.perform(.reply(origin, .success(core.readers.notices.result)))
        },
        RequestHandler(ScheduleRequest.self) { $0.schedule($1, origin: $2, at: $3) },
        RequestHandler(DoctorRequest.self) { core, _, origin, now in core.examine(for: origin, at: now) },
        RequestHandler(SetRequest.self) { $0.set($1, origin: $2, at: $3) },
        RequestHandler(ChangeRequest.self) { $0.change($1, origin: $2, at: $3) },
        RequestHandler(UndoRequest.self) { $0.findChanges(toUndoBy: $1, for: $2, at: $3) },
        RequestHandler(NoticeTestRequest.self) { core, _, origin, now in core.testNotices(origin: origin, at: now) },
        RequestHandler(AnnounceRequest.self) { $0.announce($1, origin: $2, at: $3) },
        RequestHandler(WakeRequest.self) { core, _, origin, now in core.wakeNow(origin: origin, at: now) },
        RequestHandler(RenameRequest.self) { $0.rename($1, origin: $2, at: $3) },
        RequestHandler(ForgetRequest.self) { $0.forget($1, origin: $2, at: $3) },
        RequestHandler(AdoptRequest.self) { $0.adopt($1, origin: $2, at: $3) },
        RequestHandler(SayRequest.self) { $0.say($1, origin: $2, at: $3) },
        RequestHandler(PlayRequest.self) { $0.play($1, origin: $2, at: $3) },
        RequestHandler(UploadRequest.self) { $0.upload($1, origin: $2, at: $3) },
        RequestHandler(CancelRequest.self) { $0.cancel($1, origin: $2, at: $3) },
        RequestHandler(OutcomeRequest.self) { $0.outcome($1, origin: $2, at: $3) },
        RequestHandler(PackRequest.self) { $0.declare($1, origin: $2, at: $3) },
        RequestHandler(PushRequest.self) { $0.push($1, origin: $2, at: $3) },
        RequestHandler(WithdrawRequest.self) { $0.withdraw($1, origin: $2, at: $3) },
        RequestHandler(ScoreRequest.self) { $0.score($1, origin: $2, at: $3) },
        RequestHandler(ScoresRequest.self) { $0.perform(.reply($2, .success($0.readScores($1, at: $3)))) },
    ]

    /// The handlers by verb.
    private static let handlers = Dictionary(uniqueKeysWithValues: requests.map { ($0.request.verb, $0) })

    /// Returns the handler of a verb; `nil` when no request has it.
    public static func handler(of verb: RequestVerb) -> RequestHandler? { handlers[verb] }

    mutating func answer(_ request: CoordinatorRequest, to origin: RequestOrigin, at now: Now) {
        guard let handler = Self.handler(of: type(of: request.content).verb) else {
            preconditionFailure("\(request) is not among CoordinatorCore.requests")
        }
        handler.answer(request, to: origin, at: now, by: &self)
    }

    private mutating func set(_ request: SetRequest, origin: RequestOrigin, at now: Now) {
        guard !request.nodes.isEmpty else { return fail(origin, .invalid, "the request names no node") }
        let wanted = request.change.accepted(at: now.wall)
        for id in Swift.Set(request.nodes).sorted() {
            guard let node = nodes[id], let problem = wanted.applied(to: node.definition.settings).contradiction
            else { continue }
            return fail(origin, .invalid, "node \(id): \(problem): set both at once, the floor below the ceiling")
        }
        if let refusal = definitions.pending.refusal(ofUnknown: wanted.holidays ?? []) { return fail(origin, refusal) }
        for id in Swift.Set(request.nodes).sorted() {
            let refusal =
                wanted.voice.flatMap { nodes[id]?.refusal(ofVoice: $0) }
                ?? wanted.chime.flatMap { nodes[id]?.refusal(ofChime: $0) }
            if let refusal { return fail(origin, .invalid, refusal) }
        }
        change(request.nodes, by: request.by, origin: origin, at: now) {
            $0.settings = wanted.applied(to: $0.settings)
        }
        guard let seconds = request.change.muteSeconds, let mute = wanted.mute else { return }
        for id in request.nodes { nodes.noteMute(mute, of: id, seconds: seconds, at: now.boot) }
    }

    private mutating func rename(_ request: RenameRequest, origin: RequestOrigin, at now: Now) {
        guard RenameRequest.isRoomName(request.room) else {
            return fail(
                origin, .invalid,
                "a room's name has 1 to 64 characters and no control characters, "
                    + "unlike \"\(request.room.line(maximumBytes: 80))\"")
        }
        change([request.node], by: request.by, origin: origin, at: now) { $0.room = request.room }
    }

    /// Changes people's definitions of nodes: of all of them or none. It answers when the change is committed. Every
    /// change goes this way.
    ///
    /// - Parameter undone: the changes that this takes back.
    mutating func change(
        _ ids: [NodeID], by person: String? = nil, undoing undone: [NodeID: ChangeEvent] = [:], origin: RequestOrigin,
        at now: Now, _ change: (inout NodeDefinition) -> Void
    ) {
        guard areKnown(ids, origin: origin), hasRoom(for: origin) else { return }
        let ids = Swift.Set(ids).sorted()
        let refusals = nodes.refusalsToDefine
        if let refusal = ids.compactMap({ refusals[$0] }).first { return fail(origin, refusal) }
        var events: [ChangeEvent] = []
        for id in ids {
            guard let before = nodes[id]?.definition else { continue }
            var after = before
            change(&after)
            guard after != before else { continue }
            define(id, change)
            events.append(report(before.object, after.object, by: person, undoes: undone[id], at: now))
        }
        let changed = ids.compactMap { nodes[$0] }
        let revisions = changed.map { DocumentRevision(node: $0.id, revision: $0.definition.revision) }
        let result: CoordinatorAnswer =
            undone.isEmpty
            ? .success(
                SetResult(
                    nodes: changed.map {
                        .init(node: $0.id, revision: $0.definition.revision, settings: $0.definition.settings)
                    }))
            : .success(ChangeResult(events: events, nodes: revisions))
        if changed.allSatisfy(\.isSettled) { perform(.reply(origin, result)) } else { store.add(result, to: origin) }
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
        report(node.definition.object, nil, by: request.by, at: now)
        store.add(.success(ForgetResult(node: node.id)), to: origin)
    }

    mutating func hasRoom(for origin: RequestOrigin) -> Bool {
        guard let refusal = store.refusal else { return true }
        fail(origin, refusal)
        return false
    }

    private mutating func areKnown(_ ids: [NodeID], origin: RequestOrigin) -> Bool {
        guard let refusal = nodes.refusal(ofUnknown: ids) else { return true }
        fail(origin, refusal)
        return false
    }
}

extension NodeDefinition {
    /// The node as a change event describes it.
    var object: DefinedObject { .node(id, room: room, settings: settings, packs: packs) }
}
