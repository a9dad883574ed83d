internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire
internal import DequeModule

// A node's shell: mailbox, one loop that performs one effect after another, state file, timers.

extension Simulation {
    private static let version = "simulated"
    private static let device = "default"

    // MARK: Start and end

    mutating func startNode(_ node: Int) {
        let fresh = NodeState(instance: nodes[node].names.nextName(), epoch: nodes[node].names.nextName())
        // A new program discards incomplete blobs and their subscriptions.
        nodes[node].content.startOver()
        machines[node].filters = Topics(site: plan.site).nodeFilters(nodes[node].plan.id).map(TopicFilter.init)
        let seed = nodes[node].names.next()
        var state = fresh
        var origin = Observation.StateOrigin.new
        switch nodes[node].disk.file {
        case .nothing: break
        case .state(let saved):
            do throws(WireError) {
                state =
                    try isStateSampled()
                    ? WireCodec.decode(from: WireCodec.encode(saved.wrappedValue)) : saved.wrappedValue
                origin = .disk
            } catch {
                nodes[node].disk.putAside()
                origin = .damaged
            }
        case .damaged:
            nodes[node].disk.putAside()
            origin = .damaged
        }
        let zone = ownZone(node)
        report(node, .nodeStarted(state, origin: origin, zone: zone))
        nodes[node].core = NodeCore(
            identity: NodeCore.Identity(
                id: nodes[node].plan.id, version: Self.version, bootID: "boot-\(machines[node].boot)", zone: zone,
                device: Self.device, leadIn: nodes[node].plan.leadIn, clockSource: nodes[node].plan.clockSource),
            state: state, seed: seed, at: readClock(node))
        programRuns(node)
        post(node: node, .started)
    }

    mutating func endNode(_ node: Int) {
        silenceAll(node)
        if let writing = nodes[node].writing { nodes[node].disk.interrupted(writing.state, at: time) }
        nodes[node].writing = nil
        nodes[node].rest = []
        nodes[node].isBusy = false
        nodes[node].isLeaving = false
        nodes[node].core = nil
        nodes[node].ownEvents.removeAll()
        nodes[node].networkEvents.removeAll()
        nodes[node].timers.removeAll()
        nodes[node].ringActions = RingActionGate()
        releaseClock(node)
    }

    /// Stops the node in an orderly way: it handles queued events, then says goodbye, and waits for nothing.
    mutating func shutDownNode(_ node: Int) {
        nodes[node].isLeaving = true
        if nodes[node].writing != nil { finishWrite(node) }
        guard machines[node].program.isRunning else { return }
        post(node: node, .shutdown)
    }

    // MARK: The loop

    mutating func post(node: Int, _ event: NodeCore.Event) {
        guard nodes[node].isBusy else {
            nodes[node].isBusy = true
            handle(node, event)
            return drain(node)
        }
        switch event.source {
        case .program: nodes[node].ownEvents.append(event)
        case .connection: nodes[node].networkEvents.append(event)
        case .message:
            // The daemon logs a refused message; nothing else reports it.
            if nodes[node].networkEvents.count < NodeHost.messageCapacity { nodes[node].networkEvents.append(event) }
        }
    }

    private mutating func drain(_ node: Int) {
        while nodes[node].writing == nil, machines[node].program.isRunning {
            guard let event = nodes[node].ownEvents.popFirst() ?? nodes[node].networkEvents.popFirst() else {
                nodes[node].isBusy = false
                return
            }
            handle(node, event)
        }
    }

    private mutating func handle(_ node: Int, _ event: NodeCore.Event) {
        counts.handled += 1
        let now = readClock(node)
        report(node, .cores, .nodeHandles(event))
        guard nodes[node].core != nil else { return }
        var effects: [NodeCore.Effect] = []
        swap(&effects, &nodes[node].spareEffects)
        nodes[node].core?.handle(event, at: now, &effects)
        if let mutate = mutations.node { effects = mutate(node, event, now, effects) }
        // Each effect is moved out, not copied. A buffer's elements change places without a copy, an array's do not.
        if effects.count > 1 { effects.withUnsafeMutableBufferPointer { $0.reverse() } }
        performAll(node, &effects)
        if effects.isEmpty { swap(&effects, &nodes[node].spareEffects) }
    }

    /// - Parameter effects: the next one last. Empty afterwards, unless the program has ended.
    private mutating func performAll(_ node: Int, _ effects: inout [NodeCore.Effect]) {
        while let effect = effects.popLast() {
            guard survivesEffect(node) else { return }
            report(node, .cores, .nodePerforms(effect))
            perform(node, effect)
            if nodes[node].writing != nil {
                if !effects.isEmpty { swap(&effects, &nodes[node].rest) }
                return
            }
        }
    }

    private mutating func perform(_ node: Int, _ effect: NodeCore.Effect) {
        switch effect {
        case .store(let state, let ticket): write(node, state, ticket)
        case .publish(let message): publish(node: node, message)
        // No program of the machine asks here.
        case .answerLocal: break
        case .adjustClock(let clock): steerClock(node, to: clock)
        case .play(let order): play(node, order)
        case .cancelPlay(let id): cancelPlay(node, id)
        case .startRing(let order): startRing(node, order)
        case .startAlert(let order): accept(node, .alert(order))
        case .stopRing(let id): stopRing(node, id)
        case .setVolume(let id, let volume, let floor): nodes[node].output.setVolume(of: id, to: volume, floor: floor)
        case .probeAudio: probe(node)
        case .checkSounds(let names): checkSounds(node, names)
        case .loadVoice(let name, let chime): loadVoice(node, name, chime)
        case .loadZone(let name):
            post(node: node, .zone(name: name, name.map { rules(of: $0, on: node) } ?? ownZone(node)))
        case .fetchContent(let content): fetchContent(node, content)
        case .leaveContent(let content): leaveContent(node, content)
        case .keepChunk(_, let blob, let chunk, let bytes): nodes[node].content.write(bytes, chunk: chunk, of: blob)
        case .keepBlob(let content, let blob): keepBlob(node, content, blob)
        case .findSound(let sound): post(node: node, .soundFound(sound.id, isThere: nodes[node].content.has(sound.id)))
        case .loadSound(let sound): post(node: node, .soundLoaded(sound.id))
        case .unloadSound: break
        case .playSound(let order): playSound(node, order)
        case .findPack(let pack): findPack(node, pack)
        case .installPack(let pack): installPack(node, pack)
        case .dropPacks(let kept): dropPacks(node, keeping: kept)
        case .setTimer(let token, let deadline):
            nodes[node].timers.set(token, deadline)
            armTimers(node, for: deadline)
        case .cancelTimer(let token): nodes[node].timers.cancel(token)
        case .log, .logRecord: break
        }
    }

    // MARK: The state file

    private mutating func write(_ node: Int, _ state: Boxed<NodeState>, _ ticket: Int) {
        nodes[node].writing = (state, ticket)
        guard !nodes[node].isLeaving else { return completeWrite(node) }
        let length = nodes[node].disk.writeLength()
        appoint(.diskDone, of: node, at: time + length)
    }

    /// Goes on with the loop after the disk's answer.
    mutating func finishWrite(_ node: Int) {
        guard nodes[node].writing != nil else { return }
        completeWrite(node)
        var rest: [NodeCore.Effect] = []
        swap(&rest, &nodes[node].rest)
        performAll(node, &rest)
        drain(node)
    }

    private mutating func completeWrite(_ node: Int) {
        guard let (state, ticket) = nodes[node].writing.take() else { return }
        if let reason = nodes[node].disk.write(state, at: time) {
            report(node, .storage, .stateNotStored(state, ticket: ticket, reason: reason))
            post(node: node, .storeFailed(ticket: ticket, reason: reason))
        } else {
            report(node, .storage, .stateStored(state, ticket: ticket))
            post(node: node, .stored(ticket: ticket))
        }
    }

    // MARK: Messages

    mutating func takeNew(of list: RingActionList, _ topic: TopicID, node: Int) -> RingActionList {
        guard case .ring(let writer) = topics.meaning(of: topic) else { return RingActionList() }
        let boot = readClock(node).boot
        return RingActionList(
            list.actions.filter { nodes[node].ringActions.evaluate($0, of: writer, at: boot) == .taken })
    }

    mutating func deliver(_ message: Message, isRetained: Bool, toNode node: Int) {
        switch message.payload {
        case .wake(let wake): post(node: node, .wake(wake))
        case .desired(let document): post(node: node, .desired(document, isRetained: isRetained))
        case .acked(let acked): post(node: node, .acked(acked))
        case .command(let command): post(node: node, .command(command))
        case .timeReply(let reply, _):
            let now = readClock(node)
            post(node: node, .timeReply(reply, receivedAt: NodeCore.Receipt(wall: now.wall, boot: now.boot)))
        case .ringActions(let list): for action in list.actions { post(node: node, .ringAction(action)) }
        case .emergency(let word): post(node: node, .emergency(word))
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return }
            guard case .chunk(let chunk, let blob, let content) = topics.meaning(of: message.topic) else { return }
            post(node: node, .chunk(chunk, of: blob, in: content, bytes))
        case .availability, .presence, .reported, .ledger, .timeRequest, .change, .request, .answer, .contentReport:
            // A node subscribes to none of these; the shell refuses a message that it cannot read.
            break
        }
    }
}
